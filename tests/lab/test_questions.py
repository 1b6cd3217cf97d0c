"""The ready questions as experiments, and units of forces in every game."""

from __future__ import annotations

import msgspec
import pytest

from hexless.kernel import GameError
from hexless.lab import questions
from hexless.lab.experiment import plan
from hexless.lab.questions import Terms
from hexless.lab.rosters import edited, kind_of, kinds, price, prices
from hexless.ruleset import find, names, shipped

GAMES = [name for name in names() if name not in ("skirmish", "shattered")]


def test_a_unit_dropped_and_added(skirmish: str) -> None:
    rules = find(skirmish)
    foxes = shipped.force(rules, "foxes")
    assert edited(rules, foxes, drop=["Tod"]).figures == ("Vixen", "Kit")
    assert edited(rules, foxes, drop=["Tod"], add=["Kit"]).figures == ("Vixen", "Kit", "Kit")
    with pytest.raises(GameError, match="one to three, not 4"):
        edited(rules, foxes, add=["Kit"])
    with pytest.raises(GameError, match="one to three, not 0"):
        edited(rules, foxes, drop=["Tod", "Vixen", "Kit"])
    assert foxes.figures == ("Vixen", "Tod", "Kit")
    assert price(rules, foxes, "Kit") is None


def test_units_on_the_table_are_known_by_kind() -> None:
    known = {"Riders": "Light Horse", "Light Horse": "Light Horse"}
    assert kind_of("Riders 2", known) == kind_of("Light Horse 12", known) == kind_of("Riders", known) == "Light Horse"
    assert kind_of("Captain 2", known) == "Captain"
    assert kind_of("Riders/2", known) == kind_of("Riders/2/3", known) == "Light Horse"


@pytest.mark.parametrize("game", GAMES)
def test_the_units_of_a_force_make_up_its_cost(game: str) -> None:
    rules = find(game)
    assert rules.files.cost is not None
    for name, force in shipped.forces(rules).items():
        whole = rules.files.cost(force)
        assert sum(prices(rules, force).values()) == pytest.approx(whole, rel=0.01), name


@pytest.mark.parametrize("game", GAMES)
def test_most_kinds_can_be_left_out(game: str) -> None:
    rules = find(game)
    assert rules.files.cost is not None
    for force in shipped.forces(rules).values():
        possible = 0
        every = dict.fromkeys(kinds(force).values())
        for kind in every:
            try:
                less = edited(rules, force, drop=[kind])
            except GameError:
                continue
            possible += 1
            assert rules.files.cost(less) <= rules.files.cost(force)
        assert possible >= len(every) / 3


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_has_its_arms(game: str) -> None:
    asked = questions.rulings(game, Terms())
    fields = {field.encode_name for field in msgspec.structs.fields(find(game).files.rulings)}
    defaults = msgspec.to_builtins(find(game).files.rulings())
    tried = {name for arm in asked.arms for name in arm.rulings}
    assert tried == fields
    assert all(defaults[name] != value for arm in asked.arms for name, value in arm.rulings.items())
    assert len(asked.scenarios) == 1


def test_rulings_by_name(skirmish: str) -> None:
    asked = questions.rulings(skirmish, Terms(), ("snaps",))
    assert [arm.name for arm in asked.arms] == ["as it is", "snaps = always"]
    with pytest.raises(GameError, match="no ruling 'weather'"):
        questions.rulings(skirmish, Terms(), ("weather",))


def test_a_price_holds_a_unit_against_the_others_for_their_points() -> None:
    asked = questions.price_of("horizon-wars", "ashfall-compact", "Warden Frame", Terms(scenarios=("crossroads",)))
    names = [arm.name for arm in asked.arms]
    assert names[:3] == ["as it is", "without Warden Frame", "one more Warden Frame"]
    assert "without Ridge Scouts" in names
    (above,) = asked.combinations
    assert sum(above.weights.values()) == pytest.approx(0)
    assert above.weights["without Warden Frame"] == -1
    planned = plan(asked)
    contrast = planned.contrasts[-1]
    assert contrast.low < -1 < 1 <= contrast.high
    arms = {cell.number: cell.arm for cell in planned.cells}
    even = dict.fromkeys(arms, (0.5, 0.5))
    assert contrast.value(even) == pytest.approx(0)
    tank_decides = {number: (0.5, 0.5) if arm != "without Warden Frame" else (0.0, 0.0) for number, arm in arms.items()}
    assert contrast.value(tank_decides) == pytest.approx(0.5)


def test_a_price_of_a_unit_that_there_is_not(skirmish: str) -> None:
    with pytest.raises(GameError, match="no unit in Foxes"):
        questions.price_of(skirmish, "foxes", "Wolf", Terms(scenarios=("duel",)))


def test_a_price_without_points(skirmish: str) -> None:
    asked = questions.price_of(skirmish, "foxes", "Tod", Terms(scenarios=("duel",)))
    assert [arm.name for arm in asked.arms] == ["as it is", "without Tod"]
    assert asked.combinations == ()
    assert "no points" in asked.name


def test_a_unit_that_cannot_be_left_out_is_one_smaller() -> None:
    """Three Halberds are the only Standard squad that the battlegroup may not do without: two are left."""
    rules = find("dropzone")
    assert rules.files.cost is not None
    force = shipped.force(rules, "meridian-clash")
    less = edited(rules, force, drop=["Halberd"])
    assert rules.files.cost(force) - rules.files.cost(less) == 35
    with pytest.raises(GameError, match="half full"):
        edited(rules, force, drop=["Sappers"])
    together = edited(rules, force, drop=["Sappers", "Sapper Mule"])
    assert rules.files.cost(force) - rules.files.cost(together) == 60 + 15
    asked = questions.price_of("dropzone", "meridian-clash", "Halberd", Terms(scenarios=("battle-royale",)))
    assert asked.arms[1].name == "fewer Halberd"
    assert asked.combinations[0].name == "what Halberd is worth above its 35 points"
    both = questions.price_of("dropzone", "meridian-clash", "Sappers+Sapper Mule", Terms(scenarios=("battle-royale",)))
    assert both.arms[1].name == "without Sappers+Sapper Mule"
