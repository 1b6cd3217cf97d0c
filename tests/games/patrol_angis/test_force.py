"""Patrol Angis: forces and scenarios as files, and everything that can be wrong with them."""

import msgspec
import pytest

from hexless.games.patrol_angis import ruleset
from hexless.games.patrol_angis.force import Force, cost, force_faults, points_of
from hexless.games.patrol_angis.scenario import Scenario, scenario_faults
from hexless.kernel import DataError
from hexless.ruleset import shipped
from hexless.ruleset.files import read

FORCES, SCENARIOS = shipped.forces(ruleset), shipped.scenarios(ruleset)


def changed(value, path, new):
    """The file with one place changed."""
    raw = msgspec.to_builtins(value)
    at = raw
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = new
    return msgspec.convert(raw, type(value))


def faults(path, new, force="halden-levy"):
    return [str(fault) for fault in force_faults(changed(FORCES[force], path, new))]


def test_what_ships_is_sound():
    """pa.play.platoon-limits, pa.play.element-sizes: pairs of forces of like cost, and four scenarios."""
    assert len(SCENARIOS) == 4
    assert {s.goal for s in SCENARIOS.values()} == {"meeting", "hold", "breakthrough"}
    assert all(1200 <= cost(FORCES[name]) <= 1300 for name in ("halden-levy", "grey-heron"))
    assert 380 <= cost(FORCES["levy-picket"]) <= 420
    assert 0 <= cost(FORCES["levy-picket"]) - cost(FORCES["heron-vigil"]) <= 20


def test_points_are_figure_armor_and_weapons():
    """pa.play.platoon-limits: a Levyman 10 + Padded Coat 4 + Levy Rifle 10; a howitzer 40 + 15 + 60."""
    levy = FORCES["halden-levy"]
    assert points_of(levy, "Levyman") == 24
    assert points_of(levy, "Howitzer Cart") == 115


@pytest.mark.parametrize(
    ("path", "new", "says"),
    [
        (["points"], 1000, "the figures cost"),
        (["types", 0, "armor"], "Silk", "no armor 'Silk'"),
        (["types", 0, "weapons"], ["Bow"], "no weapon 'Bow'"),
        (["types", 0, "skills"], ["flying"], "no skill 'flying'"),
        (["types", 0, "skills"], ["comms"], "Comms Gear (comms) and an off-table weapon need each other"),
        (["platoons", 0, "elements", 0, "figures"], ["Captain", "Guard", "Signaller", "Signaller"], "at most 1"),
        (["types", 0, "frame"], "platform", "only a portable weapon has a platform"),
        (["types", 1, "name"], "Levyman", "'Levyman' is there 2 times"),
        (["weapons", 0, "traits"], ["glow"], "no weapon trait 'glow'"),
        (["weapons", 0, "point_blank"], 80, "80 cm is beyond the range of 60 cm"),
        (["armors", 0, "traits"], ["wings"], "no armor trait 'wings'"),
        (["platoons", 0, "elements", 0, "commander"], False, "0 Commanders; a platoon has exactly 1"),
        (["platoons", 0, "elements", 1, "commander"], True, "2 Commanders; a platoon has exactly 1"),
        (["platoons", 0, "elements", 2, "figures"], ["Recruit"] * 3, "Infantry starts with 2, 4 or 8 to 10"),
        (["platoons", 0, "elements", 2, "figures"], ["Recruit", "Gunner"], "all are of one troop type"),
        (["platoons", 0, "elements", 3, "figures"], ["Gunner", "Gunner"], "a portable weapon is its platform"),
        (["platoons", 1, "elements", 4, "figures"], ["Dust Bike"] * 4, "1 to 3 are allowed"),
        (["platoons", 0, "elements", 2, "name"], "Howitzer", "'Howitzer' is there 2 times"),
        (["platoons", 0, "elements", 2, "figures"], ["Ghost", "Ghost"], "no type 'Ghost'"),
    ],
)
def test_every_fault_is_named_with_its_place(path, new, says):
    """pa.play.platoon-limits, pa.play.element-sizes, pa.play.weapon-profile"""
    found = faults(path, new)
    assert any(says in fault for fault in found), found
    assert all(fault.startswith("$.") for fault in found)


def test_limits_of_a_platoon():
    """pa.play.platoon-limits: at most 4 portable weapons, 6 battlesuits, 6 bikes."""
    levy, heron = FORCES["halden-levy"], FORCES["grey-heron"]
    guns = [{"name": f"g{i}", "figures": ["Howitzer Cart", "Gunner", "Gunner"]} for i in range(5)]
    bikes = [{"name": f"b{i}", "figures": ["Dust Bike"] * 3} for i in range(3)]
    suits = [{"name": f"s{i}", "figures": ["Walking Suit"] * 3} for i in range(3)]
    for force, more, says in (
        (levy, guns, "5 portables; a platoon has at most 4"),
        (levy, bikes, "9 bikes; a platoon has at most 6"),
        (heron, suits, "9 battlesuits; a platoon has at most 6"),
    ):
        raw = msgspec.to_builtins(force)
        raw["platoons"] = [{"name": "p", "elements": [raw["platoons"][0]["elements"][0], *more]}]
        assert any(says in str(fault) for fault in force_faults(msgspec.convert(raw, Force)))


def test_many_faults_come_together():
    raw = msgspec.to_builtins(FORCES["halden-levy"])
    raw["types"][0]["armor"], raw["points"] = "Silk", 10
    with pytest.raises(DataError) as caught:
        read(msgspec.json.encode(raw), Force, "mine.json", force_faults)
    assert len(caught.value.faults) == 2


@pytest.mark.parametrize(
    ("name", "path", "new", "says"),
    [
        ("domes", ["objectives"], [], "needs at least one"),
        ("breakthrough", ["exit"], [], "needs the outline"),
        ("breakthrough", ["exit"], [[0, 0], [500 / 2, 0], [0, 9]], "off the table"),
        ("meeting", ["exit"], [[0, 0], [9, 0], [0, 9]], "only a breakthrough has a way out"),
        ("meeting", ["zones", 0, "outline"], [[0, 0], [9, 0], [9, 30]], "within 20 cm of opposite edges"),
        ("meeting", ["terrain", 0, "traits"], ["lava"], "no trait 'lava'"),
    ],
)
def test_faults_of_scenarios(name, path, new, says):
    """pa.play.meeting-engagement"""
    found = [str(fault) for fault in scenario_faults(changed(SCENARIOS[name], path, new))]
    assert any(says in fault for fault in found), found


def test_both_have_a_json_schema():
    for kind in (Force, Scenario):
        schema = msgspec.json.schema(kind)
        assert schema["$ref"] == f"#/$defs/{kind.__name__}"
        assert schema["$defs"][kind.__name__]["additionalProperties"] is False
