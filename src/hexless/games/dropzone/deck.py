"""The deck of Command Cards: thirty cards as data, and which of them are in force. Their sentences are in the sheet."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Literal

from hexless.kernel import Stream, Value

from ._sheet import sheet
from .model import Dropzone, Effect, SquadId

__all__ = ["BY_NAME", "DECK", "HIDDEN", "Aim", "Card", "Moment", "card_of", "deal", "in_force"]

HIDDEN = "?"
Aim = Literal["", "squad", "unit", "garrison"]


class Moment(StrEnum):
    """When cards may be played."""

    EARLY = "before the initiative"
    VANGUARD = "before the first activation"
    COMMAND = "a battlegroup activates"
    ENEMY = "an enemy battlegroup activates"
    ORDERS = "a squad is to act"
    SHOOTS = "a squad shoots"
    SHOT_AT = "a squad is shot at"
    CLOSE = "close quarters"
    ENTERED = "an enemy enters a garrison"
    TEST = "a Fortitude Test"
    FIRE = "Collateral Damage"
    DONE = "an enemy squad is done"
    ANSWER = "a card is played"


class Card(Value, frozen=True):
    """A card: when it may be played, whether its target has to be in Influence, what it is aimed at, how long it works.

    Without an `until` it is done with at once.
    """

    number: int
    name: str
    when: tuple[Moment, ...]
    influence: bool = False
    aim: Aim = ""
    until: Literal["", "action", "activation", "round"] = ""

    @property
    def slug(self) -> str:
        """Its name in rule ids."""
        return self.name.lower().replace(" ", "-")

    @property
    def rule(self) -> str:
        """Its own rule on the sheet."""
        return f"dz.cards.{self.slug}"

    @property
    def says(self) -> str:
        """What it does."""
        return _says(self.rule)


@cache
def _says(rule: str) -> str:
    return sheet.text(rule).says


DECK = (
    Card(1, "Intercepted Traffic", (Moment.COMMAND,)),
    Card(2, "Dead Channel", (Moment.ANSWER,)),
    Card(3, "Static Storm", (Moment.COMMAND,)),
    Card(4, "Secured Uplink", (Moment.EARLY,), until="round"),
    Card(5, "Stolen March", (Moment.EARLY,), until="round"),
    Card(6, "Tangled Orders", (Moment.ENEMY,)),
    Card(7, "Forward Party", (Moment.VANGUARD,), True, "squad"),
    Card(8, "Swift Riposte", (Moment.DONE,), True, "squad"),
    Card(9, "Cellar Run", (Moment.ORDERS,), True, "squad", "activation"),
    Card(10, "Hot Ramp", (Moment.ORDERS,), True, "squad", "activation"),
    Card(11, "Hard Bank", (Moment.ORDERS, Moment.SHOT_AT), True, "squad", "activation"),
    Card(12, "Last Seat", (Moment.ORDERS,), True, "squad", "activation"),
    Card(13, "Walking Fire", (Moment.SHOOTS,), True, "squad", "action"),
    Card(14, "Weak Seams", (Moment.SHOOTS,), True, "squad", "action"),
    Card(15, "Guns to the Sky", (Moment.ORDERS,), True, "squad", "activation"),
    Card(16, "Needle Rounds", (Moment.SHOOTS,), True, "squad", "action"),
    Card(17, "Flare Screen", (Moment.SHOT_AT,), True, "squad", "action"),
    Card(18, "Glancing Angles", (Moment.SHOT_AT,), True, "squad", "action"),
    Card(19, "Overcharged Cells", (Moment.SHOOTS,), True, "squad"),
    Card(20, "Clear Fix", (Moment.SHOOTS,), True, "squad", "action"),
    Card(21, "Every Blade", (Moment.CLOSE,), True, "squad"),
    Card(22, "Waiting in the Dark", (Moment.ENTERED,), True, "squad"),
    Card(23, "Steady Voices", (Moment.COMMAND,), True, until="round"),
    Card(24, "Not One Room", (Moment.TEST,)),
    Card(25, "Back Door", (Moment.ENTERED,), True, "squad"),
    Card(26, "Spreading Blaze", (Moment.FIRE,)),
    Card(27, "Fire Wardens", (Moment.FIRE,)),
    Card(28, "Shaking Walls", (Moment.COMMAND,), True, "garrison"),
    Card(29, "Patch and Weld", (Moment.COMMAND,), False, "unit"),
    Card(30, "Second Run", (Moment.COMMAND,), until="activation"),
)
BY_NAME = {card.name: card for card in DECK}
_BY_SLUG = {card.slug: card for card in DECK}


def card_of(slug: str) -> Card:
    """The card with this name in rule ids."""
    return _BY_SLUG[slug]


def deal(sides: int, stream: Stream) -> tuple[tuple[str, ...], ...]:
    """A shuffled deck for each side."""
    return tuple(tuple(stream.shuffled([card.name for card in DECK])) for _ in range(sides))


def in_force(s: Dropzone, slug: str, squad: SquadId) -> Effect | None:
    """The effect of a card that works on a squad, or on all squads of its side."""
    for effect in s.effects:
        on_all = effect.squad < 0 and effect.side == s.squads[squad].side
        if effect.card == slug and (effect.squad == squad or on_all):
            return effect
    return None
