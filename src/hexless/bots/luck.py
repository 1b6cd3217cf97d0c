"""Luck that is spread evenly: the same for every answer that is compared, and over many games neither good nor bad.

Game `j` of a set takes for its k-th roll another slice of all that the pool can show than the other games of the set;
so few games go through good and bad luck alike, and two answers differ by what they do and not by how the dice fell.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import Any

from hexless.kernel import Pool, outcomes

__all__ = ["Luck", "Spread"]

_FACES = 400  # sorted rolls of a pool beyond which faces are drawn one by one
_MIDDLING = 100  # draws of a game alone, after which its luck is as it comes: a draw that is rolled again must end
_MASK = (1 << 64) - 1


def _mixed(number: int) -> int:
    """A whole number of 64 bits that looks like chance (the finalizer of SplitMix64)."""
    number = (number + 0x9E3779B97F4A7C15) & _MASK
    number = ((number ^ number >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ number >> 27) * 0x94D049BB133111EB) & _MASK
    return number ^ number >> 31


@lru_cache(maxsize=1024)
def _ladder(pool: Pool) -> tuple[tuple[Any, ...], tuple[float, ...]]:
    """What a pool can show, least first, and how much of the chance lies up to each."""
    readings, total = outcomes(pool)
    return tuple(value for value, _ in readings), tuple(accumulate(weight / total for _, weight in readings))


class Spread:
    """A set of `2 ** bits` games whose luck is shared out between them; one game alone has middling luck.

    The first 2, 4, 8, ... games of it share it out as well: `order` is that of bits read backwards.
    """

    def __init__(self, seed: int, bits: int) -> None:
        self.seed, self.size = seed & _MASK, 1 << bits
        self.order = [int(f"{game:0{bits}b}"[::-1], 2) for game in range(self.size)]

    def luck(self, game: int) -> Luck:
        """The luck of one game of the set."""
        return Luck(self, game)


class Luck:
    """The luck of one game: draw after draw."""

    __slots__ = ("drawn", "game", "spread")

    def __init__(self, spread: Spread, game: int) -> None:
        self.spread, self.game, self.drawn = spread, game, 0

    def share(self) -> float:
        """Where in 0 to 1 the next draw lies."""
        self.drawn += 1
        size = self.spread.size
        if size == 1 and self.drawn <= _MIDDLING:
            return 0.5
        chance = _mixed(self.spread.seed + self.drawn * 0x9E3779B97F4A7C15)
        if size == 1:
            return chance / (_MASK + 1)
        slot = (self.spread.order[self.game] * (chance | 1) + (chance >> 32)) % size  # odd: to each a slot of its own
        return (slot + 0.5) / size

    def reading(self, pool: Pool) -> Any:
        """What the next roll shows."""
        if pool.how == "faces" and comb(pool.n + pool.sides - 1, pool.n) > _FACES:
            seed = _mixed(self.spread.seed ^ _mixed(self.game << 20 | self.drawn))
            self.drawn += 1
            return pool.read([_mixed(seed + i) % pool.sides + 1 for i in range(pool.n)])
        values, up_to = _ladder(pool)
        return values[min(bisect_right(up_to, self.share()), len(values) - 1)]

    def way(self, ways: tuple[tuple[Any, float], ...]) -> Any:
        """One of some ways with their chances, which add up to 1."""
        left = self.share()
        for way, weight in ways:
            left -= weight
            if left < 0:
                return way
        return ways[-1][0]
