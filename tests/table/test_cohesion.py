import msgspec
from hypothesis import given
from hypothesis import strategies as st
from table.strategies import bases

from hexless.table import Base, Cohesion, cohesion, within


def row(*xs: int) -> list[Base]:
    return [Base(x, 0, radius=500) for x in xs]


def test_an_unbroken_chain():
    held = cohesion(row(0, 3000, 6000), 2000)
    assert held.ok
    assert [(link.first, link.second, link.gap.distance) for link in held.links] == [(0, 1, 2000), (1, 2, 2000)]


def test_a_stray_and_the_gap_that_is_too_wide():
    held = cohesion(row(0, 3000, 6001), 2000)
    assert not held.ok
    assert held.strays == (2,)
    assert [(b.first, b.second, b.gap.distance) for b in held.breaks] == [(1, 2, 2001)]


def test_the_chain_is_the_leaders():
    assert cohesion(row(0, 3000, 9000), 2000, leader=2).strays == (0, 1)
    assert cohesion(row(0, 3000, 9000), 2000).strays == (2,)


def test_the_leash():
    assert cohesion(row(0, 3000, 6000), 2000, leader=0, leash=5000).ok
    held = cohesion(row(0, 3000, 6000), 2000, leader=0, leash=4999)
    assert held.strays == (2,)


def test_nobody_and_one_hold_together():
    assert cohesion([], 1000).ok
    assert cohesion(row(0), 0, leader=0, leash=0).ok


@given(st.lists(bases(), max_size=6), st.integers(0, 8))
def test_links_are_short_enough_and_breaks_are_not(some, link):
    held = cohesion(some, link)
    assert all(within(some[i.first], some[i.second], link) for i in held.links)
    assert not any(within(some[i.first], some[i.second], link) for i in held.breaks)
    assert len(held.links) + len(held.strays) == max(len(some) - 1, 0)
    assert msgspec.json.decode(msgspec.json.encode(held), type=Cohesion) == held
