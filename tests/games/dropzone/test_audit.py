"""Lines of the sheet at their edges: what an audit found played otherwise, each as a worked example."""

from math import cos, pi, sin

import pytest
from games.dropzone.dropzone_table import STAY, aboard, at, feature, goal, gun, inside, profile, run, table, to, unit

from hexless.games.dropzone import (
    aiming,
    boarding,
    choices,
    deployment,
    entering,
    garrisons,
    leaving,
    losses,
    moving,
    objectives,
    shooting,
    turn,
)
from hexless.games.dropzone.aiming import can_hit, idle
from hexless.games.dropzone.model import Group
from hexless.games.dropzone.places import standing_room
from hexless.games.dropzone.rulings import Rulings
from hexless.kernel import IllegalAnswer, Script, Stream
from hexless.kernel.game import Game
from hexless.moves import Spot
from hexless.ruleset import find
from hexless.table import piece

FOOT, TANK = profile("infantry"), profile()
HOUSE = feature("house", "small-building", 10, 10, 14, 14)
ANNEX = feature("annex", "small-building", 15, 10, 19, 14)
LIFTER = profile("aircraft", carries="vehicle", room=4)
APC = profile(needs="vehicle", carries="foot", room=2)
AROUND = [(cos(2 * pi * k / 64), sin(2 * pi * k / 64)) for k in range(64)]


def armed(mf, **more):
    return profile("infantry", guns=(gun(mf=mf, full=20, countered=20),), **more)


def room(u, edge=-1):
    spots = {-1: (12, 12), 0: (12, 10), 1: (14, 12), 2: (12, 14), 3: (10, 12)}
    return inside(u, 0, edge, spots[edge])


# ---- 1. move and fire


@pytest.mark.parametrize(("mf", "free"), [(0, False), (1, False), (2, True), (-1, True)])
def test_leaving_a_garrison_after_shooting(mf, free):
    """dz.shooting.move-and-fire: leaving counts for 2 inches, also after the shots."""
    s = table(room(unit(armed(mf), "blue", 12, 10, fired=(0,)), 0), features=(HOUSE,))
    if free:
        assert run(moving.move, s, 0, answers=("leave", at(12, 8))).state[0].here
    else:
        assert run(moving.move, s, 0, answers=(1,)).state[0].piece == 0  # only to another edge, which it is asked for


@pytest.mark.parametrize(("mf", "shoots"), [(0, False), (1, False), (2, True)])
def test_shooting_after_leaving(mf, shoots):
    """dz.shooting.move-and-fire, dz.garrisons.outnumbered-exit-fail: a failed exit is an exit all the same."""
    s = table(room(unit(armed(mf), "blue", 12, 10), 0), features=(HOUSE,))
    out = run(moving.move, s, 0, answers=("leave", at(12, 8))).state
    assert (idle(out, 0, 0) is None) is shoots
    crowd = table(room(unit(armed(mf), "blue", 12, 10), 0), room(unit(FOOT, "red", 12, 12)),
                  room(unit(FOOT, "red", 12, 12)), features=(HOUSE,))  # fmt: skip
    ran = run(leaving.leave, crowd, 0, 0, answers=((3,), at(12, 8))).state
    assert ran[0].here
    assert (idle(ran, 0, 0) is None) is shoots


def test_entering_without_walking_is_a_move():
    """dz.shooting.move-and-fire: it has moved as far as the entrance was."""
    s = table(unit(armed(1), "blue", 12, 8.5), features=(HOUSE,))
    g = run(moving.move, s, 0, answers=(STAY, 0, 0))
    assert g.state[0].moved == 1500
    assert idle(g.state, 0, 0)[1] == "dz.shooting.move-and-fire"
    still = run(moving.move, table(unit(armed(0), "blue", 12, 9.4), features=(HOUSE,)), 0, answers=(STAY, 0, 0)).state
    assert idle(still, 0, 0)[1] == "dz.shooting.move-and-fire"
    assert idle(run(moving.move, table(unit(armed(2), "blue", 12, 8.5), features=(HOUSE,)), 0,
                    answers=(STAY, 0, 0)).state, 0, 0) is None  # fmt: skip


def test_entering_after_shooting():
    """dz.shooting.move-and-fire: only as far as the weapons that have shot allow."""
    for y, mf, doors in ((8.5, 1, []), (9.1, 1, [0]), (8.5, 2, [0]), (8.5, 0, [])):
        s = table(unit(armed(mf), "blue", 12, y, fired=(0,)), features=(HOUSE,))
        assert entering.enterable(s, 0) == doors


def test_a_link_is_a_move():
    """dz.shooting.move-and-fire: through a linked garrison before and after shooting."""
    s = table(room(unit(armed(1), "blue", 12, 10), 0), features=(HOUSE, ANNEX), links=((0, 1),))
    through = run(moving.move, s, 0, answers=("into 1", 0)).state
    assert through[0].piece == 1
    assert idle(through, 0, 0)[1] == "dz.shooting.move-and-fire"
    shot = s.change(0, fired=(0,))
    assert run(moving.move, shot, 0, answers=(2,)).state[0].piece == 0  # no way but to another edge


def test_shifting_edges_is_none():
    """dz.garrisons.stationary-for-move-and-fire"""
    s = table(room(unit(armed(0), "blue", 12, 10), 0), features=(HOUSE,))
    assert idle(run(moving.move, s, 0, answers=("edges", 2)).state, 0, 0) is None


@pytest.mark.parametrize(("fired", "mf", "far"), [((), 6, 8), ((0,), 6, 6), ((0,), 7, 7), ((0,), 8, 8), ((0,), -1, 8)])
def test_no_road_leads_further_than_move_and_fire(fired, mf, far):
    """dz.shooting.move-and-fire, dz.unit-types.exceptional-ground: MV 6 and the 2 inches of a road."""
    road = feature("road", "road", 8, 0, 12, 48, height=0)
    s = table(unit(profile(guns=(gun(mf=mf),)), "blue", 10, 10, fired=fired), features=(road,))
    assert run(moving.move, s, 0, answers=(to(10, 10 + far),)).state[0].moved == far * 1000
    with pytest.raises(IllegalAnswer):
        run(moving.move, s, 0, answers=(to(10, 10.1 + far),))


# ---- 2. the end


@pytest.mark.parametrize("ruled", ["play on", "ends"])
def test_the_last_enemy_unit(ruled):
    """dz.play.victory: the survivors go on scoring as the scenario says; by a ruling the game is over."""
    s = table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 30, 30, dp=0), phase="after", rulings={"last_unit": ruled})
    g = run(turn.step, s)
    assert (g.state.over is None) is (ruled == "play on")
    nobody = s.change(0, dp=0)
    assert run(turn.step, nobody).state.over is not None


def test_a_whole_round_without_enemies():
    """dz.play.victory: nobody is asked for the dead, and the last round ends the game."""
    prize = goal("prize", 10, 12)
    s = table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 30, 30, dp=0), phase="initiation", round=6, rounds=6,
              objectives=(prize,), goal="static", group=None)  # fmt: skip
    g = run(turn.step, s)  # no dice, and no question
    assert g.state.first == "blue"
    while g.state.over is None:
        asked = {"groups": (), "squads": (), "actions": (STAY,) if not g.state.active else ()}
        g = run(turn.step, g.state, answers=asked.get(g.state.phase, ()))
    assert g.state.over.winner == "blue"
    assert g.state.objectives[0].owner == "blue"


# ---- 3. objectives


def test_an_objective_lies_where_the_transport_was():
    """dz.play.objectives-mobile: also if the first unit of the squad fell elsewhere, long before."""
    prize = goal("prize", 0, 0, mobile=True, owner="blue", carrier=1)
    dead = unit(FOOT, "blue", -500, -500, dp=0, placed=False)
    s = table(unit(APC, "blue", 20, 20), [dead, aboard(FOOT, "blue", 0)], flags={1: {"carries": 0}},
              objectives=(prize,))  # fmt: skip
    g = run(losses.destroy, s, 2)
    assert (g.state.objectives[0].x, g.state.objectives[0].y) == (20000, 20000)
    assert [event.kind for event in g.log if "objective" in event.data] == ["dropped by the dead"]


def test_any_unit_of_the_carriers_brings_it_home():
    """dz.play.targets-of-opportunity: a squad in two aircraft, of which the second is at the edge."""
    prize = goal("prize", 0, 0, mobile=True, owner="blue", carrier=1)
    cargo = profile(needs="vehicle")
    lifters = [unit(LIFTER, "blue", 10, 10), unit(LIFTER, "blue", 14, 1.8)]
    s = table(lifters, [aboard(cargo, "blue", 0), aboard(cargo, "blue", 1)], flags={1: {"carries": 0}},
              objectives=(prize,))  # fmt: skip
    g = run(objectives.taken_home, s, 1)
    assert g.state.vp == (2, 0)
    assert [u.placed for u in g.state.units] == [False] * 4
    far = s.change(1, base=s[1].base.at(14000, 2000))
    assert run(objectives.taken_home, far, 1).state.vp == (0, 0)


# ---- 4. see test_scenery: flames


@pytest.mark.parametrize(("small", "name", "traits"), [(True, "ruins", ("tough",)), (False, "gone", ())])
def test_small_scenery(small, name, traits):
    """dz.scenery.destroyed-becomes-tough: a barricade collapses, or by a ruling is removed without a roll."""
    wall = feature("wall", "barricade", 10, 10, 14, 11, height=1)
    s = table(unit(TANK, "red", 12, 12), features=(wall,), rulings={"small_scenery_collapse": small})
    g = run(losses.damaged, s, 0, 5, answers=((1,), (1,)) if small else ())
    assert (g.state.terrain.pieces[0].name, g.state.terrain.pieces[0].traits) == (f"wall ({name})", traits)


# ---- 5. transports


def test_nobody_embarks_after_shooting():
    """dz.play.transport-shooting: neither before nor after."""
    s = table(unit(APC, "blue", 10, 10), unit(FOOT, "blue", 10, 11.5))
    assert boarding.rides(s, 1) == [0]
    shot = s.with_(squads=(s.squads[0], s.squads[1].with_(actions=("shoot",))))
    assert boarding.rides(shot, 1) == []


def test_the_free_exchange_is_for_everybody_and_once():
    """dz.play.aerial-transport: both squads get out; it lands again, and nobody is asked once more."""
    s = table(unit(LIFTER, "blue", 10, 10), aboard(APC, "blue", 0), aboard(profile(needs="vehicle"), "blue", 0))
    path = (to(10, 13), True, "out", at(10, 15), at(10, 11), True, to(13, 13), True, False)
    g = run(moving.move, s, 0, answers=path)
    assert [g.state[i].here for i in (1, 2)] == [True, True]
    assert g.state[0].exchanged
    assert not run(turn.end_round, g.state).state[0].exchanged
    other = unit(profile(needs="vehicle"), "blue", 10, 11)
    waits = table(unit(LIFTER, "blue", 10, 10), unit(APC, "blue", 10, 15), other)
    g = run(moving.move, waits, 0, answers=(to(10, 13), True, "in", 1, 2, True, to(10, 14), False))
    assert [g.state[i].aboard for i in (1, 2)] == [0, 0]


# ---- 6. squads torn apart


def torn(**lifter):
    """A squad of two tanks: the first on the table, the second still in the air."""
    cargo = profile(needs="vehicle")
    mine = [unit(cargo, "blue", 10, 10), aboard(cargo, "blue", 2)]
    return table(mine, unit(LIFTER, "blue", 20, 20, **lifter), unit(TANK, "red", 40, 40))


def test_half_a_squad_moves_and_the_other_half_comes_on_once():
    """dz.play.disembark: who is aboard stays there, and never comes on from the edge."""
    s = torn()
    assert choices.can_move(s, 0)
    g = run(moving.move, s, 0, answers=(to(10, 15),))
    assert g.state[0].base.y == 15000
    assert (g.state[1].aboard, g.state[1].placed) == (2, False)
    landed = torn(flying=False)
    g = run(moving.move, landed, 0, answers=(True, at(20, 22), to(10, 15), to(20, 24)))
    assert g.state[1].here
    assert g.state[1].base.y == 24000
    other = torn(flying=False)
    swapped = other.with_(squads=(other.squads[0].with_(units=(1, 0)), *other.squads[1:]))
    assert run(moving.move, swapped, 0, answers=(False, to(10, 15))).state[1].aboard == 2


# ---- 7. crashes and collapses


def test_cargo_of_a_small_aircraft():
    """dz.transports.destroyed-hits, dz.aircraft.small-no-crash: no crash, but 1D3 for who is inside."""
    hopper = profile("aircraft", small=True, carries="foot", room=2)
    s = table(unit(hopper, "blue", 20, 20), aboard(FOOT, "blue", 0), unit(TANK, "red", 20, 21))
    g = run(losses.destroy, s, 0, answers=((2,), (1, 2), at(20, 18.5)))
    assert (g.state[1].dp, g.state[1].here, g.state[2].dp) == (2, True, 2)


@pytest.mark.parametrize(("x", "y"), AROUND)
def test_a_crash_reaches_infantry_at_an_edge(x, y):
    """dz.aircraft.crash-hits: a house whose near edge is 1.5 inches away, in 64 directions."""
    corners = [(1.5, -2), (5.5, -2), (5.5, 2), (1.5, 2)]
    outline = [(round(24000 + 1000 * (a * x - b * y)), round(24000 + 1000 * (a * y + b * x))) for a, b in corners]
    walls = piece("house", outline, height=3000, traits=HOUSE[1].traits)
    edge = next(e for e in range(4) if _nearest(walls, e))
    foe = unit(FOOT, "red", 24, 24).with_(piece=0, edge=edge)
    s = table(unit(LIFTER, "blue", 24, 24), foe, features=(("small-building", walls),))
    g = run(losses.destroy, s, 0, answers=((2,), (2, 1), (1, 1)))
    assert g.state[1].dp == 2
    g = run(losses.destroy, s, 0, answers=((1,),))  # 1 inch does not reach it
    assert g.state[1].dp == 4


def _nearest(walls, edge):
    a, b = walls.outline[edge], walls.outline[(edge + 1) % 4]
    middle = ((a.x + b.x) / 2 - 24000) ** 2 + ((a.y + b.y) / 2 - 24000) ** 2
    return abs(middle**0.5 - 1500) < 5


def test_a_collapse_reaches_neighbours_and_aircraft_above():
    """dz.scenery.collapse-hits: infantry at the edge of the house beside it, and whoever flies over it."""
    near = inside(unit(FOOT, "red", 15, 12), 1, 3, (15, 12))
    far = inside(unit(FOOT, "red", 19, 12), 1, 1, (19, 12))
    s = table(near, far, unit(LIFTER, "red", 12, 12), features=(HOUSE, ANNEX))
    g = run(losses.damaged, s, 0, 10, answers=((1,), (2,), (1,)))
    assert [u.dp for u in g.state.units] == [2, 4, 2]
    ruled = s.with_(rulings=Rulings(crash_hits_aircraft=False))
    run(losses.damaged, ruled, 0, 10, answers=((1,), (2,)))


# ---- 8. Accuracy of Close Quarters weapons


@pytest.mark.parametrize(
    ("accuracy", "ruled", "rolls"), [(4, "automatic", True), (0, "automatic", False), (0, "rolled", True),
                                     (-1, "rolled", False), (-1, "automatic", False)]
)  # fmt: skip
def test_close_quarters_weapons_with_an_accuracy(accuracy, ruled, rolls):
    """dz.garrisons.automatic-hit: a dash or 0 hits by itself, an Accuracy rolls; a 0 rolls by a ruling."""
    blades = gun(name="blades", shots=2, accuracy=accuracy, energy=3, close=True)
    s = table(room(unit(profile("infantry", guns=(blades,)), "blue", 12, 12)), room(unit(FOOT, "red", 12, 12)),
              features=(HOUSE,), rulings={"accuracy_zero": ruled})  # fmt: skip
    answers = ((1, 6), (4,)) if rolls else ((4, 1),)
    assert run(shooting.shoot, s, 0, answers=(1, *answers)).state[1].dp == 3


# ---- 9. running


def test_the_opponent_says_who_falls_on_the_way_out():
    """dz.garrisons.outnumbered-exit-fail: two points, on whom the enemy likes, and no bargain to fail by 1."""
    mine = [room(unit(FOOT, "blue", 12, 12)), room(unit(FOOT, "blue", 12, 12, dp=3))]
    foes = [room(unit(FOOT, "red", 12, 12)) for _ in range(2)]
    s = table(mine, *foes, features=(HOUSE,), rulings={"fail_on_purpose": True})
    script = Script((2,), 0, 0, at(12, 8), at(13, 8))
    g = Game(s, script)
    leaving.leave(g, 0, 0)
    script.done()
    assert [u.dp for u in g.state.units[:2]] == [2, 3]
    assert [getattr(request, "seat", "dice") for request, _ in script.made][:3] == ["dice", "red", "red"]


def test_failing_on_purpose_is_a_ruling():
    """dz.fortitude.test"""
    weak = room(unit(FOOT, "red", 12, 12, dp=1))
    s = table(room(unit(FOOT, "blue", 12, 12)), weak, features=(HOUSE,), flags={1: {"hurt": True}}, phase="after")
    assert run(leaving.check, s, 1, answers=((6,),)).state[1].piece == 0
    ruled = s.with_(rulings=Rulings(fail_on_purpose=True))
    assert run(leaving.check, ruled, 1, answers=(True, at(12, 8))).state[1].here


# ---- 10. tokens, ranges, sight


@pytest.mark.parametrize(("ruled", "tokens"), [("any", 0), ("shooting", 1)])
def test_tokens_of_a_crash_burn_at_once(ruled, tokens):
    """dz.collateral.occupied-resolve-all: whoever placed them; by a ruling only those of a Shooting action."""
    s = table(unit(LIFTER, "blue", 12, 8.5), room(unit(FOOT, "red", 12, 12)), features=(HOUSE,),
              rulings={"collateral_at_once": ruled})  # fmt: skip
    burns = ((1,), (1,)) if ruled == "any" else ()
    g = run(losses.destroy, s, 0, answers=((2,), (1, 2), *burns))
    assert g.state.scenery[0].tokens == tokens


@pytest.mark.parametrize(("x", "y"), AROUND)
def test_range_and_arc_to_scenery_are_measured_to_its_centre(x, y):
    """dz.shooting.range, dz.shooting.arc: a piece whose centre is 8 inches away, straight ahead, in 64 directions."""
    outline = [(24000 + round(8000 * x) + dx, 24000 + round(8000 * y) + dy) for dx, dy in
               ((-2000, -2000), (2000, -2000), (2000, 2000), (-2000, 2000))]  # fmt: skip
    house = ("small-building", piece("house", outline, height=3000, traits=HOUSE[1].traits))
    ahead, aside = (round(1000 * x), round(1000 * y)), (round(-1000 * y), round(1000 * x))
    s = table(unit(TANK, "blue", 24, 24, facing=ahead), features=(house,))
    assert aiming.pieces_for(s, 0, gun(full=9, arc=("F",))) == [0]
    assert aiming.pieces_for(s, 0, gun(full=7, arc=("F",))) == []
    turned = table(unit(TANK, "blue", 24, 24, facing=aside), features=(house,))
    assert aiming.pieces_for(turned, 0, gun(full=9, arc=("F",))) == []


def test_scenery_in_contact_is_in_range():
    """dz.shooting.contact-in-range"""
    s = table(unit(TANK, "blue", 12, 9.3), features=(HOUSE,))
    assert aiming.pieces_for(s, 0, gun(full=1)) == [0]
    assert aiming.pieces_for(table(unit(TANK, "blue", 12, 9.2), features=(HOUSE,)), 0, gun(full=1)) == []


def test_who_can_be_shot_at_an_edge_can_shoot_back():
    """dz.garrisons.edge-shoots-out, dz.garrisons.edge-shot-at: a wall hides all but one end of the edge."""
    mine = room(unit(profile("infantry", guns=(gun(full=-1, countered=-1),)), "blue", 12, 10), 0)
    for end, wall in ((14, (0, 13.6)), (10, (10.4, 30))):
        crag = feature("crag", "crag", wall[0], 6, wall[1], 7, height=9)
        s = table(mine, unit(profile(guns=(gun(full=-1, countered=-1),)), "red", end, 4), features=(HOUSE, crag))
        assert can_hit(s, 1, s[1].profile.guns[0], 0)
        assert can_hit(s, 0, s[0].profile.guns[0], 1)


@pytest.mark.parametrize(("x", "y"), AROUND)
def test_sight_between_an_edge_and_the_open_is_mutual(x, y):
    """dz.play.line-of-sight: past a crag, from 64 sides of a house, for every edge."""
    crag = feature("crag", "crag", 11, 7, 13, 8, height=2)
    foe = unit(profile(guns=(gun(full=-1, countered=-1),)), "red", 12 + 9 * x, 12 + 9 * y)
    for edge in range(4):
        mine = room(unit(profile("infantry", guns=(gun(full=-1, countered=-1),)), "blue", 12, 12), edge)
        s = table(mine, foe, features=(HOUSE, crag))
        assert not can_hit(s, 1, gun(full=-1), 0) or can_hit(s, 0, gun(full=-1), 1)


def test_towers_see_over_sheds():
    """dz.play.line-of-sight: from under the roof of a tower over a shed, both ways; not from a hut."""
    shed = feature("shed", "crag", 4, 6, 20, 7, height=2)
    for height, sees in ((8, True), (1, False)):
        tower = feature("tower", "small-building", 10, 10, 14, 14, height=height)
        s = table(room(unit(FOOT, "blue", 12, 10), 0), unit(TANK, "red", 12, 2), features=(tower, shed))
        assert can_hit(s, 0, gun(full=-1), 1) is sees
        assert can_hit(s, 1, gun(full=-1), 0) is sees


# ---- 11. activations, volleys, falls


def test_nobody_to_act_is_no_activation():
    """dz.play.activation: a battlegroup whose only squad is aboard an aircraft of another is not activated."""
    cargo = profile(needs="vehicle", guns=())
    s = table(unit(LIFTER, "blue", 20, 20), aboard(cargo, "blue", 0), unit(TANK, "red", 40, 40),
              flags={1: {"group": 2}}, phase="groups", group=None)  # fmt: skip
    s = s.with_(groups=(*s.groups, Group(name="cargo", side="blue", category="Armour", status="table")))
    assert [turn.able(s, k) for k in range(3)] == [True, True, False]


def test_reduced_weapons_keep_their_shots_through_a_volley():
    """dz.play.weapon-reduced: the shooter is hurt by the crash of its first target, and still has all 4 Shots."""
    two = profile(guns=(gun(aa=0), gun(name="rifles", shots=4, reduced=1)), dp=4)
    s = table(unit(two, "blue", 10, 10), unit(profile("aircraft", armour=7, dp=1), "red", 10, 11),
              unit(TANK, "red", 10, 16))  # fmt: skip
    # 3 hits, 3 destroys it; its crash on a 1 hurts the shooter; then four dice all the same
    g = run(shooting.shoot, s, 0, answers=(1, 2, "shots", (3,), (3,), (1,), (2,), (1, 1, 1, 1)))
    assert g.state[0].dp == 2


def test_who_stood_on_what_collapses_stands_on_the_ground():
    """dz.scenery.destroyed-becomes-tough: a skimmer on a low wall, and an aircraft over a tower."""
    wall = feature("wall", "barricade", 8, 8, 16, 16, height=2)
    s = table(unit(profile("skimmer"), "red", 12, 12, z=2000), features=(wall,))
    g = run(losses.damaged, s, 0, 5, answers=((1,), (1,)))
    assert g.state[0].base.z == 0
    tower = feature("tower", "small-building", 10, 10, 14, 14, height=8)
    high = unit(LIFTER, "red", 12, 12)
    s = table(high.with_(base=high.base.at(12000, 12000, 8500)), features=(tower,))
    assert run(losses.damaged, s, 0, 10, answers=((1,), (1,))).state[0].base.z == 2500


# ---- 12. words


def test_dodge_is_not_called_passive_countermeasures():
    quick = profile("infantry", dodge=4, passive=5)
    s = table(room(unit(FOOT, "blue", 12, 12)), room(unit(quick, "red", 12, 12)), features=(HOUSE,))
    script = Script((4, 4, 1, 1, 1), (1, 1), (1, 4))
    garrisons.assault(Game(s, script), 0, 1, 1, 5)
    assert [request.why for request, _ in script.made] == ["damage", "passive countermeasures", "dodge"]


# ---- deployment and room


def test_the_player_says_which_squad_goes_down_next():
    """dz.play.deployment"""
    three = [unit(TANK, "blue", -500, -500, placed=False) for _ in range(3)]
    s = table(*three, unit(TANK, "red", 30, 30), phase="deploy", queue=(0, 1, 2), group=None)
    g = run(deployment.deploy, s, answers=(2, at(10, 4)))
    assert g.state[2].placed
    assert g.state.queue == (0, 1)
    boss = profile(category="Command")
    pair = [unit(boss, "blue", -500, -500, placed=False, cv=2), unit(boss, "blue", -500, -500, placed=False)]
    g = run(deployment.deploy, table(pair, phase="deploy", queue=(0,), group=None), answers=(1, at(10, 4), at(12, 4)))
    assert [u.base.x for u in g.state.units] == [12000, 10000]


def crowded(stream, n):
    """A wreck at (24, 24), and tanks thrown about it that leave little room."""
    spots = []
    while len(spots) < n:
        x, y = stream.between(21500, 26500), stream.between(21500, 26500)
        if all((x - a) ** 2 + (y - b) ** 2 >= 1300**2 for a, b in spots):
            spots.append((x, y))
        elif not stream.below(250):
            break
    return table(aboard(FOOT, "blue", 0), *(unit(TANK, "red", x / 1000, y / 1000) for x, y in spots))


def test_room_is_found_where_a_sweep_finds_it():
    """dz.transports.no-room: in 40 dense crowds, "no room" where no place of a fine grid is free, and only there."""
    verdicts = []
    for k in range(40):
        s = crowded(Stream(k, "crowd"), 30)
        where = standing_room(s, 0, [], anchor=(24000, 24000), reach=2000, rule="dz.transports.survivors-disembark")
        free = any(where.check(Spot(24000 + dx, 24000 + dy)) is None for dx in range(-2000, 2001, 40)
                   for dy in range(-2000, 2001, 40))  # fmt: skip
        assert where.room >= free
        assert not where.room or where.check(where.suggest(1)[0]) is None
        verdicts.append(where.room)
    assert 0 < sum(verdicts) < 40


@pytest.mark.parametrize(("x", "y"), AROUND)
def test_the_only_gap_is_found_in_every_direction(x, y):
    """dz.transports.no-room: a ring of tanks round a wreck with one gap for an infantry base, in 64 directions."""
    ring = [unit(TANK, "red", 24, 24)]
    for degrees in (40, 95, 150, 210, 265, 320):
        a, b = 1.5 * cos(degrees * pi / 180), 1.5 * sin(degrees * pi / 180)
        ring.append(unit(TANK, "red", 24 + a * x - b * y, 24 + a * y + b * x))
    s = table(aboard(FOOT, "blue", 0), *ring)
    where = standing_room(s, 0, [], anchor=(24000, 24000), reach=2000, rule="dz.transports.survivors-disembark")
    assert where.room
    assert where.check(where.suggest(1)[0]) is None


def test_actions_of_half_a_squad_are_offered():
    assert "move" in choices.kinds(torn(), 0)
    assert find("dropzone").revision == 4
