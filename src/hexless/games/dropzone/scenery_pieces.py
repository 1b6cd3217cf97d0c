"""The scenery table: what each kind of piece is made of, and what it does."""

from __future__ import annotations

from hexless.kernel import Value

from ._sheet import rule
from .model import Scenery

__all__ = ["KINDS", "TRAITS", "Stock", "scenery"]

FOREST = ("destructible", "flammable", "garrison", "impassable", "soft", "solid")
BUILDING = ("body", "destructible", "garrison", "impassable", "soft", "solid")
TRAITS = (
    "body",
    "destructible",
    "exceptional",
    "flammable",
    "garrison",
    "impassable",
    "passable",
    "soft",
    "solid",
    "tough",
)


class Stock(Value, frozen=True):
    """One row: Armour, Damage Points, special rules, and its rule ("" for kinds that the sheet does not list)."""

    armour: int
    dp: int
    traits: tuple[str, ...]
    rule: str = ""


KINDS = {
    "barricade": Stock(10, 5, ("body", "destructible", "soft", "tough"), "dz.scenery-piece.barricade"),
    "small-forest": Stock(7, 20, FOREST, "dz.scenery-piece.small-forest"),
    "medium-forest": Stock(7, 30, FOREST, "dz.scenery-piece.medium-forest"),
    "large-forest": Stock(7, 40, FOREST, "dz.scenery-piece.large-forest"),
    "small-building": Stock(10, 10, BUILDING, "dz.scenery-piece.small-building"),
    "medium-building": Stock(10, 20, BUILDING, "dz.scenery-piece.medium-building"),
    "large-building": Stock(10, 30, BUILDING, "dz.scenery-piece.large-building"),
    "medium-bunker": Stock(13, 20, BUILDING, "dz.scenery-piece.medium-bunker"),
    "road": Stock(0, 0, ("exceptional",)),
    "meadow": Stock(0, 0, ("passable",)),
    "rubble": Stock(0, 0, ("tough",)),
    "lake": Stock(0, 0, ("impassable",)),
    "crag": Stock(0, 0, ("solid",)),
    "wreck": Stock(0, 0, ("impassable", "solid")),
}


@rule(*(stock.rule for stock in KINDS.values() if stock.rule))
def scenery(kind: str) -> Scenery:
    """A new piece of a kind."""
    stock = KINDS[kind]
    return Scenery(kind, stock.armour, stock.dp, stock.dp)
