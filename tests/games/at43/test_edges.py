"""AT-43: geometry and choices at their edges, turned through every direction and held against a sweep."""

from math import cos, pi, sin

import pytest
from games.at43.at43_table import (
    CM,
    RIFLE,
    TURNS,
    active,
    events,
    run,
    sergeant,
    table,
    to,
    turned,
    turned_wall,
    unit,
    walker,
)
from games.at43.test_combat import ace, hit

from hexless.games.at43 import activation, cover, movement, pilots, zone
from hexless.games.at43.survey import SURVEY
from hexless.kernel import Stream
from hexless.table import Base, crossing_all, hull, piece

FAR = unit("x", "red", (70, 75))


# ---- cover


@pytest.mark.parametrize("turn", TURNS)
def test_who_looks_through_a_gap_takes_the_cover_away(turn):
    """at.cover.dead-angle: of three in a row only the middle one sees between two walls; shut, they cover."""

    def saved(gap):
        a, b, c, x = (turned(p, turn) for p in ((28, 10), (40, 10), (52, 10), (40, 40)))
        left = turned_wall(((25, 30), (40 - gap, 30), (40 - gap, 31), (25, 31)), turn)
        right = turned_wall(((40 + gap, 30), (55, 30), (55, 31), (40 + gap, 31)), turn)
        s = table(unit("a", "blue", a, b, c), unit("x", "red", x), pieces=(left, right))
        return cover.cover(s, 0, 1, RIFLE).value

    assert [saved(gap) for gap in (0, 0.05, 1, 3)] == [4, 0, 0, 0]


def test_cover_is_what_a_sweep_of_the_shooters_outline_says():
    """at.cover.dead-angle: on 120 tables no point of the outline has a free line, or some has."""
    stream, verdicts = Stream("walls", "cover"), []

    def some(low, high):
        return stream.between(round(low * CM), round(high * CM)) / CM

    for _ in range(120):
        x, y = some(30, 50), some(38, 60)
        walls = []
        for _ in range(1 + stream.below(4)):
            cx, cy, half, turn = some(25, 55), y - some(1.5, 10), some(2, 14), some(-0.5, 0.5)
            ends = [(cx - half * cos(turn), cy - half * sin(turn)), (cx + half * cos(turn), cy + half * sin(turn))]
            corners = (*ends, (ends[1][0], ends[1][1] + 0.8), (ends[0][0], ends[0][1] + 0.8))
            walls.append(piece("wall", [(round(a * CM), round(b * CM)) for a, b in corners], height=2 * CM,
                               traits=("low-wall",)))  # fmt: skip
        shooters = [(some(20, 60), some(5, 25)) for _ in range(1 + stream.below(5))]
        s = table(unit("a", "blue", *shooters), unit("x", "red", (x, y)), pieces=tuple(walls))
        found = bool(cover.covering_walls(s.terrain, s[0].bases, s[1].bases))
        assert found != _seen(s)
        verdicts.append(found)
    assert 20 < sum(verdicts) < 100


def _seen(s):
    """Whether a line from one of 1600 points of the shooters' outline passes all walls."""
    outline, target = hull(s[0].bases), s[1].bases[0]
    sides = list(zip(outline, (*outline[1:], outline[0])))
    many = 1600 // len(sides) + 1
    points = [(a.x + (b.x - a.x) * n // many, a.y + (b.y - a.y) * n // many) for a, b in sides for n in range(many)]
    lines = [(px, py, target.x, target.y) for px, py in points]
    return not (crossing_all(s.terrain, lines, "low-wall") > 0).any(axis=1).all()


# ---- zone of fire


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize(("shooter", "target"), [(unit, unit), (walker, walker), (unit, walker)])
def test_the_rim_of_a_zone_is_the_same_all_round(shooter, target, turn):
    """at.zone.outline: 0.04 mm over its side a walker is caught, 0.06 mm off it not."""

    def caught(depth):
        a, b = shooter("a", "blue", (40, 20)), target("x", "red", (40, 60))
        r, big = a.card.radius / CM, b.card.radius / CM
        lean = (big - r) / 40  # the sine of the angle between the way and the side
        far = ((r + big) / 2 + 3 - depth) / (1 - lean**2) ** 0.5
        spots = [turned(p, turn) for p in ((40, 20), (40, 60), (40 + far, 40))]
        s = table(shooter("a", "blue", spots[0]), target("x", "red", spots[1]), walker("w", "blue", spots[2]))
        return len(zone.caught(s, 0, 1))

    assert [caught(depth) for depth in (0.02, 0.004, -0.006, -0.02)] == [1, 1, 0, 0]


# ---- those who stay with their officer's vehicle


def test_who_stayed_with_the_vehicle_may_leave_it_later():
    """at.hit.officer-ejects, at.lp.activate: led as long as they stay; then 1 LP, and free to go."""
    pair = walker("w", "blue", (10, 10), (17, 10), propulsion=1, person=sergeant(), morale=0)
    stayed = hit(table(pair, FAR), (1,), "ejects", "stay").state
    begun = active(stayed, 0, stage="begin")
    kept = run(activation.begin, begun, begun.active, answers=("stay",)).state
    assert (kept[0].tied, kept.lp) == (0, (5, 5))
    left = run(activation.begin, begun, begun.active, answers=("leaderless", True)).state
    assert (left[0].tied, left[0].officer, left.lp) == (None, False, (4, 5))
    assert movement.march(left, 0, 18000, movement.drill_of(left, 0)).check(to(30, 12)) is None


# ---- flight, and running over


def test_a_unit_in_flight_is_a_unit_that_has_moved():
    """at.play.rout, at.tactic.overwatch-target-moved (ruling rout=flee)"""
    fled = unit("a", "blue", (40, 40), status="rout")
    s = table(fled, unit("x", "red", (40, 60), overwatch=True), rulings={"rout": "flee"})
    g = run(activation.flee, s, 0, answers=(1, (1,)))
    assert [e["unit"] for e in events(g, "salvo")] == [1]
    assert not g.state[1].overwatch
    walls = [turned_wall(((36, 35), (44, 35), (44, 38.7), (36, 38.7)), (0, False), "high-wall")]
    stuck = table(*s.units, pieces=tuple(walls), rulings={"rout": "flee"})
    assert run(activation.flee, stuck, 0).state[1].overwatch  # it could not move, and nobody fires


def test_the_reach_of_a_rush_goes_over_those_whom_it_runs_over():
    """at.move.enemies (ruling overrun): what is shown is what is allowed."""
    ring = [(30 + 6 * cos(k * pi / 8), 30 + 6 * sin(k * pi / 8)) for k in range(16)]
    for overrun in (False, True):
        s = table(walker("w", "blue", (30, 30)), unit("x", "red", *ring), rulings={"overrun": overrun})
        shown = SURVEY.reach(active(s, 0, doing="rush"), 0)
        assert (shown.cost_at((30 * CM, 45 * CM)) is not None) is overrun


# ---- a hero finds room


def test_a_hero_finds_room_where_a_sweep_finds_it():
    """at.hit.hero-ejects: beside his walker, in crowds on 60 tables."""
    stream, verdicts = Stream("crowd", "hero"), []
    for _ in range(60):
        crowd = []
        while len(crowd) < 9:
            far, turn = stream.between(4260, 6000) / CM, stream.below(360) * pi / 180
            spot = 40 + far * cos(turn), 40 + far * sin(turn)
            if all((spot[0] - a) ** 2 + (spot[1] - b) ** 2 >= 2.5**2 for a, b in crowd) or stream.below(40) == 0:
                crowd.append(spot)
        w = walker("w", "blue", (40, 40), propulsion=1, person=ace(), morale=0)
        s = table(w, unit("x", "blue", *crowd, kind="type-2"), FAR)
        assert bool(_standing(s)) is _beside(s)
        verdicts.append(_beside(s))
    assert 5 < sum(verdicts) < 55


def _standing(s):
    """The places all round the walker where a hero overlaps nobody."""
    hero = Base(0, 0, radius=1250)
    ring = [hero.at(round(40000 + 4251 * cos(k * pi / 900)), round(40000 + 4251 * sin(k * pi / 900)))
            for k in range(1800)]  # fmt: skip
    return [b for b in ring if not any(_over(b, other) for u in s.units for other in u.bases)]


def _over(a, b):
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.radius + b.radius) ** 2


def _beside(s):
    """Whether he is asked about a place in contact with it."""
    f = s[0].fighters[0]
    return pilots._beside(s, f.base, f.person.foot, f.base).room
