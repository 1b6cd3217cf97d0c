"""Horizon Wars: the inch after a fight among walls and crowds, and charges past what is touched, against sweeps."""

from math import asin, cos, hypot, pi, sin

import pytest
from msgspec.structs import replace

from hexless.games.horizon_wars.fight import fight
from hexless.games.horizon_wars.lines import contact_point, heading_to
from hexless.games.horizon_wars.movement import obstacles, price
from hexless.games.horizon_wars.shooting import effective_range
from hexless.kernel import Stream
from hexless.table import gap, piece, toll

HARD = {"P": 1, "F": 0, "M": 0, "A": 9}
WON, DRAWN = [[9], [4]], [[9], [8]]


def turned(line, angle):
    return line[0] * cos(angle) - line[1] * sin(angle), line[0] * sin(angle) + line[1] * cos(angle)


def tight(hw, stream, first, second, rim=0.0):
    """Two elements in contact in some direction, with a wall close behind the second or others all about."""
    angle, radii = stream.below(3600) * pi / 1800, [0.4 + stream.below(9) / 10 for _ in range(2)]
    dx, dy = cos(angle), sin(angle)
    apart = sum(radii) + 0.001
    units = [hw.element("blue", 20, 20, kind=first, radius=radii[0], **HARD)]
    units.append(hw.element("red", 20 + apart * dx, 20 + apart * dy, kind=second, radius=radii[1], **HARD))
    pieces = []
    if stream.below(2):
        off, half = apart + radii[1] + rim + 0.05 + stream.below(85) / 100, 0.3 + stream.below(40) / 10
        corners = [(20 + off * dx - half * dy, 20 + off * dy + half * dx),
                   (20 + off * dx + half * dy, 20 + off * dy - half * dx)]  # fmt: skip
        corners += [(x + 0.3 * dx, y + 0.3 * dy) for x, y in corners[::-1]]
        pieces = [piece("wall", [(round(1000 * x), round(1000 * y)) for x, y in corners], traits=("impassable",))]
    else:
        for n in range(9):
            x, y = (16 + stream.below(80) / 10 for _ in range(2))
            other = hw.element("blue", x, y, radius=0.4 + stream.below(5) / 10, name=f"{n}", **HARD)
            if all(gap(other.base, unit.base).distance for unit in units):
                units.append(other)
    return hw.battle(*units, pieces=pieces)


def ends(s, unit, other, space, wide, through=()):
    """The places that far from another that a fan of 1,441 straight ways leads to, by how far aside they go.

    They have a hundredth of an inch to spare.
    """
    base, o, costs = s[unit].base, s[other].base, price(s, s[unit])
    wider = replace(base, radius=base.radius + 5)
    wx, wy, size = base.x - o.x, base.y - o.y, base.radius + o.radius + space + 2
    straight = (-wx, -wy) if through else (wx, wy)
    for k in sorted(range(-720, 721), key=abs):
        dx, dy = turned(straight, wide * k / 720)
        far = hypot(dx, dy)
        forth = (wx * dx + wy * dy) / far
        step = (size * size - wx * wx - wy * wy + forth * forth) ** 0.5 - forth
        end = round(base.x + dx * step / far), round(base.y + dy * step / far)
        if toll(s.terrain, wider, (end,), costs, None, obstacles(s, unit, *through)) is not None:
            yield end


def test_push_back_in_a_crowd_is_the_shortest_and_measures_an_inch(hw):
    """hw.charge.push-back, hw.shoot.range: 200 narrow places; it stays just if no straight way leads out, and then it
    is shot at with 1 + A."""
    stream, stays, bent = Stream(3, "tight"), 0, 0
    for n in range(200):
        s = tight(hw, stream, "mech", "vehicle")
        done = hw.run(s, fight, 0, 1, 0, script=WON).state
        swept = next(ends(s, 1, 0, 1000, pi / 2), None)
        if hw.at(done, 1) == hw.at(s, 1):
            assert swept is None, n
            stays += 1
            continue
        assert effective_range(done, 0, 1).value == 1 + done[1].A, n
        moved = hypot(*(a - b for a, b in zip(hw.at(done, 1), hw.at(s, 1))))
        assert swept is None or moved <= hypot(*(a - b for a, b in zip(swept, hw.at(s, 1)))) + 60, n
        bent += moved > 1050
    assert stays > 1
    assert bent > 50


def test_armour_that_draws_goes_through_wherever_there_is_a_way(hw):
    """hw.charge.vehicle-draw: 150 narrow places; an inch beyond if any way leads there, else clear if any does."""
    stream, seen = Stream(4, "through"), {"inch": 0, "clear": 0, "stays": 0}
    for n in range(150):
        s = tight(hw, stream, "mech", "infantry", rim=1.0)
        done = hw.run(s, fight, 0, 1, 0, script=DRAWN).state
        inch, clear = (next(ends(s, 0, 1, space, pi / 4, (1,)), None) for space in (1000, 0))
        if hw.at(done, 0) == hw.at(s, 0):
            assert inch is clear is None, n
            seen["stays"] += 1
            continue
        apart = gap(done[0].base, done[1].base).distance
        assert inch is None or apart == 1000, n
        seen["inch" if apart == 1000 else "clear"] += 1
    assert min(seen.values()) > 2, seen


@pytest.mark.parametrize("mirrored", [False, True])
def test_charge_out_between_two_friends_that_are_touched(hw, mirrored):
    """hw.move.charge-straight: friends at both shoulders leave blue a few degrees to go, in 72 directions; eight
    degrees further on they leave none."""
    for step in range(72):
        for second, free in ((-100.5, True), (-92, False)):
            friends = [_at(hw, f"{side}", 1.801, side, 5 * step, mirrored, radius=0.8) for side in (80, second)]
            red = _at(hw, "red", 6, -4, 5 * step, mirrored)
            s = hw.battle(hw.element("blue", 20, 20, M=4, F=0), red.with_(side="red"), *friends)
            assert bool(heading_to(s, 0, 1, 8000)) is _sweep(s) is free, step


def _at(hw, name, far, side, turn, mirrored, radius=1.0):
    """An element so far from the middle, by degrees."""
    angle = (turn + (-side if mirrored else side)) * pi / 180
    return hw.element("blue", 20 + far * cos(angle), 20 + far * sin(angle), radius=radius, name=name)


def _sweep(s):
    e, t, costs = s[0].base, s[1].base, price(s, s[0])
    centre = (t.x - e.x, t.y - e.y)
    wide = asin((e.radius + t.radius) / hypot(*centre))
    for k in range(-600, 601):
        line = tuple(round(1000 * part) for part in turned(centre, wide * k / 600))
        point = contact_point(e, t, line)
        if point and toll(s.terrain, e, (point,), costs, 7990, obstacles(s, 0, 1)) is not None:
            return True
    return False
