"""AT-43: every alternative of every ruling changes the result of a worked example."""

import msgspec
import pytest
from games.at43.at43_table import (
    MISSILE,
    RIFLE,
    active,
    events,
    run,
    sergeant,
    table,
    to,
    unit,
    value,
    walker,
    wall,
)
from games.at43.test_combat import hit

from hexless.games.at43 import activation, aiming, cover, leadership, locations, morale, movement, rounds, sight
from hexless.games.at43.rulings import Rulings
from hexless.games.at43.units import holds

EXAMPLES = {}
FAR = unit("x", "red", (70, 75))


def example(name, **results):
    """An example of a ruling: its result by default, and by each alternative."""

    def keep(function):
        EXAMPLES[name] = function, results
        return function

    return keep


@pytest.mark.parametrize("name", Rulings.__struct_fields__)
def test_each_alternative_changes_a_result(name):
    function, results = EXAMPLES[name]
    default = getattr(Rulings(), name)
    values = {str(each): each for each in alternatives(name)}
    assert set(results) == set(values)
    assert function({}) == results[str(default)]
    for word, each in values.items():
        if each != default:
            assert function({name: each}) == results[word]
    assert len({repr(result) for result in results.values()}) == len(values)


def alternatives(name):
    field = msgspec.json.schema(Rulings)["$defs"]["Rulings"]["properties"][name]
    return [False, True] if field.get("type") == "boolean" else field["enum"]


# ---- dice


@example("urt_auto_consumes_dice", **{"False": 0, "True": 1})
def _(rulings):
    """at.urt.plus-six, at.urt.minus-six: a morale of 14 against 8 holds without a die, or with one."""
    s = table(unit("a", "blue", (10, 10), morale=14), FAR, rulings=rulings)
    g = run(morale.test_morale, s, 0, answers=((1,),) if rulings else ())
    assert events(g, "morale")[0]["result"] == "holds"
    return len(events(g, "roll"))


@example("locked_to_hit", **{"2": 5, "3": 4, "4": 3})
def _(rulings):
    """at.urt.locked-shot: the faces of a die that hit."""
    s = table(unit("a", "blue", (10, 10), (13, 10), special=MISSILE), walker("w", "red", (40, 40)), rulings=rulings)
    return 7 - aiming.lowest(aiming.to_hit(s, 0, 1, MISSILE), MISSILE)


@example("cover_save", **{"4": 4, "5": 5})
def _(rulings):
    """at.cover.roll"""
    s = table(unit("a", "blue", (40, 10)), unit("x", "red", (40, 44)), pieces=(wall(30, 40, 50, 41),), rulings=rulings)
    return cover.cover(s, 0, 1, RIFLE).value


@example("take_cover_needs_cover", **{"True": 0, "False": 3})
def _(rulings):
    """at.tactic.take-cover: in the open."""
    s = table(unit("a", "blue", (40, 10)), unit("x", "red", (40, 44), covered=True), rulings=rulings)
    return cover.cover(s, 0, 1, RIFLE).value


# ---- units, cards and points


@example("cohesion_connected", **{"False": True, "True": False})
def _(rulings):
    """at.unit.cohesion-neighbour: two pairs."""
    return holds(table(unit("a", "blue", (10, 10), (13, 10), (19, 10), (22, 10)), FAR, rulings=rulings), 0)


@example("lp_counts", all=5, valiant=4)
def _(rulings):
    """at.lead.pool: the officer's 3, and two units of which one is disorganised."""
    army = unit("a", "blue", (10, 10), person=sergeant()), unit("b", "blue", (30, 10), status="disorganised")
    return leadership.pool(table(*army, FAR, rulings=rulings), "blue").value


@example("lp_without_commander", units=2, none=0)
def _(rulings):
    """at.lead.pool"""
    return leadership.pool(table(unit("a", "blue", (10, 10)), unit("b", "blue", (30, 10)), FAR, rulings=rulings),
                           "blue").value  # fmt: skip


@example("dead_card_is_a_pass", **{"False": ("play", "delay"), "True": ("play",)})
def _(rulings):
    """at.lp.delay-not-twice: what may follow the card of a unit that is gone."""
    s = table(unit("a", "blue", (10, 10), gone=True), unit("b", "blue", (30, 10)), FAR, cards=((0, 1), (2,)),
              rulings=rulings)  # fmt: skip
    s = run(rounds.next_turn, s, answers=("pass",)).state.with_(next="blue")
    return value(leadership.turn_options, s, "blue", False)


@example("extra_activation", **{"False": "red", "True": "blue"})
def _(rulings):
    """at.lp.one-per-turn: whose turn it is after an activation, if 2 LP are paid."""
    s = table(unit("a", "blue", (10, 10)), unit("b", "blue", (30, 10)), FAR, cards=((1,), (2,)), rulings=rulings)
    s = active(s, 0)
    return run(activation.finish, s, s.active, answers=(True,) if rulings else ()).state.next


@example("authority_bid", secret=[], in_turn=[("blue", 1), ("red", 1)])
def _(rulings):
    """at.lp.authority-bonus: what is seen of the bids before the roll."""
    both = unit("a", "blue", (10, 10), person=sergeant()), unit("x", "red", (10, 70), person=sergeant())
    s = table(*both, phase="bid", rulings=rulings)
    g = run(leadership.put_in_points, s, answers=(True, True, False, False) if rulings else ([1, 1],))
    return [tuple(e.values()) for e in events(g, "bids")]


# ---- moving and seeing


@example("melee_after_rush", **{"True": True, "False": False})
def _(rulings):
    """at.move.rush-no-shooting: in contact after a rush."""
    s = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 12.5)), rulings=rulings)
    return "fight" in activation.options_of(s, active(s, 0, moved="rush").active)


@example("engaged_may_shoot_after_move", only_if_disengaged=False, always=True)
def _(rulings):
    """at.shoot.engaged-move-first: still within 2.5 cm after its engaged move."""
    s = table(unit("a", "blue", (10, 10), engaged=True), unit("x", "red", (10, 14), engaged=True), rulings=rulings)
    return "shoot" in activation.options_of(s, active(s, 0, moved="engaged").active)


@example("overrun", **{"False": True, "True": False})
def _(rulings):
    """at.move.enemies: a strider rushes straight at a soldier; he is in its way, or lies under it."""
    s = table(walker("w", "blue", (30, 30)), unit("x", "red", (30, 40)), rulings=rulings)
    way = to(30, 50)
    if movement.march(s, 0, 28000, movement.drill_of(s, 0, bool(rulings)), bool(rulings)).check(way):
        return s[1].alive
    return run(movement.move, s, 0, "rush", answers=(way, (5,))).state[1].alive


@example("afv_blocks_los", **{"True": False, "False": True})
def _(rulings):
    """at.los.soldiers-clear: a strider between two soldiers."""
    s = table(unit("a", "blue", (40, 20)), unit("x", "red", (40, 60)), walker("w", "red", (40, 40)), rulings=rulings)
    return sight.in_view(s, 0, 1)


@example("overwatch_when_charged", **{"True": 1, "False": 0})
def _(rulings):
    """at.tactic.overwatch: salvos at a unit that has come within 2.5 cm."""
    s = active(table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 25), overwatch=True), rulings=rulings), 0)
    g = run(activation.go, s, s.active, "combat", answers=(to(10, 22), *(() if rulings else (1, (1,)))))
    return len(events(g, "salvo"))


# ---- morale


@example("afv_tests_at_once", **{"False": "valiant", "True": "disorganised"})
def _(rulings):
    """at.morale.vehicles: one of two striders is lost, and the die would fail."""
    s = table(walker("w", "blue", (10, 10), (20, 10)), FAR, rulings=rulings)
    return run(locations.hit_frame, s, 0, 1, 3, answers=((1,),) if rulings else ()).state[0].status


@example("rally_restores", **{"False": "disorganised", "True": "valiant"})
def _(rulings):
    """at.tactic.disorganised-pay: 2 LP are paid."""
    s = table(unit("a", "blue", (10, 10), status="disorganised"), FAR, rulings=rulings)
    return run(leadership.disorganised, s, 0, answers=(True,)).state[0].status


@example("rout", remove=(True, 30000), flee=(False, 12000))
def _(rulings):
    """at.play.rout: gone at once, or 18 cm nearer to its edge in the activation in which it fails again."""
    s = table(unit("a", "blue", (40, 30), status="disorganised", start=6), FAR, rulings=rulings)
    g = run(activation.begin, s, active(s, 0, stage="begin").active, answers=((1,),))
    return g.state[0].gone, g.state[0].chief.base.y


# ---- vehicles


@example("location_overflow", **{"False": (0, 3), "True": (0, 1)})
def _(rulings):
    """at.play.structure-points: 4 points on a propulsion of 2."""
    s = table(walker("w", "blue", (10, 10)), FAR, rulings=rulings)
    f = hit(s, (1,), "stays", points=4).state[0].fighters[0]
    return f.propulsion, f.frame


@example("eject_on_immobile", optional=("asked", True), always=("not asked", False), never=("not asked", True))
def _(rulings):
    """at.hit.pilot-ejects: whether the pilot has a choice, and whether he is there if he would rather stay."""
    s = table(walker("w", "blue", (10, 10), propulsion=1), FAR, rulings=rulings)
    g = hit(s, (1,), *(() if rulings else ("stays",)))
    return "not asked" if rulings else "asked", g.state[0].alive
