"""Forecasts: until when they run, what others do on the way, exact against brute force and against sampling."""

from fractions import Fraction

import pytest

from hexless.kernel import (
    Dist,
    Game,
    GameError,
    OneOf,
    Order,
    Position,
    Rules,
    Script,
    Split,
    State,
    Value,
    YesNo,
    act,
    chance,
    continuations,
    d6,
    foresee,
    total,
)
from hexless.kernel.log import Row


class Man(Value, frozen=True):
    side: str
    hits: int = 0


class Field(State, frozen=True):
    units: tuple[Man, ...] = (Man("red"), Man("blue"), Man("blue"))
    acts: int = 0


@chance()
def volley(g, dice):
    return g.count(d6(dice), 5, "hits")


@act
def shoot(g, me, dice):
    """A target, dice, and what the target does about it."""
    mark = g.ask("red", OneOf(prompt="target", options=(1, 2)))
    again = g.ask("red", OneOf(prompt="second target", options=(1, 2, None)))
    for each in (mark, again):
        if each is not None:
            g.note("shot", me=me, need=total(Row(5, "base", "x.need")))
            g.change(each, hits=g.state[each].hits + g.call(volley, dice))
    if g.may("blue", "answer"):
        g.change(me, hits=g.state[me].hits + g.call(volley, 1))
    g.set(acts=g.state.acts + 1)


def step(g):
    """Two acts, one after the other; the second is never part of a forecast of the first."""
    for _ in range(2):
        if g.ask("red", OneOf(prompt="what", options=("shoot", "wait"), declines="wait")) == "shoot":
            shoot(g, 0, 2)
    g.roll(d6(), "weather")
    g.set(acts=9)


RULES = Rules(
    id="field", seats=lambda s: ("red", "blue"), step=step, outcome=lambda s: None, view=lambda s, seat: s,
    guess=lambda s, seat, stream: s,
)  # fmt: skip
START = Position(RULES, Field())


def hits(forecast, unit):
    return forecast.ends.map(lambda state: state[unit].hits)


def brute(dice, need):
    """The hits of so many dice, counted one by one."""
    rolls = [()]
    for _ in range(dice):
        rolls = [(*roll, face) for roll in rolls for face in range(1, 7)]
    counts = [sum(face >= need for face in roll) for roll in rolls]
    return Dist({n: counts.count(n) for n in set(counts)})


def test_a_question_in_an_act_is_foreseen_to_the_end_of_it():
    """The same target again for the second shot, the reply, and nothing of the second act or the weather."""
    at = START.play("shoot")
    found = foresee(at, "red", 1)
    assert found.exact
    assert hits(found, 1) == brute(4, 5)
    assert hits(found, 0) == brute(1, 5)
    assert {state.acts for state in found.ends.weights} == {1}


def test_a_question_before_an_act_is_foreseen_through_it():
    found = foresee(START, "red", "shoot")
    assert hits(found, 1) == brute(4, 5)  # the first proposal, then the same again
    assert {state.acts for state in found.ends.weights} == {1}
    nothing = foresee(START, "red", "wait")
    assert not nothing.rolls
    assert nothing.ends == Dist({Field(): 1})


def test_what_others_do_is_named_and_can_be_left_out():
    at = START.play("shoot")
    found = foresee(at, "red", 2)
    assert found.replies
    assert [(each.seat, each.prompt, each.open) for each in found.assumed] == [("blue", "answer", True)]
    assert hits(foresee(at, "red", 2, "nothing"), 0) == Dist({0: 1})


def test_the_last_declaration_counts_what_was_declared_before():
    at = START.play("shoot").play(1)
    assert hits(foresee(at, "red", 2), 1) == brute(2, 5)
    assert hits(foresee(at, "red", None), 2) == Dist({0: 1})


def test_an_answer_is_not_given_again_to_a_question_about_something_else():
    """A target's number is no weapon's number."""

    @act
    def fire(g):
        g.ask("red", OneOf(prompt="target", options=(1, 2), about="unit"))
        g.set(acts=g.ask("red", OneOf(prompt="weapon", options=(1, 2), about="weapon")))
        g.change(0, hits=g.ask("red", OneOf(prompt="second target", options=(1, 2), about="unit")))

    rules = Rules(id="topics", seats=RULES.seats, step=fire, outcome=RULES.outcome, view=RULES.view, guess=RULES.guess)
    ((state, _),) = foresee(Position(rules, Field()), "red", 2).ends
    assert (state.acts, state[0].hits) == (1, 2)


def test_another_seat_is_asked_inside_the_act():
    at = START.play("shoot").play(1).play(None).play((1, 1))
    found = foresee(at, "blue", True)
    assert hits(found, 0) == brute(1, 5)
    with pytest.raises(GameError, match="nothing is asked of red"):
        foresee(at, "red", True)


def test_more_work_than_allowed_is_a_sample_with_its_error():
    at = START.play("shoot")
    found = foresee(at, "red", 1, most=3)
    assert not found.exact
    assert 0 < found.error < 0.1
    assert abs(hits(found, 1).mean() - Fraction(4, 3)) < 0.5
    assert found.ends == foresee(at, "red", 1, most=3).ends  # the same again


def test_continuations_end_where_the_forecast_does():
    at = START.play("shoot")
    exact = set(foresee(at, "red", 1).ends.weights)
    drawn = set(continuations(at, "red", 1, "everything", 400))
    assert drawn <= exact
    assert len(drawn) > len(exact) // 2


def test_an_act_inside_a_call_ends_the_walk_too():
    @act
    def hit(g):
        g.change(0, hits=g.count(d6(2), 4) if g.ask("red", YesNo(prompt="hit")) else 9)

    def twice(g):
        g.call(hit)
        g.set(acts=5)
        g.ask("red", YesNo(prompt="more"))

    rules = Rules(
        id="calls", seats=RULES.seats, step=lambda g: [g.call(twice) for _ in range(2)], outcome=RULES.outcome,
        view=RULES.view, guess=RULES.guess,
    )  # fmt: skip
    at = Position(rules, Field())
    assert hits(foresee(at, "red", True), 0) == brute(2, 4)
    assert {state.acts for state in foresee(at, "red", True).ends.weights} == {0}


def test_items_that_the_tape_is_in_the_middle_of():
    """The rest of a `g.each` is merged, whatever item the question stands in."""

    def one(g, unit):
        if g.ask("red", YesNo(prompt=f"hit {unit}")):
            g.change(unit, hits=g.count(d6(2), 4))

    @act
    def all_of(g):
        g.each(one, [0, 1, 2])

    rules = Rules(id="each", seats=RULES.seats, step=all_of, outcome=RULES.outcome, view=RULES.view, guess=RULES.guess)
    at = Position(rules, Field()).play(True).play((4, 1)).play(False)
    found = foresee(at, "red", True)
    assert [hits(found, unit) for unit in range(3)] == [Dist({1: 1}), Dist({0: 1}), brute(2, 4)]


def test_a_call_that_the_tape_leads_into_is_merged_before_its_caller_goes_on():
    """Two runs of the caller and not 36; a call before it, which the tape is through with, has one outcome."""

    def odd(g, unit):
        if g.ask("red", YesNo(prompt=f"hit {unit}")):
            g.change(unit, hits=(g.sum(d6()) + g.sum(d6())) % 2)

    @act
    def both(g):
        g.call(odd, 1)
        g.call(odd, 0)
        g.set(acts=g.state[0].hits)
        g.ask("red", YesNo(prompt="more"))

    rules = Rules(id="odd", seats=RULES.seats, step=both, outcome=RULES.outcome, view=RULES.view, guess=RULES.guess)
    at = Position(rules, Field()).play(True).play((4,)).play((3,))
    found = foresee(at, "red", True)
    assert found.ends.map(lambda s: (s[1].hits, s[0].hits, s.acts)) == Dist({(1, 0, 0): 1, (1, 1, 1): 1})
    assert found.work == 36 * 2 + 5 + 2 * 5 + 2  # in the call, in the one before, of the caller, and its answers


# ---- questions that nobody needs


def ask(question, *answers):
    script = Script(*answers)
    value = Game(State(), script).ask("red", question)
    script.done()
    return value, len(script.made)


@pytest.mark.parametrize(
    ("question", "only"),
    [
        (OneOf(prompt="a", options=(7,)), 7),
        (OneOf(prompt="a", options=(None,)), None),
        (Split(prompt="a", total=0, slots=("x", "y"), caps=(2, 2)), (0, 0)),
        (Split(prompt="a", total=4, slots=("x", "y"), caps=(2, 2)), (2, 2)),
        (Order(prompt="a", items=(3,)), (3,)),
        (Order(prompt="a", items=()), ()),
        (Order(prompt="a", items=("b", "b")), ("b", "b")),
    ],
)
def test_a_question_with_one_answer_is_not_asked(question, only):
    assert ask(question) == (only, 0)
    assert question.check(only) is None
    assert ask(question.with_(secret=True), only) == (only, 1)


def test_others_are():
    assert ask(OneOf(prompt="a", options=(7, 8)), 8) == (8, 1)
    assert ask(Split(prompt="a", total=1, slots=("x", "y"), caps=(2, 2)), (1, 0)) == ((1, 0), 1)
    assert ask(YesNo(prompt="a"), False) == (False, 1)


def test_sealed_questions_with_one_answer_drop_out():
    script = Script(("b",))
    two = OneOf(prompt="x", options=("a", "b"))
    answers = Game(State(), script).ask_all({"red": OneOf(prompt="x", options=("c",)), "blue": two})
    assert answers == {"red": "c", "blue": "b"}
    assert Game(State(), Script()).ask_all({"red": OneOf(prompt="x", options=("c",))}) == {"red": "c"}


def test_the_order_of_options_is_not_in_the_key():
    one, two = OneOf(prompt="x", options=("a", None, 2)), OneOf(prompt="x", options=(2, "a", None))
    assert one.key == two.key != OneOf(prompt="x", options=("a", None)).key
    assert Order(prompt="x", items=(1, 2)).key == Order(prompt="x", items=(2, 1)).key


def test_declining():
    assert YesNo(prompt="x").decline() == (False,)
    assert OneOf(prompt="x", options=("a", None)).decline() == (None,)
    assert OneOf(prompt="x", options=("a", "no"), declines="no").decline() == ("no",)
    assert OneOf(prompt="x", options=("a", "b")).decline() is None


def test_a_call_by_name_is_the_same_call():
    def add(g, a, b=1):
        return a + b

    def only(g, *, a):
        return a

    g = Game(State(), Script())
    assert g.call(add, 1, b=4) == g.call(add, b=4, a=1) == 5
    with pytest.raises(TypeError, match="by name only"):
        g.call(only, a=3)
