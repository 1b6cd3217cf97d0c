"""Horizon Wars: force files; every fault at once, each with its place."""

from importlib.resources import files

import msgspec
import pytest

from hexless.games.horizon_wars import ruleset
from hexless.games.horizon_wars.force import Force, cost, elements, force_faults
from hexless.kernel import DataError
from hexless.ruleset import shipped
from hexless.ruleset.files import read

FORCES = sorted(f.name for f in (files(ruleset.files.package) / "forces").iterdir() if f.name.endswith(".toml"))

GOOD = """
name = "Test Band"
points = 5
types = [
  { name = "Squad", kind = "infantry", P = 2, M = 3, F = 3, A = 2, D = 2 },
  { name = "Tank", kind = "vehicle", P = 3, M = 4, F = 4, A = 4, D = 2, rapid = true },
]
elements = [{ type = "Tank", chq = true }, { type = "Squad" }, { type = "Tank", name = "Old Rust" }]
"""


def force(text):
    return read(text.encode(), Force, "band.toml", force_faults, toml=True)


def faults(text):
    with pytest.raises(DataError) as caught:
        force(text)
    return [(fault.place, fault.reason) for fault in caught.value.faults]


@pytest.mark.parametrize("name", FORCES)
def test_shipped_forces_are_sound(name):
    force = force_of(name)
    assert cost(force) <= force.points
    assert {profile.kind for profile in force.types} == {"infantry", "vehicle", "mech"}


def test_two_armies_of_about_twelve_types_each_also_small():
    types = [p.name for f in FORCES for p in force_of(f).types]
    assert (len(FORCES), len(types), len(set(types))) == (4, 22, 12)


def force_of(name):
    return shipped.force(ruleset, name.removesuffix(".toml"))


def test_cost_is_presence_and_command_is_free():
    assert cost(force(GOOD)) == 2 + 3


def test_elements_of_a_force():
    made = elements(force(GOOD), "red", reserves=True)
    assert [e.name for e in made] == ["Tank 1", "Squad", "Old Rust"]
    tank = made[0]
    assert (tank.P, tank.M, tank.F, tank.A, tank.D, tank.start) == (3, 4, 4, 4, 2, (4, 4, 4))
    assert (tank.chq, tank.rapid, tank.kind, tank.placed, tank.advance) == (True, True, "vehicle", False, True)


def test_all_faults_are_listed_at_once():
    text = """
name = "Test Band"
points = 2
types = [
  { name = "Squad", kind = "infantry", P = 9, M = 3, F = 11, A = 0, D = 2 },
  { name = "Squad", kind = "mech", P = 3, M = -1, F = 4, A = 4, D = 7 },
]
elements = [
  { type = "Squad", name = "Alpha", reserve = true }, { type = "Walker", reserve = true },
  { type = "Squad", name = "Alpha", reserve = true },
]
"""
    assert {place for place, _ in faults(text)} == {
        "$.types[0].name", "$.types[1].name", "$.types[0].P", "$.types[0].F", "$.types[0].A", "$.types[1].M",
        "$.types[1].D", "$.elements[0].name", "$.elements[2].name", "$.elements[1].type", "$.elements",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "place", "reason"),
    [
        (("points = 5", "points = 4"), "$.elements", "the elements cost 5 points; the force has 4"),
        ((", chq = true", ", chq = false, reserve = true"), "$.elements", "0 command elements"),
        (('type = "Squad" }', 'type = "Squad", chq = true }'), "$.elements", "2 command elements"),
        (('"Old Rust"', '"Squad"'), "$.elements[2].name", "'Squad' is there 2 times"),
        (('kind = "vehicle"', 'kind = "boat"'), "$.types[1].kind", "'boat' is not one of infantry, vehicle, mech"),
        (("F = 3", "F = 3, G = 1"), "$.types[0].G", "there is no such field"),
        (("points = 5", "points = 0"), "$.points", "Expected `int` >= 1"),
    ],
)
def test_each_fault_has_its_place(change, place, reason):
    assert any(at == place and reason in why for at, why in faults(GOOD.replace(*change)))


def test_schema_of_forces_and_scenarios():
    """Both forms publish a JSON Schema that knows their fields and limits."""
    schema = msgspec.json.schema(Force)
    assert set(schema["$defs"]["Force"]["required"]) == {"name", "points", "types", "elements"}
    assert schema["$defs"]["Force"]["properties"]["points"]["maximum"] == 60
    assert schema["$defs"]["Force"]["additionalProperties"] is False
    scenario = msgspec.json.schema(ruleset.files.scenario)["$defs"]["Scenario"]
    assert scenario["properties"]["turns"]["maximum"] == 20
    assert msgspec.json.encode(schema)


def test_schema_of_rulings_tells_what_each_decides():
    fields = msgspec.json.schema(ruleset.files.rulings)["$defs"]["Rulings"]["properties"]
    known = {text.id for text in ruleset.sheet.rules}
    for name, field in fields.items():
        assert field["description"], name
        assert field["rules"], name
        assert set(field["rules"]) <= known, name
