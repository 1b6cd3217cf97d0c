"""The table's two batch loops in C, compiled by the bench when there is a compiler, as a rival to measure against."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from hexless.table import Terrain

__all__ = ["Loops", "load"]

SOURCE = r"""
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
typedef int64_t i64;

static int misses(const i64 *row, i64 px, i64 py, i64 qx, i64 qy, double size) {
    if ((px <= row[2] && qx <= row[2]) || (px >= row[4] && qx >= row[4])) return 1;
    if ((py <= row[3] && qy <= row[3]) || (py >= row[5] && qy >= row[5])) return 1;
    i64 side = (qx - px) * (row[7] - py) - (qy - py) * (row[6] - px);
    return (double)llabs(side) >= (double)row[8] * size;
}

static int cuts(const i64 *pts, i64 n, i64 px, i64 py, i64 dx, i64 dy) {
    int inside = 0;
    i64 bx = pts[2 * n - 2] - px, by = pts[2 * n - 1] - py, sb = dx * by - dy * bx;
    for (i64 i = 0; i < n; i++) {
        i64 ax = bx, ay = by, sa = sb;
        bx = pts[2 * i] - px; by = pts[2 * i + 1] - py; sb = dx * by - dy * bx;
        if ((sa > 0) == (sb > 0)) continue;
        i64 turn = (bx - ax) * dy - (by - ay) * dx, first = (by - ay) * ax - (bx - ax) * ay, last = first + turn;
        if (turn < 0) { first = -first; last = -last; }
        if (first >= 0) inside = !inside;
        else if (last > 0) return 1;
    }
    return inside;
}

void blocked(const i64 *flat, const i64 *ends, i64 lines, i64 *out) {
    for (i64 k = 0; k < lines; k++) {
        i64 px = ends[4 * k], py = ends[4 * k + 1], qx = ends[4 * k + 2], qy = ends[4 * k + 3];
        double size = sqrt((double)((qx - px) * (qx - px) + (qy - py) * (qy - py)));
        out[k] = 0;
        for (i64 i = 0; i < flat[0] && !out[k]; i++) {
            const i64 *row = flat + 1 + 12 * i;
            if (!misses(row, px, py, qx, qy, size)) out[k] = cuts(flat + row[0], row[1], px, py, qx - px, qy - py);
        }
    }
}

static double part(const i64 *pts, i64 n, i64 px, i64 py, i64 dx, i64 dy) {
    double total = 0.0;
    i64 bx = pts[2 * n - 2] - px, by = pts[2 * n - 1] - py, sb = dx * by - dy * bx;
    for (i64 i = 0; i < n; i++) {
        i64 ax = bx, ay = by, sa = sb;
        bx = pts[2 * i] - px; by = pts[2 * i + 1] - py; sb = dx * by - dy * bx;
        if ((sa > 0) == (sb > 0)) continue;
        i64 turn = (bx - ax) * dy - (by - ay) * dx, at = (bx - ax) * ay - (by - ay) * ax;
        double t = (double)at / (double)turn;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        total += turn > 0 ? 1 - t : t - 1;
    }
    return total;
}

void inside(const i64 *flat, const i64 *ends, i64 lines, i64 *out) {
    for (i64 k = 0; k < lines; k++) {
        i64 px = ends[4 * k], py = ends[4 * k + 1], qx = ends[4 * k + 2], qy = ends[4 * k + 3];
        double size = sqrt((double)((qx - px) * (qx - px) + (qy - py) * (qy - py)));
        for (i64 i = 0; i < flat[0]; i++) {
            const i64 *row = flat + 1 + 12 * i;
            i64 *to = out + k * flat[0] + i;
            *to = 0;
            if (!misses(row, px, py, qx, qy, size))
                *to = (i64)(part(flat + row[0], row[1], px, py, qx - px, qy - py) * size + 0.5);
        }
    }
}
"""


class Loops:
    """The compiled loops bound to one terrain and one set of lines."""

    def __init__(self, library: Any, terrain: Terrain, ends: Any) -> None:
        """Keep the arrays alive and make room for the answers."""
        self.library, self.ends = library, np.ascontiguousarray(ends, dtype=np.int64)
        self.flat = np.asarray(terrain.flat, dtype=np.int64)
        self.pieces = len(terrain.pieces)

    def _call(self, function: Any, room: int) -> Any:
        out = np.empty(room, dtype=np.int64)
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (self.flat, self.ends, out)]
        function(pointers[0], pointers[1], ctypes.c_int64(len(self.ends)), pointers[2])
        return out

    def blocked(self) -> Any:
        """1 for each line that some piece stops."""
        return self._call(self.library.blocked, len(self.ends))

    def inside(self) -> Any:
        """Ticks of each line inside each piece."""
        return self._call(self.library.inside, len(self.ends) * self.pieces).reshape(-1, self.pieces)


def load(terrain: Terrain, ends: Any) -> Loops | None:
    """Compile the loops, or None without a C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    folder = Path(tempfile.mkdtemp(prefix="hexless-bench-"))
    source, made = folder / "loops.c", folder / "loops.so"
    source.write_text(SOURCE)
    flags = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(made), str(source), "-lm"]
    subprocess.run([compiler, *flags], check=True)
    library = ctypes.CDLL(str(made))
    shutil.rmtree(folder)
    return Loops(library, terrain, ends)
