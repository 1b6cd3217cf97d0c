"""The table, arrival, objectives, victory, odds, and the files that come with the game."""

import msgspec
import pytest
from games.at43.at43_table import (
    active,
    cited,
    events,
    generator,
    goal,
    run,
    table,
    unit,
    value,
    walker,
)

from hexless.games.at43 import arrival, rounds, ruleset, urt, victory
from hexless.games.at43.force import Force, cost, force_faults, units
from hexless.games.at43.model import Weapon
from hexless.games.at43.scenario import Scenario, scenario_faults, setup
from hexless.kernel import IllegalAnswer, Row, Stream
from hexless.moves import Spot
from hexless.ruleset import shipped


def test_a_difference_finds_its_column():
    """at.urt.difference: Action Value less Difficulty."""
    test = urt.against(Row(7, "action", "at.urt.shooting"), Row(-5, "difficulty", "at.urt.shooting"))
    assert (test.value, urt.needed(test), test.rows[-1].rule) == (2, 3, "at.urt.plus-two-three")


@pytest.mark.parametrize(
    ("rule", "differences", "need"),
    [
        ("at.urt.minus-six", (-20, -7, -6), 7),
        ("at.urt.minus-five-four", (-5, -4), 6),
        ("at.urt.minus-three-two", (-3, -2), 5),
        ("at.urt.even", (-1, 0, 1), 4),
        ("at.urt.plus-two-three", (2, 3), 3),
        ("at.urt.plus-four-five", (4, 5), 2),
        ("at.urt.plus-six", (6, 7, 20), 1),
    ],
)
def test_the_columns(rule, differences, need):
    for difference in differences:
        test = urt.against(Row(difference, "", "at.urt.damage"))
        assert (urt.needed(test), test.rows[-1].rule) == (need, rule)


def test_the_end_columns_use_no_dice_unless_the_ruling_wants_them():
    """at.urt.minus-six, at.urt.plus-six"""
    assert value(urt.successes, None, 5, urt.SURE, False, "") == 5
    assert value(urt.successes, None, 5, urt.FAIL, False, "") == 0
    assert value(urt.successes, None, 2, urt.SURE, True, "", answers=((1, 1),)) == 2
    assert value(urt.successes, None, 2, urt.FAIL, True, "", answers=((6, 6),)) == 0


def test_the_five_tests():
    """at.urt.shooting, at.urt.close-combat, at.urt.damage, at.urt.morale, at.urt.locked-shot"""
    u = unit("a", "blue", (10, 10), combat=4, protection=9, morale=6)
    assert urt.shooting_test(Weapon("w", 1, accuracy=5), 25000).value == 3
    assert urt.close_combat_test(Weapon("w", 1, accuracy=5), u.card).value == 1
    assert urt.damage_test(Weapon("w", 1, penetration=5), u.card).value == -4
    assert urt.morale_test(u).value == -2
    assert urt.fixed(3).value == 3


# ---- arrival


def test_units_start_within_twenty_centimetres_of_their_edge():
    """at.play.arrival"""
    s = table(unit("a", "blue", *[(-500, -500)] * 3, placed=False), unit("x", "red", (10, 70)), phase="deploy")
    g = run(arrival.deploy, s, 0, answers=(Spot(40000, 10000), "arrange"))
    assert g.state[0].placed
    assert all(base.y <= 18750 for base in g.state[0].bases)
    with pytest.raises(IllegalAnswer, match=r"zone.*at\.play\.arrival"):
        run(arrival.deploy, s, 0, answers=(Spot(40000, 19000),))


def reserve(**more):
    s = table(unit("a", "blue", *[(-500, -500)] * 2, placed=False, arrives=1), unit("x", "red", (10, 70)), **more)
    return active(s, 0)


def test_a_reserve_walks_on_from_its_edge():
    """at.play.arrival: as far as a combat move, and that was its move."""
    s = reserve()
    g = run(arrival.arrive, s, s.active, answers=("walk on", Spot(40000, 13250), "arrange"))
    assert (g.state[0].placed, g.state.active.moved, g.state.active.stage) == (True, "arrived", "act")
    with pytest.raises(IllegalAnswer, match=r"at\.play\.arrival"):
        run(arrival.arrive, s, s.active, answers=("walk on", Spot(40000, 13300)))


def test_a_reserve_drops_at_a_point_that_is_held():
    """at.play.arrival: and waits; nobody's Overwatch minds."""
    pad = goal("Pad", 40, 40, 1)
    s = reserve(drops=(pad,))
    with pytest.raises(IllegalAnswer):
        run(arrival.arrive, s, s.active, answers=("drop: Pad",))
    held = s.with_(units=(*s.units, unit("b", "blue", (40, 30))))
    g = run(arrival.arrive, held, s.active, answers=("drop: Pad", Spot(44000, 44000), "arrange"))
    assert (g.state[0].placed, g.state.active.stage) == (True, "orders")


# ---- victory


def test_most_infantry_within_ten_centimetres_holds():
    """at.play.objective-control: 10 cm to the base's edge; striders do not count."""
    relay = goal("Relay", 40, 40, 4)
    s = table(unit("a", "blue", (40, 51.25), (43, 60)), unit("x", "red", (70, 70)), objectives=(relay,))
    assert victory.holder(s, relay) == "blue"
    assert victory.holder(table(unit("a", "blue", (40, 51.26))), relay) is None
    even = s.with_(units=(*s.units, unit("y", "red", (38, 38))))
    assert victory.holder(even, relay) is None
    assert victory.holder(table(walker("w", "blue", (40, 40))), relay) is None


def test_points_are_counted_each_round():
    """at.play.victory: 4 for the objective, 1 for each drop point."""
    s = table(
        unit("a", "blue", (40, 40), (20, 40)), unit("x", "red", (70, 70)),
        objectives=(goal("Relay", 40, 45, 4),), drops=(goal("Pad", 20, 45, 1),), vp=(3, 2),
    )  # fmt: skip
    g = run(victory.count_points, s)
    assert g.state.vp == (8, 2)
    assert events(g, "objectives") == [{"held": ("Relay: blue", "Pad: blue")}]


def test_twenty_points_or_ahead_after_six_rounds():
    """at.play.victory: a tie is played on."""
    s = table(unit("a", "blue", (40, 40)), unit("x", "red", (70, 70)))
    assert value(victory.verdict, s.with_(vp=(19, 3))) is None
    assert value(victory.verdict, s.with_(vp=(20, 3))).winner == "blue"
    assert value(victory.verdict, s.with_(vp=(3, 4), round=6)).winner == "red"
    assert value(victory.verdict, s.with_(vp=(4, 4), round=6)) is None
    assert value(victory.verdict, s.with_(vp=(4, 4), round=10)).winner is None
    assert value(victory.verdict, s.with_(vp=(4, 5), round=7)).winner == "red"


def test_kills_and_generators():
    """at.play.victory: 2 for a walker, 1 for an infantry unit, 1 for a hero; 10 for a generator."""
    from games.at43.test_combat import ace

    hero = unit("h", "red", (70, 70), person=ace())
    s = table(unit("a", "blue", (40, 40)), hero, walker("w", "red", (50, 70)), unit("x", "red", (10, 70)), goal="kills")
    assert run(victory.count_points, s).state.vp == (0, 0)
    assert run(victory.count_points, s.change(1, gone=True).change(2, gone=True)).state.vp == (4, 0)
    s = table(s[0], s[3], generator("g", "red", 60, 60), goal="generators")
    assert run(victory.count_points, s.change(2, gone=True)).state.vp == (10, 0)


def test_an_army_that_is_wiped_out_has_lost():
    """at.play.victory"""
    s = table(unit("a", "blue", (40, 40)), unit("x", "red", (70, 70), gone=True), cards=((), ()))
    assert victory.last_army(s).winner == "blue"
    assert run(rounds.step, s).state.over.winner == "blue"


# ---- files


def test_what_ships_is_sound():
    scenarios, forces = shipped.scenarios(ruleset), shipped.forces(ruleset)
    assert {s.goal for s in scenarios.values()} == {"objectives", "generators", "kills"}
    assert len(forces) == 2
    kinds = {t.kind for force in forces.values() for t in force.types}
    assert kinds == {"type-1", "type-2", "type-3", "strider"}
    for force in forces.values():
        assert cost(force) <= force.points
        assert len([u for u in force.units if u.leader and u.leader.hero]) == 1
    for scenario in scenarios.values():
        s = setup(scenario, [forces[name] for name in scenario.forces], ruleset.files.rulings(), Stream(1, "setup"))
        assert [law.name for law in ruleset.laws if law.broken(s)] == []


GOOD = {
    "name": "F", "points": 200,
    "weapons": [{"name": "gun", "rate": 1}, {"name": "tube", "rate": 1, "damage": 2, "special": "missile"}],
    "types": [{"name": "foot", "kind": "type-1", "move": 12, "combat": 2, "protection": 5, "morale": 8,
               "weapons": ["gun"], "points": 10}],
    "units": [{"type": "foot", "fighters": 5, "leader": {"title": "Sgt", "rank": 1, "commander": True}}],
}  # fmt: skip


def faults(**changes):
    return [(f.place, f.reason) for f in force_faults(msgspec.convert({**GOOD, **changes}, Force))]


def test_a_force_tells_its_faults():
    """at.play.troop-types, at.missile.damage, at.play.sizes"""
    assert faults() == []
    (card,) = [u.card for u in units(msgspec.convert(GOOD, Force), "blue", False)]
    assert (card.size, card.radius, card.height) == (1, 1250, 3000)
    assert faults(points=10) == [("$.units", "the units cost 65 points; the force has 10")]
    unit_ = GOOD["units"][0]
    assert faults(units=[{**unit_, "type": "horse"}])[0][0] == "$.units[0].type"
    assert faults(units=[{"type": "foot", "fighters": 5}])[0][1] == "0 commanders; there must be exactly one"
    assert faults(units=[{**unit_, "special": "gun"}])[0] == ("$.units[0].special", "'gun' is no special weapon")
    weak = [GOOD["weapons"][0], {**GOOD["weapons"][1], "damage": 1}]
    assert faults(weapons=weak) == [("$.weapons[1].damage", "a missile launcher inflicts 2 Damage points, not 1")]
    steel = {**GOOD["types"][0], "kind": "strider"}
    assert faults(types=[steel])[0][1] == "a strider needs structure points: frame, propulsion and arm"
    armed = {**GOOD["types"][0], "weapons": ["tube", "bow"]}
    assert [place for place, _ in faults(types=[armed])] == ["$.types[0].weapons"] * 2
    assert faults(units=[{**unit_, "reserve": 2}])[-1][1].startswith("all units wait")


def test_a_scenario_tells_its_faults():
    """at.play.arrival"""
    good = shipped.scenarios(ruleset)["generators"]
    assert scenario_faults(good) == []
    deep = msgspec.structs.replace(good.zones[0], outline=((0, 0), (80, 0), (80, 21), (0, 21)))
    assert [f.place for f in scenario_faults(msgspec.structs.replace(good, zones=(deep, good.zones[1])))] == [
        "$.zones[0].outline"
    ]
    one = msgspec.structs.replace(good, generators=good.generators[:2])
    assert scenario_faults(one)[0].place == "$.generators"
    none = msgspec.structs.replace(good, goal="objectives")
    assert scenario_faults(none)[0].place == "$.objectives"
    assert isinstance(good, Scenario)
    off = msgspec.structs.replace(good.generators[0], at=(1, 1))
    assert scenario_faults(msgspec.structs.replace(good, generators=(off, *good.generators[1:])))[0].place == (
        "$.generators[0].at"
    )
    assert "at.play.arrival" in cited(run(arrival.deploy, _small(), 0, answers=(Spot(40000, 10000),)))


def _small():
    return table(unit("a", "blue", (-500, -500), placed=False), unit("x", "red", (10, 70)), phase="deploy")
