"""Patrol Angis: every alternative of every ruling changes the result of a worked example."""

import msgspec
import pytest

from hexless.games.patrol_angis.actions import activate, barred, open_actions
from hexless.games.patrol_angis.armor import armor_save
from hexless.games.patrol_angis.band import Order, stride
from hexless.games.patrol_angis.close_combat import blows_of
from hexless.games.patrol_angis.hits import bounds
from hexless.games.patrol_angis.initiative import initiative
from hexless.games.patrol_angis.losses import apply_kills
from hexless.games.patrol_angis.march import move
from hexless.games.patrol_angis.measuring import apart, bounded, clear_line
from hexless.games.patrol_angis.model import Platoon
from hexless.games.patrol_angis.morale import before, check_morale, morale
from hexless.games.patrol_angis.ranged_fire import attack, fire
from hexless.games.patrol_angis.reform import valid
from hexless.games.patrol_angis.rulings import Rulings
from hexless.games.patrol_angis.turn import clear, verdict
from hexless.kernel import Row, total

EXAMPLES = {}


def example(name, **results):
    """An example of a ruling: its result by default, and by each alternative."""

    def keep(function):
        EXAMPLES[name] = function, results
        return function

    return keep


def number(value):
    return total(Row(value, "", ""))


@pytest.mark.parametrize("name", Rulings.__struct_fields__)
def test_each_alternative_changes_a_result(pa, name):
    function, results = EXAMPLES[name]
    default = getattr(Rulings(), name)
    values = {str(value): value for value in alternatives(name)}
    assert set(results) == set(values)
    assert function(pa, {}) == results[str(default)]
    for word, value in values.items():
        if value != default:
            assert function(pa, {name: value}) == results[word]
            assert results[word] != results[str(default)]


def alternatives(name):
    field = msgspec.json.schema(Rulings)["$defs"]["Rulings"]["properties"][name]
    return [False, True] if field.get("type") == "boolean" else field["enum"]


# ---- dice


@example("save_die", **{"8": (6, 8), "6": (6, 6)})
def _(pa, rulings):
    """pa.armor-save.base: a save at 6+ is 3 faces of 8, or 1 of 6."""
    return bounds(Rulings(**rulings), number(2), number(6))[1:]


@example("morale_die", **{"8": "1d8", "6": "1d6"})
def _(pa, rulings):
    """pa.morale.base"""
    s = pa.battle(pa.element("red", 50, 50), rulings=rulings)
    done = pa.run(s, check_morale, 0, before(s, 0), script=[(6,)])
    return str(done.made[0][0].pool).split()[0]


@example("natural_1_always_fails", **{"False": 1, "True": 2})
def _(pa, rulings):
    """pa.play.target-number-limits"""
    return bounded(Rulings(**rulings), number(1))


@example("natural_8_always_succeeds", **{"False": 9, "True": 8})
def _(pa, rulings):
    """pa.play.target-number-limits"""
    return bounded(Rulings(**rulings), number(12))


# ---- initiative


@example("initiative_floor", **{"1": "blue", "0": "red"})
def _(pa, rulings):
    """pa.initiative.dead-commander: 1 - 1 against 1: a tie that blue wins when it is rolled again, or lost."""
    platoons = (Platoon("a", "blue", led=False), Platoon("b", "red"))
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, 90), platoons=platoons, rulings=rulings)
    return pa.run(s, initiative, script=[(1,), (1,), *[(6,), (1,)] * (not rulings)]).state.winner


@example("initiative_tie", reroll="red", more_figures="blue")
def _(pa, rulings):
    """pa.initiative.platoon-roll: 3 figures against 1."""
    s = pa.battle(pa.element("blue", 50, 10, n=3), pa.element("red", 50, 90), rulings=rulings)
    return pa.run(s, initiative, script=[(4,), (4,), *[(1,), (2,)] * (not rulings)]).state.winner


# ---- measuring and moving


@example("measure_from", leader=30000, nearest_figure=26000)
def _(pa, rulings):
    """pa.play.measuring"""
    return apart(pa.battle(pa.element("blue", 30, 50, n=2), pa.element("red", 61.4, 50, n=3), rulings=rulings), 0, 1)


@example("cohesion_cm", **{"5": 5, "3": 3, "8": 8})
def _(pa, rulings):
    """pa.play.cohesion: how far in front of a figure that stands still its leader ends his move."""
    far = [cm for cm in (3, 5, 8) if not _refused_at(pa, rulings, cm)]
    return max(far)


def _refused_at(pa, rulings, cm):
    """Behind a river a second figure cannot follow at all: it stays, and the leader goes so far."""
    river = pa.ground("river", 49, 0, 51, 120, "impassable")
    e = pa.element("blue", 53, 50, n=2)
    mate = e.figures[1].with_(base=e.leader.at(48000, 50000))
    s = pa.battle(e.with_(figures=(e.figures[0], mate)), rulings=rulings, pieces=[river])
    end = 48 + 1.4 + cm
    try:
        pa.run(s, move, 0, Order(10000), script=[pa.to((end, 50)), "engine"])
    except Exception:
        return True
    return False


@example("isv_front_arc", **{"360": True, "180": False})
def _(pa, rulings):
    """pa.play.line-of-sight: a vehicle that looks away."""
    bike = pa.element("blue", 50, 10, kind="vehicle", facing=(0, -1000))
    return clear_line(pa.battle(bike, pa.element("red", 50, 40), rulings=rulings), 0, 1)


@example("anti_grav_ignores_rough", **{"True": 3000, "False": 9000})
def _(pa, rulings):
    """pa.move-cost.dense: 3 cm of forest."""
    forest = pa.ground("forest", 40, 40, 60, 60, "dense")
    s = pa.battle(pa.element("blue", 50, 50, kind="vehicle", style="anti-grav"), pieces=[forest], rulings=rulings)
    return stride(s, 0, Order(10000)).cost(pa.to((50, 53)))


# ---- actions


@example("self_protection_symmetric", **{"False": False, "True": True})
def _(pa, rulings):
    """pa.self-protection.prevents"""
    return (
        barred(pa.battle(pa.element("blue", 50, 10, did=("dash",)), rulings=rulings), 0, "self-protection") is not None
    )


@example("overwatch_expires_at_turn_end", **{"False": True, "True": False})
def _(pa, rulings):
    """pa.overwatch.no-further-actions"""
    return pa.run(pa.battle(pa.element("blue", 50, 10, watch=True), rulings=rulings), clear).state[0].watch


@example("overwatch_voluntary_cancel", **{"True": [("give up", "pass")], "False": []})
def _(pa, rulings):
    """pa.overwatch.no-further-actions"""
    s = pa.battle(pa.element("blue", 50, 10, watch=True, tokens=1), pa.element("red", 50, 90), rulings=rulings)
    return pa.options(pa.run(s, activate, 0, script=["pass"] * (not rulings)), "action")


@example("overwatch_on_any_visible_move", **{"False": 0, "True": 2})
def _(pa, rulings):
    """pa.overwatch.trigger: how often the watcher is asked about 5 cm in the open."""
    s = pa.battle(pa.element("blue", 50, 30), pa.element("red", 50, 70, watch=True), rulings=rulings)
    done = pa.run(s, move, 0, Order(10000), script=[pa.to((55, 30)), *[None] * (2 * bool(rulings))])
    return len(pa.options(done, "token"))


@example("engaged_action", fight_then_act=("pass",), close_combat=("close-combat",))
def _(pa, rulings):
    """pa.close-combat.engaged-fights-first"""
    s = pa.battle(pa.element("blue", 50, 30, tokens=1), pa.element("red", 50, 31.4), rulings=rulings)
    rest = pa.STAY if rulings else "pass"
    return pa.run(s, activate, 0, script=["fight", (4,), (4,), rest]).state[0].did


# ---- shooting


@example("split_fire", **{"False": [1, 1], "True": [1, 2]})
def _(pa, rulings):
    """pa.ranged-fire.step-hit: the targets of carbine and rifle."""
    team = [pa.profile(weapons=(pa.weapon("carbine", 10, 60),)), pa.profile()]
    foes = [pa.element("red", x, 41.4, weapons=(), name=f"red {x}") for x in (50, 60)]
    s = pa.battle(pa.element("blue", 50, 10, profiles=team), *foes, rulings=rulings)
    script = [1, (1,), 2, (1,)] if rulings else [1, (1,), (1,)]
    return [e.data["target"] for e in pa.events(pa.run(s, attack, 0, script=script), "shot")]


@example("finish_wounded_first", **{"False": [1, 1], "True": [0]})
def _(pa, rulings):
    """pa.ranged-fire.step-apply-kills: one of two is hurt; the kill goes to the other, unless it may not."""
    e = pa.element("red", 50, 50, n=2, DMR=2)
    s = pa.battle(e.with_(figures=(e.figures[0], e.figures[1].with_(hurt=1))), rulings=rulings)
    done = pa.run(s, apply_kills, 0, 1, script=[] if rulings else [(0, 1)])
    return [f.hurt for f in done.state[0].figures]


@example("morale_after_return_fire", **{"False": 0, "True": 1})
def _(pa, rulings):
    """pa.ranged-fire.return-fire-steps: checks after one of two shooters fell to return fire."""
    s = pa.battle(pa.element("blue", 50, 10, n=2), pa.element("red", 50, 41.4), rulings=rulings)
    script = [(1, 1), True, (2,), (1,), (1, 0), *[(8,)] * bool(rulings)]
    return len(pa.events(pa.run(s, fire, 0, 1, script=script), "morale"))


@example("pw_platform_targetable", **{"False": 2, "True": 3})
def _(pa, rulings):
    """pa.play.portable-weapon-crew: the hits that platform and crew can take."""
    gun = [pa.profile("portable", platform=True, name="gun"), pa.profile("portable"), pa.profile("portable")]
    s = pa.battle(pa.element("red", 50, 50, kind="portable", profiles=gun), rulings=rulings)
    alive = pa.run(s, apply_kills, 0, 2, script=[(1, 1)] if rulings else []).state[0].figures
    return 3 if alive else 2


@example("mixed_armor", majority=5, lowest=6, highest=4)
def _(pa, rulings):
    """pa.armor-save.armor-rating: 3, 2, 2 and 1 against Strength 2."""
    team = [pa.profile(AR=rating) for rating in (3, 2, 2, 1)]
    return armor_save(pa.battle(pa.element("red", 50, 50, profiles=team), rulings=rulings), 0, 2).value


# ---- close combat


@example("only_figures_in_contact", **{"False": [(2, 0)], "True": [(1, 0)]})
def _(pa, rulings):
    """pa.close-combat.automatic-hits: two figures, one of which touches."""
    return blows_of(pa.battle(pa.element("blue", 50, 30, n=2), pa.element("red", 50, 31.4), rulings=rulings), 0, 1)


@example("melee_number", strength=[(1, 3)], hits=[(3, 0)])
def _(pa, rulings):
    """pa.close-combat.automatic-hits: a fist of 3."""
    s = pa.battle(pa.element("blue", 50, 30, melee=3), pa.element("red", 50, 31.4), rulings=rulings)
    return blows_of(s, 0, 1)


@example("rapid_move_melee", save_penalty=5, none=4)
def _(pa, rulings):
    """pa.rapid-move.easier-in-close-combat"""
    return armor_save(pa.battle(pa.element("red", 50, 50, did=("rapid",)), rulings=rulings), 0, 0, melee=True).value


# ---- morale and the rest


@example("strict_element_sizes", **{"False": True, "True": False})
def _(pa, rulings):
    """pa.reform.valid-result: three riflemen."""
    s = pa.battle(pa.element("blue", 50, 10, n=3), rulings=rulings)
    return valid(s, "infantry", s[0].figures)


@example("nearest_tie", friend=1, enemy=4)
def _(pa, rulings):
    """pa.morale.nearest-friendly, pa.morale.nearest-enemy: both 20 cm away."""
    units = pa.element("red", 50, 50), pa.element("red", 50, 71.4), pa.element("blue", 50, 28.6)
    s = pa.battle(*units, rulings=rulings)
    return morale(s, 0, before(s, 0)).value


@example("mixed_dmr", lowest=2, highest=0)
def _(pa, rulings):
    """pa.morale.dmr-two, pa.morale.dmr-three-plus: 1 and 3."""
    s = pa.battle(pa.element("red", 50, 50, profiles=[pa.profile(), pa.profile(DMR=3)]), rulings=rulings)
    return morale(s, 0, before(s, 0)).value


@example("victory_tie", draw=None, more_points_left="blue")
def _(pa, rulings):
    """pa.play.victory: nobody has a point; two figures against one."""
    s = pa.battle(pa.element("blue", 50, 10, n=2), pa.element("red", 50, 90), turn=6, rulings=rulings)
    return pa.run(s, verdict).value.winner


def test_an_open_action_is_not_barred(pa):
    """pa.actions.infantry-list: what the examples above rest on."""
    assert "self-protection" in open_actions(pa.battle(pa.element("blue", 50, 10)), 0)
