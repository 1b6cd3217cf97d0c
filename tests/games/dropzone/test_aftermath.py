"""What follows: tokens of a crash in a volley, chains of crashes, squads torn apart, the last one left."""

import pytest
from games.dropzone import dropzone_table as made
from games.dropzone.dropzone_table import STAY, aboard, at, feature, gun, inside, profile, run, table, unit

from hexless.games.dropzone import boarding, drop, leaving, losses, moving, objectives, shooting, turn
from hexless.games.dropzone.accuracy import close_accuracy
from hexless.games.dropzone.aiming import can_hit
from hexless.kernel import Script
from hexless.kernel.game import Game

FOOT, TANK = profile("infantry"), profile()
HOUSE = feature("house", "small-building", 10, 10, 14, 14)
LIFTER = profile("aircraft", carries="vehicle", room=4)
FLAK = profile(guns=(gun(aa=0, energy=12), gun(name="cannon", full=20)))


def room(u, edge=-1):
    return inside(u, 0, edge, (12, 12))


def volley_over_a_house(**more):
    """Flak, an aircraft beside an occupied house, and a cannon for the house."""
    target, foot = unit(profile("aircraft", dp=1), "red", 12, 9), room(unit(FOOT, "red", 12, 12))
    return table(unit(FLAK, "blue", 12, 4), target, foot, features=(HOUSE,), **more)


# ---- tokens


def test_tokens_of_a_crash_in_a_volley_burn_once():
    """dz.garrisons.immediate-collateral: the crash's token is resolved and stays; it does not burn again."""
    s = volley_over_a_house()
    # shot down; the crash is a 1; its hit on the house a Critical; the token damages the house, and nobody inside
    g = run(shooting.shoot, s, 0, answers=(1, None, (6,), (6,), (1,), (6,), (6,), (1,)))
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (8, 1)


def test_tokens_after_a_crash_in_a_volley_burn_as_well():
    """dz.garrisons.immediate-collateral: the crash burns two tokens down, then the cannon leaves a new one."""
    s = volley_over_a_house()
    s = s.with_(scenery=(s.scenery[0].with_(tokens=2),))
    crash = ((6,), (6,), (1,), (6,), (1, 1, 1), (1, 1, 1))  # three tokens fail, and are removed
    g = run(shooting.shoot, s, 0, answers=(1, "scenery", *crash, (2,), (6,), (6,), (1,)))
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (7, 1)


def test_tokens_of_a_crash_wait_by_the_ruling():
    """dz.collateral.occupied-resolve-all: "shooting" leaves those of a crash for Round Up, but not the cannon's."""
    s = volley_over_a_house(rulings={"collateral_at_once": "shooting"})
    g = run(shooting.shoot, s, 0, answers=(1, None, (6,), (6,), (1,), (6,)))
    assert (g.state.scenery[0].tokens, g.state.scenery[0].fresh) == (1, False)
    g = run(shooting.shoot, s, 0, answers=(1, "scenery", (6,), (6,), (1,), (6,), (2,), (6,), (1, 1), (1, 1)))
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (8, 0)


# ---- crashes


def test_who_died_in_one_crash_takes_no_hits_of_another():
    """dz.aircraft.crash-hits: two aircraft come down on one tank; the log does not speak of the dead."""
    thin = profile("aircraft", dp=1, armour=8)
    s = table(unit(thin, "blue", 20, 20), unit(thin, "red", 20, 20.5), unit(profile(dp=1, armour=8), "red", 20, 21))
    g = run(losses.destroy, s, 0, answers=((1,), (6,), (1,), (6,)))
    assert [event.data["unit"] for event in g.log if event.kind == "hits"] == [1, 2]


@pytest.mark.parametrize(("ruled", "left"), [(True, 3), (False, 2)])
def test_body_cover_against_a_crash_follows_the_ruling(ruled, left):
    """dz.damage.body-cover, dz.damage.critical: 2 + 10 against 10 in cover."""
    tough = profile("infantry", armour=10)
    s = table(unit(profile("aircraft"), "blue", 12, 9), inside(unit(tough, "red", 12, 10), 0, 0, (12, 10)),
              features=(HOUSE,), rulings={"body_cover_critical": ruled})  # fmt: skip
    assert run(losses.destroy, s, 0, answers=((1,), (2,), (1,))).state[1].dp == left


def test_the_dead_do_not_shoot_in_the_log():
    """dz.shooting.allocate-first: the crash of its first target kills the shooter; its other shots were fired."""
    two = profile(guns=(gun(aa=0), gun(name="rifles"), gun(name="cannon")), dp=1)
    s = table(unit(two, "blue", 10, 10), unit(profile("aircraft", armour=7, dp=1), "red", 10, 11),
              unit(TANK, "red", 10, 16), features=(feature("house", "small-building", 20, 8, 22, 12),))  # fmt: skip
    g = run(shooting.shoot, s, 0, answers=(1, 2, "scenery", (3,), (3,), (1,), (6,), (1,), (1,)))
    told = [event.kind for event in g.log if event.data.get("unit") == 0]
    assert told == ["shoots", "hits", "damaged", "destroyed", "had shot", "had shot scenery"]


# ---- transports


@pytest.mark.parametrize(("y", "points"), [(1.8, 2), (2.0, 0)])
def test_an_aircraft_brings_its_passengers_home(y, points):
    """dz.play.targets-of-opportunity: they have no action of their own up there; also inside what it carries."""
    prize = made.goal("prize", 0, 0, mobile=True, owner="blue", carrier=2)
    apc = profile(needs="vehicle", carries="foot", room=2)
    s = table(unit(LIFTER, "blue", 14, y), aboard(apc, "blue", 0), aboard(FOOT, "blue", 1), unit(TANK, "red", 30, 30),
              flags={2: {"carries": 0}}, objectives=(prize,), squad=0)  # fmt: skip
    g = run(turn.next_action, s.with_(squads=(s.squads[0].with_(actions=("move", "shoot")), *s.squads[1:])))
    assert g.state.vp == (points, 0)
    assert g.state[0].placed is not bool(points)


def test_who_is_on_the_table_is_not_drawn_into_a_garrison():
    """dz.play.unit-rapid-insertion: half of a torn squad gets out beside the house, the other half stays."""
    rope = profile("infantry", insertion=4)
    s = table([aboard(rope, "blue", 2), unit(rope, "blue", 30, 30)],
              unit(profile("aircraft", carries="foot", room=4), "blue", 12, 8.6), features=(HOUSE,))  # fmt: skip
    g = run(moving.move, s, 0, answers=(True, at(12, 8), STAY, STAY))
    assert [u.piece for u in g.state.units] == [None] * 3
    assert g.state[1].base.x == 30000
    whole = table(aboard(rope, "blue", 1), s[2], features=(HOUSE,))
    assert run(moving.move, whole, 0, answers=(0, 0)).state[0].piece == 0


@pytest.mark.parametrize("x", [21.7, 22.0, 24.9])
def test_skimmers_get_out_onto_low_scenery(x):
    """dz.unit-types.impassable-skimmers: on top of it, not inside; out of a landed aircraft or a wreck."""
    skimmer, low = profile("skimmer", needs="vehicle"), feature("low", "crag", 20.9, 18, 26, 23, height=2)
    s = table(unit(LIFTER, "blue", x - 1.9, 20, flying=False), aboard(skimmer, "blue", 0), features=(low,))
    s = s.change(0, base=s[0].base.at(round(1000 * x) - 1900, 20000))
    assert run(moving.move, s, 1, answers=(at(x, 20), STAY)).state[1].base.z == 2000
    assert run(losses.destroy, s, 0, answers=((3,), at(x, 20))).state[1].base.z == 2000


def test_skimmers_pushed_aside_stand_on_what_is_there():
    """dz.play.behemoth-drop: a Behemoth comes down beside a low wall."""
    skimmer, low = profile("skimmer"), feature("low", "crag", 18, 8, 30, 30, height=2)
    s = table(unit(profile("behemoth"), "red", 20, 20), unit(skimmer, "blue", 20.1, 20), features=(low,))
    assert run(drop.push, s, 1).state[1].base.z == 2000


def test_nobody_embarks_after_reaction_fire():
    """dz.play.transport-shooting: it has shot this round."""
    s = table(unit(profile(carries="foot", room=3), "blue", 10, 10), unit(FOOT, "blue", 10, 11.5))
    assert boarding.rides(s, 1) == [0]
    assert boarding.rides(s.change(1, fired=(0,)), 1) == []


@pytest.mark.parametrize("kind", ["aircraft", "tank"])
def test_survivors_of_a_crash_came_by_air(kind):
    """dz.play.transport-shooting: their AA weapons do not shoot at aircraft this round; those out of an APC do."""
    flak = profile("infantry", guns=(gun(aa=0),))
    s = table(unit(profile(kind, carries="foot", room=2), "blue", 20, 20), aboard(flak, "blue", 0),
              unit(profile("aircraft"), "red", 20, 26))  # fmt: skip
    g = run(losses.destroy, s, 0, answers=((3,), at(20, 21)))
    assert can_hit(g.state, 1, gun(aa=0), 2) is (kind == "tank")


# ---- garrisons


@pytest.mark.parametrize(("disembarked", "need"), [(False, 4), (True, 6)])
def test_close_quarters_with_an_accuracy_is_modified(disembarked, need):
    """dz.accuracy.disembarked: who comes out of a transport into the fight rolls at +2 too; a dash still hits."""
    blades = gun(name="blades", shots=2, accuracy=4, energy=3, close=True)
    s = table(room(unit(profile("infantry", guns=(blades,)), "blue", 12, 12)), room(unit(FOOT, "red", 12, 12)),
              features=(HOUSE,), flags={0: {"disembarked": disembarked}})  # fmt: skip
    assert close_accuracy(s, 0, blades).value == need
    hits = ((4,),) if not disembarked else ()
    assert run(shooting.shoot, s, 0, answers=(1, (4, 1), *hits)).state[1].dp == 4 - len(hits)
    sure = s.change(0, profile=profile("infantry", guns=(blades.with_(accuracy=-1),)))
    assert run(shooting.shoot, sure, 0, answers=(1, (4, 4))).state[1].dp == 2


def test_an_objective_stays_in_a_garrison_that_nobody_can_leave():
    """dz.play.objectives-mobile: no room outside; what the squad carried lies inside, for whoever is there."""
    banks = ((5, 5, 19, 10), (5, 14, 19, 19), (5, 10, 10, 14), (14, 10, 19, 14))
    moat = [feature(f"moat {k}", "lake", *bank, height=0) for k, bank in enumerate(banks)]
    prize = made.goal("prize", 0, 0, mobile=True, owner="blue", carrier=0)
    s = table(room(unit(FOOT, "blue", 12, 12)), flags={0: {"carries": 0}}, features=(HOUSE, *moat), objectives=(prize,))
    g = run(leaving.leave, s, 0, 0)
    assert not g.state[0].alive
    assert (g.state.objectives[0].piece, g.state.objectives[0].carrier) == (0, None)
    friend = g.state.change(0, dp=4, piece=0)
    assert objectives.reaches(friend, friend[0], 0)


# ---- the last one left


@pytest.mark.parametrize("dead", ["red", "blue"])
def test_nobody_asks_the_dead(dead):
    """dz.play.victory, dz.play.initiative: no initiative against nobody, whoever is left; nor cards."""
    units = [
        unit(TANK, side, 10 if side == "blue" else 30, 10, dp=0 if side == dead else 2) for side in ("blue", "red")
    ]
    s = table(*units, phase="initiation", group=None)
    alive = "blue" if dead == "red" else "red"
    assert run(turn.step, s).state.first == alive
    held = made.with_cards(s, blue=("Secured Uplink",), red=("Secured Uplink",)).with_(phase="tactics")
    script = Script(*[None] * 20)
    g = Game(held, script)
    for _ in range(4):
        turn.step(g)
    assert g.state.phase in ("vanguard", "groups")
    assert {request.seat for request, _ in script.made} == {alive}


def test_scenery_that_is_gone_waits_for_nothing():
    """dz.scenery.destroyed-becomes-tough: its tokens go with it."""
    s = table(unit(TANK, "red", 30, 30), features=(HOUSE,))
    s = s.with_(scenery=(s.scenery[0].with_(tokens=3, fresh=True),))
    at_last = run(losses.damaged, s, 0, 10, answers=((1,),)).state.scenery[0]
    assert (at_last.dp, at_last.tokens, at_last.fresh) == (0, 0, False)
