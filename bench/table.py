"""The table against its peers: Shapely 2, the same loops in C, SciPy. Run with `python -m bench.table`.

All figures are CPU time, medians of rounds in which the rivals take turns, on one table of 120 x 180 units
with 30 pieces and 40 + 40 bases.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from math import dist
from typing import Any, NamedTuple

import numpy as np
from bench import table_c

from hexless.table import Base, Terrain, crossing_all, pack, piece, reach, sees, sight_all, toll

SIZE = (120_000, 180_000)
ROUNDS = 15


class Row(NamedTuple):
    """One line of the report: our median, a rival's, and how many times longer the rival takes (or None)."""

    name: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    ratio: float | None = None
    target: str = ""


def medians(*rivals: Callable[[], object], rounds: int = ROUNDS, repeat: int = 1) -> list[float]:
    """Median CPU seconds of one call of each rival, in interleaved rounds after one warm-up."""
    times: list[list[float]] = [[] for _ in rivals]
    for rival in rivals:
        rival()
    for _ in range(rounds):
        for rival, kept in zip(rivals, times):
            start = time.process_time()
            for _ in range(repeat):
                rival()
            kept.append((time.process_time() - start) / repeat)
    return [statistics.median(kept) for kept in times]


def make_terrain(rng: random.Random, count: int = 30) -> Terrain:
    """Pieces of 4 to 9 corners, 6 to 16 units across, tall enough to hide everybody."""
    pieces = []
    while len(pieces) < count:
        x, y, r = rng.randint(10_000, 110_000), rng.randint(10_000, 170_000), rng.randint(3000, 8000)
        turns = sorted(rng.random() for _ in range(rng.randint(4, 9)))
        spots = [(x + round(r * np.cos(6.2832 * t)), y + round(r * np.sin(6.2832 * t))) for t in turns]
        made = piece(f"p{len(pieces)}", spots, height=5000, traits=(("wall", "wood", "rough")[len(pieces) % 3],))
        if not Terrain(*SIZE, (made,)).faults():
            pieces.append(made)
    return Terrain(*SIZE, tuple(pieces))


def make_bases(rng: random.Random, count: int) -> list[Base]:
    """Discs of an inch or so, anywhere on the table."""
    spots = ((rng.randint(1000, SIZE[0] - 1000), rng.randint(1000, SIZE[1] - 1000)) for _ in range(count))
    return [Base(x, y, radius=600, height=1000) for x, y in spots]


class Peers:
    """The same question for Shapely, which gets its geometries ready beforehand."""

    def __init__(self, terrain: Terrain, ends: Any) -> None:
        """Build and prepare polygons, lines and both search trees."""
        import shapely

        self.shapely = shapely
        self.polygons = np.array([shapely.Polygon(each.outline) for each in terrain.pieces])
        shapely.prepare(self.polygons)
        self.tree = shapely.STRtree(self.polygons)
        self.ends = ends.reshape(-1, 2, 2).astype(float)
        self.lines = shapely.linestrings(self.ends)

    def blocked_tree(self) -> Any:
        """Blocked lines by a tree of the pieces."""
        hit = np.zeros(len(self.lines), dtype=bool)
        hit[self.tree.query(self.lines, predicate="intersects")[0]] = True
        return hit

    def blocked_prepared(self) -> Any:
        """Blocked lines by prepared polygons, candidates from the tree."""
        line, polygon = self.tree.query(self.lines)
        hit = np.zeros(len(self.lines), dtype=bool)
        hit[line[self.shapely.intersects(self.polygons[polygon], self.lines[line])]] = True
        return hit

    def inside_tree(self) -> Any:
        """Lengths inside, only for pairs that the tree finds."""
        line, polygon = self.tree.query(self.lines, predicate="intersects")
        out = np.zeros((len(self.lines), len(self.polygons)))
        out[line, polygon] = self.shapely.length(self.shapely.intersection(self.lines[line], self.polygons[polygon]))
        return out

    def inside_all(self) -> Any:
        """Lengths inside, all pairs at once."""
        return self.shapely.length(self.shapely.intersection(self.lines[:, None], self.polygons[None, :]))


def batch_rows() -> list[Row]:
    """Blocked and length inside for all pairs, against Shapely and against C."""
    rng = random.Random(7)
    terrain = make_terrain(rng)
    ours, foes = pack(make_bases(rng, 40)), pack(make_bases(rng, 40))
    ends = np.array([(*a.centre, *b.centre) for a in ours for b in foes], dtype=np.int64)
    peers, c = Peers(terrain, ends), table_c.load(terrain, ends)
    seen = sight_all(terrain, ours, foes, lines="centre").reshape(-1)
    assert np.array_equal(seen, ~peers.blocked_tree())
    inside = crossing_all(terrain, ends)
    assert np.abs(inside - peers.inside_tree()).max() <= 0.51
    blocked = [lambda: sight_all(terrain, ours, foes, lines="centre"), peers.blocked_tree, peers.blocked_prepared]
    lengths = [lambda: crossing_all(terrain, ends), peers.inside_tree, peers.inside_all]
    if c is not None:
        assert np.array_equal(c.blocked() == 0, seen)
        assert np.abs(c.inside() - inside).max() <= 1
        blocked.append(c.blocked)
        lengths.append(c.inside)
    rows = []
    for name, rivals, target in (("blocked, 1600 pairs", blocked, "8x"), ("length inside, 1600 x 30", lengths, "100x")):
        first = medians(*rivals[1:3], rounds=1)
        mine, best, *theirs = medians(rivals[0], rivals[1 + first.index(min(first))], *rivals[3:], repeat=3)
        rows.append(Row(name, mine, "Shapely, its best way", best, best / mine, f">= {target}"))
        if c is not None:
            rows.append(Row(name, mine, "C -O3 -march=native", theirs[0], theirs[0] / mine, ">= 0.33x"))
    return rows


def scalar_rows() -> list[Row]:
    """One question at a time from Python."""
    rng = random.Random(8)
    terrain = make_terrain(rng)
    mask, others = terrain.everything, pack(make_bases(rng, 20))
    costs = terrain.costs({"wood": 200, "rough": 150}, impassable=("wall",))
    pairs = [tuple(make_bases(rng, 2)) for _ in range(200)]
    steps = [(a, ((a.x + 4000, a.y), (a.x + 6000, a.y + 3000))) for a, _ in pairs]

    def look(lines: Any) -> None:
        for a, b in pairs:
            sees(terrain, a, b, mask, lines)

    def walk() -> None:
        for a, way in steps:
            toll(terrain, a, way, costs, 12_000, others)

    centre, every, way = medians(lambda: look("centre"), lambda: look("any"), walk, repeat=5)
    return [
        Row("one sight query, centre line", centre / len(pairs), target="< 3 us"),
        Row("one sight query, any of 9 lines", every / len(pairs)),
        Row("one path of 2 legs, 30 pieces, 20 bases", way / len(pairs), target="~ 10 us"),
    ]


def reach_rows() -> list[Row]:
    """A field of 30 units against SciPy's Dijkstra on the same grid graph, and its error in the open."""
    from scipy.sparse import csgraph

    rng = random.Random(9)
    terrain = make_terrain(rng)
    others, base = pack(make_bases(rng, 40)), Base(60_000, 90_000, radius=600)
    costs = terrain.costs({"wood": 200, "rough": 150}, impassable=("wall",))
    field = reach(terrain, base, 30_000, costs, others)
    graph, start = grid_graph(field), field.side**2 // 2
    mine, theirs = medians(
        lambda: reach(terrain, base, 30_000, costs, others),
        lambda: csgraph.dijkstra(graph, indices=start, limit=30_000),
    )
    empty = Terrain(*SIZE)
    plain = reach(empty, base, 30_000, empty.costs())
    errors = [abs(plain.cost_at(p) / dist(p, base.centre) - 1) for p in plain.points() if p != base.centre]  # type: ignore[operator]
    return [
        Row("reach field of 30 units", mine, "SciPy dijkstra(limit)", theirs, theirs / mine, "> 1x"),
        Row("largest error in the open, percent (not seconds)", 100 * max(errors), target="<= 3"),
    ]


def grid_graph(field: Any) -> Any:
    """The field's own grid and moves as a sparse matrix; building it is not timed."""
    from scipy.sparse import csr_matrix

    from hexless.table.reach import _moves

    grid = np.asarray(field.grid)
    open_ = np.flatnonzero(grid > 0)
    rows, columns, costs = [], [], []
    for k, (step, one, two, length) in enumerate(np.asarray(_moves(field.side, field.cell)).reshape(16, 4)):
        free = open_[(grid[open_ + step] > 0) & (grid[open_ + one] > 0) & (grid[open_ + two] > 0)]
        mean = grid[free] + grid[free + step]
        if k >= 8:
            mean = (mean + grid[free + one] + grid[free + two]) // 2
        rows.append(free)
        columns.append(free + step)
        costs.append((length * mean + 199) // 200)
    flat = [np.concatenate(part) for part in (costs, rows, columns)]
    return csr_matrix((flat[0].astype(float), (flat[1], flat[2])), shape=(len(grid), len(grid)))


FIRST = """
import time
from hexless.table import *
start = time.process_time()
t = Terrain(20000, 20000, (piece("w", [(4000, 0), (6000, 0), (6000, 8000), (4000, 8000)], height=9, traits=("w",)),))
a, b = Base(2000, 5000, radius=500), Base(9000, 5000, radius=500)
{call}
print(time.process_time() - start)
"""
FIRST_CALLS = {
    "first sight of a process": "sees(t, a, b)",
    "first sight and path of a process": "sees(t, a, b); toll(t, a, [(3000, 5000)], t.costs())",
    "first sight, path, crossing and reach": "sees(t, a, b); toll(t, a, [(3000, 5000)], t.costs()); "
    "crossing(t, a.centre, b.centre); reach(t, a, 3000, t.costs())",
}


def first_rows() -> list[Row]:
    """The first kernel calls of a new process, with compiled code on disk."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="hexless-bench-") as folder:
        place = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        place["PYTHONPYCACHEPREFIX"] = folder  # as after an ordinary install, all bytecode is there
        for name, call in FIRST_CALLS.items():
            command = [sys.executable, "-c", FIRST.format(call=call)]
            runs = [subprocess.run(command, env=place, capture_output=True, text=True, check=True) for _ in range(5)]
            rows.append(Row(name, statistics.median(float(done.stdout) for done in runs[2:]), target="< 1.5 s"))
    return rows


def run() -> list[Row]:
    """All rows of the table's benchmark."""
    return [*batch_rows(), *scalar_rows(), *reach_rows(), *first_rows()]


def shown(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def main() -> None:
    """Print the rows as a table."""
    print(f"{'what':<50}{'ours':>12}  {'peer':<24}{'peer time':>12}{'ratio':>9}  target")
    for row in run():
        theirs = "" if row.theirs is None else shown(row.theirs)
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}x"
        ours = f"{row.ours:.3f} %" if "percent" in row.name else shown(row.ours)
        print(f"{row.name:<50}{ours:>12}  {row.peer:<24}{theirs:>12}{ratio:>9}  {row.target}")


if __name__ == "__main__":
    main()
