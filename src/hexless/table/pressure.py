"""Pressure: what things on a table could do to each other from where they stand, all pairs at once; for bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hexless.table import _fast, _pressure

__all__ = ["Means", "Thing", "joined", "packed_thing", "pressure"]

_MOST = 4


class Means(NamedTuple):
    """What a thing can do: how far (-1: anywhere), to whom, how strongly and how often (in thousandths)."""

    reach: int
    shorter: int  # the reach to who keeps it off
    kinds: int  # of things that it can touch, as bits
    strength: int
    blows: int


class Thing(NamedTuple):
    """Something with a place, what it can suffer, and what it can do (the first four means count)."""

    x: int
    y: int
    counts: int  # percent
    kind: int  # a bit
    hardness: int
    size: int
    through: int  # percent of harm that gets through
    value: int
    keeps_off: bool
    means: tuple[Means, ...]


def packed_thing(thing: Thing) -> Any:
    """A thing as the kernels read it, to be kept while it does not change."""
    means = thing.means[:_MOST]
    row = [int(value) for value in thing[:9]] + [len(means)]
    for each in means:
        row += [*each, 0]
    return _fast.ints(row + [0] * (6 * (_MOST - len(means))))


def joined(rows: Sequence[Any]) -> Any:
    """Packed things one after another."""
    return _fast.joined(list(rows))


def pressure(ours: Any, theirs: Any, far: int) -> int:
    """What our things press for more than theirs: the value that each would take of its best mark, with its best means.

    far: who reaches nobody counts one less for each so many ticks to the nearest of the others.
    """
    total: int = _fast.load(_pressure).pressure(_fast.joined([ours, theirs]), len(ours) // 34, far)
    return int(total)
