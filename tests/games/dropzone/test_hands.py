"""Hands of Command Cards: drawn, discarded, cut, and kept from everybody else."""

from pathlib import Path

import msgspec
import pytest
from games.dropzone.dropzone_table import profile, run, table, unit, with_cards

from hexless.bots.greedy import GreedyBot
from hexless.bots.random import RandomBot
from hexless.games.dropzone import cards, command, fortitude, losses, ruleset, turn
from hexless.games.dropzone.deck import DECK, HIDDEN, Moment
from hexless.games.dropzone.laws import LAWS
from hexless.kernel import Dice, Position, Script, Stream, play_out, seats_asked, seen_by, to_json
from hexless.kernel.game import Game
from hexless.ruleset import shipped, starting

TANK = profile()
BOSS = profile(category="Command")
NAMES = [card.name for card in DECK]


def staffs(blue=(), red=(), **more):
    """Blue with two commanders, red without any."""
    s = table(unit(BOSS, "blue", 10, 10, cv=3), unit(BOSS, "blue", 14, 10, cv=2), unit(TANK, "red", 30, 30), **more)
    return with_cards(s, blue, red)


def test_the_deck():
    """dz.play.command-cards: thirty different cards, each with a rule of its own."""
    assert [card.number for card in DECK] == list(range(1, 31))
    assert len(set(NAMES)) == len({card.rule for card in DECK}) == 30
    assert [card.number for card in DECK if not card.influence] == [1, 2, 3, 4, 5, 6, 24, 26, 27, 29, 30]
    assert all(card.says for card in DECK)
    assert {moment for card in DECK for moment in card.when} == set(Moment)


def test_the_page_lists_the_deck():
    page = (Path(__file__).parents[3] / "docs" / "games" / "dropzone.md").read_text("utf-8")
    for card in DECK:
        area = "Influence" if card.influence else "Global"
        assert f"| {card.number} | {card.name} | {area} | {', '.join(card.when)} | {card.says} |" in page


def test_hands_are_refilled_after_the_initiative():
    """dz.play.command-cards: to the highest Command Value on the table, or 1; unwanted cards are discarded first."""
    g = run(turn.initiation, staffs(phase="initiation"), answers=((5,), (2,), "blue"))
    assert g.state.phase == "hands"
    g = run(turn.step, g.state)
    g = run(turn.step, g.state)
    assert [len(hand) for hand in g.state.hands] == [3, 1]
    assert [event.audience for event in g.log if event.kind == "hand"] == [("red",)]
    assert (g.state.phase, g.state.next) == ("vanguard", "blue")
    s = staffs(("Hot Ramp", "Last Seat"), phase="hands")
    g = run(command.fill_hand, s, answers=("Hot Ramp", None))
    assert g.state.spent[0] == ("Hot Ramp",)
    assert g.state.hands[0] == ("Last Seat", *s.decks[0][:2])
    empty = s.with_(decks=((), s.decks[1]))
    assert run(command.fill_hand, empty, answers=(None,)).state.hands[0] == ("Hot Ramp", "Last Seat")


def test_the_death_of_a_commander_costs_cards():
    """dz.play.command-cards: down to the next Command Value at once, and to 1 without a commander."""
    s = staffs(("Hot Ramp", "Last Seat", "Back Door"), phase="squads")
    g = run(losses.destroy, s, 0)
    assert g.state.bereft == ("blue",)
    g = run(turn.step, g.state, answers=("Last Seat",))
    assert (g.state.hands[0], g.state.bereft, g.state.phase) == (("Hot Ramp", "Back Door"), (), "squads")
    g = run(losses.destroy, g.state, 1)
    assert run(turn.step, g.state, answers=("Back Door",)).state.hands[0] == ("Hot Ramp",)
    assert run(losses.destroy, s, 2).state.bereft == ()


def test_a_player_is_asked_whatever_he_holds():
    """dz.play.command-cards: the question tells nothing of the hand; only cards that lie open make it unnecessary."""
    for hand in (("Tangled Orders",), ("Hot Ramp",)):
        script = Script(None)
        run_on(command.command, staffs((), hand), script, [0, 1])
        (request, _), *_ = script.made
        assert request.key == "red OneOf a card: an enemy battlegroup activates"
        assert request.question.kind == "OneOf"
        assert request.question.options == ((None, *hand) if hand[0] == "Tangled Orders" else (None,))
    seen = staffs((), ("Hot Ramp",)).with_(spent=((), ("Tangled Orders",)))
    run(command.command, seen, [0, 1])
    run(command.command, staffs((), ()), [0, 1])


def run_on(procedure, state, script, *args):
    procedure(Game(state, script), *args)
    script.done()


def test_without_cards_nobody_is_asked():
    s = table(unit(BOSS, "blue", 10, 10, cv=3), unit(TANK, "red", 30, 30))
    for moment in Moment:
        assert cards.offer(Game(s, Script()), "blue", moment, (0,)) is None
    assert ruleset.view(s, "red") is s


def test_an_answer_is_offered_to_who_may_have_it():
    """dz.play.command-cards: nobody is asked for a cancel that lies open."""
    s = staffs(("Not One Room",), ("Hot Ramp",))
    assert run(fortitude.test, s, 0, answers=("Not One Room", None)).state.spent[0] == ("Not One Room",)
    run(fortitude.test, s.with_(spent=((), ("Dead Channel",))), 0, answers=("Not One Room",))


# ---- hidden things


def test_a_view_has_counts_only():
    """dz.play.command-cards"""
    s = staffs(("Hot Ramp", "Last Seat"), ("Back Door",))
    seen = ruleset.view(s, "blue")
    assert seen.hands == (("Hot Ramp", "Last Seat"), (HIDDEN,))
    assert set(seen.decks[0]) == set(seen.decks[1]) == {HIDDEN}
    assert set(ruleset.view(s, None).hands[0]) == {HIDDEN}
    guessed = ruleset.guess(seen, "blue", Stream(1, "x"))
    assert guessed.hands[0] == ("Hot Ramp", "Last Seat")
    for hand, deck in zip(guessed.hands, guessed.decks):
        assert sorted((*hand, *deck)) == sorted(NAMES)


def carded(seed, scenario):
    _, state = starting.set_up(ruleset, scenario, seed=seed, rulings={"cards": "on"})
    bots = {seat: RandomBot(Stream(seed, seat)) for seat in ruleset.seats(state)}
    return play_out(ruleset, state, Dice(seed), bots, keep_states=True)


def swapped(s, side):
    """The same game in which a side holds other cards, from its own deck."""
    seat = s.sides.index(side)
    hand, deck = s.hands[seat], s.decks[seat]
    n = min(len(hand), len(deck))
    hands, decks = list(s.hands), list(s.decks)
    hands[seat] = (*deck[len(deck) - n :], *hand[n:])
    decks[seat] = (*deck[: len(deck) - n], *hand[:n])
    return s.with_(hands=tuple(hands), decks=tuple(decks))


@pytest.mark.parametrize("scenario", ["battle-royale", "old-woods"])
def test_another_hand_looks_the_same_to_the_others(scenario):
    """While a player passes, nobody can tell from views, events or questions what is in his hand."""
    played = carded(8, scenario)
    position, compared = Position(ruleset, played.start), 0
    for entry in played.tape:
        if not position.tape and position.state.hands and all(position.state.hands):
            for side in position.state.sides:
                compared += same_while_passing(position, swapped(position.state, side), side)
        position = position.play(entry.answer)
    assert compared >= 100


def same_while_passing(position, other, side):
    """Play no card in both games; how many moments were compared."""
    one, two, n = Position(ruleset, position.state), Position(ruleset, other), 0
    watchers = [seat for seat in (None, *position.state.sides) if seat != side]
    while one.request is not None and "OneOf a card" in one.request.key:
        assert one.request.key == two.request.key
        for seat in watchers:
            assert seen(one, seat) == seen(two, seat)
        one, two, n = one.play(None), two.play(None), n + 1
    return n


def seen(position, seat):
    """All that leaves the process for a seat."""
    told = seen_by(position.since(0), seat)
    asked = position.request.question.wire() if seat in seats_asked(position.request) else None
    return to_json((ruleset.view(position.moment.state, seat), told, asked))


def test_no_event_shows_a_card_before_it_is_played():
    """Cards stand in events that everybody sees only when they are open."""
    played = carded(3, "old-woods")
    at = dict(enumerate((played.start, *played.states)))
    for event in played.events:
        named = [name for name in NAMES if name in msgspec.json.encode(event.data).decode()]
        if event.audience is None:
            open_now = [name for pile in at[event.at].spent for name in pile]
            assert set(named) <= set(open_now), event
        else:
            assert event.kind == "hand"


class Watcher(RandomBot):
    """Plays at random; what it is asked has to follow from what it sees."""

    def answer(self, look):
        guessed = look.position(Stream(look.played, "guess")).request
        assert to_json(guessed.question.wire()) == to_json(look.question.wire())
        assert guessed.key == look.ask.key
        return super().answer(look)


@pytest.mark.parametrize("scenario", shipped.names(ruleset, "scenario"))
def test_whole_games_with_cards(scenario):
    """Random games end lawfully, and every question follows from the view of who is asked."""
    _, state = starting.set_up(ruleset, scenario, seed=4, rulings={"cards": "on"})
    bots = {seat: Watcher(Stream(4, seat)) for seat in ruleset.seats(state)}
    played = play_out(ruleset, state, Dice(4), bots, keep_states=True)
    assert played.outcome is not None
    assert sum(event.kind == "card" for event in played.events) >= 5
    for s in played.states:
        assert [law.name for law in LAWS if law.broken(s)] == []


def test_a_greedy_player_plays_cards():
    _, state = starting.set_up(ruleset, "old-woods", seed=2, rulings={"cards": "on"})
    bots = {"blue": GreedyBot(ruleset, Stream(2, "blue"), work=12), "red": RandomBot(Stream(2, "red"))}
    played = play_out(ruleset, state, Dice(2), bots)
    assert played.outcome is not None
    assert any(event.kind == "card" and event.data["seat"] == "blue" for event in played.events)
