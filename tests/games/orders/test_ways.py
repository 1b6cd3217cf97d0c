"""Which ways come to mind: as many as far, half-way and near, whichever side of the table a base comes from."""

import pytest
from games.orders.orders_table import spun, stand, table

from hexless.games.orders.terrain import walk


def quarter(point, k):
    """A point turned with its table by k quarters; whole numbers stay exact."""
    return spun(point, 16 * k)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_a_quarter_turn_of_the_table_turns_the_proposals(k):
    """or.order.move: in the same order, and none of them a tick too far on one side only"""
    units = stand("a", "blue", 20.07, 14.03), stand("friend", "blue", 17.9, 14.03), stand("foe", "red", 8.31, 21.57)
    s = table(*(e.with_(base=e.base.facing(0, 1000)) for e in units))
    ahead = (0, 1000), (-1000, 0), (0, -1000), (1000, 0)
    spots = [e.base.at(*quarter(e.base.centre, k)).facing(*ahead[k]) for e in s.units]
    turned = s.with_(units=tuple(e.with_(base=spot) for e, spot in zip(s.units, spots)))
    here, there = ([way.points for way in walk(at, 0).suggest(40)] for at in (s, turned))
    assert len(here) > 20
    assert [tuple(quarter(point, k) for point in way) for way in here] == there


def test_the_first_way_after_those_that_lead_somewhere_is_straight_ahead():
    """or.order.move"""
    s = table(stand("a", "blue", 20, 14), stand("foe", "red", 20, 4))
    assert walk(s.change(0, base=s[0].base.facing(-1000, 0)), 0).suggest(4)[2].points == ((15000, 14000),)
