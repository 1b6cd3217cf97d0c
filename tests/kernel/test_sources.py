"""Scripts that must fit, tapes that must match."""

import pytest

from hexless.kernel import (
    BadAnswer,
    Dice,
    Entry,
    Game,
    IllegalAnswer,
    OneOf,
    Pending,
    Script,
    ScriptError,
    State,
    Tape,
    TapeMismatch,
    d6,
)


def turn(g):
    first = g.ask("red", OneOf(prompt="go", options=("left", "right")))
    return first, g.sum(d6(2), "luck"), g.may("blue", "answer", "x.a")


def run(source):
    g = Game(State(), source)
    return turn(g), g


def test_a_script_answers_and_keeps_the_tape():
    script = Script("left", (3, 4), True)
    value, g = run(script)
    script.done()
    assert value == ("left", 7, True)
    assert g.at == 3
    assert [entry.answer for entry in script.tape()] == ["left", (3, 4), True]
    assert [e.data for e in g.log] == [{"why": "luck", "sides": 6, "faces": (3, 4)}]


def test_a_missing_answer_fails():
    with pytest.raises(ScriptError, match="no answer for: blue YesNo answer"):
        run(Script("left", (3, 4)))


def test_an_answer_left_over_fails():
    script = Script("left", (3, 4), True, "more")
    run(script)
    with pytest.raises(ScriptError, match=r"left over: \['more'\]"):
        script.done()


def test_a_script_is_judged_like_anybody():
    with pytest.raises(IllegalAnswer):
        run(Script("up", (3, 4), True))
    with pytest.raises(BadAnswer):
        run(Script("left", (3, 7), True))


@pytest.fixture
def tape():
    script = Script("left", (3, 4), True)
    run(script)
    return script.tape()


def test_a_tape_replays(tape):
    assert run(Tape(tape))[0] == ("left", 7, True)


def test_a_spent_tape_drops_the_run_with_the_request(tape):
    with pytest.raises(Pending) as pending:
        run(Tape(tape[:2]))
    assert pending.value.request.seat == "blue"
    with pytest.raises(Pending) as pending:
        run(Tape(tape[:1]))
    assert pending.value.request.key == "roll 2d6 total luck"


def test_dice_go_on_where_the_tape_ends(tape):
    with pytest.raises(Pending) as pending:
        run(Tape(tape[:1], Dice(3)))
    assert pending.value.request.seat == "blue"


def test_a_mismatch_names_the_answer_and_both_questions(tape):
    def changed(g):
        g.ask("red", OneOf(prompt="go", options=("left", "right")))
        return g.sum(d6(3), "luck")

    g = Game(State(), Tape(tape))
    with pytest.raises(
        TapeMismatch, match="answer 2 was to “roll 2d6 total luck”, but the game now asks “roll 3d6"
    ) as bad:
        changed(g)
    assert (bad.value.index, bad.value.answered, bad.value.asked) == (2, "roll 2d6 total luck", "roll 3d6 total luck")
    assert g.state == State()


def test_a_tape_from_outside_is_judged():
    key = OneOf(prompt="go", options=("left", "right")).key
    with pytest.raises(IllegalAnswer):
        run(Tape([Entry(f"red {key}", "up")]))


def test_no_dice_no_roll():
    g = Game(State(), Script())
    assert (g.roll(d6(0)), g.sum(d6(0)), g.high(d6(0)), g.count(d6(-1), 4)) == ((), 0, 0, 0)


def test_each_stops_at_the_first_true():
    seen = []
    g = Game(State(), Script())
    assert g.each(lambda g, item: seen.append(item) or item == 2, [1, 2, 3])
    assert seen == [1, 2]
    assert not g.each(lambda g, item: False, [1, 2])
