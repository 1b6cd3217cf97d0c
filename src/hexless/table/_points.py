"""Kernels for points that look at points, many lines in one call. See `_fast` and `_lines`."""

from __future__ import annotations

from collections.abc import MutableSequence

from hexless.table._lines import blocker

Ints = MutableSequence[int]


def most_seen(flat: Ints, picks: Ints, rows: Ints, eyes: Ints, body: Ints) -> int:
    """The most points of a body that one of the eyes sees; all are given as x, y, z."""
    most = 0
    for i in range(0, len(eyes), 3):
        ax, ay, az = eyes[i], eyes[i + 1], eyes[i + 2]
        seen = 0
        for j in range(0, len(body), 3):
            bx, by, bz = body[j], body[j + 1], body[j + 2]
            if blocker(flat, picks, rows, ax, ay, az, bx, by, bz, ax, ay, bx, by) < 0:
                seen += 1
        most = max(most, seen)
    return most
