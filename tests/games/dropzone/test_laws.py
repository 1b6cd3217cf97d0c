"""Every law holds on a sound table, and a doctored one breaks it."""

import msgspec
import pytest
from games.dropzone.dropzone_table import aboard, feature, goal, gun, inside, profile, table, unit, with_cards

from hexless.bots.random import RandomBot
from hexless.games.dropzone import ruleset
from hexless.games.dropzone.laws import LAWS
from hexless.games.dropzone.model import Effect
from hexless.kernel import Dice, Outcome, Stream, play_out
from hexless.ruleset import shipped, starting

FOOT, TANK = profile("infantry"), profile()
APC = profile(carries="foot", room=2)
HOUSE = feature("house", "small-building", 10, 10, 14, 14)
LAKE = feature("lake", "lake", 30, 30, 34, 34, height=0)
BOSS = profile(category="Command", guns=(gun(alt=1), gun(name="b", alt=1), gun(name="c", limited=1)))


def sound(**more):
    """A table with one of everything."""
    return table(
        [unit(TANK, "blue", 20, 20), unit(TANK, "blue", 22, 20)],
        unit(BOSS, "blue", 25, 20, cv=2),
        unit(APC, "blue", 28, 20),
        aboard(FOOT, "blue", 3),
        inside(unit(FOOT, "blue", 12, 10), 0, 0, (12, 10)),
        inside(unit(FOOT, "red", 12, 14), 0, 2, (12, 14)),
        unit(profile("aircraft"), "red", 40, 40),
        unit(profile("behemoth"), "red", 40, 20),
        features=(HOUSE, LAKE),
        objectives=(goal("prize", 5, 5, mobile=True), goal("other", 6, 6, hidden=True)),
        phase="groups",
        **more,
    )


def at(s, x, y):
    return s.base.at(x * 1000, y * 1000)


def squad(s, q, **changes):
    return s.with_(squads=tuple(one.with_(**changes) if i == q else one for i, one in enumerate(s.squads)))


def piece(s, **changes):
    return s.with_(scenery=(s.scenery[0].with_(**changes), *s.scenery[1:]))


def prize(s, **changes):
    return s.with_(objectives=(s.objectives[0].with_(**changes), *s.objectives[1:]))


DOCTORED = {
    "Damage Points are from 0 to full": lambda s: s.change(0, dp=3),
    "a Behemoth's zones add up": lambda s: s.change(8, zones=(6, 4, 3)),
    "a living Behemoth has two zones left": lambda s: s.change(8, zones=(6, 0, 0), dp=6),
    "the destroyed ride in nothing and hold nothing": lambda s: s.change(4, dp=0),
    "passengers ride in what carries them, on their own side": lambda s: s.change(4, aboard=0),
    "no transport carries more than it can": lambda s: s.change(4, profile=profile("infantry", bulk=3)),
    "no transport carries two battlegroups": lambda s: squad(s.change(5, aboard=3, piece=None, edge=-1), 4, group=7),
    "who is in Holding is nowhere else, and comes out of a gate": lambda s: s.change(0, held=True),
    "no gate takes more than its Capacity in a round, each way": lambda s: s.change(3, passed=(1, 0)),
    "Fast units on the table are in the air": lambda s: s.change(7, flying=False, profile=profile("aircraft", fast=9)),
    "who waits in a drop-harness is not on the table": lambda s: s.with_(
        groups=(s.groups[0], s.groups[1].with_(harness=True, status="ready"))
    ),
    "a wreck is a wall, until another fall takes it away": lambda s: piece(s, kind="wreck"),
    "only Infantry is in garrisons, and only in garrisons": lambda s: s.change(5, piece=1),
    "nobody stands where it may not": lambda s: s.change(0, base=at(s[0], 32, 32)),
    "whoever is on the table is wholly on it": lambda s: s.change(0, base=at(s[0], 48, 20)),
    "only aircraft fly": lambda s: s.change(0, flying=True),
    "whoever flies is above the ground": lambda s: s.change(7, base=s[7].base.at(40000, 40000, 0)),
    "Scan Tokens are on ground transports": lambda s: s.change(0, scan=True),
    "no weapon of limited use is used more often": lambda s: s.change(2, used=(2, 2)),
    "of alternate profiles one shoots": lambda s: s.change(2, fired=(0, 1)),
    "no weapon is marked twice": lambda s: s.change(0, fired=(0, 0)),
    "a commander rides in a Command unit": lambda s: s.change(0, cv=1),
    "at most two actions": lambda s: squad(s, 0, actions=("move", "shoot", "scan")),
    "no action twice, but those that take both": lambda s: squad(s, 0, actions=("move", "move")),
    "a squad is of one side": lambda s: s.change(0, side="red"),
    "a destroyed squad carries nothing": lambda s: squad(s.change(2, dp=0), 1, carries=0),
    "no two units on the ground overlap": lambda s: s.change(0, base=at(s[0], 22, 21)),
    "no edge is held by both sides": lambda s: s.change(6, edge=0),
    "no garrison holds more units than it had Damage Points": lambda s: piece(s, full=1, dp=1),
    "objectives and their carriers agree": lambda s: prize(s, carrier=0, owner="blue"),
    "a carried objective is Mobile and Open": lambda s: squad(prize(s, carrier=0, hidden=True), 0, carries=0),
    "Hidden Objectives belong to nobody": lambda s: prize(s, hidden=True, owner="red"),
    "scenery has Damage Points from 0 to full": lambda s: piece(s, dp=11),
    "no new token waits to be resolved": lambda s: piece(s, tokens=1, fresh=True),
    "only standing scenery has tokens": lambda s: piece(s, dp=0, tokens=1),
    "there is a piece of scenery for each piece of terrain": lambda s: s.with_(scenery=s.scenery[:1]),
    "the round stays within the mission": lambda s: s.with_(round=7),
    "whose turn it is, is a player": lambda s: s.with_(next="green"),
    "the squad that acts belongs to the activation": lambda s: s.with_(squad=5),
    "Kill Points are never negative": lambda s: s.with_(kills=(-1, 0)),
    "every card is in one place": lambda s: s.with_(hands=(("Hot Ramp",), ()), decks=((), ()), spent=((), ())),
    "only cards that lie open are at work": lambda s: with_cards(s).with_(effects=(Effect("hot-ramp", "blue", 0),)),
    "the winner is a player or nobody": lambda s: s.with_(over=Outcome("green", "?")),
}


def test_a_sound_table_breaks_no_law():
    assert [law.name for law in LAWS if law.broken(sound())] == []


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_each_law_can_be_broken(law):
    assert law.broken(DOCTORED[law.name](sound()))


def test_there_are_laws_enough():
    assert len(LAWS) >= 25
    assert len(DOCTORED) == len(LAWS)


@pytest.mark.parametrize("name", shipped.names(ruleset, "scenario"))
def test_a_random_game_of_each_scenario(name):
    """To the end, lawfully; and its scene is complete."""
    _, state = starting.set_up(ruleset, name, seed=5)
    bots = {seat: RandomBot(Stream(5, seat)) for seat in ruleset.seats(state)}
    played = play_out(ruleset, state, Dice(5), bots, keep_states=True)
    assert played.outcome is not None
    for s in played.states[:: max(1, len(played.states) // 40)]:
        assert [law.name for law in LAWS if law.broken(s)] == []
        scene = ruleset.showing.scene(s)
        assert len(scene.marks) == sum(not o.gone for o in s.objectives)
        assert msgspec.json.encode(scene)
