"""What each player sees of a game, and a guess at the rest."""

from __future__ import annotations

from hexless.kernel import Stream

from .deck import DECK, HIDDEN
from .model import Dropzone

__all__ = ["guess", "view"]


def view(s: Dropzone, seat: str | None) -> Dropzone:
    """Everything but the decks and the other player's cards."""
    if not s.hands:
        return s
    hands = tuple(hand if side == seat else (HIDDEN,) * len(hand) for side, hand in zip(s.sides, s.hands))
    return s.with_(hands=hands, decks=tuple((HIDDEN,) * len(deck) for deck in s.decks))


def guess(s: Dropzone, seat: str | None, stream: Stream) -> Dropzone:
    """Hidden cards dealt from those that are not seen."""
    if not s.hands:
        return s
    hands, decks = [], []
    for hand, deck, spent in zip(s.hands, s.decks, s.spent):
        shown = [*spent, *(name for name in (*hand, *deck) if name != HIDDEN)]
        unseen = stream.shuffled([card.name for card in DECK if card.name not in shown])
        hands.append(tuple(unseen.pop() if name == HIDDEN else name for name in hand))
        decks.append(tuple(unseen.pop() if name == HIDDEN else name for name in deck))
    return s.with_(hands=tuple(hands), decks=tuple(decks))
