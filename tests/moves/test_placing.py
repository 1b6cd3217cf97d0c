"""Places in a zone: whatever is sampled is legal, however crowded the zone."""

from hexless.kernel import Spot, Stream
from hexless.moves.packed import packed
from hexless.moves.placing import Placing
from hexless.table import Base, Terrain, piece

TERRAIN = Terrain(90000, 90000, ())
ZONE = ((0, 0), (20000, 0), (20000, 10000), (0, 10000))


def yard(terrain=TERRAIN, others=(), **more):
    return Placing(
        terrain=terrain, base=Base(-50000, -50000, 1000), outline=ZONE, costs=terrain.costs(impassable=("wall",)),
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
