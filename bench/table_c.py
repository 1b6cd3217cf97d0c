"""The table's two batch loops in C, compiled by the bench when there is a compiler, as a rival to measure against."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from hexless.table import Bases, Terrain

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

typedef struct { i64 lo, hi, div; } Part;

static Part under(i64 top, i64 pz, i64 qz) {
    if (pz < top && qz < top) return (Part){0, 1, 1};
    if (pz < top) return (Part){0, top - pz, qz - pz};
    if (qz < top) return (Part){pz - top, pz - qz, pz - qz};
    return (Part){0, 0, 1};
}

static int enters(const i64 *pts, i64 n, i64 px, i64 py, i64 dx, i64 dy, i64 ox, i64 oy, i64 lo, i64 div) {
    int left = 0, right = 0;
    i64 bx = pts[2 * n - 2], by = pts[2 * n - 1], sb = dx * (by - py) - dy * (bx - px);
    for (i64 i = 0; i < n; i++) {
        i64 ax = bx, ay = by, sa = sb;
        bx = pts[2 * i]; by = pts[2 * i + 1]; sb = dx * (by - py) - dy * (bx - px);
        int on_left = (sa >= 0) != (sb >= 0), on_right = (sa > 0) != (sb > 0);
        if (!on_left && !on_right) continue;
        i64 turn = (bx - ax) * dy - (by - ay) * dx;
        i64 past = ((by - ay) * (ax - ox) - (bx - ax) * (ay - oy)) * div + lo * turn;
        if ((past >= 0 && turn > 0) || (past <= 0 && turn < 0)) { left ^= on_left; right ^= on_right; }
    }
    return left && right;
}

static int cuts_flush(const i64 *pts, i64 n, i64 px, i64 py, i64 dx, i64 dy, Part p) {
    if (enters(pts, n, px, py, dx, dy, px, py, p.lo, p.div)) return 1;
    i64 size = dx * dx + dy * dy;
    for (i64 i = 0; i < n; i++) {
        i64 wx = pts[2 * i], wy = pts[2 * i + 1];
        if (dx * (wy - py) - dy * (wx - px)) continue;
        i64 along = (dx * (wx - px) + dy * (wy - py)) * p.div;
        if (p.lo * size < along && along < p.hi * size && enters(pts, n, px, py, dx, dy, wx, wy, 0, 1)) return 1;
    }
    return 0;
}

static int cuts(const i64 *pts, i64 n, i64 px, i64 py, i64 dx, i64 dy, Part p) {
    int inside = 0, flush = 0;
    i64 bx = pts[2 * n - 2] - px, by = pts[2 * n - 1] - py, sb = dx * by - dy * bx;
    for (i64 i = 0; i < n; i++) {
        i64 ax = bx, ay = by, sa = sb;
        bx = pts[2 * i] - px; by = pts[2 * i + 1] - py; sb = dx * by - dy * bx;
        if (sb == 0) { flush = 1; continue; }
        if (!((sa > 0 && sb < 0) || (sa < 0 && sb > 0))) continue;
        i64 turn = (bx - ax) * dy - (by - ay) * dx, base = ((by - ay) * ax - (bx - ax) * ay) * p.div;
        i64 first = base + p.lo * turn, last = base + p.hi * turn;
        if (turn < 0) { first = -first; last = -last; }
        if (first >= 0) inside = !inside;
        else if (last > 0) return 1;
    }
    return flush ? cuts_flush(pts, n, px, py, dx, dy, p) : inside;
}

static int stopped(const i64 *flat, const i64 *a, const i64 *b) {
    i64 px = a[0], py = a[1], qx = b[0], qy = b[1];
    double size = sqrt((double)((qx - px) * (qx - px) + (qy - py) * (qy - py)));
    for (i64 i = 0; i < flat[0]; i++) {
        const i64 *row = flat + 1 + 12 * i;
        if (misses(row, px, py, qx, qy, size)) continue;
        Part p = under(row[10], a[4], b[4]);
        if (p.hi > p.lo && cuts(flat + row[0], row[1], px, py, qx - px, qy - py, p)) return 1;
    }
    return 0;
}

void blocked(const i64 *flat, const i64 *froms, i64 n, const i64 *tos, i64 m, i64 *out) {
    for (i64 i = 0; i < n; i++)
        for (i64 j = 0; j < m; j++) out[i * m + j] = stopped(flat, froms + 20 * i, tos + 20 * j);
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
    """The compiled loops bound to one terrain, the bases that look at each other, and the lines between them."""

    def __init__(self, library: Any, terrain: Terrain, froms: Bases, tos: Bases, ends: Any) -> None:
        """Keep the arrays alive."""
        self.library, self.ends = library, np.ascontiguousarray(ends, dtype=np.int64)
        self.flat = np.asarray(terrain.flat, dtype=np.int64)
        self.pieces, self.froms, self.tos = len(terrain.pieces), froms, tos

    def blocked(self) -> Any:
        """1 for each pair between whose centres some piece stands, by heights as `sight_all` has them."""
        out = np.empty(len(self.froms) * len(self.tos), dtype=np.int64)
        a, b = (_numbers(self.froms.rows), len(self.froms)), (_numbers(self.tos.rows), len(self.tos))
        self.library.blocked(_numbers(self.flat), a[0], ctypes.c_int64(a[1]), b[0], ctypes.c_int64(b[1]), _numbers(out))
        return out

    def inside(self) -> Any:
        """Ticks of each line inside each piece."""
        out = np.empty(len(self.ends) * self.pieces, dtype=np.int64)
        lines = ctypes.c_int64(len(self.ends))
        self.library.inside(_numbers(self.flat), _numbers(self.ends), lines, _numbers(out))
        return out.reshape(-1, self.pieces)


def _numbers(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def load(terrain: Terrain, froms: Bases, tos: Bases, ends: Any) -> Loops | None:
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
    return Loops(library, terrain, froms, tos, ends)
