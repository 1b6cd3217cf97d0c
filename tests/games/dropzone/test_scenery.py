"""Scenery: the table of pieces, destruction, fire and collateral damage."""

from fractions import Fraction

import pytest
from games.dropzone.dropzone_table import at, feature, goal, gun, inside, profile, run, table, unit

from hexless.games.dropzone import losses, shooting, turn
from hexless.games.dropzone.collateral import tokens_left
from hexless.games.dropzone.scenery_pieces import BUILDING, FOREST, KINDS
from hexless.kernel import exact

FOOT, TANK = profile("infantry"), profile()
HOUSE = feature("house", "small-building", 10, 10, 14, 14)
WOOD = feature("wood", "small-forest", 10, 10, 14, 14)


@pytest.mark.parametrize(
    ("kind", "armour", "dp", "traits"),
    [
        ("barricade", 10, 5, ("body", "destructible", "soft", "tough")),
        ("small-forest", 7, 20, FOREST),
        ("medium-forest", 7, 30, FOREST),
        ("large-forest", 7, 40, FOREST),
        ("small-building", 10, 10, BUILDING),
        ("medium-building", 10, 20, BUILDING),
        ("large-building", 10, 30, BUILDING),
        ("medium-bunker", 13, 20, BUILDING),
    ],
)
def test_the_scenery_table(kind, armour, dp, traits):
    """dz.scenery-piece.barricade, dz.scenery-piece.small-forest, dz.scenery-piece.medium-forest,
    dz.scenery-piece.large-forest, dz.scenery-piece.small-building, dz.scenery-piece.medium-building,
    dz.scenery-piece.large-building, dz.scenery-piece.medium-bunker
    """
    stock = KINDS[kind]
    assert (stock.armour, stock.dp, stock.traits) == (armour, dp, traits)
    assert stock.rule == f"dz.scenery-piece.{kind}"
    assert sorted(FOREST) == ["destructible", "flammable", "garrison", "impassable", "soft", "solid"]
    assert sorted(BUILDING) == ["body", "destructible", "garrison", "impassable", "soft", "solid"]


def test_a_critical_on_scenery():
    """dz.scenery.destructible-critical: 1 Damage and a token; a Devastator is not doubled."""
    s = table(features=(HOUSE,))
    g = run(losses.struck, s, 0, 3, 7, answers=((2, 3, 6),))
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (8, 1)
    heavy = profile(guns=(gun(devastator=3, against=("scenery",), shots=2),))
    s = table(unit(heavy, "blue", 10, 10), features=(HOUSE,))
    g = run(shooting.shoot, s, 0, answers=("scenery", (2, 2), (3, 6)))
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (4, 1)


def weak(*squads, features=(HOUSE,), dp=1, **more):
    s = table(*squads, features=features, **more)
    return s.with_(scenery=tuple(piece.with_(dp=min(dp, piece.dp)) for piece in s.scenery))


def test_destroyed_scenery_is_tough_ground():
    """dz.scenery.destroyed-becomes-tough: also pieces of fewer than 10 Damage Points, unless the ruling spares them."""
    g = run(losses.damaged, weak(), 0, 1, answers=((1,),))
    assert g.state.terrain.pieces[0].traits == ("tough",)
    assert g.state.terrain.pieces[0].height == 0
    wall = feature("wall", "barricade", 10, 10, 14, 11)
    small = weak(features=(wall,), rulings={"small_scenery_collapse": False})
    assert "dz.scenery.collapse-hits" not in run(losses.damaged, small, 0, 1).fired
    assert "dz.scenery.collapse-hits" in run(losses.damaged, weak(features=(wall,)), 0, 1, answers=((1,),)).fired


def test_a_collapse_hits_units_near():
    """dz.scenery.collapse-hits: 1D3 inches and hits with the Energy of its Armour; a 3 hits too."""
    s = weak(unit(TANK, "blue", 12, 7), unit(TANK, "red", 12, 6.9))
    g = run(losses.damaged, s, 0, 1, answers=((3,), (1, 1, 2)))
    assert [u.dp for u in g.state.units] == [0, 2]  # 2 + 10 against 10: a Critical


def test_a_collapse_hits_units_inside():
    """dz.scenery.collapse-inside: 2D3, rolled once, on each; uncarried objectives vanish."""
    prize = goal("prize", 12, 12, piece=0)
    mine = inside(unit(FOOT, "red", 12, 12), 0, -1, (12, 12))
    s = weak([mine, mine], objectives=(prize,))
    g = run(losses.damaged, s, 0, 1, answers=((1,), (1, 1), (1, 1), (1, 2), at(12, 12), at(12, 13.5)))
    # two hits each: one unit unhurt, the other takes a Critical and is left with 2
    assert [u.dp for u in g.state.units] == [4, 2]
    assert g.state.objectives[0].gone


def test_flammable_scenery():
    """dz.scenery.flammable-token, dz.scenery.flammable-energy: a token more where flames damage, Energy 2."""
    flame = profile(guns=(gun(flame=True),))
    s = table(unit(flame, "blue", 12, 5), features=(WOOD,))
    assert run(shooting.shoot, s, 0, answers=("scenery", (1,))).state.scenery[0].tokens == 0  # it misses
    assert run(shooting.shoot, s, 0, answers=("scenery", (2,), (1,))).state.scenery[0].tokens == 0  # no damage
    assert run(shooting.shoot, s, 0, answers=("scenery", (2,), (2,))).state.scenery[0].tokens == 2  # a Critical too
    house = table(unit(flame, "blue", 12, 5), features=(HOUSE,))
    assert run(shooting.shoot, house, 0, answers=("scenery", (2,), (4,))).state.scenery[0].tokens == 0
    book = {"flame_token_on": "target"}
    wood = table(unit(flame, "blue", 12, 5), features=(WOOD,), rulings=book)
    assert run(shooting.shoot, wood, 0, answers=("scenery", (1,))).state.scenery[0].tokens == 2
    house = table(unit(flame, "blue", 12, 5), features=(HOUSE,), rulings=book)
    assert run(shooting.shoot, house, 0, answers=("scenery", (1,))).state.scenery[0].tokens == 1
    late = table(unit(flame, "blue", 12, 5), features=(WOOD,), rulings={"flame_token_on": "damage"})
    assert run(shooting.shoot, late, 0, answers=("scenery", (1,))).state.scenery[0].tokens == 0
    assert run(shooting.shoot, late, 0, answers=("scenery", (2,), (2,))).state.scenery[0].tokens == 3  # a Critical too
    burning = s.with_(scenery=(s.scenery[0].with_(tokens=2),))
    g = run(losses.resolve_tokens, burning, 0, answers=((4, 5),))  # Energy 2 v Armour 7: 5 and 6
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (19, 1)


def test_collateral_damage_at_round_up():
    """dz.collateral.round-up-hits, dz.collateral.six-always-damages, dz.collateral.token-removed"""
    s = table(features=(HOUSE,), phase="collateral", pieces=(0,))
    s = s.with_(scenery=(s.scenery[0].with_(tokens=3),))
    g = run(turn.next_piece, s, answers=((6, 5, 6),))  # Energy 4 against 10: a 6 reaches it
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (8, 2)
    assert exact(tokens_left, 1, 4, 13).p(1) == Fraction(1, 6)  # a bunker: only by the 6 itself
    assert exact(tokens_left, 1, 4, 7).p(1) == Fraction(2, 3)


def test_collateral_damage_inside():
    """dz.collateral.hits-scenery-and-squad, dz.collateral.no-body-cover: one random squad, no Body Cover."""
    one, two = (inside(unit(FOOT, side, 12, 12), 0, -1, (12, 12)) for side in ("blue", "red"))
    s = table([one, one], two, features=(HOUSE,))
    s = s.with_(scenery=(s.scenery[0].with_(tokens=2),))
    # the squad is rolled, red picks the unit of blue; 3 + 4 reaches 7 without cover, and a 6 is no Critical
    g = run(losses.resolve_tokens, s, 0, answers=((1, 1), (1,), 1, (3, 6)))
    assert [u.dp for u in g.state.units] == [4, 2, 4]
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (10, 0)
