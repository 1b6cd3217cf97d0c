"""Patrol Angis, table Movement Cost Modifiers: what each cm costs; a Movement Rate of 10 unless said."""

from math import cos, pi, sin

import pytest

from hexless.games.patrol_angis.band import Order, drill, stride
from hexless.games.patrol_angis.march import move
from hexless.kernel import Stream
from hexless.table import Base, piece

TEN = Order(10000)


def cost(pa, *points, pieces=(), friends=(), facing=None, end=None, **fields):
    """What a way from (50, 50) costs in cm."""
    s = pa.battle(pa.element("blue", 50, 50, facing=facing, **fields), *friends, pieces=pieces)
    return stride(s, 0, TEN).cost(pa.to(*points, facing=end)) / 1000


@pytest.mark.parametrize(
    ("trait", "each", "rule"),
    [
        ("hill", 1, "pa.move-cost.open"),
        ("paved", 0.5, "pa.move-cost.paved"),
        ("rough", 2, "pa.move-cost.rough"),
        ("dense", 3, "pa.move-cost.dense"),
    ],
)
def test_each_cm_costs_by_the_ground(pa, trait, each, rule):
    """pa.move-cost.per-cm, pa.move-cost.open, pa.move-cost.paved, pa.move-cost.rough, pa.move-cost.dense:
    3 cm of it.
    """
    field = pa.ground("field", 40, 40, 60, 60, trait)
    assert cost(pa, (50, 53), pieces=[field]) == 3 * each
    s = pa.battle(pa.element("blue", 50, 50), pieces=[field])
    done = pa.run(s, move, 0, TEN, script=[pa.to((50, 53))])
    assert {rule, "pa.move-cost.per-cm"} <= done.fired


def test_each_stretch_pays_for_itself(pa):
    """pa.move-cost.per-cm: 2 cm in the open, 2 on rough, 1 in the open again: 7; and 10 is the limit, exactly."""
    rough = pa.ground("scrub", 52, 40, 54, 60, "rough")
    assert cost(pa, (55, 50), pieces=[rough]) == 7
    s = pa.battle(pa.element("blue", 50, 50), pieces=[rough])
    assert pa.run(s, move, 0, TEN, script=[pa.to((58, 50))]).value == 10000
    refusal = pa.refused(s, move, 0, TEN, script=[pa.to((58.1, 50))])
    assert (refusal.rule, refusal.says) == ("pa.move-cost.per-cm", "that costs 10.1 cm, 0.1 too much")


def test_anti_gravity_floats_over_rough_and_dense_ground(pa):
    """pa.move-cost.rough, pa.move-cost.dense: x1, unless ruled otherwise."""
    wood = pa.ground("wood", 40, 40, 60, 60, "dense")
    s = pa.battle(pa.element("blue", 50, 50, style="anti-grav"), pieces=[wood])
    assert stride(s, 0, TEN).cost(pa.to((50, 53))) == 3000
    ruled = s.with_(rulings=s.rulings.__class__(anti_grav_ignores_rough=False))
    assert stride(ruled, 0, TEN).cost(pa.to((50, 53))) == 9000


def test_climbing_costs_its_height_up_and_down(pa):
    """pa.move-cost.climb: over a wall of 1.5 cm: 4 + 3; onto a roof of 4 cm: 3 + 4."""
    wall = pa.ground("wall", 51, 40, 52, 60, "climb", height=1.5)
    assert cost(pa, (54, 50), pieces=[wall]) == 7
    house = pa.ground("house", 51, 45, 60, 55, "climb", height=4)
    assert cost(pa, (53, 50), pieces=[house]) == 7
    s = pa.battle(pa.element("blue", 50, 50), pieces=[house])
    done = pa.run(s, move, 0, TEN, script=[pa.to((53, 50))])
    assert done.state[0].leader.z == 4000
    assert "pa.move-cost.climb" in done.fired
    assert stride(done.state, 0, TEN).cost(pa.to((50, 50))) == 7000  # and down again


def test_through_friends_costs_one_more(pa):
    """pa.move-cost.through-friends: past the centre of one base of 0.7 the way is blocked for 2.8 cm: 8 + 2.8."""
    friend = pa.element("blue", 54, 50, name="friend")
    assert cost(pa, (58, 50), friends=[friend]) == 10.8
    wood = pa.ground("wood", 40, 40, 70, 60, "dense")
    assert cost(pa, (58, 50), friends=[friend], pieces=[wood]) == 26.8
    two = [friend, pa.element("blue", 55, 50, name="other")]  # overlapping stretches count once: 2.8 + 1
    assert cost(pa, (58, 50), friends=two) == 11.8
    s = pa.battle(pa.element("blue", 50, 50, move=20), friend)
    done = pa.run(s, move, 0, Order(20000), script=[pa.to((58, 50))])
    assert "pa.move-cost.through-friends" in done.fired
    assert "too close to friend" in pa.refused(s, move, 0, Order(20000), script=[pa.to((54.5, 50))]).says


def test_vehicles_pay_for_turning(pa):
    """pa.move-cost.vehicle-turn: straight on 5; a right angle 5 + 2; back 5 + 4; a corner and a last turn 8 + 2 + 2."""
    turn = {"kind": "vehicle", "facing": (0, 1000)}
    assert cost(pa, (50, 55), **turn) == 5
    assert cost(pa, (55, 50), **turn) == 7
    assert cost(pa, (50, 45), **turn) == 9
    assert cost(pa, (50, 54), (54, 54), end=(0, 1000), **turn) == 12
    assert cost(pa, (55, 50), facing=(0, 1000)) == 5  # infantry turns free
    s = pa.battle(pa.element("blue", 50, 50, **turn))
    assert "pa.move-cost.vehicle-turn" in pa.run(s, move, 0, TEN, script=[pa.to((55, 50))]).fired
    on_the_spot = pa.run(s, move, 0, TEN, script=[pa.to(facing=(1000, 0))])
    assert (on_the_spot.state[0].leader.fx, on_the_spot.value) == (1000, None)
    assert pa.refused(s, move, 0, Order(1000), script=[pa.to(facing=(1000, 0))]).rule == "pa.move-cost.vehicle-turn"


def test_impassable_ground_is_not_entered_but_flown_over(pa):
    """pa.move-cost.impassable: Jump Jets cross it and may not land in it."""
    river = pa.ground("river", 0, 52, 120, 56, "impassable")
    s = pa.battle(pa.element("blue", 50, 50), pieces=[river])
    refusal = pa.refused(s, move, 0, TEN, script=[pa.to((50, 58))])
    assert (refusal.rule, refusal.says) == ("pa.move-cost.impassable", "river is in the way")
    jets = Order(20000, jets=True)
    assert pa.at(pa.run(s, move, 0, jets, script=[pa.to((50, 58))]).state, 0) == (50, 58)
    assert pa.refused(s, move, 0, jets, script=[pa.to((50, 54))]).rule == "pa.move-cost.impassable"


def test_one_cm_is_always_possible(pa):
    """pa.move-cost.minimum-one-cm: a quarter of 8 cm is 2, and 1 cm of forest costs 3; but a river stays closed."""
    wood = pa.ground("wood", 40, 40, 60, 60, "dense")
    s = pa.battle(pa.element("blue", 50, 50), pieces=[wood])
    done = pa.run(s, move, 0, Order(2000), script=[pa.to((50, 51))])
    assert done.value == 3000
    assert "pa.move-cost.minimum-one-cm" in done.fired
    assert pa.refused(s, move, 0, Order(2000), script=[pa.to((50, 51.1))]).rule == "pa.move-cost.per-cm"
    river = pa.ground("river", 0, 50.8, 120, 56, "impassable")
    blocked = pa.battle(pa.element("blue", 50, 50), pieces=[river])
    assert pa.refused(blocked, move, 0, Order(0), script=[pa.to((50, 51))]).rule == "pa.move-cost.impassable"


def test_figures_follow_within_5_cm_arranged_or_by_hand(pa):
    """pa.play.cohesion: everybody within 5 cm of the leader; 5.1 cm is refused."""
    s = pa.battle(pa.element("blue", 50, 50, n=3))
    done = pa.run(s, move, 0, TEN, script=[pa.to((50, 58)), "engine"])
    assert [pa.at(done.state, 0, i) for i in range(3)] == [(50, 58), (52, 58), (48, 58)]
    assert "pa.play.cohesion" in done.fired
    hand = pa.run(s, move, 0, TEN, script=[
        pa.to((50, 58)), "hand", {"x": 53000, "y": 57000}, {"x": 47000, "y": 57000},
    ])  # fmt: skip
    assert pa.at(hand.state, 0, 1) == (53, 57)
    far = [pa.to((50, 52)), "hand", {"x": 56500, "y": 52000}]  # 6.5 - 1.4 = 5.1
    assert pa.refused(s, move, 0, TEN, script=far).rule == "pa.play.cohesion"
    tight = pa.battle(pa.element("blue", 50, 50, n=3), rulings={"cohesion_cm": 3})
    assert pa.refused(tight, move, 0, TEN, script=[pa.to((50, 52)), "hand", {"x": 54500, "y": 52000}]).rule


def test_ways_are_drawn_that_are_legal(pa):
    """Whatever a stride samples or proposes, it accepts."""
    wood = pa.ground("wood", 45, 45, 55, 60, "dense")
    wall = pa.ground("wall", 40, 62, 60, 63, "climb", height=1)
    s = pa.battle(pa.element("blue", 50, 50), pa.element("blue", 53, 50), pieces=[wood, wall])
    ground, stream = stride(s, 0, TEN), Stream(0, "ways")
    ways = [ground.sample(stream) for _ in range(50)] + list(ground.suggest(20))
    assert all(ground.check(way) is None for way in ways)
    assert len(set(ways)) > 30


def test_figures_pay_for_climbing_and_for_friends_like_their_leader(pa):
    """pa.move-cost.climb, pa.move-cost.through-friends: 8 cm over a wall of 1 cm are 10, over one of 1.1 cm too much;
    8 cm through a friend are 10.8."""
    start, spot = Base(52000, 50000, radius=700), Base(52000, 58000, radius=700)

    def far(y=58, reach=10000, **more):
        s = pa.battle(pa.element("blue", 50, 50, n=2), *more.pop("friends", ()), **more)
        return drill(s, 0, TEN).blocked(start, spot.at(52000, pa.ticks(y)), reach, ())

    walls = {height: [pa.ground("wall", 40, 53, 60, 54, "climb", height=height)] for height in (1, 1.1)}
    assert far(pieces=walls[1]) == ""
    assert far(pieces=walls[1.1]) == "too_far"
    mate = pa.element("blue", 52, 54, name="mate")
    assert far(friends=[mate]) == "too_far"
    assert far(57.2, friends=[mate]) == ""


@pytest.mark.parametrize("turn", range(64))
def test_walls_that_adjoin_or_overlap_are_climbed_once(pa, turn):
    """pa.move-cost.climb: 4 cm over two walls of 1.5 and 1 cm that overlap: 1.5 up, 1.5 down; abutting the same; with
    1 cm between them 1.5 + 1.5 + 1 + 1."""
    angle, flip = turn * pi / 32, -1 if turn % 2 else 1

    def spun(x, y):
        u, v = (x - 50) * flip, y - 50
        return 50 + u * cos(angle) - v * sin(angle), 50 + u * sin(angle) + v * cos(angle)

    def wall(low, high, height):
        corners = [spun(x, y) for x, y in ((low, 40), (high, 40), (high, 60), (low, 60))]
        spots = [(pa.ticks(x), pa.ticks(y)) for x, y in corners]
        return piece(f"wall {low}", spots, height=pa.ticks(height), traits=("climb",))

    for walls, extra in (((51, 52.5), (52, 53)), 3), (((51, 52), (52, 53)), 3), (((51, 51.5), (52.5, 53)), 5):
        pieces = [wall(*spans, height) for spans, height in zip(walls, (1.5, 1))]
        assert cost(pa, spun(54, 50), pieces=pieces) == pytest.approx(4 + extra, abs=0.003)


def test_a_charge_dropped_almost_in_contact_is_in_contact(pa):
    """pa.close-combat.unreachable-target: within 2 mm it is meant to touch; 4 mm off it does not."""
    s = pa.battle(pa.element("blue", 50, 50), pa.element("red", 50, 57))
    order = Order(10000, "charge", contact=True, target=1)
    dropped = stride(s, 0, order).snapped(pa.to((50, 55.45)))  # as a person's answer is, before it is on a tape
    done = pa.run(s, move, 0, order, script=[dropped])
    assert pa.at(done.state, 0) == (50, pytest.approx(55.6, abs=0.003))
    assert pa.refused(s, move, 0, order, script=[pa.to((50, 55.2))]).rule == "pa.close-combat.unreachable-target"
