"""Formations: proposals keep cohesion, pass nothing they may not, and are what a hand could have done."""

from itertools import combinations, pairwise

import pytest

from hexless.kernel import Stream
from hexless.moves import Spot, Way, formation
from hexless.moves.by_hand import by_hand
from hexless.moves.drill import NONE, UNSAID
from hexless.moves.formation import Drill, March, arrange
from hexless.moves.packed import packed
from hexless.moves.walk import Extra, Walk, after
from hexless.table import Base, Point, Terrain, cohesion, piece, toll, within
from hexless.table.fares import boxes_of, met

WALL = piece("wall", [(30000, 20000), (32000, 20000), (32000, 60000), (30000, 60000)], height=10000, traits=["wall"])
LOW = piece("low", [(50000, 10000), (50500, 10000), (50500, 30000), (50000, 30000)], height=2000, traits=["low"])
TERRAIN = Terrain(90000, 90000, (WALL, LOW))
LINK, LEASH, MOVE = 2500, 10000, 12000


def squad(x, y, n=11, radius=1250):
    """A leader, and n fighters in ranks of four around him."""
    spots = [(x + 3500 * (i % 4) - 5000, y + 3500 * (i // 4 + 1)) for i in range(n)]
    return Base(x, y, radius), [Base(px, py, radius) for px, py in spots]


def drill(**more):
    return Drill(terrain=TERRAIN, costs=TERRAIN.costs(impassable=("wall",)), link=LINK, leash=LEASH, **more)


def good(bases, leader, fighters, costs, reach, others=()):
    """Cohesion, no overlap, everybody on the table, and a way for each within his reach."""
    whole = [leader, *bases]
    assert cohesion(whole, LINK, 0, LEASH).ok
    for a, b in combinations([*whole, *others], 2):
        assert (a.x - b.x) ** 2 + (a.y - b.y) ** 2 >= (a.radius + b.radius) ** 2
    for before, now in zip(fighters, bases):
        assert TERRAIN.fits_table(now)
        assert toll(TERRAIN, before, [(now.x, now.y)], costs, reach, others) is not None
    return True


def test_twelve_fighters_follow_wherever_their_leader_can_go():
    found = 0
    for n in range(200):
        draw = Stream(n, "formation")
        leader, fighters = squad(draw.between(8000, 22000), draw.between(5000, 70000))
        there = leader.at(leader.x + draw.between(-8000, 8000), leader.y + draw.between(-8000, 8000))
        rule = drill(others=packed((Base(24000, 40000, 3000),)))
        if toll(TERRAIN, leader, [(there.x, there.y)], rule.costs, MOVE, rule.others) is None:
            continue
        bases = arrange(rule, leader, there, fighters, [MOVE] * 11)
        if bases is not None:
            found += good(bases, there, fighters, rule.costs, MOVE, rule.others)
            assert bases == arrange(rule, leader, there, fighters, [MOVE] * 11)
    assert found > 80


def test_an_open_field_keeps_the_formation():
    leader, fighters = squad(70000, 40000, 8)
    there = leader.at(74000, 44000)
    bases = arrange(drill(), leader, there, fighters, [MOVE] * 8)
    assert [(b.x - f.x, b.y - f.y) for b, f in zip(bases, fighters)] == [(4000, 4000)] * 8


def test_who_cannot_keep_up_makes_the_way_illegal_or_strays():
    leader, fighters = squad(70000, 40000, 3)
    there = leader.at(70000, 30000)
    assert arrange(drill(), leader, there, fighters, [MOVE, 1000, MOVE]) is None
    bases = arrange(drill(), leader, there, fighters, [MOVE, 1000, MOVE], strays=True)
    assert within(bases[1], fighters[1], 1000)


def test_friends_are_passed_but_not_stood_on():
    leader, fighters = squad(70000, 40000, 4)
    friend = Base(fighters[0].x, fighters[0].y - 6000, 1250)
    there = leader.at(70000, 34000)
    bases = arrange(drill(standing=packed((friend,))), leader, there, fighters, [MOVE] * 4)
    assert all(not within(base, friend, -1) for base in bases)
    good(bases, there, fighters, TERRAIN.costs(impassable=("wall",)), MOVE)


def test_goals_are_touched_preferences_counted_and_eyes_turned():
    leader, fighters = squad(70000, 40000, 4)
    foe = Base(70000, 32500, 1250)
    there = leader.at(70000, 35000)
    bases = arrange(drill(others=packed((foe,))), leader, there, fighters, [MOVE] * 4, goals=[foe], face=(70000, 0))
    assert sum(within(base, foe, 3) for base in bases) >= 2
    assert all(base.fy < 0 for base in bases)
    west = arrange(drill(), leader, there, fighters, [MOVE] * 4, prefer=lambda bases: [-base.x for base in bases])
    plain = arrange(drill(), leader, there, fighters, [MOVE] * 4)
    assert sum(base.x for base in west) < sum(base.x for base in plain)


def test_a_zone_and_no_walking():
    zone = (Point(60000, 0), Point(90000, 0), Point(90000, 12000), Point(60000, 12000))
    leader = Base(75000, 5000, 1250)
    nowhere = [Base(-500000, -500000, 1250)] * 8
    bases = arrange(drill(zone=zone), leader, leader, nowhere, None)
    assert cohesion([leader, *bases], LINK, 0, LEASH).ok
    assert all(1250 <= base.y <= 10750 for base in bases)


@pytest.mark.parametrize("pairs", [False, True])
def test_by_hand_every_sample_is_legal_and_the_end_is_cohesive(pairs):
    for n in range(25):
        draw = Stream(n, "hand")
        leader, fighters = squad(70000, 40000, 7)
        there = leader.at(70000 + draw.between(-4000, 4000), 40000 + draw.between(-4000, 4000))
        asked = []

        def ask(i, post, draw=draw, asked=asked):
            for spot in (post.sample(draw), *post.suggest(4)):
                assert post.check(spot) is None
            asked.append(i)
            return post.sample(draw)

        bases = by_hand(ask, drill(), leader, there, fighters, [MOVE] * 7, pairs=pairs)
        assert sorted(asked) == list(range(7))
        whole = [there, *bases]
        assert all(within(base, there, LEASH) for base in bases)
        assert all(any(within(a, b, LINK) for b in whole if b is not a) for a in whole[1:])
        if not pairs:
            assert cohesion(whole, LINK, 0, LEASH).ok


@pytest.mark.parametrize("pairs", [False, True])
def test_what_is_quick_to_say_of_a_place_by_hand_is_what_the_rule_says(pairs):
    said = []
    for n in range(12):
        draw = Stream(n, "quick")
        leader, fighters = squad(26000 + 500 * n, 40000, 5)
        there = leader.at(leader.x + draw.between(-6000, 6000), 40000 + draw.between(-6000, 6000))
        rule, reach = drill(), [draw.between(2000, MOVE) for _ in fighters]
        if arrange(rule, leader, there, fighters, reach) is None:
            continue

        def ask(i, post, draw=draw):
            for other in post.taken:
                spot = Spot(other.x + draw.between(-9000, 9000), other.y + draw.between(-9000, 9000))
                quick = post.settles(post.placed(spot))
                said.append((quick, post.check(spot) is None))
            return post.sample(draw)

        by_hand(ask, rule, leader, there, fighters, reach, pairs=pairs)
    assert set(said) >= {(0, True), (UNSAID, False)} | (set() if pairs else {(NONE, False)})
    assert not set(said) & {(0, False), (NONE, True)}


def test_a_march_refuses_ways_that_the_others_cannot_follow():
    leader, fighters = squad(26000, 40000, 3)
    rule = drill()
    walk = Walk(terrain=TERRAIN, base=leader, allowance=MOVE, costs=rule.costs, others=packed(()))

    def follow(there, way):
        return (
            arrange(rule, leader, there, fighters, [MOVE, MOVE, 2000], via=[Point(*p) for p in way.points]) is not None
        )

    march = March(walk=walk, follow=follow, says="they cannot follow", rule="x.y")
    refused = march.check(Way(((26000, 29000),)))
    assert (refused.says, refused.rule) == ("they cannot follow", "x.y")
    assert march.check(Way(((29500, 40000),))).says == "wall is in the way"
    for n in range(10):
        way = march.sample(Stream(n, "march"))
        assert march.check(way) is None
        assert after(leader, way)
    assert all(march.check(way) is None for way in march.suggest(5))


def test_a_place_that_touches_two():
    leader = Base(40000, 40000, 1250)
    foes = Base(40000, 46000, 1250), Base(44000, 46000, 2000)
    walk = Walk(terrain=TERRAIN, base=leader, allowance=MOVE, costs=drill().costs, others=packed(foes))
    march = March(walk=walk, follow=lambda there, way: True, says="", rule="", contact=foes)
    there = leader.at(*march.suggest(1)[0].points[-1])
    assert all(within(there, foe, 3) and not within(there, foe, -1) for foe in foes)


BOX = (2000, 2000), (26000, 2000), (26000, 70000), (2000, 70000)
ZONES = ((), BOX, ((1000, 30000), (20000, 4000), (28000, 60000)))


def any_drill(draw):
    """Whatever may bind a group: others, friends, a zone, ground to rest on, a tie, and dues on the way."""
    spots = [Base(draw.between(0, 40000), draw.between(0, 80000), draw.between(500, 3000)) for _ in range(10)]
    due, passed = (spots[0].x, spots[0].y, spots[0].x + 6000, spots[0].y + 6000), packed(tuple(spots[8:]))

    def on_top(base, way):
        ends = [(base.x, base.y), *way.points]
        dear = sum(min(a[0], b[0]) <= due[2] and max(a[0], b[0]) >= due[0] and min(a[1], b[1]) <= due[3]
                   and max(a[1], b[1]) >= due[1] for a, b in pairwise(ends))  # fmt: skip
        return [Extra(2000 * dear, "dues"), Extra(met(base, way.points, passed, boxes_of([]))[0], "friends")]

    dues = draw.choice([{}, {"on_top": on_top, "passed": passed, "dues": boxes_of([due])}])
    rest = draw.choice([None, TERRAIN.costs(impassable=("low", "wall"))])
    tie = draw.choice([None, None, spots[1]])
    zone = tuple(Point(*corner) for corner in draw.choice(ZONES))
    there = {"others": packed(tuple(spots[2:4])), "standing": packed(tuple(spots[4:6]))}
    return drill(zone=zone, rest=rest, tie=tie, **there, **dues)


def test_a_whole_formation_is_what_one_place_after_another_makes(monkeypatch):
    """Many random groups, walking and put down: the kernel for all of them against `choose` for each."""
    cases = []
    for n in range(150):
        draw = Stream(n, "ranks")
        leader, fighters = squad(draw.between(5000, 30000), draw.between(5000, 70000), draw.between(1, 7))
        there = leader.at(leader.x + draw.between(-6000, 6000), leader.y + draw.between(-6000, 6000))
        reach = draw.choice([None, [draw.between(0, MOVE) for _ in fighters]])
        via = draw.choice([(), (Point(leader.x, there.y), there.centre)])
        more = {"via": via, "strays": draw.choice([True, False])}
        cases.append(((any_drill(draw), leader, there, fighters, reach), more))
    quick = [arrange(*given, **more) for given, more in cases]
    monkeypatch.setattr(formation, "fill", lambda *_: ([], formation.UNSAID))
    assert quick == [arrange(*given, **more) for given, more in cases]
    assert sum(bases is None for bases in quick) > 10 < sum(bases is not None for bases in quick)
