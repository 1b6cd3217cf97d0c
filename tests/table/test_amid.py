"""Who reaches into the band about some discs: held against its outline, and the kernel against its twin."""

import random

import msgspec
import pytest

from hexless.table import Base, Bases, _amid, _fast, amid, hull, outline_touches

RIM = 20  # ticks: by so much at most the corners of an outline cut the rims that they stand for


def discs(rng, count, low, high):
    spots = ((rng.randint(low, high), rng.randint(low, high)) for _ in range(count))
    return Bases([Base(x, y, radius=rng.choice((1250, 2000, 3000))) for x, y in spots])


def test_who_is_amid_others_touches_their_outline():
    rng, said = random.Random(3), {True: 0, False: 0}
    for _ in range(200):
        band, others = discs(rng, rng.randint(1, 12), 0, 40_000), discs(rng, 12, -10_000, 50_000)
        outline = hull(band)
        for base, inside in zip(others, amid(band, others)):
            said[inside] += 1
            wide = msgspec.structs.replace(base, radius=base.radius + RIM)
            assert outline_touches(outline, wide) if inside else not outline_touches(outline, base)
    assert min(said.values()) > 200


@pytest.mark.parametrize("spare", [0, 2, 500])
def test_so_near_to_a_disc_counts(spare):
    band = Bases([Base(0, 0, radius=1000), Base(0, 9000, radius=1000)])
    near = Bases([Base(2000 + spare, 4000, radius=1000), Base(2001 + spare, 4000, radius=1000)])
    assert amid(band, near, spare) == [True, False]


def test_the_kernel_and_its_twin_say_the_same():
    rng = random.Random(4)
    for _ in range(60):
        band, others = discs(rng, rng.randint(1, 8), 0, 30_000), discs(rng, 8, -5000, 35_000)
        out = [0] * len(others)
        _fast.plain(_amid).amid([int(v) for v in band.rows], [int(v) for v in others.rows], 2, out)
        assert [bool(one) for one in out] == amid(band, others, 2)
