"""Bases packed for the table's kernels, kept while they do not move."""

from __future__ import annotations

from functools import lru_cache

from hexless.table import Base, Bases

__all__ = ["NOBODY", "gathered", "packed"]

NOBODY = Bases()


@lru_cache(maxsize=512)
def packed(bases: tuple[Base, ...]) -> Bases:
    """The same pack for the same bases: a table changes one base at a time, and is asked many times."""
    return Bases(bases) if bases else NOBODY


@lru_cache(maxsize=512)
def gathered(groups: tuple[tuple[Base, ...], ...]) -> Bases:
    """The bases of several groups, each of which is packed by itself: most of them stand still."""
    return Bases.joined([packed(group) for group in groups]) if groups else NOBODY
