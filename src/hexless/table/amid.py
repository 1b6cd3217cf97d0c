"""Amid: which discs reach into the band that is stretched about some others."""

from __future__ import annotations

from hexless.table import _amid, _fast
from hexless.table.shapes import Bases

__all__ = ["amid"]


def amid(band: Bases, discs: Bases, spare: int = 0) -> list[bool]:
    """Whether each of some discs overlaps the smallest convex area about the discs of a band, or is so near to it."""
    out = _fast.zeros(len(discs))
    _fast.load(_amid).amid(band.rows, discs.rows, spare, out)
    return [bool(one) for one in _fast.listed(out)]
