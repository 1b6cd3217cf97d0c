"""Command cards: the sheet only names them. A sample deck as data; each effect is a modifier row or a point."""

from __future__ import annotations

from typing import Literal

from hexless.kernel import Game, OneOf, Row, Stream, Value

from .model import Orders

__all__ = ["DECK", "Card", "deal", "play_card"]

G = Game[Orders]
When = Literal["attack", "defence", "bombard", "bombard-defence", "rest", "orders"]


class Card(Value, frozen=True):
    """A card: when it may be played, and what it adds."""

    name: str
    when: When
    value: int
    rule: str


DECK = (
    Card("Focused Fire", "attack", 1, "or.attack.special"),
    Card("Dig In", "defence", 1, "or.attack.special"),
    Card("Good Ground Data", "bombard", 1, "or.bombard.special"),
    Card("Scatter!", "bombard-defence", 1, "or.bombard.special"),
    Card("Second Wind", "rest", 1, "or.attack.special"),
    Card("Extra Orders", "orders", 1, "or.attack.special"),
)
COPIES, HAND = 3, 3
RULES = {card.when: card.rule for card in DECK}


def deal(players: int, stream: Stream) -> tuple[tuple[str, ...], ...]:
    """A hand of three for each player."""
    cards = stream.shuffled([card.name for card in DECK for _ in range(COPIES)])
    return tuple(tuple(sorted(cards[i * HAND : (i + 1) * HAND])) for i in range(players))


def play_card(g: G, side: str, when: When) -> Row | None:
    """The player's choice of a card for this moment, one in an order; its row.

    Whoever holds any card is asked, also one who has none that fits: who is not asked would show a part of the hand.
    """
    seat = g.state.sides.index(side)
    if not g.state.hands or not g.state.hands[seat] or side in g.state.carded:
        return None
    names = [card.name for card in DECK if card.when == when and card.name in g.state.hands[seat]]
    ask = OneOf(
        prompt="play a card", rules=(RULES[when],), options=(None, *names), labels=("no card", *names), about="card",
        secret=True,
    )  # fmt: skip
    chosen = g.ask(side, ask)
    if chosen is None:
        return None
    card = next(card for card in DECK if card.name == chosen)
    hand = list(g.state.hands[seat])
    hand.remove(card.name)
    hands = (*g.state.hands[:seat], tuple(hand), *g.state.hands[seat + 1 :])
    g.set(hands=hands, carded=(*g.state.carded, side))
    g.note("card", seat=side, card=card.name)
    return Row(card.value, card.name, card.rule)
