"""Dead angles: held against every line of an outline drawn one by one, and the kernel against its twin."""

from itertools import pairwise

from hexless.kernel import Stream
from hexless.table import Base, Terrain, _fast, _shadows, crossing_all, hull, piece, shadows

SEAM, FINE = 4, 1 << 20


def discs(stream, count, low, high):
    return tuple(
        Base(stream.between(low, high), stream.between(low, high), radius=stream.choice((1250, 2000, 3000)))
        for _ in range(count)
    )


def wall(stream):
    x, y, long = stream.between(15000, 35000), stream.between(15000, 35000), stream.between(2000, 16000)
    wide, high = (long, 1000) if stream.below(2) else (1000, long)
    corners = [(x + i * wide, y + j * high) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
    if stream.below(3) == 0:  # with a dent
        corners.insert(1, (x + wide // 2, y + high // 2))
    return piece("wall", corners, 1000, traits=("low-wall",))


def scene(stream, n):
    terrain = Terrain(60000, 60000, tuple(wall(stream) for _ in range(1 + n % 3)))
    outline = hull(discs(stream, stream.between(1, 5), 1000, 20000))
    return terrain, terrain.having("low-wall"), outline, [base.centre for base in discs(stream, 6, 22000, 50000)]


def beside(x, y, to_x, to_y):
    """A line, and those just to its left and to its right."""
    dx, dy = SEAM * ((to_y < y) - (to_y > y)), SEAM * ((to_x > x) - (to_x < x))
    return (x, y, to_x, to_y), (x + dx, y + dy, to_x + dx, to_y + dy), (x - dx, y - dy, to_x - dx, to_y - dy)


def between(a, b, eye, walls):
    """Lines from a side: one between any two places where what they meet may change."""
    dx, dy, cuts = b.x - a.x, b.y - a.y, {0, FINE}
    for outline in walls:
        for c, d in pairwise((*outline, outline[0])):
            for ex, ey in ((c.x - eye.x, c.y - eye.y), (d.x - c.x, d.y - c.y)):
                if across := dx * ey - dy * ex:
                    cuts.add(FINE * ((c.x - a.x) * ey - (c.y - a.y) * ex) // across)
    inner = sorted(cut for cut in cuts if 0 <= cut <= FINE)
    middles = [(low + high) // 2 for low, high in pairwise(inner)]
    return [(a.x + dx * part // FINE, a.y + dy * part // FINE, *eye) for part in middles]


def line_by_line(terrain, mask, outline, spot):
    walls = [terrain.pieces[i].outline for i in mask.pieces]
    lines = [(*p, *spot) for p in outline]
    lines += [line for a, b in pairwise((*outline, outline[0])) for line in between(a, b, spot, walls)]
    inside = crossing_all(terrain, [each for line in lines for each in beside(*line)], mask) > 0
    stopped = inside.any(axis=1).reshape(-1, 3)
    if not (stopped[:, 0] | (stopped[:, 1] & stopped[:, 2])).all():
        return ()
    return tuple(i for k, i in enumerate(mask.pieces) if inside[:, k].any())


def test_a_shadow_is_what_no_line_reaches():
    stream, found = Stream("walls", "tables"), set()
    for n in range(150):
        terrain, mask, outline, spots = scene(stream, n)
        for spot, by in zip(spots, shadows(terrain, mask, outline, spots, SEAM)):
            assert by == line_by_line(terrain, mask, outline, spot)
            found.add(len(by))
    assert found >= {0, 1, 2}


def test_walls_that_abut_cast_one_shadow():
    def two(space):
        left = piece("a", [(10000, 20000), (20000, 20000), (20000, 21000), (10000, 21000)], traits=("low-wall",))
        x = 20000 + space
        right = piece("b", [(x, 20000), (30000, 20000), (30000, 21000), (x, 21000)], traits=("low-wall",))
        terrain = Terrain(60000, 60000, (left, right))
        return shadows(terrain, terrain.having("low-wall"), hull([Base(20000, 10000, radius=500)]), [(20000, 24000)], 4)

    assert two(0) == [(0, 1)]
    assert two(400) == [()]


def test_the_kernel_and_its_twin_say_the_same(monkeypatch):
    stream = Stream("twins", "tables")
    scenes = [scene(stream, n) for n in range(12)]
    by_kernel = [shadows(*each, SEAM) for each in scenes]
    monkeypatch.setattr(_fast, "load", _fast.plain)
    assert _fast.load(_shadows) is not None
    assert [shadows(*each, SEAM) for each in scenes] == by_kernel
