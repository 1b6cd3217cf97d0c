"""Lengths and points: whole ticks, a thousand to the game's own unit (a centimetre or an inch)."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal
from math import isqrt
from typing import NamedTuple

__all__ = [
    "CONTACT", "EDGE", "HEIGHT_CAP", "REACH_CAP", "TICKS", "Point", "at_most", "distance", "half_up", "root", "show",
    "ticks",
]  # fmt: skip

TICKS = 1000
LONGEST = 10**15

REACH_CAP = 2**20
"""No coordinate, radius or extent is larger than this in size, so that cross products stay below 2**43."""

HEIGHT_CAP = 2**17
"""No ground level or height is larger than this, so that a cross product times a height fits in 63 bits."""

EDGE = 1
"""The tolerance of every comparison of a distance with a limit, in half ticks.

Places are whole ticks, so a base that a rule puts at 1 unit from another is there to half a tick at best, and which
way it is off turns with the compass. So a distance is compared as it is measured and shown: to the nearest tick. At
1000.4 ticks a base is within 1 unit, not beyond it, and the same in every direction. `within`, `at_most`, `distance`
and `Gap.distance` agree on this; `halt` puts a base where its distance measures exactly what the rule says.
"""

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


def at_most(square: int, limit: int, bottom: int = 1) -> bool:
    """Whether a distance, given by its square (over `bottom`), is at most a limit; see `EDGE`.

    >>> at_most(300 * 300 + 400 * 400, 500)
    True
    """
    return limit >= 0 and 4 * square <= (2 * limit + EDGE) ** 2 * bottom


def half_up(top: int, bottom: int) -> int:
    """Divide to the nearest whole number, halves away from zero, so that mirror images agree."""
    size = (2 * abs(top) + abs(bottom)) // (2 * abs(bottom))
    return size if (top >= 0) == (bottom > 0) else -size


def distance(p: tuple[int, int], q: tuple[int, int]) -> int:
    """How far apart two points are, to the nearest tick."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    return root(dx * dx + dy * dy)
