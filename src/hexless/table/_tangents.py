"""Kernel of `sightlines`: the straight lines between two bases that are tangent to two circles. See `_fast`.

If any line runs free from some part of one base to some part of another, it can be shifted and turned until it
touches two things: corners or rims of what stands between, or the outermost parts of the bases. So these lines decide.
Corners and rims are circles a little larger than what they stand for, the bases' parts a little smaller.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

Floats = MutableSequence[float]
NONE = 1.0e18


def _chord(shape: Floats, at: int, nx: float, ny: float, d: float) -> tuple[float, float]:
    """Where the line n . p = d passes through a base, measured along (-ny, nx); (NONE, NONE) if it misses it.

    A shape is x, y, radius and four corners; the corners count where the radius is below 0.
    """
    if shape[at + 2] >= 0.0:
        off = nx * shape[at] + ny * shape[at + 1] - d
        half = shape[at + 2] * shape[at + 2] - off * off
        if half < 0.0:
            return NONE, NONE
        mid = nx * shape[at + 1] - ny * shape[at]
        half = max(0.0, sqrt(half) - 1.0)
        return mid - half, mid + half
    low = NONE
    high = -NONE
    for k in range(4):
        i = at + 3 + 2 * k
        j = at + 3 + 2 * ((k + 1) % 4)
        a = nx * shape[i] + ny * shape[i + 1] - d
        b = nx * shape[j] + ny * shape[j + 1] - d
        if (a <= 0.0) != (b <= 0.0):
            part = a / (a - b)
            x = shape[i] + part * (shape[j] - shape[i])
            y = shape[i + 1] + part * (shape[j + 1] - shape[i + 1])
            along = nx * y - ny * x
            low = min(low, along)
            high = max(high, along)
    return (low, high) if low <= high else (NONE, NONE)


def _put(nx: float, ny: float, d: float, from_: float, to: float, out: Floats, count: int) -> int:
    """Keep the line from one place along n . p = d to another; the new number of lines."""
    if 4 * count + 3 < len(out):
        out[4 * count] = nx * d - ny * from_
        out[4 * count + 1] = ny * d + nx * from_
        out[4 * count + 2] = nx * d - ny * to
        out[4 * count + 3] = ny * d + nx * to
    return count + 1


def near(circles: Floats, strip: Floats, out: Floats) -> int:
    """Keep the circles that reach into a strip (start x, y, end x, y, half its width); how many there are."""
    count = 0
    dx = strip[2] - strip[0]
    dy = strip[3] - strip[1]
    size = sqrt(dx * dx + dy * dy)
    for i in range(len(circles) // 3):
        x = circles[3 * i] - strip[0]
        y = circles[3 * i + 1] - strip[1]
        wide = (strip[4] + circles[3 * i + 2]) * size
        along = x * dx + y * dy
        if -wide <= x * dy - y * dx <= wide and -wide <= along <= size * size + wide:
            out[3 * count] = circles[3 * i]
            out[3 * count + 1] = circles[3 * i + 1]
            out[3 * count + 2] = circles[3 * i + 2]
            count += 1
    return count


def tangents(circles: Floats, n: int, shapes: Floats, far: bool, out: Floats) -> int:
    """The lines from one base to the other that touch two of n circles (x, y, radius); how many, also without room.

    `far`: besides the nearest ends of each line, its farthest ends too.
    """
    count = 0
    for i in range(n):
        for j in range(i + 1, n):
            dx = circles[3 * j] - circles[3 * i]
            dy = circles[3 * j + 1] - circles[3 * i + 1]
            square = dx * dx + dy * dy
            if square == 0.0:
                continue
            for k in range(4):
                one = circles[3 * i + 2] if k % 2 else -circles[3 * i + 2]
                two = circles[3 * j + 2] if k // 2 else -circles[3 * j + 2]
                root = square - (two - one) * (two - one)
                if root < 0.0:
                    continue
                root = sqrt(root)
                nx = ((two - one) * dx - root * dy) / square
                ny = ((two - one) * dy + root * dx) / square
                count = _between(nx, ny, nx * circles[3 * i] + ny * circles[3 * i + 1] - one, shapes, far, out, count)
    return count


def _between(nx: float, ny: float, d: float, shapes: Floats, far: bool, out: Floats, count: int) -> int:
    """The parts of the line n . p = d that run from the first base to the second."""
    low_a, high_a = _chord(shapes, 0, nx, ny, d)
    low_b, high_b = _chord(shapes, 11, nx, ny, d)
    if max(low_a, low_b) == NONE:
        return count
    if high_a <= low_b:
        count = _put(nx, ny, d, high_a, low_b, out, count)
    elif high_b <= low_a:
        count = _put(nx, ny, d, low_a, high_b, out, count)
    else:
        return count
    if far:
        ahead = high_a <= low_b
        count = _put(nx, ny, d, low_a if ahead else high_a, high_b if ahead else low_b, out, count)
        count = _put(nx, ny, d, high_a if ahead else low_a, high_b if ahead else low_b, out, count)
        count = _put(nx, ny, d, low_a if ahead else high_a, low_b if ahead else high_b, out, count)
    return count
