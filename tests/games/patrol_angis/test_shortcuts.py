"""What is decided early is decided as the whole rule decides it, on random tables."""

from itertools import pairwise

from hexless.games.patrol_angis.band import Order, closing, fall_in
from hexless.games.patrol_angis.cover import too_much_cover
from hexless.games.patrol_angis.measuring import engaged, touching
from hexless.games.patrol_angis.model import foes
from hexless.games.patrol_angis.movement import _climbed, climbing, levies, may_reach
from hexless.games.patrol_angis.overwatch import _far_off, in_view, looks
from hexless.games.patrol_angis.trail import trail
from hexless.games.patrol_angis.weapons import guns, in_sights, targets
from hexless.kernel import Stream
from hexless.moves import Way
from hexless.moves.walk import after
from hexless.table import pack


def tables(pa, count):
    """Four Troop Elements anywhere about a wall, a wood and a road."""
    stream = Stream("shortcuts", "tables")
    pieces = [
        pa.ground("wall", 40, 45, 60, 47, "solid", "cover", height=5),
        pa.ground("wood", 20, 20, 45, 40, "dense", "cover", height=3),
        pa.ground("road", 50, 10, 54, 44, "paved"),
    ]
    for _ in range(count):
        yield pa.battle(
            *[
                pa.element(side, 10 + stream.below(80), 10 + stream.below(80), n=n, weapons=(weapon,))
                for side, n, weapon in (("blue", 3, pa.RIFLE), ("blue", 2, pa.PISTOL), ("red", 4, pa.PISTOL),
                                        ("red", 1, pa.RIFLE))
            ],
            pieces=pieces,
        )  # fmt: skip


def test_targets_are_all_who_are_in_sights(pa):
    some = 0
    for s in tables(pa, 60):
        for unit, e in enumerate(s.units):
            armed = {t for t in foes(s, e.side) if in_sights(s, unit, t, "", True)}
            assert set(targets(s, unit, "", True)) == armed
            assert engaged(s, unit) == [i for i in foes(s, e.side) if touching(e.bases, s[i].bases)]
            some += len(armed)
    assert some


def test_whom_weapons_reach_is_what_range_sight_and_cover_say(pa):
    for s in tables(pa, 60):
        marked = s.change(0, tokens=2, did=("rapid",), moved=True, watch=True)
        for unit, e in enumerate(s.units):
            for target in foes(s, e.side):
                armed = guns(s, unit, target, "", True)
                expected = [] if too_much_cover(s, unit, target) else armed
                assert in_sights(s, unit, target, "", True) == expected
                assert in_sights(marked, unit, target, "", True) == expected


def test_what_is_asked_with_the_ground_is_what_everybody_pays(pa):
    stream, some = Stream("friends", "ways"), 0
    for s in tables(pa, 60):
        walk = fall_in(s, 0, Order(s[0].rate * 2)).walk
        for _ in range(8):
            x, y = (walk.base.x + stream.between(-20_000, 20_000), walk.base.y + stream.between(-20_000, 20_000))
            way = Way(((x, y),))
            price = walk._going.toll(way.points)
            if price is not None and price <= walk.allowance:
                assert sum(walk.levied(way)) == walk.surcharge(way)
                some += walk.surcharge(way) > 0
    assert some


def test_who_is_far_off_all_along_is_never_in_view(pa):
    stream, said = Stream("far", "ways"), set()
    for s in tables(pa, 60):
        for mover, watcher in ((0, 2), (2, 1), (1, 3)):
            way = Way(tuple((stream.below(100_000), stream.below(100_000)) for _ in range(2)))
            route = trail(s[mover], way, (after(s[mover].leader, way), *s[mover].bases[1:]))
            far = _far_off(s, s[watcher], route)
            seen = any(in_view(s, watcher, mover, route, at) for at in (0, *looks(s, watcher, route)))
            assert not (far and seen)
            said.add((far, seen))
    assert said >= {(True, False), (False, True)}


def test_who_is_too_far_is_touched_by_no_way(pa):
    said = set()
    for s in tables(pa, 60):
        for unit, other in ((0, 1), (1, 0), (2, 3), (3, 2)):
            walk = fall_in(s, unit, Order(s[unit].rate * 2, join=other)).walk
            near = [may_reach(s.terrain, walk.costs, walk.base, base, walk.allowance) for base in s[other].bases]
            ways = [next(walk.to(walk._about(base)), None) for base in s[other].bases]
            assert all(may or way is None for may, way in zip(near, ways))
            said |= {(may, way is not None) for may, way in zip(near, ways)}
    assert said >= {(True, True), (False, False)}


def test_a_way_straight_ahead_is_one_of_all_ways(pa):
    said = set()
    for s in tables(pa, 60):
        for unit, other in ((0, 1), (1, 0), (2, 3)):
            order = Order(s[unit].rate * 2, join=other)
            meets = closing(s, unit, order)
            assert meets == bool(fall_in(s, unit, order).walk.suggest(1))
            said.add(meets)
    assert said == {True, False}


def test_a_way_past_walls_climbs_nothing_and_one_past_friends_pushes_nobody(pa):
    stream, some = Stream("levies", "ways"), [0, 0]
    walls = [pa.ground("wall", 30, 30, 60, 34, "climb", height=2), pa.ground("shed", 50, 50, 58, 60, "climb", height=3)]
    s = pa.battle(pa.element("blue", 40, 42, n=4), pa.element("red", 90, 90), pieces=walls)
    friends = s[0].bases
    for _ in range(600):
        ends = [(stream.between(20_000, 70_000), stream.between(20_000, 70_000)) for _ in range(3)]
        base, way = friends[0].at(*ends[0]), Way(tuple(ends[1:]))
        climbed = sum(_climbed(s.terrain, p, q) for p, q in pairwise(ends))
        assert climbing(s.terrain, ends[0], way.points) == climbed
        paid = [extra.cost for extra in levies(s.terrain, pack(friends), base, way)]
        assert paid == [climbed, sum(levies(s.terrain, pack(friends), base.at(*p), Way((q,)))[1].cost
                                     for p, q in pairwise(ends))]  # fmt: skip
        some[climbed > 0] += 1
    assert min(some) > 50
