"""Places in a zone: whatever is sampled is legal, however crowded the zone."""

from msgspec.structs import replace

from hexless.kernel import Stream
from hexless.moves import Spot
from hexless.moves.packed import packed
from hexless.moves.placing import Placing
from hexless.table import Base, Bases, Terrain, piece

TERRAIN = Terrain(90000, 90000, ())
ZONE = ((0, 0), (20000, 0), (20000, 10000), (0, 10000))


def yard(terrain=TERRAIN, others=(), zone=ZONE, **more):
    return Placing(
        terrain=terrain, base=Base(-50000, -50000, 1000), outline=zone, costs=terrain.costs(impassable=("wall",)),
        others=packed(tuple(others)), names=tuple(f"base {i}" for i, _ in enumerate(others)), **more,
    )  # fmt: skip


def test_samples_and_suggestions_are_legal():
    ground = yard(others=[Base(10000, 5000, 4000)])
    stream = Stream("yard", "samples")
    assert all(ground.check(ground.sample(stream)) is None for _ in range(50))
    assert all(ground.check(spot) is None for spot in ground.suggest(12))


def test_the_last_free_spot_is_found():
    """Walls leave one opening that chance and a coarse grid would miss; the suggestion knows it."""
    left, right = [(0, 0), (3336, 0), (3336, 10000), (0, 10000)], [(5338, 0), (20000, 0), (20000, 10000), (5338, 10000)]
    walls = [piece(name, outline, traits=["wall"]) for name, outline in (("left", left), ("right", right))]
    plug = [Base(4337, y, 990) for y in (1000, 9000)]
    ground = yard(Terrain(90000, 90000, tuple(walls)), plug, toward=((4337, 5003),))
    assert ground.check(Spot(4337, 5003)) is None
    assert not list(ground._grid(24))
    assert ground.check(ground.sample(Stream("yard", "last"))) is None


def test_legal_spots_are_those_that_are_not_refused():
    """Many at once, in and about a zone with somebody in it, for a disc and a rectangle turned all round."""
    terrain = Terrain(20_000, 20_000, (piece("w", [(9000, 9000), (12_000, 9500), (9500, 12_000)], traits=("wall",)),))
    others = Bases([Base(6000, 6000, 500), Base(11_000, 4000, 900)])
    for base in (Base(3000, 3000, 700), Base(3000, 3000, 0, 2400, 1000)):
        for touch in (None, Base(6000, 6000, 500)):
            placing = Placing(
                terrain=terrain, base=base, outline=((1000, 500), (15_000, 1000), (14_000, 13_000), (0, 12_000)),
                costs=terrain.costs(impassable=("wall",)), others=others, touch=touch,
            )  # fmt: skip
            faces = [None] if base.round else [None, (1, 0), (3, 2), (-1, 4)]
            spots = [Spot(x, y, face) for x in range(0, 15_000, 371) for y in range(0, 14_000, 413) for face in faces]
            spots += [Spot(6000 + far + d, 6000, face) for far in (1000, 1200) for d in range(-4, 5) for face in faces]
            expected = [spot for spot in spots if placing.check(spot) is None]
            assert list(placing.legal(spots)) == expected
            assert expected
            assert len(expected) < len(spots)


def test_the_same_places_are_proposed_to_every_side():
    """Seen from where a base looks, what is proposed in a zone is the same, on a table that is the same all round."""
    proposed = []
    for quarters in range(4):
        here = yard(others=[turned(Base(10000, 5000, 4000), quarters)], zone=zone(quarters))
        look = turned(Base(0, 1000), quarters, about=0)
        here = replace(here, base=here.base.facing(look.x, look.y))
        proposed.append([turned(Base(spot.x, spot.y), -quarters).centre for spot in here.suggest(12)])
    assert proposed[1:] == proposed[:1] * 3


def turned(base, quarters, about=45000):
    """A base turned to the left about the middle of the table."""
    x, y = base.x - about, base.y - about
    for _ in range(quarters % 4):
        x, y = -y, x
    return base.at(x + about, y + about)


def zone(quarters):
    return tuple(turned(Base(*corner), quarters).centre for corner in ZONE)
