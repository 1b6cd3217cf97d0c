"""What bots go by in AT-43: the kernel of threats, compiled and plain, and what a state is worth to both sides."""

import random

import pytest
from games.at43.at43_table import CANNON, MISSILE, active, generator, rank, table, unit, walker, wall

from hexless.games.at43 import _threat, threat
from hexless.games.at43.worth import score
from hexless.table import _fast


def some_table(rng):
    """Two units of soldiers, a walker and a generator a side, anywhere, with a wall and a container between."""
    units = []
    for side in ("blue", "red"):
        units += [
            unit("Rifles", side, *rank(rng.randrange(1, 9), rng.randrange(5, 50), rng.randrange(5, 75)), carded=True),
            unit("Launchers", side, *rank(3, rng.randrange(5, 70), rng.randrange(5, 75)), special=MISSILE),
            walker("Walker", side, (rng.randrange(5, 75), rng.randrange(5, 75)), weapons=(CANNON,)),
            generator("Machine", side, rng.randrange(5, 75), rng.randrange(5, 75)),
        ]
    pieces = wall(20, 30, 40, 31), wall(30, 40, 44, 50, "container")
    goal = rng.choice(["kills", "generators", "objectives"])
    return active(table(*units, pieces=pieces, goal=goal), rng.choice([0, 1, 2]))


@pytest.mark.skipif(not _fast.compiled(), reason="there is only one of the two")
def test_the_kernel_and_its_twin_agree():
    rng, fast, slow = random.Random(5), _fast.load(_threat), _fast.plain(_threat)
    for _ in range(60):
        s = some_table(rng)
        rows = _fast.joined([threat._row(u, u.side == "red", s.mission.goal) for u in s.units])
        counts, pieces = [rng.randrange(80) for _ in s.units], threat._pieces(s.terrain)
        quick, plain = _fast.zeros(2 + len(counts)), [0] * (2 + len(counts))
        fast.weigh(rows, _fast.ints(counts), *pieces, 20, quick)
        slow.weigh(_fast.listed(rows), counts, *map(_fast.listed, pieces), 20, plain)
        assert list(quick)[:2] == plain[:2]


def test_what_one_side_has_the_other_lacks():
    rng = random.Random(6)
    for _ in range(40):
        s = some_table(rng)
        assert score(s, "blue") == -score(s, "red")


def test_who_stands_behind_a_container_is_threatened_less():
    blue, red = unit("Blue", "blue", *rank(6, 10, 20)), unit("Red", "red", *rank(8, 10, 40), carded=True)
    open_, behind = table(blue, red), table(blue, red, pieces=(wall(2, 28, 44, 32, "container"),))
    assert 0 < threat.threats(behind)[1] < threat.threats(open_)[1]
