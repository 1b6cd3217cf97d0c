"""Lengths and points: whole ticks, a thousand to the game's own unit (a centimetre or an inch)."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal
from math import isqrt
from typing import NamedTuple

__all__ = ["CONTACT", "HEIGHT_CAP", "REACH_CAP", "TICKS", "Point", "distance", "half_up", "root", "show", "ticks"]

TICKS = 1000
LONGEST = 10**15

REACH_CAP = 2**20
"""No coordinate, radius or extent is larger than this in size, so that cross products stay below 2**43."""

HEIGHT_CAP = 2**17
"""No ground level or height is larger than this, so that a cross product times a height fits in 63 bits."""

CONTACT = 3
"""Bases this near to each other are in contact: places are whole ticks, which cannot always meet exactly."""


class Point(NamedTuple):
    """A place on the table, in ticks."""

    x: int
    y: int


def ticks(units: float | int | str) -> int:
    """The ticks in so many units: text and floats as their decimals, halves of a tick to the even one."""
    if isinstance(units, int):
        return units * TICKS
    try:
        value = Decimal(repr(units) if isinstance(units, float) else units) * TICKS
        if abs(value) <= LONGEST:
            return int(value.to_integral_value(ROUND_HALF_EVEN))
    except ArithmeticError:
        pass
    raise ValueError(f"not a length: {str(units)[:40]!r} (expected a finite number of units)")


def show(ticks: int) -> str:
    """The shortest decimal text of a length in units: 3500 is "3.5"."""
    whole, rest = divmod(abs(ticks), TICKS)
    tail = f".{rest:03d}".rstrip("0") if rest else ""
    return f"{'-' if ticks < 0 else ''}{whole}{tail}"


def root(square: int) -> int:
    """The square root to the nearest whole number."""
    floor = isqrt(square)
    return floor + (square > floor * (floor + 1))


def half_up(top: int, bottom: int) -> int:
    """Divide to the nearest whole number, halves away from zero, so that mirror images agree."""
    size = (2 * abs(top) + abs(bottom)) // (2 * abs(bottom))
    return size if (top >= 0) == (bottom > 0) else -size


def distance(p: tuple[int, int], q: tuple[int, int]) -> int:
    """How far apart two points are, to the nearest tick."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    return root(dx * dx + dy * dy)
