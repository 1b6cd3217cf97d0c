"""Actions, moving, and what scenery and other units are to each type."""

import pytest
from games.dropzone.dropzone_table import STAY, feature, gun, profile, run, table, to, unit

from hexless.games.dropzone import actions, choices, moving
from hexless.games.dropzone.choices import allowance, kinds
from hexless.games.dropzone.moving import going
from hexless.games.dropzone.unit_types import boosted, climbs, coherent, crossed, ground, walls
from hexless.kernel import IllegalAnswer
from hexless.moves import Way

TANK, FOOT, SKIMMER, WALKER = (profile(kind) for kind in ("tank", "infantry", "skimmer", "walker"))
LOW = feature("low rock", "crag", 14, 8, 16, 12, height=1)
LAKE = feature("lake", "lake", 14, 8, 16, 12, height=0)
HOUSE = feature("house", "small-building", 14, 8, 16, 12, height=3)
MUD = feature("mud", "rubble", 12, 5, 30, 15, height=0)
ROAD = feature("road", "road", 8, 9, 40, 11, height=0)


def ways(s, who=0, reach=6000):
    return going(s, who, reach, "dz.moving.distance", [])


def refused(s, x, y, who=0, reach=6000):
    return ways(s, who, reach).check(Way(((round(x * 1000), round(y * 1000)),)))


def test_two_actions_in_any_order_and_none_twice():
    """dz.actions.any-order, dz.actions.two-per-squad, dz.actions.no-repeat"""
    s = table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 10, 18))
    assert kinds(s, 0) == ["move", "shoot"]
    shot_first = s.with_(squads=(s.squads[0].with_(actions=("shoot",)), s.squads[1]))
    assert kinds(shot_first, 0) == ["move"]
    both = s.with_(squads=(s.squads[0].with_(actions=("shoot", "move")), s.squads[1]))
    assert kinds(both, 0) == []
    assert actions.why_not(shot_first, 0, "shoot").rule == "dz.actions.no-repeat"
    assert actions.why_not(both, 0, "scan").rule == "dz.actions.two-per-squad"
    with pytest.raises(IllegalAnswer, match="no-repeat"):
        run(actions.act, shot_first, 0, False, answers=("shoot",))
    g = run(actions.act, shot_first, 0, False, answers=("move", to(10, 13)))
    assert g.state.squads[0].actions == ("shoot", "move")


def test_a_unit_goes_up_to_its_mv():
    """dz.moving.distance: exactly 6 inches is fine; a tick more is not, and no move ends on another unit."""
    s = table([unit(TANK, "blue", 10, 10), unit(TANK, "blue", 12, 10)])
    assert refused(s, 10, 16) is None
    assert refused(s, 10, 16.001).rule == "dz.moving.distance"
    assert refused(s, 12.5, 10).rule == "dz.moving.distance"  # on its mate, which it may cross
    assert refused(s, 15, 10) is None
    g = run(moving.walk, s, 0, [], answers=(to(10, 13),))
    assert g.state[0].moved == 3000


def test_turning_is_free_but_counts_as_moving():
    """dz.moving.turning"""
    s = table(unit(TANK, "blue", 10, 10))
    g = run(moving.walk, s, 0, [], answers=({"points": [], "facing": [1000, 0]},))
    assert (g.state[0].base.fx, g.state[0].base.fy, g.state[0].moved) == (1000, 0, 0)
    assert run(moving.walk, s, 0, [], answers=(STAY,)).state[0].moved is None


def test_move_and_fire_before_and_after():
    """dz.shooting.move-and-fire: a weapon that has shot limits the move; M&F 0 forbids even a turn."""
    slow, still = profile(guns=(gun(mf=3),)), profile(guns=(gun(mf=0),))
    s = table(unit(slow, "blue", 10, 10, fired=(0,)), unit(still, "blue", 20, 10, fired=(0,)))
    assert allowance(s, 0) == (3000, "dz.shooting.move-and-fire")
    assert choices.can_move(s, 0)
    assert not choices.can_move(s, 1)
    from hexless.games.dropzone.aiming import idle

    moved = table(unit(slow, "blue", 10, 10, moved=3001), unit(still, "blue", 20, 10, moved=0))
    assert idle(moved, 0, 0)[1] == "dz.shooting.move-and-fire"
    assert idle(moved, 1, 0)[1] == "dz.shooting.move-and-fire"
    assert idle(table(unit(slow, "blue", 10, 10, moved=3000)), 0, 0) is None


@pytest.mark.parametrize(
    ("kind", "inches"), [("infantry", 2), ("tank", 3), ("skimmer", 3), ("walker", 3), ("aircraft", 6)]
)
def test_coherency_is_an_unbroken_chain(kind, inches):
    """dz.unit-types.coherency-infantry, dz.unit-types.coherency-vehicles, dz.unit-types.coherency-aircraft"""
    p = profile(kind)
    chain = [unit(p, "blue", 10 + inches * k, 10) for k in range(3)]
    assert coherent(table(chain), 0)
    assert not coherent(table([*chain[:2], unit(p, "blue", 10.001 + 2 * inches, 10)]), 0)


def test_a_behemoth_has_no_coherency():
    """dz.unit-types.coherency-behemoths"""
    p = profile("behemoth")
    assert coherent(table([unit(p, "blue", 10, 10), unit(p, "blue", 40, 40)]), 0)
    from hexless.games.dropzone.unit_types import COHERENCY, coherency_rule

    assert COHERENCY["behemoth"] is None
    assert coherency_rule("behemoth") == "dz.unit-types.coherency-behemoths"


def test_impassable_by_type():
    """dz.unit-types.impassable-infantry-vehicles, dz.unit-types.impassable-skimmers,
    dz.unit-types.impassable-walkers-behemoths, dz.unit-types.impassable-aircraft
    """
    assert [climbs(kind, 2000) for kind in ("infantry", "tank", "skimmer", "walker", "aircraft")] == [
        -1, -1, 2000, 1000, 8000,
    ]  # fmt: skip
    for p in (TANK, FOOT):
        assert refused(table(unit(p, "blue", 13, 10), features=(LAKE,)), 17, 10).rule == (
            "dz.unit-types.impassable-infantry-vehicles"
        )
    assert refused(table(unit(SKIMMER, "blue", 13, 10), features=(LOW,)), 15, 10) is None  # onto it
    assert refused(table(unit(SKIMMER, "blue", 13, 10), features=(HOUSE,)), 17, 10).rule == (
        "dz.unit-types.impassable-skimmers"
    )
    over = table(unit(WALKER, "blue", 13, 10), features=(LOW,))
    assert refused(over, 17, 10) is None
    assert refused(over, 15, 10).says == "no move may end in low rock"
    assert refused(table(unit(WALKER, "blue", 13, 10), features=(HOUSE,)), 17, 10).rule == (
        "dz.unit-types.impassable-walkers-behemoths"
    )
    high = feature("spire", "crag", 14, 8, 16, 12, height=8.1)
    air = table(unit(profile("aircraft"), "blue", 12, 10), features=(HOUSE,))
    assert refused(air, 15, 10) is None
    spire = table(unit(profile("aircraft"), "blue", 12, 10), features=(high,))
    assert refused(spire, 18, 10) is not None
    assert -1 in dict(ground(spire.terrain, "aircraft", 1000).pieces).values()
    assert walls(over.terrain, "walker", 2000) == ground(over.terrain, "tank", 2000)


def test_solid_scenery_is_always_impassable():
    """dz.scenery.solid-impassable: a crag is only called Solid."""
    s = table(unit(TANK, "blue", 12, 10), features=(LOW,))
    assert refused(s, 18, 10).rule == "dz.scenery.solid-impassable"


def test_tough_and_passable_ground():
    """dz.unit-types.tough-infantry-vehicles, dz.unit-types.tough-others, dz.unit-types.passable,
    dz.scenery.dash-unaffected
    """
    for kind, far in (("tank", 15), ("infantry", 15), ("skimmer", 18), ("walker", 18)):
        s = table(unit(profile(kind), "blue", 12, 10), features=(MUD,))
        assert refused(s, far, 10) is None
        assert refused(s, far + 0.01, 10) is not None
    field = feature("field", "meadow", 12, 5, 30, 15, height=0)
    assert refused(table(unit(FOOT, "blue", 12, 10), features=(field,)), 18, 10) is None
    s = table(unit(profile("aircraft"), "blue", 11, 10), features=(MUD,))
    assert crossed(s, s[0], (11000, 10000), ((20000, 10000),)) == (
        "dz.unit-types.tough-others", "dz.scenery.dash-unaffected",
    )  # fmt: skip


def test_exceptional_ground():
    """dz.unit-types.exceptional-ground, dz.unit-types.exceptional-aircraft"""
    s = table(unit(TANK, "blue", 10, 10), features=(ROAD,))
    assert refused(s, 18, 10) is None  # 6 + 2, all of it on the road
    assert refused(s, 18.1, 10) is not None
    assert refused(s, 10, 17) is not None
    assert not boosted(s, "aircraft")
    rulebook = table(unit(SKIMMER, "blue", 10, 10), features=(ROAD,), rulings={"exceptional": "rulebook"})
    assert not boosted(rulebook, "skimmer")
    assert boosted(rulebook, "tank")


def test_other_units_in_the_way():
    """dz.unit-types.other-units-ground, dz.unit-types.other-units-walkers-behemoths,
    dz.unit-types.other-units-aircraft
    """
    for kind in ("infantry", "tank", "skimmer"):
        s = table(unit(profile(kind), "blue", 10, 10), unit(TANK, "red", 12, 10))
        assert refused(s, 14, 10).rule == "dz.unit-types.other-units-ground"
    low, tall = unit(TANK, "red", 12, 10), unit(WALKER, "red", 12, 10)
    assert refused(table(unit(WALKER, "blue", 10, 10), low), 14, 10) is None
    assert refused(table(unit(WALKER, "blue", 10, 10), low), 12.4, 10).rule == "dz.moving.distance"
    assert refused(table(unit(WALKER, "blue", 10, 10), tall), 14, 10).rule == (
        "dz.unit-types.other-units-walkers-behemoths"
    )
    air = table(unit(profile("aircraft"), "blue", 10, 10), tall)
    assert refused(air, 12, 10) is None
    assert crossed(air, air[0], (10000, 10000), ((14000, 10000),)) == ("dz.unit-types.other-units-aircraft",)


def test_proposals_keep_coherency():
    s = table([unit(TANK, "blue", 10, 14), unit(TANK, "blue", 10, 10)])
    found = going(s, 1, 6000, "dz.moving.distance", [0])
    for way in found.suggest(5)[:4]:
        x, y = way.points[-1]
        assert (x - 10000) ** 2 + (y - 14000) ** 2 <= 3000**2
    assert moving.path_length((0, 0), ((3000, 0), (3000, 4000))) == 7000
