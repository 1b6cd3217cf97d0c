"""Kernel of `amid`: which discs a straight line parts from all of some others. See `_fast`.

Bases are rows of 20 numbers as in `_lines`. Directions are float64 in one fixed order of operations.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

Ints = MutableSequence[int]


def _parts(ux: float, uy: float, band: Ints, x: int, y: int, r: int) -> bool:
    """Whether a disc is farther along u than all of a band, by more than its radius and theirs."""
    k = 0
    while k < len(band) and (x - band[k]) * ux + (y - band[k + 1]) * uy > r + band[k + 2]:
        k += 20
    return k >= len(band)


def _parted(band: Ints, x: int, y: int, r: int) -> bool:
    """Whether a line parts a disc from a band: square to one of its discs, or along two of them."""
    for k in range(0, len(band), 20):
        ax = x - band[k]
        ay = y - band[k + 1]
        far = sqrt(float(ax * ax + ay * ay))
        if far > 0.0 and _parts(ax / far, ay / far, band, x, y, r):
            return True
    for k in range(0, len(band), 20):
        for m in range(k + 20, len(band), 20):
            dx = band[m] - band[k]
            dy = band[m + 1] - band[k + 1]
            more = band[k + 2] - band[m + 2]
            square = dx * dx + dy * dy
            if square <= more * more:
                continue
            side = sqrt(float(square - more * more))
            if _parts((more * dx - side * dy) / square, (more * dy + side * dx) / square, band, x, y, r):
                return True
            if _parts((more * dx + side * dy) / square, (more * dy - side * dx) / square, band, x, y, r):
                return True
    return False


def amid(band: Ints, rows: Ints, spare: int, out: Ints) -> None:
    """1 for each disc in `rows` that no line parts from all discs of a band with so much to spare."""
    for k in range(len(rows) // 20):
        out[k] = 0 if _parted(band, rows[20 * k], rows[20 * k + 1], rows[20 * k + 2] + spare) else 1
