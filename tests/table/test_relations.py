"""What holds between the bases of a table is what the single functions say, however the table came about."""

from __future__ import annotations

import random
import sys

import pytest
from table.strategies import random_base, random_terrain
from table.test_seams import SIZE
from table.test_sightlines import crowded

from hexless.table import (
    CONTACT,
    Arrangement,
    Base,
    Looking,
    Relations,
    Terrain,
    _fast,
    _relations,
    arc,
    gap,
    piece,
    relations,
    sees_each,
    shapes,
    sightlines,
    within,
)

LINES = ("centre", "edges", "any", "parts")
TRAITS = ("wall", "wood", "mud", "hill")


def random_looking(rng: random.Random, count: int) -> Looking:
    return Looking(
        blockers=rng.choice((None, ("wall",), ("wall", "hill"))),
        lines=rng.choice(LINES),
        inside=rng.choice(((), ("wall",), ("wood", "mud"))),
        flat=rng.random() < 0.3,
        tops=rng.choice(("over", "stop")),
        hills=rng.choice(((), ("hill",))),
        crowd=tuple(i for i in range(count) if rng.random() < 0.4) if rng.random() < 0.6 else (),
    )


def agrees(terrain: Terrain, bases: Arrangement, looking: Looking, rng: random.Random) -> tuple[int, int]:
    """Every pair by the relations and by the single functions; how many see each other, how many do not."""
    table, found = relations(terrain, bases), [0, 0]
    others = [base for i in looking.crowd if (base := bases[i])]
    there = [i for i, base in enumerate(bases) if base]
    limit, degrees = rng.randint(0, SIZE), rng.randint(1, 360)
    for i in rng.sample(there, len(there)):
        for j in there:
            a, b = bases[i], bases[j]
            assert table.gap(i, j) == gap(a, b).distance
            assert table.within(i, limit, [j]) == [j] * within(a, b, limit)
            assert table.touching(i, j) is within(a, b, CONTACT)
            assert table.in_arc(i, degrees, [j]) == [j] * arc(a, b, degrees).inside
            if i != j:
                (alone,) = sees_each(terrain, a, [b], looking.blockers, looking.lines, looking.inside, others,
                                     looking.flat, looking.tops, looking.hills)  # fmt: skip
                assert table.sees(i, j, looking) is alone, (terrain, bases, looking, i, j)
                found[alone] += 1
    return found[1], found[0]


def moved(rng: random.Random, bases: Arrangement, side: int, make: object) -> Arrangement:
    """One or two bases elsewhere, turned, higher, gone or come."""
    out = list(bases)
    for i in rng.sample(range(len(out)), rng.choice((1, 1, 1, 2))):
        base = out[i]
        if base is None or rng.random() < 0.1:
            out[i] = None if base else make(rng, side)
        elif rng.random() < 0.2:
            out[i] = base.facing(rng.randint(1, 9), rng.randint(-9, 9))
        elif rng.random() < 0.2:
            out[i] = base.at(base.x, base.y, rng.randint(0, 3))
        else:
            out[i] = base.at(rng.randint(0, side), rng.randint(0, side))
    return tuple(out)


def many_tables(seed: int, count: int, moves: int = 4) -> tuple[int, int]:
    """Small tables where corners, edges and lines coincide, with heights, hills and crowds, base after base moved."""
    rng, seen, hidden = random.Random(seed), 0, 0
    for _ in range(count):
        terrain = random_terrain(rng, 24, 4)
        pieces = [piece(p.name, p.outline, p.height, traits=(rng.choice(TRAITS),)) for p in terrain.pieces]
        terrain = Terrain(24, 24, tuple(pieces))
        bases: Arrangement = tuple(random_base(rng, 24) if rng.random() < 0.9 else None for _ in range(5))
        looking = random_looking(rng, len(bases))
        for _ in range(moves):
            clear, stopped = agrees(terrain, bases, looking, rng)
            seen, hidden, bases = seen + clear, hidden + stopped, moved(rng, bases, 24, random_base)
    return seen, hidden


def test_relations_say_what_the_single_functions_say():
    seen, hidden = many_tables(1, 250)
    assert seen > 4000
    assert hidden > 1000


@pytest.mark.slow
def test_relations_say_what_the_single_functions_say_on_ten_thousand_tables():
    seen, hidden = many_tables(2, 2500)
    assert seen > 40_000
    assert hidden > 10_000


def test_a_crowd_that_walks_about_hides_whom_it_hides():
    """Discs in whole inches and any part to any part: most lines are stopped by bases that come and go."""
    rng, seen, hidden = random.Random(3), 0, 0
    for _ in range(25):
        terrain, a, b, others = crowded(rng)
        more = [Base(rng.randint(0, SIZE), rng.randint(0, SIZE), 700) for _ in range(6 - len(others))]
        bases: Arrangement = (a, b, *others, *more)
        looking = Looking(lines="parts", flat=True, crowd=tuple(range(2, len(bases))))
        for _ in range(6):
            clear, stopped = agrees(terrain, bases, looking, rng)
            seen, hidden = seen + clear, hidden + stopped
            bases = moved(rng, bases, SIZE, lambda rng, side: Base(rng.randint(0, side), rng.randint(0, side), 700))
    assert seen > 1000
    assert hidden > 500


def test_equal_arrangements_share_what_is_known_and_a_moved_base_renews_its_own_only(monkeypatch):
    terrain, looking = Terrain(SIZE, SIZE), Looking(lines="centre")
    bases = tuple(Base(1000 * i, 1000, 200) for i in range(6))
    table = relations(terrain, bases)
    assert relations(terrain, tuple(base.at(base.x, base.y) for base in bases)) is table
    assert all(sum(table.seen(i, looking)) == 5 for i in range(6))
    after = relations(terrain, (bases[0].at(0, 5000), *bases[1:]))
    known = list(after._sights[looking]._known)
    assert [k for k, one in enumerate(known) if one < 0] == [0, 1, 2, 3, 4, 5, 6, 12, 18, 24, 30]
    turned = relations(terrain, (bases[0].at(0, 5000).facing(3, 4), *bases[1:]))
    assert turned is not after
    assert turned._sights is after._sights


def test_who_stands_nowhere_is_seen_by_nobody_and_near_nobody():
    terrain, looking = Terrain(SIZE, SIZE), Looking(lines="centre", flat=True, crowd=(1,))
    bases = (Base(1000, 1000, 200), Base(3000, 1000, 200), Base(5000, 1000, 200))
    table = relations(terrain, bases)
    assert not table.sees(0, 2, looking)
    fewer = relations(terrain, (bases[0], None, bases[2]))
    assert fewer.sees(0, 2, looking)
    assert not fewer.sees(0, 1, looking)
    assert fewer.within(0, SIZE, range(3)) == [0, 2]
    assert fewer.in_arc(0, 360, range(3)) == [0, 2]
    assert fewer.in_arc(1, 360, range(3)) == []


def test_the_kernels_of_relations_and_their_twins_agree(monkeypatch):
    """The same chain of tables compiled and in the interpreter."""
    found = []
    for compiled in (True, False):
        if not compiled:
            monkeypatch.setattr(_fast, "compiled", lambda: False)
            monkeypatch.setattr(_fast, "load", _fast.plain)
        rng, out = random.Random(5), list[object]()
        for cached in (_relations_caches := _kept()):
            cached.cache_clear()
        for _ in range(30):
            terrain = random_terrain(rng, 24, 4)
            bases: Arrangement = tuple(random_base(rng, 24) for _ in range(5))
            looking, before = random_looking(rng, 5), None
            for _ in range(4):
                table = Relations(terrain, bases, before)
                out += [[list(map(int, table.seen(i, looking))), list(map(int, table.gaps(i)))] for i in range(5)]
                before, bases = table, moved(rng, bases, 24, random_base)
        found.append(out)
        for cached in _relations_caches:
            cached.cache_clear()
    assert found[0] == found[1]
    assert _relations.UNKNOWN == -1


def _kept() -> list[object]:
    kept = sys.modules["hexless.table.relations"]  # the function has the name of its module
    return [shapes._row, sightlines._room, kept._ground, kept._absent, kept._nobody, kept.relations]


def test_a_pack_from_a_table_is_the_pack_of_its_bases():
    rng = random.Random(8)
    for _ in range(60):
        terrain, bases = random_terrain(rng), [random_base(rng, 24) for _ in range(6)]
        for _ in range(4):
            bases[rng.randrange(6)] = random_base(rng, 24)
            table = relations(terrain, tuple(bases))
            among = tuple(sorted(rng.sample(range(6), rng.randint(0, 6))))
            own = shapes.Bases([bases[i] for i in among])
            assert table.pack(among).bases == own.bases
            assert list(table.pack(among).rows) == list(own.rows) == [v for i in among for v in shapes._row(bases[i])]
