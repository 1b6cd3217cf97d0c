"""What ships is read once, and equal tables are one value, so that the next game finds what is known of them."""

from __future__ import annotations

import pytest

from hexless.ruleset import find, shipped, starting
from hexless.table import Terrain, piece, shared

GAMES = ("at43", "dropzone", "horizon-wars", "orders", "patrol-angis")


@pytest.mark.parametrize("game", GAMES)
def test_what_ships_is_read_once_and_games_share_their_table(game):
    rules = find(game)
    name = shipped.names(rules, "scenario")[0]
    assert shipped.scenario(rules, name) is shipped.scenario(rules, name)
    first, second = (starting.set_up(rules, name, seed=seed)[1] for seed in ("one", "two"))
    assert first.terrain is second.terrain


def test_equal_terrains_are_one_value():
    one, two = (Terrain(9, 9, (piece("wall", [(1, 1), (3, 1), (2, 5)]),)) for _ in range(2))
    assert one is not two
    assert shared(one) is shared(two)
    assert shared(Terrain(9, 8)) is not shared(one)
