"""Luck that is spread, games played on, and answers that race; on small games made for it and on Skirmish."""

from collections import Counter

import pytest
from bots.test_bots import Judged, agents, questions, start
from msgspec.structs import replace
from toy import ruleset

from hexless import bots
from hexless.bots.ahead import Late
from hexless.bots.exchange import Exchange, levelled
from hexless.bots.greedy import likely
from hexless.bots.ideas import evenly, ideas
from hexless.bots.luck import Spread
from hexless.bots.playout import Playout
from hexless.bots.racing import RacingBot
from hexless.kernel import (
    Dice,
    GameError,
    OneOf,
    Outcome,
    Pool,
    Position,
    Rules,
    Split,
    State,
    Stream,
    act,
    digest,
    outcomes,
    play_out,
)

NORMAL = bots.levels()["normal"]


@pytest.mark.parametrize("pool", [Pool(1, 6), Pool(3, 6, "total"), Pool(4, 6, "count", 4), Pool(2, 8, "high")])
def test_the_games_of_a_set_share_out_what_a_pool_can_show(pool):
    """Each reading comes as often as it should, but for the one game on either side that a slice may fall to."""
    spread = Spread(7, 6)
    seen = Counter(spread.luck(game).reading(pool) for game in range(64))
    readings, total = outcomes(pool)
    for value, weight in readings:
        assert abs(seen[value] - 64 * weight / total) < 1


@pytest.mark.parametrize("games", [1, 2, 4, 8, 16, 32, 64])
def test_a_race_that_ends_early_has_had_good_and_bad_luck_alike(games):
    """The first games of a set share it out as the whole set does: of every roll each has a slice of its own."""
    spread = Spread(11, 6)
    lucks = [spread.luck(game) for game in range(games)]
    for _ in range(20):
        assert {int(luck.share() * games) for luck in lucks} == set(range(games))


def test_later_rolls_of_a_game_do_not_hang_on_earlier_ones():
    spread = Spread(3, 8)
    pairs = Counter()
    for game in range(256):
        luck = spread.luck(game)
        pairs[luck.share() < 0.5, luck.share() < 0.5] += 1
    assert min(pairs.values()) > 32, pairs


def test_one_game_alone_has_middling_luck():
    luck = Spread(5, 0).luck(0)
    assert luck.reading(Pool(3, 6, "total")) in (10, 11)
    assert luck.reading(Pool(4, 6, "count", 4)) == 2


def test_a_roll_off_of_one_game_alone_comes_to_an_end():
    luck, die, rolls = Spread(5, 0).luck(0), Pool(1, 6), 0
    while luck.reading(die) == luck.reading(die):  # the same for both sides while luck is middling
        rolls += 1
        assert rolls < 200
    assert rolls >= 50


def test_many_faces_are_drawn_one_by_one_and_the_same_again():
    pool = Pool(12, 6)
    first, second = (Spread(9, 4).luck(2).reading(pool) for _ in range(2))
    assert first == second
    assert first != Spread(9, 4).luck(3).reading(pool)
    assert len(first) == 12


# a game in which the greedy answer is punished by the reply


def _begin(g):
    """Red may take a point at once, or wait; blue answers a greedy red with two points of its own."""
    choice = g.ask("red", OneOf(prompt="red", options=("grab", "wait")))
    g.set(units=(1, 0, "grabbed") if choice == "grab" else (0, 0, "waited"))


@act
def _strike(g):
    g.ask("red", OneOf(prompt="parry", options=("yes", "no")))


def _step(g):
    if not g.state.units:
        _begin(g)
    else:
        red, blue, what = g.state.units
        g.ask("blue", OneOf(prompt="blue", options=("strike", "pass")))
        _strike(g)
        g.set(units=(red, blue + (2 if what == "grabbed" else 0), "over"))


def _rules():
    return Rules(
        id="x", seats=lambda s: ("red", "blue"), step=_step,
        outcome=lambda s: Outcome(None, "over") if s.units and s.units[2] == "over" else None,
        view=lambda s, seat: s, guess=lambda s, seat, stream: s,
    )  # fmt: skip


def _score(state, seat):
    red, blue, _ = state.units or (0, 0, "")
    return red - blue if seat == "red" else blue - red


def test_a_turn_ends_where_another_seat_decides_outside_an_act():
    position = Position(_rules(), State())

    def playout(answer):
        return Playout(position, "red", (("red", answer),), Spread(0, 0).luck(0), lambda *_: None)

    assert playout("grab").after_step().units == playout("grab").after_turn().units == (1, 0, "grabbed")

    class Fake:
        score = staticmethod(_score)

    def exchanged(answer, turns):
        mind = bots.GreedyBot(Fake, Stream(0, "b"), 8, 4)
        exchange = Exchange(mind, _rules(), "red", turns, lambda *_: None, None)
        return exchange.worth(playout(answer).after_step(), Spread(0, 0).luck(0), Dice(1)), exchange.steps

    assert exchanged("grab", 1) == (1, 0)
    assert exchanged("grab", 2) == (-1, 1)  # the question inside blue's act is no turn of red
    assert exchanged("wait", 2) == (0, 1)


def test_the_worth_of_a_reply_is_what_can_be_expected_of_the_best():
    """Blue may strike for 2 at 4+ or take 1 for sure; whatever the dice, red reckons with a loss of one."""

    def step(g):
        if not g.state.units:
            g.ask("red", OneOf(prompt="red", options=("go", "stay")))
            g.set(units=(0, "reply"))
        else:
            struck = g.ask("blue", OneOf(prompt="blue", options=("strike", "take"))) == "strike"
            g.set(units=(-2 * g.count(Pool(1, 6), 5) if struck else -1, "over"))

    rules = Rules(
        id="x", seats=lambda s: ("red", "blue"), step=step,
        outcome=lambda s: Outcome(None, "over") if s.units and s.units[1] == "over" else None,
        view=lambda s, seat: s, guess=lambda s, seat, stream: s,
    )  # fmt: skip

    class Fake:
        score = staticmethod(lambda state, seat: (state.units or (0,))[0] * (1 if seat == "red" else -1))

    mind = bots.GreedyBot(Fake, Stream(0, "b"), 8, 4)
    exchange = Exchange(mind, rules, "red", 2, lambda *_: None, None)
    for game in range(4):
        assert exchange.worth(State(units=(0, "reply")), Spread(5, 2).luck(game), Dice(game)) == -1


def test_a_state_that_is_met_more_often_is_looked_at_more_closely():
    """After 1, 2, 4, ... times, with so many times the runs; what was seen before is kept."""

    def step(g):
        if len(g.state.units) == 1:
            g.ask("blue", OneOf(prompt="blue", options=tuple("abcdef")))
            g.set(units=(0, g.sum(Pool(2, 6))))
        else:
            g.set(units=(0, 0, 0))

    rules = Rules(
        id="x", seats=lambda s: ("red", "blue"), step=step,
        outcome=lambda s: Outcome(None, "over") if len(s.units) == 3 else None,
        view=lambda s, seat: s, guess=lambda s, seat, stream: s,
    )  # fmt: skip
    looks = []

    class Mind(bots.GreedyBot):
        def weighed(self, ahead, options, **terms):
            ranking = super().weighed(ahead, options, **terms)
            looks.append((terms["work"], len(ahead.tree)))
            return ranking

    class Fake:
        score = staticmethod(lambda state, seat: sum(state.units))

    exchange = Exchange(Mind(Fake, Stream(0, "b"), 2, 4), rules, "red", 2, lambda *_: None, None)
    for game in range(8):
        exchange.worth(State(units=(0,)), Spread(5, 3).luck(game), Dice(game))
    assert [work for work, _ in looks] == [8, 16, 32, 64]
    assert sorted({seen for _, seen in looks}) == [seen for _, seen in looks]
    assert exchange.steps == 8


def test_a_won_game_counts_for_much_and_drowns_nothing():
    score = levelled(lambda state, seat: state)
    assert [score(each, "red") for each in (-1_000_000, -20, 0, 3000, 1_000_000)] == [-5000, -20, 0, 3000, 5000]


def test_the_race_sees_the_reply_that_greedy_does_not():
    class Fake:
        score = staticmethod(_score)

    seen = {}
    for name, bot in (
        ("greedy", bots.GreedyBot(Fake, Stream(0, "b"))),
        ("normal", RacingBot(Fake, Stream(0, "b"), NORMAL)),
    ):

        class Keeping:
            def __init__(self, bot):
                self.bot, self.first = bot, None

            def answer(self, decision):
                answer = self.bot.answer(decision)
                self.first = self.first or answer
                return answer

        red = Keeping(bot)
        play_out(_rules(), State(), Dice(1), {"red": red, "blue": bots.RandomBot(Stream(1, "b"))})
        seen[name] = red.first
    assert seen == {"greedy": "grab", "normal": "wait"}


def test_a_game_may_bring_numbers_of_its_own_for_a_level(tmp_path, monkeypatch):
    """What a spec says counts most, then what the game says, then what the level says everywhere."""
    package = tmp_path / "game_with_levels"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "levels.toml").write_text("[normal]\nreply = 17\ndoubt = 0.5\n")
    monkeypatch.syspath_prepend(tmp_path)
    files = replace(ruleset.files, package=package.name)
    own = bots.parse("normal/doubt=2", replace(ruleset, files=files)).level
    assert (own.reply, own.doubt) == (17, 2)
    assert replace(own, reply=NORMAL.reply, doubt=NORMAL.doubt) == NORMAL
    assert bots.parse("normal", ruleset).level == bots.parse("normal").level == NORMAL
    assert bots.parse("hard", replace(ruleset, files=files)).level == bots.levels()["hard"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[nromal]\nreply = 2\n", "has no level 'nromal'"),
        ("[normal\n", "levels.toml of"),
        ("[normal]\nrely = 2\n", "rely"),
    ],
)
def test_a_fault_in_the_levels_of_a_game_is_told(tmp_path, monkeypatch, text, says):
    package = tmp_path / f"game_{len(text)}_{len(says)}"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "levels.toml").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(GameError, match=says):
        bots.parse("normal", replace(ruleset, files=replace(ruleset.files, package=package.name)))


@pytest.mark.parametrize("spec", ["easy", "normal", "hard"])
def test_levels_play_whole_games_that_repeat(spec):
    ends = []
    for _ in range(2):
        who = {seat: Judged(agent) for seat, agent in agents(4, spec, "random").items()}
        played = play_out(ruleset, start(4)[1], Dice(4), who)
        ends.append(digest(played.end))
    assert ends[0] == ends[1]


def test_a_turn_has_one_budget_and_every_reason_is_a_number():
    spent = Counter()

    class Counting(RacingBot):
        def answer(self, decision):
            before = self.left if decision.turn == self.turn else self.level.steps
            answer = super().answer(decision)
            spent[decision.turn] += before - self.left
            assert all(abs(reason.score) < 1e9 for reason in self.reasons)
            assert not self.reasons or self.reasons[0].answer == answer
            return answer

    header, first = start(8)
    who = agents(8, "random", "random")
    who[header.seats[0]] = Counting(ruleset, Stream(8, "b"), NORMAL)
    play_out(ruleset, first, Dice(8), who)
    assert spent
    assert max(spent.values()) <= NORMAL.steps + 3 * 12  # a round that is begun is played


def test_a_clock_of_nothing_still_answers():
    look = next(look for look in questions(2, "random", "random") if len(look.question.suggest(4)) == 4)
    bot = RacingBot(ruleset, Stream(0, "g"), NORMAL, seconds=1e-9)
    assert look.question.check(bot.answer(look)) is None


def test_a_turn_that_has_taken_too_long_is_ended_with_what_comes_to_mind_first():
    look = next(look for look in questions(2, "random", "random") if len(look.question.suggest(4)) == 4)
    bot = RacingBot(ruleset, Stream(0, "g"), NORMAL, seconds=1.0)
    bot.turn, bot.left = look.turn, -0.3
    bot.ranked = None  # nothing is weighed any more
    assert bot.answer(look) == look.question.suggest(1)[0]
    assert bot.reasons == ()


def test_a_game_that_is_played_on_ends_with_the_time_wherever_it_is():
    """A roll, a call and a question look at the clock; who is asked nothing for long is dropped, too."""
    look = next(look for look in questions(2, "random", "random") if not look.made)
    position = likely(look, Stream(0, "p"))
    for moment in ("roll", "call", "ask"):
        late = Playout(position, "blue", (), Spread(0, 0).luck(0), lambda *_: None, deadline=0.0)
        with pytest.raises(Late):
            getattr(late, moment)(None, *((lambda g: None, ()) if moment == "call" else (None,)))


def test_before_a_clock_starts_a_game_is_played_once(monkeypatch):
    """The code that it takes is loaded then; what fails there is told to whoever plays, and no bot is held up."""
    from hexless.bots import warming

    played = []
    monkeypatch.setattr(warming, "_WARM", set())
    monkeypatch.setattr(warming, "play_out", lambda *args, **kwargs: played.append(args[0].id) or 1 / 0)
    bots.make("normal", ruleset, Stream(0, "b"))
    assert not played
    for _ in range(2):
        bots.make("normal:200", ruleset, Stream(0, "b"))
    assert played == [ruleset.id]


def test_a_bot_from_outside_is_found_by_its_name(monkeypatch):
    from importlib.metadata import EntryPoint

    point = EntryPoint("parrot", "hexless.bots.random:RandomBot", "hexless.bots")
    broken = EntryPoint("ghost", "hexless.nowhere:Bot", "hexless.bots")
    found = {"parrot": point, "ghost": broken}

    def entry_points(group, name=None):
        return tuple(each for each in found.values() if name in (None, each.name)) if group == "hexless.bots" else ()

    monkeypatch.setattr("hexless.bots.entry_points", entry_points)
    assert bots.names()[-2:] == ["ghost", "parrot"]
    assert bots.check("parrot:300") == 0.3
    with pytest.raises(GameError, match=r"the bot ghost at hexless\.nowhere:Bot does not load"):
        bots.make("ghost", ruleset, Stream(0, "b"))


def test_a_game_is_played_on_as_planned_as_long_as_that_is_asked():
    """Our second answer is the planned one; one to another prompt, or one that is not allowed, ends the plan."""
    look = next(look for look in questions(2, "random", "random") if len(look.question.suggest(4)) == 4)
    second = look.question.suggest(4)[1]
    ask, prompt = look.ask, look.question.prompt
    for plan, answer, left in (
        (((prompt, second), ("next", 0)), second, (("next", 0),)),
        ((("another", second), ("next", 0)), look.question.suggest(1)[0], ()),
        (((prompt, "no answer"), ("next", 0)), look.question.suggest(1)[0], ()),
    ):
        game = Playout(likely(look, Stream(0, "p")), look.seat, plan, Spread(0, 0).luck(0), lambda *_: None)
        assert game._decided(ask) == answer
        assert game.plan == left


def test_points_are_first_shared_out_evenly():
    """Of F 4, M 3 and A 3 four points leave 2 each; all ways are still thought of, and none is twice."""
    question = Split(prompt="lose", rules=(), total=4, slots=("F", "M", "A"), caps=(4, 3, 3))
    assert evenly(question) == (2, 1, 1)
    thought = ideas(question, 20)
    assert thought[0] == (2, 1, 1)
    assert sorted(thought) == sorted(question.suggest(20))
    assert all(question.check(way) is None for way in thought)
