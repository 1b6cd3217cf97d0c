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
TALL = 2**14  # a step in cells as one number: so many times its y, and its x; no grid is half as wide
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
    """Fill a grid of zeros with percents for a disc of radius r; blocked cells keep `margin` more; edges are width and
    depth.
    """
    left, low = max(2, -((x0 - r) // cell)), max(2, -((y0 - r) // cell))
    right, high = min(side - 3, (edges[0] - r - x0) // cell), min(side - 3, (edges[1] - r - y0) // cell)
    for j in range(low, high + 1):
        for at in range(j * side + left, j * side + right + 1):
            grid[at] = 100
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


def _polish(grid: Int16s, side: int, cell: int, start: int, node: int, line: int, cost: Int32s, origin: Int32s) -> bool:
    """Come to a cell straight from where its predecessor came from, if the ground between is all alike; `line` leads
    from there. Whether it is so.

    That is so when the one or two cells that the line passes a step before have come straight from there too.
    """
    if line == 0 or origin[node] == start:
        return False
    here = grid[node]
    dy = (line + TALL // 2) // TALL
    dx = line - dy * TALL
    step_x, step_y = (dx > 0) - (dx < 0), side * ((dy > 0) - (dy < 0))
    wide, high = abs(dx), abs(dy)
    root = (node - dx - dy * side) & CELLS
    first = (node - step_x - step_y) & CELLS
    second = (node - (wide >= high) * step_x - (high >= wide) * step_y) & CELLS
    length = sqrt(float(dx * dx + dy * dy)) * float(cell)
    direct = cost[root] + int(length * float(here) / 100.0 + 0.5)
    # one verdict at the end, for nobody can guess what half of the cells will answer
    alike = (grid[root] == here) & (grid[first] == here) & (grid[second] == here) & (direct <= cost[node])
    alike &= ((first == root) | (origin[first] == root)) & ((second == root) | (origin[second] == root))
    cost[node] = direct if alike else cost[node]
    origin[node] = root if alike else origin[node]
    return alike


def flood(
    grid: Int16s, side: int, cell: int, start: int, limit: int, width: int, moves: Ints, least: Ints, steps: Ints,
    cost: Int32s, origin: Int32s, head: Int32s, item: Int32s, below: Int32s, slot: Int32s, lines: Int32s,
) -> bool:  # fmt: skip
    """The cost from the start to every cell within the limit, and where each is come to from, by a bucket queue.

    `moves` are 16 rows: step, two cells to pass between (steps, 0 for none), length; `least` is what each costs at
    least, `steps` each as one number (see `TALL`). Buckets are `width` wide, half the cheapest move: a cell that is
    taken is final but for the straight line to it, and the cells that a straight line passes just before it were taken
    earlier. A bucket is a pile: `head` is its top, `item` the cell there, `below` what it lies on; a cell that went to
    a lower one is passed over. `lines` keeps the way to a cell from where its predecessor has come from, and the move
    to it. Whether there was room for all of them.
    """
    for at in range(side * side):
        slot[at] = -1 if grid[at] else TAKEN
    cost[start], slot[start], lines[start] = 0, 0, 0
    head[0], item[0], used = 0, start, 1
    for bucket in range(len(head)):
        while head[bucket] >= 0:
            top = head[bucket] & CELLS
            head[bucket] = below[top]
            node = item[top] & CELLS
            if slot[node] != bucket:
                continue
            slot[node] = TAKEN
            line, own = lines[node] >> 4, steps[lines[node] & 15]
            line = line if _polish(grid, side, cell, start, node, line, cost, origin) else own
            here = grid[node]
            paid = cost[node]
            for k in range(16):
                to = (node + moves[4 * k]) & CELLS
                if paid + least[k] >= cost[to] or slot[to] == TAKEN:  # most are
                    continue
                m1 = grid[(node + moves[4 * k + 1]) & CELLS]
                m2 = grid[(node + moves[4 * k + 2]) & CELLS]
                new = paid + moves[4 * k + 3]  # on plain ground, where nothing need be divided
                if here != 100 or grid[to] != 100 or m1 != 100 or m2 != 100:
                    if m1 == 0 or m2 == 0:
                        continue
                    mean = here + grid[to] if k < 8 else (here + grid[to] + m1 + m2) // 2
                    new = paid + (moves[4 * k + 3] * mean + 199) // 200
                if new < cost[to] and new <= limit:
                    cost[to] = new
                    origin[to], lines[to] = node, ((line + steps[k]) << 4) + k
                    spot = max(bucket, new // width)
                    if spot != slot[to]:
                        if used == len(item):
                            return False
                        slot[to] = spot
                        item[used], below[used] = to, head[spot]
                        head[spot] = used
                        used += 1
    return True
