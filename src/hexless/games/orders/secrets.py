"""What each player sees: everything but the other players' cards."""

from __future__ import annotations

from collections import Counter

from hexless.kernel import Stream

from .cards import COPIES, DECK
from .model import Orders

__all__ = ["guess", "view"]

HIDDEN = "?"


def view(s: Orders, seat: str | None) -> Orders:
    """Everything but the other players' cards."""
    if not s.hands:
        return s
    shown = (hand if side == seat else (HIDDEN,) * len(hand) for side, hand in zip(s.sides, s.hands))
    return s.with_(hands=tuple(shown))


def guess(s: Orders, seat: str | None, stream: Stream) -> Orders:
    """Hidden cards dealt from those that the player does not see."""
    if not s.hands:
        return s
    left = Counter({card.name: COPIES for card in DECK})
    left.subtract(card for hand in s.hands for card in hand if card != HIDDEN)
    unseen = stream.shuffled(sorted((+left).elements()))
    hands = []
    for hand in s.hands:
        dealt = [unseen.pop() if card == HIDDEN else card for card in hand]
        hands.append(tuple(sorted(dealt)))
    return s.with_(hands=tuple(hands))
