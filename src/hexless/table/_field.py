"""Kernels of the reach field: a grid of percents, and the cost to every cell of it. See `_fast`, `_lines`.

The grid is square, `side` cells wide, with a border of two blocked cells, so that no neighbour falls outside.
A percent of 0 is a blocked cell.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

Ints = MutableSequence[int]
Int16s = MutableSequence[int]
Int32s = MutableSequence[int]
FAR = 2**30
TAKEN = -2
CELLS = 2**30 - 1  # no cell has a higher number; whoever is told so need not ask whether it is one from the end


def _inside(pts: Ints, off: int, n: int, x: int, y: int) -> bool:
    """Whether a point is inside an outline."""
    inside = False
    bx = pts[off + 2 * n - 2] - x
    by = pts[off + 2 * n - 1] - y
    for i in range(n):
        ax, ay = bx, by
        bx = pts[off + 2 * i] - x
        by = pts[off + 2 * i + 1] - y
        if (ay > 0) != (by > 0) and (ax * by - ay * bx > 0) == (by > ay):
            inside = not inside
    return inside


def _near(pts: Ints, off: int, n: int, x: int, y: int, r: int) -> bool:
    """Whether a point is nearer than r to the line of an outline."""
    bx = pts[off + 2 * n - 2] - x
    by = pts[off + 2 * n - 1] - y
    for i in range(n):
        ax, ay = bx, by
        bx = pts[off + 2 * i] - x
        by = pts[off + 2 * i + 1] - y
        if bx * bx + by * by < r * r:
            return True
        ex = bx - ax
        ey = by - ay
        along = -(ax * ex + ay * ey)
        size = ex * ex + ey * ey
        if 0 < along < size and float(abs(ax * by - ay * bx)) < float(r) * sqrt(float(size)):
            return True
    return False


def _paint(
    grid: Int16s, side: int, x0: int, y0: int, cell: int, box: Ints, b: int, pts: Ints, off: int, n: int, r: int,
    percent: int,
) -> None:  # fmt: skip
    """Give a percent to the cells inside an outline (box in ticks at box[b]), or nearer than r to it if it blocks."""
    pad = r if percent == 0 else 0
    i0 = max(2, (box[b] - pad - x0) // cell)
    j0 = max(2, (box[b + 1] - pad - y0) // cell)
    i1 = min(side - 3, (box[b + 2] + pad - x0) // cell + 1)
    j1 = min(side - 3, (box[b + 3] + pad - y0) // cell + 1)
    for j in range(j0, j1 + 1):
        for i in range(i0, i1 + 1):
            x = x0 + i * cell
            y = y0 + j * cell
            if grid[j * side + i] == 0:
                continue
            if _inside(pts, off, n, x, y) or (percent == 0 and _near(pts, off, n, x, y, r)):
                grid[j * side + i] = percent


def raster(
    flat: Ints, picks: Ints, percents: Ints, rows: Ints, edges: Ints, side: int, x0: int, y0: int, cell: int,
    r: int, margin: int, box: Ints, grid: Int16s,
) -> None:  # fmt: skip
    """Fill a grid of percents for a disc of radius r; blocked cells keep `margin` more; edges are width and depth."""
    for j in range(side):
        y = y0 + j * cell
        for i in range(side):
            x = x0 + i * cell
            open_ = 2 <= i < side - 2 and 2 <= j < side - 2 and r <= x <= edges[0] - r and r <= y <= edges[1] - r
            grid[j * side + i] = 100 if open_ else 0
    for blocked in range(2):
        for k in range(len(picks)):
            at = 1 + 12 * picks[k]
            if (percents[k] <= 0) == (blocked == 1):
                percent = max(percents[k], 0)
                _paint(grid, side, x0, y0, cell, flat, at + 2, flat, flat[at], flat[at + 1], r + margin, percent)
    for j in range(len(rows) // 20):
        at = 20 * j
        span = rows[at + 5]
        if span < 0 or (rows[at] == box[4] and rows[at + 1] == box[5]):
            continue
        if rows[at + 14] > 0:
            box[0], box[1], box[2], box[3] = rows[at] - span, rows[at + 1] - span, rows[at] + span, rows[at + 1] + span
            _paint(grid, side, x0, y0, cell, box, 0, rows, at + 6, 4, r + margin, 0)
        else:
            _paint_disc(grid, side, x0, y0, cell, rows[at], rows[at + 1], rows[at + 2] + r + margin)


def _paint_disc(grid: Int16s, side: int, x0: int, y0: int, cell: int, cx: int, cy: int, r: int) -> None:
    """Block the cells nearer than r to a point."""
    for j in range(max(2, (cy - r - y0) // cell), min(side - 3, (cy + r - y0) // cell + 1) + 1):
        for i in range(max(2, (cx - r - x0) // cell), min(side - 3, (cx + r - x0) // cell + 1) + 1):
            dx = x0 + i * cell - cx
            dy = y0 + j * cell - cy
            if dx * dx + dy * dy < r * r:
                grid[j * side + i] = 0


def _polish(grid: Int16s, side: int, cell: int, node: int, cost: Int32s, origin: Int32s) -> None:
    """Come to a cell straight from where its predecessor came from, if the ground between is all alike.

    That is so when the one or two cells that the line passes a step before have come straight from there too.
    """
    root = origin[origin[node] & CELLS] if origin[node] >= 0 else -1
    if root < 0 or grid[root & CELLS] != grid[node]:
        return
    dy = node // side - root // side
    dx = node - root - dy * side
    step_x = 1 if dx > 0 else -1 if dx < 0 else 0
    step_y = side if dy > 0 else -side if dy < 0 else 0
    wide, high = abs(dx), abs(dy)
    first = (node - step_x - step_y) & CELLS
    second = first if wide == high else (node - (step_x if wide > high else step_y)) & CELLS
    if grid[first] != grid[node] or grid[second] != grid[node]:
        return
    if (first == root or origin[first] == root) and (second == root or origin[second] == root):
        length = sqrt(float(dx * dx + dy * dy)) * float(cell)
        direct = cost[root & CELLS] + int(length * float(grid[node]) / 100.0 + 0.5)
        if direct <= cost[node]:
            cost[node] = direct
            origin[node] = root


def flood(
    grid: Int16s, side: int, cell: int, start: int, limit: int, width: int, moves: Ints, least: Ints, cost: Int32s,
    origin: Int32s, head: Int32s, item: Int32s, below: Int32s, slot: Int32s,
) -> bool:  # fmt: skip
    """The cost from the start to every cell within the limit, and where each is come to from, by a bucket queue.

    `moves` are 16 rows: step, two cells to pass between (steps, 0 for none), length; `least` is what each costs at
    least. Buckets are `width` wide, half the cheapest move: a cell that is taken is final but for the straight line to
    it, and the cells that a straight line passes just before it were taken earlier. A bucket is a pile: `head` is its
    top, `item` the cell there, `below` what it lies on; a cell that went to a lower one is passed over. Whether there
    was room for all of them.
    """
    for at in range(side * side):
        slot[at] = -1 if grid[at] else TAKEN
    cost[start], slot[start] = 0, 0
    head[0], item[0], used = 0, start, 1
    for bucket in range(len(head)):
        while head[bucket] >= 0:
            top = head[bucket] & CELLS
            head[bucket] = below[top]
            node = item[top] & CELLS
            if slot[node] != bucket:
                continue
            slot[node] = TAKEN
            _polish(grid, side, cell, node, cost, origin)
            here = grid[node]
            paid = cost[node]
            for k in range(16):
                to = (node + moves[4 * k]) & CELLS
                if paid + least[k] >= cost[to] or slot[to] == TAKEN:  # most are
                    continue
                m1 = grid[(node + moves[4 * k + 1]) & CELLS]
                m2 = grid[(node + moves[4 * k + 2]) & CELLS]
                if m1 == 0 or m2 == 0:
                    continue
                new = paid + moves[4 * k + 3]  # on plain ground, where nothing need be divided
                if here != 100 or grid[to] != 100 or m1 != 100 or m2 != 100:
                    mean = here + grid[to] if k < 8 else (here + grid[to] + m1 + m2) // 2
                    new = paid + (moves[4 * k + 3] * mean + 199) // 200
                if new < cost[to] and new <= limit:
                    cost[to] = new
                    origin[to] = node
                    spot = max(bucket, new // width)
                    if spot != slot[to]:
                        if used == len(item):
                            return False
                        slot[to] = spot
                        item[used], below[used] = to, head[spot]
                        head[spot] = used
                        used += 1
    return True
