"""Command Cards: hands, and the moments at which a card may be played, answered and cancelled.

Hands are secret, and the questions tell nothing of them: whoever holds any card is asked at every moment for which a
card that does not lie open yet would fit, whether it is in the hand or in the deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from hexless.kernel import Game, OneOf, Value

from . import card_targets, commanders
from ._sheet import rule
from .deck import BY_NAME, DECK, Card, Moment
from .model import Dropzone, Effect, SquadId, other

__all__ = ["FromHand", "Play", "bereave", "cut", "expire", "offer", "refill", "spend", "throw_away"]

G = Game[Dropzone]


class FromHand(OneOf, frozen=True, kw_only=True):
    """A choice from a hand. Its key is the same whatever the hand holds."""

    @property
    def kind(self) -> str:
        return "OneOf"

    def _mark(self) -> str:
        return ""


class Play(Value, frozen=True):
    """A card that was played and stands, and what it is aimed at (-1: nothing in particular)."""

    card: Card
    target: int = -1

    @property
    def slug(self) -> str:
        return self.card.slug

    @property
    def squad(self) -> SquadId:
        """The target, where that is a squad."""
        return SquadId(self.target)


def ask_for(g: G, side: str, prompt: str, options: tuple[str | None, ...], no: str = "") -> str | None:
    """Ask for a card, each with what it does."""
    labels = tuple(no if name is None else f"{name}: {BY_NAME[name].says}" for name in options)
    ask = FromHand(prompt=prompt, rules=g.cites, options=options, labels=labels, about="card", secret=True)
    chosen: str | None = g.ask(side, ask)
    return chosen


# ---- hands


def hand_of(s: Dropzone, side: str) -> tuple[str, ...]:
    """The cards that a side holds."""
    return s.hands[s.sides.index(side)]


def hand_size(s: Dropzone, side: str) -> int:
    """As many cards as the highest Command Value on the table, or 1."""
    return max(1, commanders.highest(s, side))


def _put(piles: tuple[Any, ...], seat: int, pile: tuple[str, ...]) -> tuple[Any, ...]:
    return (*piles[:seat], pile, *piles[seat + 1 :])


def spend(g: G, side: str, name: str) -> None:
    """A card leaves the hand for good, and lies open."""
    s, seat = g.state, g.state.sides.index(side)
    left = tuple(card for card in s.hands[seat] if card != name)
    g.set(hands=_put(s.hands, seat, left), spent=_put(s.spent, seat, (*s.spent[seat], name)))


@rule("dz.play.command-cards")
def throw_away(g: G, side: str) -> None:
    """Discard the cards that are not wanted; nobody asks the dead."""
    while (hand := hand_of(g.state, side)) and side in g.state.field.sides:
        name = ask_for(g, side, "discard", (None, *hand), "keep the rest")
        if name is None:
            return
        spend(g, side, name)
        g.note("discards", seat=side, card=name)


@rule("dz.play.command-cards")
def refill(g: G, side: str) -> None:
    """Draw up to the highest Command Value on the table, or to 1."""
    s, seat = g.state, g.state.sides.index(side)
    want = max(0, hand_size(s, side) - len(s.hands[seat]))
    drawn, left = s.decks[seat][:want], s.decks[seat][want:]
    g.set(hands=_put(s.hands, seat, (*s.hands[seat], *drawn)), decks=_put(s.decks, seat, left))
    g.note("cards", seat=side, hand=len(g.state.hands[seat]))
    g.note("hand", audience=(side,), seat=side, cards=g.state.hands[seat])


def bereave(g: G, side: str) -> None:
    """A commander is dead: as soon as what killed it is over, its side's hand is cut."""
    if g.state.hands and side not in g.state.bereft:
        g.set(bereft=(*g.state.bereft, side))


@rule("dz.play.command-cards")
def cut(g: G) -> None:
    """Discard down to the next highest Command Value on the table, or to 1."""
    side, *rest = g.state.bereft
    g.set(bereft=tuple(rest))
    while len(hand := hand_of(g.state, side)) > hand_size(g.state, side):
        name = str(ask_for(g, side, "discard down", hand))
        spend(g, side, name)
        g.note("discards", seat=side, card=name)


# ---- playing


def offer(g: G, side: str, moment: Moment, about: tuple[int, ...] = ()) -> Play | None:
    """One card at this moment, if the player likes and nobody cancels it. What lasts is in force from here on."""
    if not g.state.hands or not hand_of(g.state, side) or side not in g.state.field.sides:
        return None
    fitting = fits(g.state, side, moment, about)
    if not fitting:
        return None
    card = choose(g, side, f"a card: {moment}", [BY_NAME[name] for name in fitting])
    if card is None or not stands(g, side, card):
        return None
    play = Play(card, aim(g, side, card, fitting[card.name]))
    if card.until:
        effect = Effect(card.slug, side, play.squad, card.until)
        g.set(effects=(*g.state.effects, effect))
    return play


@lru_cache(maxsize=1 << 10)
def fits(s: Dropzone, side: str, moment: Moment, about: tuple[int, ...]) -> dict[str, Sequence[int]]:
    """The cards of a deck not yet seen that fit a moment, with their targets: nothing here depends on the hand."""
    gone = s.spent[s.sides.index(side)]
    unseen = [card for card in DECK if moment in card.when and card.name not in gone]
    found = {card.name: card_targets.of(s, side, card, about) for card in unseen}
    return {name: targets for name, targets in found.items() if targets}


@rule("dz.play.command-cards")
def choose(g: G, side: str, prompt: str, fitting: list[Card]) -> Card | None:
    """Play one of these cards, or none; a card that was played does not return."""
    hand = hand_of(g.state, side)
    held = [card.name for card in fitting if card.name in hand]
    name = ask_for(g, side, prompt, (None, *held), "no card")
    if name is None:
        return None
    spend(g, side, name)
    g.cite(BY_NAME[name].rule)
    g.note("card", seat=side, card=name)
    return BY_NAME[name]


@rule("dz.cards.dead-channel")
def _cancelled(g: G, side: str, card: Card) -> None:
    """The card that it answers has no effect."""
    g.note("cancelled", seat=side, card=card.name)


def stands(g: G, side: str, card: Card) -> bool:
    """Whether a card is not cancelled: the last card played is settled first, and a cancel may be cancelled too."""
    foe = other(g.state, side)
    if not hand_of(g.state, foe) or foe not in g.state.field.sides:
        return True
    if not (fitting := fits(g.state, foe, Moment.ANSWER, ())):
        return True
    answer = choose(g, foe, f"answer {card.name}", [BY_NAME[name] for name in fitting])
    if answer is None or not stands(g, foe, answer):
        return True
    _cancelled(g, foe, card)
    return False


def aim(g: G, side: str, card: Card, targets: Sequence[int]) -> int:
    """What a card is aimed at."""
    if len(targets) == 1:
        return targets[0]
    labels = tuple(card_targets.label(g.state, card, target) for target in targets)
    ask = OneOf(prompt=card.name, rules=(card.rule,), options=tuple(targets), labels=labels, about=card.aim)
    target: int = g.ask(side, ask)
    return target


def expire(g: G, *until: str) -> None:
    """What lasted so long is over."""
    if g.state.effects:
        g.set(effects=tuple(effect for effect in g.state.effects if effect.until not in until))
