"""Bots on Skirmish, a game they have never heard of."""

from functools import cache

import pytest
from toy import ruleset

from hexless import bots
from hexless.bots.ahead import Ahead
from hexless.bots.ideas import first_idea, ideas
from hexless.kernel import (
    Decision,
    Dice,
    GameError,
    OneOf,
    Outcome,
    Position,
    Rules,
    State,
    Stream,
    UnknownName,
    chance,
    d6,
    digest,
    play_out,
)
from hexless.ruleset import shipped, starting


@cache
def start(seed, scenario="duel"):
    chosen = shipped.scenarios(ruleset)[scenario]
    forces = list(shipped.forces(ruleset).values())
    seats = [forces[i % len(forces)] for i in range(len(chosen.seats))]
    return starting.begin(ruleset, chosen, seats, ruleset.files.rulings(), seed)


def agents(seed, *specs):
    header, _ = start(seed)
    return {seat: bots.make(spec, ruleset, Stream(seed, f"bot {seat}")) for seat, spec in zip(header.seats, specs)}


class Judged:
    """An agent whose every answer has to be legal, and of the form in which the question gives it."""

    def __init__(self, agent):
        self.agent, self.answers = agent, 0

    def answer(self, look):
        answer = self.agent.answer(look)
        assert look.question.judge(answer) == answer
        self.answers += 1
        return answer


class Counted(Ahead):
    """Counts the runs of the step."""

    runs = 0

    def _score(self, run):
        Counted.runs += 1
        return super()._score(run)


def questions(seed, *specs):
    """Every look that the first seat of a game gets."""
    looks = []

    class Keeping:
        def __init__(self, agent):
            self.agent = agent

        def answer(self, look):
            looks.append(look)
            return self.agent.answer(look)

    who = {seat: Keeping(agent) for seat, agent in agents(seed, *specs).items()}
    play_out(ruleset, start(seed)[1], Dice(seed), who)
    return looks


@pytest.mark.parametrize("specs", [("random", "random"), ("greedy", "random"), ("greedy", "greedy")])
def test_every_answer_is_legal(specs):
    for seed in range(6):
        who = {seat: Judged(agent) for seat, agent in agents(seed, *specs).items()}
        played = play_out(ruleset, start(seed)[1], Dice(seed), who)
        assert played.outcome is not None
        assert all(agent.answers for agent in who.values())


def test_three_seats_play_too():
    header, first = start(5, "melee")
    who = {seat: Judged(bots.make("greedy", ruleset, Stream(5, seat))) for seat in header.seats}
    assert play_out(ruleset, first, Dice(5), who).outcome is not None


def test_a_game_repeats_in_another_process(elsewhere):
    code = "import sys; sys.path.insert(0, sys.argv[1]); import test_bots as t; print(t.final(3))"
    assert elsewhere(code, str(__import__("pathlib").Path(__file__).parent)).strip() == final(3)


def final(seed):
    return digest(play_out(ruleset, start(seed)[1], Dice(seed), agents(seed, "greedy", "greedy")).end)


@pytest.mark.parametrize("work", [7, 24, 48])
def test_the_work_of_an_answer_is_never_exceeded(monkeypatch, work):
    monkeypatch.setattr("hexless.bots.greedy.Ahead", Counted)
    most = 0
    for look in questions(2, "random", "random"):
        Counted.runs = 0
        bots.GreedyBot(ruleset, Stream(0, "g"), work=work).answer(look)
        assert Counted.runs <= work
        most = max(most, Counted.runs)
    assert most > work // 5, "and much of it is used somewhere; what was run before is not run again"


def test_the_clock_ends_an_answer():
    """A budget that is over before it begins: still a legal answer, and no run is finished."""
    look = next(look for look in questions(2, "random", "random") if len(look.question.suggest(3)) == 3)
    bot = bots.GreedyBot(ruleset, Stream(0, "g"), seconds=-1.0)
    assert bot.answer(look) == look.question.suggest(1)[0]
    assert bot.reasons == ()  # nothing was weighed, so nothing is told; a reason is a number always


def test_the_clock_is_looked_at_inside_a_run(monkeypatch):
    """Time that runs out in the middle of a round leaves the whole round before it in force."""
    look = next(look for look in questions(2, "random", "random") if isinstance(look.question, OneOf))
    ticks = iter(range(10**9))
    monkeypatch.setattr("hexless.bots.ahead.perf_counter", lambda: next(ticks))
    monkeypatch.setattr("hexless.bots.greedy.perf_counter", lambda: next(ticks))
    bot = bots.GreedyBot(ruleset, Stream(0, "g"), seconds=60)
    assert look.question.check(bot.answer(look)) is None
    assert next(ticks) < 70, "nothing was asked of the clock after the time was up"
    assert all(reason.score > float("-inf") for reason in bot.reasons)


def test_a_budget_of_time_plays_whole_games():
    who = {seat: Judged(agent) for seat, agent in agents(6, "greedy:1", "greedy:1").items()}
    assert play_out(ruleset, start(6)[1], Dice(6), who).outcome is not None


def test_greedy_keeps_its_reasons_best_first():
    look = next(look for look in questions(2, "random", "random") if len(look.question.suggest(4)) == 4)
    bot = bots.GreedyBot(ruleset, Stream(0, "g"))
    answer = bot.answer(look)
    assert bot.reasons[0].answer == answer
    scores = [reason.score for reason in bot.reasons]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)


def test_the_expected_score_is_exact_where_the_allowance_covers_the_dice():
    """Three dice at 4 or more against two hearts: 0, 1 or 2 lost with weights 1, 3, 4."""
    from toy.model import Figure, Skirmish

    units = (Figure("A", "red", 1000, 3000, True), Figure("B", "blue", 6500, 3000, True, snapped=True))
    state = Skirmish(
        units=units, seats=("red", "blue"), cards=((), (1,)), active=0, round=1, rounds=3, width=9000, depth=6000
    )
    state = state.change(1, ready=True)
    look = _look(state, "red")
    ahead = Ahead(look.position(Stream(0, "g")), "red", ruleset.score, {}, 12)
    assert ahead.worth("shoot", 100, Stream(0, "l")) == pytest.approx((0 * 1 + 1 * 3 + 2 * 4) / 8)


def _look(state, seat):
    """The look of the seat that is asked first from here."""
    from hexless.kernel import Position

    request = Position(ruleset, state).request
    assert request.seat == seat
    return Decision(ruleset, request, state, state, [], 0)


def test_greedy_shoots_when_it_pays():
    """It wins more than it loses, whoever begins."""
    wins = {"greedy": 0, "random": 0, None: 0}
    for seed in range(30):
        specs = ("greedy", "random") if seed % 2 else ("random", "greedy")
        header, first = start(seed)
        played = play_out(ruleset, first, Dice(seed), agents(seed, *specs))
        wins[dict(zip(header.seats, specs)).get(played.outcome.winner)] += 1
    assert wins["greedy"] > 2 * wins["random"]


def test_a_guess_that_contradicts_the_tape_is_no_position_to_think_from():
    looks = [look for look in questions(2, "random", "random") if look.made]
    assert looks
    for look in looks:
        assert look.position(Stream(0, "g")).asks(look.ask)
    other = looks[0].ask._replace(question=OneOf(prompt="something else", options=(1, 2)))
    assert not looks[0].position(Stream(0, "g")).asks(other)


def test_specs():
    assert bots.names() == ["easy", "normal", "hard", "greedy", "random"]
    assert bots.make("hard:2000", ruleset, Stream(0, "b")).clock == 2
    assert bots.make("hard", ruleset, Stream(0, "b")).clock is None
    assert bots.make("greedy:250", ruleset, Stream(0, "b")).seconds == 0.25
    assert bots.make("greedy", ruleset, Stream(0, "b")).seconds is None
    few = bots.make("greedy:250/work=8/width=4", ruleset, Stream(0, "b"))
    assert (few.work, few.width, few.seconds) == (8, 4, 0.25)
    with pytest.raises(GameError, match="'greedy/best=3' has no 'best'; it has: work, width"):
        bots.make("greedy/best=3", ruleset, Stream(0, "b"))
    with pytest.raises(UnknownName, match="there is no bot 'clever'; there is: easy, normal, hard, greedy, random"):
        bots.make("clever", ruleset, Stream(0, "b"))
    for bad in (
        "random:5",
        "easy:5",
        "hard:0",
        "greedy:",
        "greedy:0",
        "greedy:fast",
        "greedy:-1",
        "greedy:9999999999",
        "greedy:²",
    ):
        with pytest.raises(GameError, match="bot"):
            bots.make(bad, ruleset, Stream(0, "b"))


def test_a_chance_without_dice_before_the_question_does_not_take_its_answer():
    """A volley over, the last call of it throws nothing; only then is the seat asked what to do with the hits."""

    @chance()
    def volley(g, salvos):
        return g.count(d6(salvos[0]), 4) + g.call(volley, salvos[1:]) if salvos else 0

    def step(g):
        hits = g.call(volley, (2, 2))
        spared = g.ask("red", OneOf(prompt="what is spared", options=("the tank", "the gun")))
        g.state = g.state.with_(units=(hits, spared))

    rules = Rules(
        id="x", seats=lambda s: ("red",), step=step, outcome=lambda s: Outcome("red", "over") if s.units else None,
        view=lambda s, seat: s, guess=lambda s, seat, stream: s,
    )  # fmt: skip
    position = Position(rules, State()).settle(Dice(1))
    ahead = Ahead(position, "red", lambda state, seat: state.units[1] == "the gun", {}, 12)
    assert [ahead.worth(answer, 4, Stream(1, "luck")) for answer in ("the tank", "the gun")] == [0, 1]


def test_a_rival_cannot_know_what_a_tie_brings():
    """Cards that are stacked before anything has happened are all worth the same: not always the printed order."""
    look = next(look for look in questions(2, "random", "random") if look.question.prompt == "Stack your cards")
    stacked = set()
    for seed in range(24):
        bot = bots.GreedyBot(ruleset, Stream(seed, "tie"))
        stacked.add(bot.answer(look))
        assert len({reason.score for reason in bot.reasons}) == 1
    assert len(stacked) == len(look.question.suggest(99))
    assert bots.GreedyBot(ruleset, Stream(3, "tie")).answer(look) == bots.GreedyBot(ruleset, Stream(3, "tie")).answer(
        look
    )


def test_where_nothing_is_proposed_something_legal_comes_to_mind():
    class Silent(OneOf, frozen=True, kw_only=True):
        def suggest(self, most):
            return ()

    question = Silent(prompt="where to", options=("left", "right"))
    assert [first_idea(question)] == list(ideas(question, 5))
    assert question.check(first_idea(question)) is None
