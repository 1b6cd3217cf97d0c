"""Paths: what a move costs by the ground, and the first thing that makes it illegal.

A base moves along straight stretches from where it stands through the given points. While it moves it is a
disc (its radius, or the smaller half extent of a rectangle); where it ends its exact shape must fit. It may
touch things but not overlap them; what it overlaps where it starts it may leave. Bases centred where it
starts are itself. The ground under its centre decides the cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any, Literal

import msgspec

from hexless.table import _fast, _lines, _walks
from hexless.table.going import Going, Keep
from hexless.table.lengths import Point, distance
from hexless.table.measure import gap, gap_to_outline
from hexless.table.shapes import Base, Bases, pack
from hexless.table.terrain import Costs, Terrain

__all__ = ["Keep", "Leg", "Route", "Stop", "closer", "fits", "route", "toll", "trodden", "walked"]

What = Literal["too_far", "terrain", "base", "off_table", "too_close", "no_fit"]
_NOBODY = Bases()


class Leg(msgspec.Struct, frozen=True):
    """A straight part of a path on one kind of ground; `pieces` are the priced pieces that it lies in."""

    start: Point
    end: Point
    length: int
    cost: int
    pieces: tuple[int, ...] = ()


class Stop(msgspec.Struct, frozen=True):
    """What makes a path illegal, where, and by how much.

    too_far: `amount` is the cost above the allowance, the line runs from where it is used up to the end.
    terrain, base: piece or base `index` is in the way after `amount` ticks of path (or at its end).
    off_table: `amount` over the edge. too_close: `index` of the keep entry, `amount` of gap missing.
    no_fit: the turned base overlaps base or piece `index` at the end though its path was free.
    """

    what: What
    index: int
    amount: int
    point: Point
    line: tuple[Point, Point]


class Route(msgspec.Struct, frozen=True):
    """A path with its legs, its length and cost, and what stops it, if anything."""

    legs: tuple[Leg, ...]
    length: int
    cost: int
    stop: Stop | None = None

    @property
    def legal(self) -> bool:
        """Whether nothing stops it."""
        return self.stop is None


class _Walk:
    """One run of the walk kernel."""

    def __init__(self, terrain: Terrain, base: Base, points: Sequence[tuple[int, int]], costs: Costs, others: Bases):
        flat = [base.x, base.y]
        for x, y in points:
            flat += (x, y)
        self.way = flat
        room = 8 + 5 * (costs.corners + 1) * len(points)
        self.out = out = _fast.filled(room, 0.0, "float64")
        self.hit = _fast.load(_walks).walk(
            terrain.flat,
            costs.picks,
            costs.percents,
            costs.walls,
            others.rows,
            _fast.ints(flat),
            base.sweep,
            *costs.room,
            out,
        )
        self.length, self.cost = round(float(out[3])), round(float(out[4]))

    def place(self, stretch: int, part: float) -> Point:
        px, py, qx, qy = self.way[2 * stretch : 2 * stretch + 4]
        return Point(round(px + (qx - px) * part), round(py + (qy - py) * part))


def toll(
    terrain: Terrain,
    base: Base,
    points: Sequence[tuple[int, int]],
    costs: Costs,
    allowance: int | None = None,
    others: Sequence[Base] | Bases = _NOBODY,
    keep: Keep = (),
    on_table: bool = True,
    face: tuple[int, int] | None = None,
) -> int | None:
    """The cost of a path, or None when something stops it: `route` without its witness."""
    return Going(terrain, base, costs, pack(others), keep, on_table).toll(points, allowance, face)


def route(
    terrain: Terrain,
    base: Base,
    points: Iterable[tuple[int, int]],
    costs: Costs,
    allowance: int | None = None,
    others: Sequence[Base] | Bases = _NOBODY,
    keep: Keep = (),
    on_table: bool = True,
    face: tuple[int, int] | None = None,
) -> Route:
    """Walk a base from where it stands through the points, past other bases, within an allowance of cost.

    `keep` lists bases (or packs of them) and the gap to leave to each at the end; `face` turns the base at
    the end. Legs are cut at the points and at the edges of priced pieces; a path that is stopped is still
    priced to its end.
    """
    way, others = tuple(Point(*p) for p in points), pack(others)
    run = _Walk(terrain, base, way, costs, others)
    end = _end(base, way, face)
    stop = _stop(terrain, base, way, costs, allowance, others, keep, on_table, end, run)
    return Route(_legs(terrain, costs, run), run.length, run.cost, stop)


def walked(terrain: Terrain, base: Base, points: Iterable[tuple[int, int]], costs: Costs) -> Route:
    """The legs of a path, its length and cost, whatever is in its way: `route` without what stops it."""
    run = _Walk(terrain, base, tuple(Point(*p) for p in points), costs, _NOBODY)
    return Route(_legs(terrain, costs, run), run.length, run.cost)


def trodden(
    terrain: Terrain, base: Base, points: Sequence[tuple[int, int]], costs: Costs, named: bool = True
) -> tuple[int, Sequence[int]]:
    """The length of a path and, if they are to be named, the priced pieces of its legs: `walked` in short."""
    if not named and all(percent < 0 for _, percent in costs.pieces):
        legs = pairwise(((base.x, base.y), *points))  # nothing cuts them
        return round(sum([sqrt((x - px) ** 2 + (y - py) ** 2) for (px, py), (x, y) in legs])), ()
    run = _Walk(terrain, base, points, costs, _NOBODY)
    if not named or not costs.pieces:
        return run.length, ()
    return run.length, [i for p, q, _, _ in _stretches(run) for i in _inside(terrain, costs, p, q)]


def fits(
    terrain: Terrain, base: Base, costs: Costs, others: Sequence[Base] | Bases = _NOBODY, before: Base | None = None
) -> tuple[Literal["terrain", "base"], int] | None:
    """What a base standing here overlaps, or None: an impassable piece, or a base (not itself as it was before)."""
    index = _overlapped(terrain, base, before or base, costs.walls, pack(others), 0)
    if index < 0:
        return None
    pieces = len(terrain.pieces)
    return ("terrain", index) if index < pieces else ("base", index - pieces)


_room: list[Any] = []


def _overlapped(terrain: Terrain, end: Base, base: Base, walls: Any, others: Bases, least: int) -> int:
    if not _room:
        _room.extend((_fast.zeros(8), _fast.ints(())))
    index = _fast.load(_lines).fits(
        terrain.flat, _room[1] if walls is None else walls, others.rows,
        end.x, end.y, end.radius, end.length, end.width, end.fx, end.fy,
        base.x, base.y, least, _room[0],
    )  # fmt: skip
    return int(index)


def closer(terrain: Terrain, end: Base, base: Base, one: Base | Bases, least: int) -> int:
    """The first of some bases that is nearer than a gap, or -1."""
    index = _overlapped(terrain, end, base, None, one if isinstance(one, Bases) else Bases((one,)), least)
    return index - len(terrain.pieces) if index >= 0 else -1


def _end(base: Base, points: Sequence[tuple[int, int]], face: tuple[int, int] | None) -> Base:
    end = base.at(*points[-1]) if points else base
    return end if face is None else end.facing(*face)


def _over_edge(
    terrain: Terrain, base: Base, points: Sequence[tuple[int, int]], end: Base
) -> tuple[int, int, int] | None:
    """The first point where the base hangs over the edge, and by how much."""
    r = base.sweep
    right, top = terrain.width - r, terrain.depth - r
    for x, y in points:
        if not (r <= x <= right and r <= y <= top):
            return x, y, max(r - x, x - right, r - y, y - top)
    if end.round or terrain.fits_table(end):
        return None
    over = [max(-x, x - terrain.width, -y, y - terrain.depth) for x, y in end.corners()]
    return end.x, end.y, max(over)


def _stop(
    terrain: Terrain,
    base: Base,
    way: tuple[Point, ...],
    costs: Costs,
    allowance: int | None,
    others: Bases,
    keep: Keep,
    on_table: bool,
    end: Base,
    run: _Walk,
) -> Stop | None:
    """The first thing that makes a path illegal: its edges, what it runs into, its cost, then where it ends."""
    if on_table and (edge := _over_edge(terrain, base, way, end)) is not None:
        point = Point(edge[0], edge[1])
        return Stop("off_table", -1, edge[2], point, (base.centre, point))
    if run.hit >= 0:
        return _hit(terrain, base, others, run)
    if allowance is not None and run.cost > allowance:
        point = _spent(run, allowance)
        return Stop("too_far", -1, run.cost - allowance, point, (point, end.centre))
    if (found := fits(terrain, end, costs, others, base)) is not None:
        what, index = found
        line = _between(terrain, end, others, what, index)
        return Stop(what if end.round else "no_fit", index, run.length, end.centre, line)
    for index, (one, least) in enumerate(keep):
        near = closer(terrain, end, base, one, least)
        if near >= 0:
            space = gap(end, one[near] if isinstance(one, Bases) else one)
            return Stop("too_close", index, max(1, least - space.distance), end.centre, (space.start, space.end))
    return None


def _hit(terrain: Terrain, base: Base, others: Bases, run: _Walk) -> Stop:
    pieces, hit = len(terrain.pieces), int(run.hit)
    point = run.place(int(run.out[1]), float(run.out[2]))
    corners = [*zip(run.way[0::2], run.way[1::2])][: int(run.out[1]) + 1]
    done = sum(distance(p, q) for p, q in zip(corners, [*corners[1:], point]))
    what: Literal["terrain", "base"] = "terrain" if hit < pieces else "base"
    index = hit if hit < pieces else hit - pieces
    disc = Base(point.x, point.y, radius=base.sweep)
    return Stop(what, index, done, point, _between(terrain, disc, others, what, index))


def _between(terrain: Terrain, end: Base, others: Bases, what: str, index: int) -> tuple[Point, Point]:
    space = gap(end, others[index]) if what == "base" else gap_to_outline(end, terrain.pieces[index].outline)
    return end.centre, space.end


def _records(run: _Walk) -> list[tuple[int, float, float, float, int]]:
    """Stretch, end part, length so far, cost so far and deciding pick of each leg."""
    out = _fast.listed(run.out[8 : 8 + 5 * int(run.out[0])])
    return [(int(out[at]), *out[at + 1 : at + 4], int(out[at + 4])) for at in range(0, len(out), 5)]


def _stretches(run: _Walk) -> Iterator[tuple[Point, Point, float, float]]:
    """The ends of each leg, and the length and the cost up to its end."""
    start = Point(run.way[0], run.way[1])
    for stretch, part, far, paid, _ in _records(run):
        end = run.place(stretch, part)
        if end != start:
            yield start, end, far, paid
            start = end


def _legs(terrain: Terrain, costs: Costs, run: _Walk) -> tuple[Leg, ...]:
    legs, length, cost = [], 0, 0
    for start, end, far, paid in _stretches(run):
        pieces = _inside(terrain, costs, start, end) if costs.pieces else ()
        legs.append(Leg(start, end, round(far) - length, round(paid) - cost, pieces))
        length, cost = round(far), round(paid)
    return tuple(legs)


def _inside(terrain: Terrain, costs: Costs, p: Point, q: Point) -> tuple[int, ...]:
    """The priced pieces about the middle of a leg."""
    at = terrain.at(((p.x + q.x) // 2, (p.y + q.y) // 2))
    return tuple(i for i, _ in costs.pieces if i in at) if at else ()


def _spent(run: _Walk, allowance: int) -> Point:
    """Where on a path the allowance is used up."""
    before, paid_before, stretch_before = 0.0, 0.0, 0
    for stretch, part, _, paid, _ in _records(run):
        before = before if stretch == stretch_before else 0.0
        if paid > allowance:
            share = (allowance - paid_before) / (paid - paid_before)
            return run.place(stretch, before + (part - before) * share)
        before, paid_before, stretch_before = part, paid, stretch
    return run.place(len(run.way) // 2 - 2, 1.0)
