"""Command Cards: a deck of our own choice of the inventory; each adds to something, or settles it."""

from __future__ import annotations

from typing import Literal

from hexless.kernel import Game, OneOf, Row, Stream, Value

from . import commanders
from ._sheet import rule
from .model import Dropzone

__all__ = ["DECK", "HIDDEN", "Card", "deal", "played", "refill"]

G = Game[Dropzone]
HIDDEN = "?"
When = Literal["initiative", "shooting", "close-quarters", "fortitude", "search"]


class Card(Value, frozen=True):
    """A card: when it may be played, what it adds, and whether its target has to be in Influence."""

    name: str
    when: When
    value: int = 1
    influence: bool = False


DECK = (
    Card("Firm Hand", "initiative", 1),
    Card("Seize the Moment", "initiative", 3),
    Card("Steady Aim", "shooting", 1, True),
    Card("Marked Targets", "shooting", 2, True),
    Card("Storm the Rooms", "close-quarters", 1),
    Card("Clear the Stairs", "close-quarters", 1),
    Card("Hold or Die", "fortitude", 1),
    Card("Iron Nerve", "fortitude", 1),
    Card("Fresh Intelligence", "search", 1),
    Card("Local Guide", "search", 2),
)


def deal(sides: int, stream: Stream) -> tuple[tuple[str, ...], ...]:
    """A shuffled deck for each side."""
    return tuple(tuple(stream.shuffled([card.name for card in DECK])) for _ in range(sides))


@rule("dz.play.command-cards")
def refill(g: G) -> None:
    """Each player draws up to the highest Command Value on the table, or to 1."""
    hands, decks = [], []
    for side, hand, deck in zip(g.state.sides, g.state.hands, g.state.decks):
        want = max(0, max(1, commanders.highest(g.state, side)) - len(hand))
        hands.append(tuple(sorted((*hand, *deck[:want]))))
        decks.append(deck[want:])
    g.set(hands=tuple(hands), decks=tuple(decks))
    g.note("cards", hands=tuple(len(hand) for hand in hands))


def played(g: G, side: str, when: When, unit: int | None = None) -> int:
    """What the player's choice of a card for this moment adds; 0 for none."""
    row = card_row(g, side, when, unit)
    return row.value if row else 0


def card_row(g: G, side: str, when: When, unit: int | None = None) -> Row | None:
    """The player's choice of a card, as a row."""
    if not g.state.hands:
        return None
    hand = g.state.hands[g.state.sides.index(side)]
    near = unit is None or commanders.in_influence(g.state, side, unit)
    fitting = [card for card in DECK if card.when == when and card.name in hand and (near or not card.influence)]
    return choose(g, side, fitting) if fitting else None


@rule("dz.play.command-cards")
def choose(g: G, side: str, fitting: list[Card]) -> Row | None:
    """Play one of these cards, or none; a card that was played does not return."""
    seat = g.state.sides.index(side)
    names = [card.name for card in fitting]
    labels = ("no card", *names)
    chosen = g.ask(side, OneOf(prompt="card", rules=g.cites, options=(None, *names), labels=labels, about="card"))
    if chosen is None:
        return None
    card = next(card for card in fitting if card.name == chosen)
    hands, spent = list(g.state.hands), list(g.state.spent)
    hands[seat] = tuple(name for name in hands[seat] if name != chosen)
    spent[seat] = (*spent[seat], card.name)
    g.set(hands=tuple(hands), spent=tuple(spent))
    g.note("card", seat=side, card=card.name)
    return Row(card.value, card.name, "dz.play.command-cards")
