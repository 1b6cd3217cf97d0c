"""Transports and Aircraft: capacity, in and out, wrecks and crashes, landing."""

import pytest
from games.dropzone.dropzone_table import STAY, aboard, at, feature, gun, profile, run, table, to, unit

from hexless.games.dropzone import aircraft, losses, moving, transports
from hexless.games.dropzone.boarding import can_leave, rides, room_left, usable
from hexless.games.dropzone.model import outermost
from hexless.kernel import IllegalAnswer

FOOT = profile("infantry")
APC = profile(carries="foot", room=3, needs="vehicle", bulk=2)
LIFTER = profile("aircraft", carries="vehicle", room=4, dp=1)
HOUSE = feature("house", "small-building", 8, 8, 14, 14, height=3)


def test_capacity_and_class():
    """dz.play.transport-capacity"""
    s = table(unit(APC, "blue", 10, 10), [aboard(FOOT, "blue", 0), aboard(FOOT, "blue", 0)], unit(FOOT, "blue", 10, 12))
    assert room_left(s, 0) == 1
    assert rides(s, 2) == [0]
    two = table(unit(APC, "blue", 10, 10), [aboard(FOOT, "blue", 0), aboard(FOOT, "blue", 0)],
                [unit(FOOT, "blue", 10, 12), unit(FOOT, "blue", 11, 12)])  # fmt: skip
    assert rides(two, 2) == []  # no room for both
    assert rides(table(unit(profile(carries="vehicle", room=3), "blue", 10, 10), unit(FOOT, "blue", 10, 12)), 1) == []


def test_embarking():
    """dz.play.embark, dz.play.transport-shooting: one unit within 2 inches, and no shooting this round."""
    s = table(unit(APC, "blue", 10, 10), [unit(FOOT, "blue", 10, 16), unit(FOOT, "blue", 11.5, 16)])
    assert rides(s, 1) == []
    g = run(moving.move, s, 1, answers=(to(10, 12), to(11.5, 13), 0))
    assert [u.aboard for u in g.state.units] == [None, 0, 0]
    assert g.state.squads[1].embarked
    assert rides(g.state, 1) == []
    other = table(unit(APC, "red", 10, 10), unit(FOOT, "blue", 10, 12))
    assert rides(other, 1) == []


def test_disembarking():
    """dz.play.disembark: placed within 2 inches in coherency, then moving as normal."""
    s = table(unit(APC, "blue", 10, 10), [aboard(FOOT, "blue", 0), aboard(FOOT, "blue", 0)])
    assert can_leave(s, 1)
    g = run(moving.move, s, 1, answers=(at(10, 12), at(11.5, 11), to(10, 15), to(11.5, 14)))
    assert (g.state[1].base.y, g.state[1].moved) == (15000, 3000)
    assert g.state.squads[1].disembarked
    with pytest.raises(IllegalAnswer, match="too far"):
        run(moving.move, s, 1, answers=(at(10, 12.1),))


def test_infantry_goes_straight_from_its_transport_into_a_garrison():
    """dz.play.disembark, dz.garrisons.enter"""
    s = table(unit(APC, "blue", 11, 6), aboard(FOOT, "blue", 0), features=(HOUSE,))
    g = run(moving.move, s, 1, answers=(at(11, 7.4), 0, 2))
    assert (g.state[1].piece, g.state[1].edge) == (0, 2)


def test_nobody_leaves_without_room():
    """dz.play.disembark: if a unit cannot be placed, all stay aboard."""
    ring = [unit(profile("behemoth"), "red", 10 + dx, 10 + dy) for dx, dy in ((2.3, 0), (-2.3, 0), (0, 2.3), (0, -2.3))]
    s = table(unit(APC, "blue", 10, 10), aboard(FOOT, "blue", 0), *ring)
    g = run(transports.disembark, s, 1)
    assert g.state[1].aboard == 0
    assert g.log[-1].kind == "no room to get out"


def test_an_aerial_transport_has_to_be_landed_and_near():
    """dz.play.aerial-transport: landed, and moved no more than half its MV (7 of 14)."""
    for flying, moved, fine in ((False, 7000, True), (False, 7001, False), (True, 0, False)):
        s = table(unit(LIFTER, "blue", 10, 10, flying=flying, moved=moved), aboard(APC, "blue", 0))
        assert usable(s, 0) is fine
        assert can_leave(s, 1) is fine


def test_landing_frees_the_cargo():
    """dz.play.aerial-transport, dz.play.landing: one free exchange, then up again with what MV is left."""
    s = table(unit(LIFTER, "blue", 10, 10), aboard(APC, "blue", 0), aboard(FOOT, "blue", 1))
    g = run(moving.move, s, 0, answers=(to(10, 16), True, "out", at(10, 18), True, to(10, 24), False))
    assert g.state[0].flying
    assert g.state[0].moved == 14000
    assert g.state[1].here
    assert g.state[2].aboard == 1
    assert g.state.squads[1].aerial
    assert g.state.squads[1].actions == ()
    with pytest.raises(IllegalAnswer):
        run(moving.move, s, 0, answers=(to(10, 24.1),))
    g = run(moving.move, s, 0, answers=(to(10, 18), True, False))  # too far for an exchange
    assert g.state[1].aboard == 0


def test_a_landed_aircraft_is_a_vehicle():
    """dz.play.landing: it needs room, and counts as a Vehicle."""
    s = table(unit(LIFTER, "blue", 10, 10), features=(HOUSE,))
    assert not aircraft.can_land(s, 0)
    free = table(unit(LIFTER, "blue", 20, 20))
    assert aircraft.can_land(free, 0)
    g = run(aircraft.land, free, 0)
    assert (g.state[0].kind, g.state[0].base.z) == ("tank", 0)
    from hexless.games.dropzone.objectives import claims

    assert not claims(g.state[0])
    assert run(aircraft.take_off, g.state, 0).state[0].kind == "aircraft"


def test_a_destroyed_transport_hurts_who_is_inside():
    """dz.transports.destroyed-hits, dz.transports.survivors-disembark: 2 hits of Energy 10 on each."""
    s = table(unit(APC, "blue", 10, 10), [aboard(FOOT, "blue", 0), aboard(FOOT, "blue", 0)])
    # v Armour 7 a 2 is a Critical: 2 + 2 kills one; the other takes nothing from two 1s and gets out
    g = run(losses.destroy, s, 0, answers=((2,), (2, 2), (1, 1), at(10, 12)))
    assert [u.dp for u in g.state.units] == [0, 0, 4]
    assert g.state[2].here
    assert g.state.kills == (0, 60)


def test_a_three_hurts_nobody():
    """dz.transports.destroyed-no-hits"""
    s = table(unit(APC, "blue", 10, 10), aboard(FOOT, "blue", 0))
    g = run(losses.destroy, s, 0, answers=((3,), at(10, 12)))
    assert g.state[1].dp == 4


def test_no_room_is_death():
    """dz.transports.no-room"""
    s = table(unit(LIFTER, "blue", 11, 11), aboard(APC, "blue", 0), features=(HOUSE,))
    g = run(losses.destroy, s, 0, answers=((3,),))  # over the house
    assert not g.state[1].alive


def test_cascades():
    """dz.transports.destroyed-hits: a transport destroyed inside another rolls again for its own cargo."""
    s = table(unit(LIFTER, "blue", 20, 20, flying=False), aboard(APC, "blue", 0), aboard(FOOT, "blue", 1))
    assert outermost(s, 2) == 0
    # the lifter on the ground: 1 hit kills the APC (2 DP, a Critical); its own roll is a 3; the infantry gets out
    g = run(losses.destroy, s, 0, answers=((1,), (6,), (3,), at(20, 22)))
    assert [u.alive for u in g.state.units] == [False, False, True]
    assert g.state[2].here


def test_a_crash_hits_everything_near():
    """dz.aircraft.crash-hits: 2 inches and 2 hits of Energy 10, on the cargo, the scenery and aircraft above too."""
    tank, high = unit(profile(), "red", 20, 22), unit(LIFTER, "red", 20, 21)
    far = unit(profile(), "red", 20, 22.1 + 1.5)
    s = table(
        unit(LIFTER, "blue", 20, 20), tank, far, high, features=(feature("hut", "small-building", 21, 19, 25, 23),)
    )
    ruled = s.with_(rulings=type(s.rulings)(crash_hits_aircraft=False))
    g = run(losses.destroy, ruled, 0, answers=((2,), (1, 2), (1, 2)))
    assert [g.state[i].dp for i in (1, 2, 3)] == [0, 2, high.dp]  # 2 + 10 against 10 is a Critical
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (9, 1)
    g = run(losses.destroy, s, 0, answers=((2,), (1, 2), (1, 1), (1, 2)))
    assert [g.state[i].dp for i in (1, 2, 3)] == [0, 2, high.dp]
    g = run(losses.destroy, s, 0, answers=((2,), (1, 2), (2, 1), (3,), (1, 2)))  # it comes down too, without effect
    assert not g.state[3].alive


def test_a_crash_of_three_does_nothing():
    """dz.aircraft.crash-no-effect"""
    s = table(unit(LIFTER, "blue", 20, 20), unit(profile(), "red", 20, 21))
    g = run(losses.destroy, s, 0, answers=((3,),))
    assert g.state[1].dp == 2


def test_small_aircraft_and_landed_ones_do_not_crash():
    """dz.aircraft.small-no-crash"""
    s = table(unit(profile("aircraft", small=True), "blue", 20, 20), unit(profile(), "red", 20, 21))
    assert run(losses.destroy, s, 0).log[-1].kind == "no crash"
    landed = table(unit(LIFTER, "blue", 20, 20, flying=False))
    assert run(losses.destroy, landed, 0).log[-1].kind == "destroyed"


def test_aircraft_stay_where_they_like():
    s = table(unit(LIFTER, "blue", 20, 20), unit(profile(guns=(gun(aa=0),)), "red", 20, 24))
    g = run(moving.move, s, 0, answers=(STAY, False))
    assert g.state[0].moved is None


def test_who_does_not_fly_on_stays_landed():
    """dz.play.landing: up and down again without moving does not go on for ever."""
    s = table(unit(LIFTER, "blue", 20, 20))
    g = run(moving.move, s, 0, answers=(to(20, 24), True, True, STAY, True))
    assert not g.state[0].flying
