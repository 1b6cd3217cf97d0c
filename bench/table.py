"""The table against its peers: Shapely 2, the same loops in C, SciPy.

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
from math import dist
from typing import Any

import numpy as np

from hexless.table import Base, Terrain, crossing_all, pack, piece, reach, sees, sight_all, terrain_faults, toll

from . import table_c
from .rows import Row, at_most, medians, versus

SIZE = (120_000, 180_000)
ROUNDS = 15


def make_terrain(rng: random.Random, count: int = 30) -> Terrain:
    """Pieces of 4 to 9 corners, 6 to 16 units across, tall enough to hide everybody."""
    pieces = []
    while len(pieces) < count:
        x, y, r = rng.randint(10_000, 110_000), rng.randint(10_000, 170_000), rng.randint(3000, 8000)
        turns = sorted(rng.random() for _ in range(rng.randint(4, 9)))
        spots = [(x + round(r * np.cos(6.2832 * t)), y + round(r * np.sin(6.2832 * t))) for t in turns]
        made = piece(f"p{len(pieces)}", spots, height=5000, traits=(("wall", "wood", "rough")[len(pieces) % 3],))
        if not terrain_faults(Terrain(*SIZE, (made,))):
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
    peers, c = Peers(terrain, ends), table_c.load(terrain, ours, foes, ends)
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
    return [*rivals("blocked, 1600 pairs", blocked, 8), *rivals("length inside, 1600 x 30", lengths, 100)]


def rivals(name: str, ways: list[Any], target: float) -> list[Row]:
    """Ours (the first way) against the better of Shapely's two, and against C where there is a compiler."""
    first = medians({"tree": ways[1], "other": ways[2]}, rounds=1)
    best = ways[1] if first["tree"] <= first["other"] else ways[2]
    tasks = {"ours": ways[0], "Shapely": best} | dict(zip(("C",), ways[3:]))
    cost = {who: 1000 * seconds for who, seconds in medians(tasks, ROUNDS).items()}
    rows = [versus(name, cost["ours"], "ms", "Shapely, its best way", cost["Shapely"], target=target)]
    if "C" in cost:
        rows.append(versus(name, cost["ours"], "ms", "C -O3 -march=native", cost["C"], target=1 / 3))
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

    cost = medians({"centre": lambda: look("centre"), "any": lambda: look("any"), "walk": walk}, ROUNDS)
    each = {name: 1e6 * seconds / len(pairs) for name, seconds in cost.items()}
    return [
        at_most("one sight query, centre line", each["centre"], "us", 3),
        Row("one sight query, any of 9 lines", each["any"], "us"),
        Row("one path of 2 legs, 30 pieces, 20 bases", each["walk"], "us"),
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
    cost = medians(
        {
            "ours": lambda: reach(terrain, base, 30_000, costs, others),
            "theirs": lambda: csgraph.dijkstra(graph, indices=start, limit=30_000),
        },
        ROUNDS,
    )
    empty = Terrain(*SIZE)
    plain = reach(empty, base, 30_000, empty.costs())
    errors = [abs(plain.cost_at(p) / dist(p, base.centre) - 1) for p in plain.points() if p != base.centre]  # type: ignore[operator]
    return [
        versus(
            "reach field of 30 units",
            1000 * cost["ours"],
            "ms",
            "SciPy dijkstra(limit)",
            1000 * cost["theirs"],
            target=1,
        ),
        at_most("reach field of 30 units, by itself", 1000 * cost["ours"], "ms", 0.4),
        at_most("reach field, largest error in the open", 100 * max(errors), "%", 3),
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
            rows.append(at_most(name, statistics.median(float(done.stdout) for done in runs[2:]), "s", 1.5))
    return rows


def run() -> list[Row]:
    """All rows of the table's benchmark."""
    return [*batch_rows(), *scalar_rows(), *reach_rows(), *first_rows()]
