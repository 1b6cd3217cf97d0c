"""Games as values: nothing is changed in place, and answer by answer is the same game as inline."""

import msgspec
import pytest
import toy
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hexless.bots.random import RandomBot
from hexless.kernel import (
    Ask,
    AskAll,
    BadAnswer,
    Dice,
    GameError,
    IllegalAnswer,
    Position,
    Roll,
    Stream,
    digest,
    play_out,
    replay,
    seats_asked,
)  # fmt: skip
from hexless.lab.conformance import conformance_games, start

RULES = toy.ruleset


def first(seed=0):
    return Position(RULES, start(RULES, seed)[1])


@pytest.fixture(scope="module")
def game():
    (played,) = conformance_games(RULES, [6])
    return played


def test_playing_makes_a_new_position_and_leaves_the_old(game):
    before = Position(RULES, game.start)
    after = before.play(game.tape[0].answer)
    assert after != before
    assert (before.tape, before.answers, after.answers) == ((), 0, 1)
    assert before.play(game.tape[0].answer) == after
    assert hash(before.play(game.tape[0].answer)) == hash(after)
    assert len({before, after, before.play(game.tape[0].answer)}) == 2


def test_a_position_is_frozen():
    with pytest.raises(AttributeError):
        first().played = 3


def test_forks_do_not_see_each_other(game):
    position = Position(RULES, game.start)
    spots = position.request.question.suggest(2)
    one, two = position.play(spots[0]), position.play(spots[1])
    assert one.moment.state[0] != two.moment.state[0]
    assert position.play(spots[0]) == one


def test_answer_by_answer_is_the_same_as_inline(game):
    position = Position(RULES, game.start)
    events = []
    for n, entry in enumerate(game.tape):
        events += position.since(n - 1) if n == 0 else []
        position = position.play(entry.answer)
        assert position.moment.state == game.states[n]
        events += position.since(n)
    assert position.outcome == game.outcome
    assert tuple(events) == game.events


def test_a_position_in_the_middle_of_a_step_is_its_checkpoint_and_the_answers_since(game):
    position, inside = Position(RULES, game.start), 0
    for entry in game.tape:
        position = position.play(entry.answer)
        inside += bool(position.tape)
        fresh = Position(RULES, position.state, position.tape, position.played)
        assert fresh == position
        assert fresh.moment.state == position.moment.state
        assert getattr(fresh.request, "key", None) == getattr(position.request, "key", None)
    assert inside > 3


def test_with_dice_every_roll_that_is_due_is_played(game):
    dice = Dice(6)
    position = Position(RULES, game.start).settle(dice)
    while position.request is not None:
        assert not isinstance(position.request, Roll)
        position = position.play(game.tape[position.answers].answer, dice)
    assert position.moment.state == game.end
    assert position.settle(dice) == position


def test_settle_plays_only_dice(game):
    position, rolls = Position(RULES, game.start), 0
    for entry in game.tape:
        if isinstance(position.request, Roll):
            rolls += 1
            settled = position.settle(Dice(6))
            assert not isinstance(settled.request, Roll)
            assert settled.answers > position.answers
        else:
            assert position.settle(Dice(6)) == position
        position = position.play(entry.answer)
    assert rolls


def test_nothing_is_asked_after_the_end(game):
    over = Position(RULES, game.end)
    assert over.request is None
    assert over.outcome == game.outcome
    with pytest.raises(GameError, match="the game is over"):
        over.play(True)


def test_refusals_carry_the_rule_and_the_witness():
    with pytest.raises(IllegalAnswer, match=r"inside its strip \[sk.deploy\]") as refused:
        first().play({"x": 0, "y": 0})
    assert refused.value.refusal.witness is not None
    with pytest.raises(BadAnswer):
        first().play("here")


def test_who_is_asked(game):
    seen, position = set(), Position(RULES, game.start)
    for entry in game.tape:
        request = position.request
        seen.add(type(request))
        assert (seats_asked(request) == ()) == isinstance(request, Roll)
        assert set(seats_asked(request)) <= set(RULES.seats(position.state))
        position = position.play(entry.answer)
    assert seen == {Ask, AskAll, Roll}
    assert seats_asked(None) == ()


def test_a_game_that_never_ends_is_given_up():
    idle = msgspec.structs.replace(RULES, step=lambda g: None)
    with pytest.raises(GameError, match="did not end within 50 steps"):
        play_out(idle, first().state, Dice(1), {}, most=50)
    agents = {seat: RandomBot(Stream(1, seat)) for seat in ("red", "blue", "green")}
    with pytest.raises(GameError, match="did not end within 5 answers"):
        play_out(RULES, first().state, Dice(1), agents, most=5)


class Table(RuleBasedStateMachine):
    """Any answers in any order, refused ones and forks among them; the tape alone says where the game stands."""

    @initialize(seed=st.integers(0, 30))
    def begin(self, seed):
        self.start = first(seed).state
        self.position, self.tape, self.kept = Position(RULES, self.start), [], []

    def going(self):
        return self.position.request is not None

    @precondition(going)
    @rule(seed=st.integers(0, 10**6))
    def answer(self, seed):
        stream, request = Stream(seed, "machine"), self.position.request
        if isinstance(request, Roll):
            answer = Dice(seed).roll(0, request.pool)
        elif isinstance(request, AskAll):
            answer = tuple(ask.question.sample(stream) for ask in request.asks)
        else:
            answer = request.question.sample(stream)
        self.tape.append((request.key, answer))
        self.position = self.position.play(answer)

    @precondition(going)
    @rule(raw=st.sampled_from([None, -1, "x", [99], {"x": -5, "y": 0}, {"points": [[0, 0]]}, [1.5]]))
    def answer_badly(self, raw):
        before = self.position.state, self.position.tape, self.position.played
        with pytest.raises((BadAnswer, IllegalAnswer)):
            self.position.play(raw)
        assert (self.position.state, self.position.tape, self.position.played) == before

    @rule()
    def keep(self):
        self.kept.append((self.position, list(self.tape)))

    @precondition(lambda self: self.kept)
    @rule(data=st.data())
    def go_back(self, data):
        self.position, tape = data.draw(st.sampled_from(self.kept))
        self.tape = list(tape)

    @invariant()
    def the_tape_says_it_all(self):
        from hexless.kernel import Entry

        states, _, request = replay(RULES, self.start, [Entry(*entry) for entry in self.tape])
        state = states[-1] if states else self.start
        assert digest(state) == digest(self.position.moment.state)
        assert getattr(request, "key", None) == getattr(self.position.request, "key", None)
        assert self.position.answers == len(self.tape)
        assert [law.name for law in RULES.laws if law.broken(state)] == []


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=15, stateful_step_count=40, deadline=None)
