"""Rulings: for each an example in which every alternative gives another result than the default."""

import msgspec
import pytest
from games.dropzone.dropzone_table import at, feature, goal, gun, inside, profile, run, table, to, unit

from hexless.games.dropzone import (
    cards,
    drop,
    garrisons,
    leaving,
    losses,
    moving,
    ruleset,
    shooting,
    turn,
)
from hexless.games.dropzone.accuracy import accuracy
from hexless.games.dropzone.aiming import Shot, measured
from hexless.games.dropzone.lines import in_cover
from hexless.games.dropzone.rulings import Rulings
from hexless.games.dropzone.searching import search_bonus
from hexless.games.dropzone.unit_types import boosted
from hexless.games.dropzone.weapons import blow_of
from hexless.kernel import IllegalAnswer, Stream
from hexless.ruleset import shipped
from hexless.ruleset.attacks import attack_odds

FOOT, TANK = profile("infantry"), profile()
LIFTER = profile("aircraft", carries="vehicle", room=4)
HOUSE = feature("house", "small-building", 10, 10, 14, 14)
BARRICADE = feature("wall", "barricade", 8, 16, 12, 17, height=1)


def room(u, edge=-1):
    return inside(u, 0, edge, (12, 12))


def legal(procedure, s, *args, answers):
    """Whether these answers may be given."""
    try:
        run(procedure, s, *args, answers=answers)
    except IllegalAnswer:
        return False
    return True


def exceptional(r):
    s = table(unit(FOOT, "blue", 10, 10), rulings=r, features=(feature("road", "road", 8, 0, 12, 48, height=0),))
    assert boosted(s, "tank")
    return legal(moving.move, s, 0, answers=(to(10, 16),))  # MV 4 and 2


def cover_for_all_types(r):
    s = table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 10, 17.7), features=(BARRICADE,), rulings=r)
    return in_cover(s, s[0], s[1], "soft")


def flame_token_on(r):
    flame = profile(guns=(gun(flame=True),))
    s = table(unit(flame, "blue", 12, 5), features=(feature("wood", "small-forest", 10, 10, 14, 14),), rulings=r)
    missed = run(shooting.shoot, s, 0, answers=("scenery", (1,))).state.scenery[0].tokens
    return missed, run(shooting.shoot, s, 0, answers=("scenery", (2,), (3,))).state.scenery[0].tokens


def small_scenery_collapse(r):
    s = table(features=(BARRICADE,), rulings=r)
    collapses = msgspec.convert(r, Rulings).small_scenery_collapse
    g = run(losses.damaged, s, 0, 5, answers=((1,),) if collapses else ())
    return g.state.terrain.pieces[0].traits


def entry_re_roll(r):
    s = table(unit(FOOT, "blue", 12, 9), features=(HOUSE,), rulings=r)
    return run(garrisons.enter, s, 0, 0, answers=(0,)).state.squads[0].entered


def crash_hits_aircraft(r):
    s = table(unit(LIFTER, "blue", 20, 20), unit(profile("aircraft", dp=4), "red", 20, 21), rulings=r)
    hits = msgspec.convert(r, Rulings).crash_hits_aircraft
    return run(losses.destroy, s, 0, answers=((1,), (2,)) if hits else ((1,),)).state[1].dp


def accuracy_zero(r):
    s = table(unit(profile(guns=(gun(accuracy=0),)), "blue", 10, 10), unit(TANK, "red", 10, 18), rulings=r)
    return measured(s, Shot(0, 0, 1)).least  # the lowest face that hits; 0: no die is rolled


def search_enemy_penalty(r):
    s = table(unit(FOOT, "blue", 10, 12), unit(FOOT, "red", 10, 8), objectives=(goal("it", 10, 10, hidden=True),),
              rulings=r)  # fmt: skip
    return search_bonus(s, 0, 0, 0).value


def search_natural_one_fails(r):
    return attack_odds(ruleset, "search", {"round": 6}, r).outcomes


def close_quarters_criticals(r):
    return attack_odds(ruleset, "close-quarters", {"shots": 1, "energy": 7, "armour": 7}, r).mean


def body_cover_critical(r):
    return attack_odds(ruleset, "shooting", {"shots": 1, "body_cover": 1}, r).mean


def hull_down_percent(r):
    """A low wall hides a third of the tank behind it, a higher one all but its top."""
    found = []
    for height in (0.3, 0.8):
        low = feature("low", "crag", 6, 13, 14, 14, height=height)
        s = table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 10, 15), features=(low,), rulings=r)
        found.append(accuracy(s, 0, gun(), 1).value)
    return found


def behemoth_special_rules(r):
    s = table(unit(TANK, "blue", 10, 10), unit(profile("behemoth"), "red", 10, 18), rulings=r)
    found = [blow_of(s, 0, gun(penetrative=True), 1).six]
    found.append(attack_odds(ruleset, "shooting", {"shots": 1, "target": "behemoth", "destroyer": 5}, r).mean)
    return found


def drop_dice_per_squad(r):
    big = profile("behemoth", harness=True)
    s = table(unit(big, "blue", -500, -500, placed=False), unit(TANK, "red", 10, 12.5), rulings=r)
    return drop.landing_dice(s, 0, s[0].base.at(10000, 10000)).value


def rounds(r):
    scenario = msgspec.structs.replace(shipped.scenarios(ruleset)["old-woods"], rounds=0)
    forces = [shipped.forces(ruleset)[name] for name in scenario.forces]
    return ruleset.files.setup(scenario, forces, msgspec.convert(r, Rulings), Stream(1, "x")).mission.rounds


def cards_on(r):
    scenario = shipped.scenarios(ruleset)["old-woods"]
    forces = [shipped.forces(ruleset)[name] for name in scenario.forces]
    s = ruleset.files.setup(scenario, forces, msgspec.convert(r, Rulings), Stream(1, "x"))
    return bool(s.decks) and cards.hand_size(s, "blue")


def last_unit(r):
    s = table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 30, 30, dp=0), phase="after", rulings=r)
    return run(turn.step, s).state.over is None


def fail_on_purpose(r):
    weak = room(unit(FOOT, "red", 12, 12, dp=1))
    s = table(room(unit(FOOT, "blue", 12, 12)), weak, features=(HOUSE,), flags={1: {"hurt": True}}, rulings=r)
    may = msgspec.convert(r, Rulings).fail_on_purpose
    return run(leaving.check, s, 1, answers=(True, at(12, 8)) if may else ((6,),)).state[1].here


def collateral_at_once(r):
    s = table(unit(LIFTER, "blue", 12, 8.5), room(unit(FOOT, "red", 12, 12)), features=(HOUSE,), rulings=r)
    at_once = msgspec.convert(r, Rulings).collateral_at_once == "any"
    g = run(losses.destroy, s, 0, answers=((2,), (1, 2), *(((1,), (1,)) if at_once else ())))
    return g.state.scenery[0].tokens


# the default first, then every alternative, or some of a range
EXAMPLES = {
    "exceptional": (exceptional, "sheet", "rulebook"),
    "cover_for_all_types": (cover_for_all_types, True, False),
    "flame_token_on": (flame_token_on, "flammable", "target", "damage"),
    "small_scenery_collapse": (small_scenery_collapse, True, False),
    "entry_re_roll": (entry_re_roll, "any", "occupied"),
    "crash_hits_aircraft": (crash_hits_aircraft, True, False),
    "accuracy_zero": (accuracy_zero, "automatic", "rolled"),
    "search_enemy_penalty": (search_enemy_penalty, False, True),
    "search_natural_one_fails": (search_natural_one_fails, False, True),
    "close_quarters_criticals": (close_quarters_criticals, True, False),
    "body_cover_critical": (body_cover_critical, True, False),
    "hull_down_percent": (hull_down_percent, 50, 1, 100),
    "behemoth_special_rules": (behemoth_special_rules, False, True),
    "drop_dice_per_squad": (drop_dice_per_squad, 2, 1),
    "rounds": (rounds, 6, 1, 12),
    "cards": (cards_on, "off", "on"),
    "last_unit": (last_unit, "play on", "ends"),
    "fail_on_purpose": (fail_on_purpose, False, True),
    "collateral_at_once": (collateral_at_once, "any", "shooting"),
}


def test_every_ruling_has_an_example():
    defaults = msgspec.structs.asdict(Rulings())
    assert {name: default for name, (_, default, *_) in EXAMPLES.items()} == defaults


@pytest.mark.parametrize("name", EXAMPLES)
def test_alternatives_change_the_result(name):
    example, *values = EXAMPLES[name]
    results = [example({name: value}) for value in values]
    assert all(result != results[0] for result in results[1:])
    if name == "behemoth_special_rules":
        assert all(a != b for a, b in zip(*results))  # Penetrative, and Destroyer
    assert example({}) == results[0]
