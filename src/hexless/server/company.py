"""The people at a table, as values: the terms they play by, and what goes on beside the game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a message."""


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The time of a side, in seconds: `main` for the game and `increment` more for each decision.

    `anew`: `main` is for each decision anew (days, for games by correspondence). `flag`: a side whose time is up loses,
    or a bot plays on for it, or it is only told. The clock is set going by the first decision.
    """

    main: Annotated[int, Meta(ge=1, le=31 * 86_400)]
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    anew: bool = False
    flag: Literal["loses", "bot", "told"] = "loses"


class Behind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far onlookers are behind while the game runs: so many turns, or minutes, or both."""

    turns: Annotated[int, Meta(ge=0, le=20)] = 0
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 0


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players of a match agree to by sitting down.

    `sits_in`: a bot that may play for a side that is away (none: ""). `rated`: the result counts for the ratings of
    the two who play, who keep their names by passwords. `behind`: onlookers see it later.
    """

    clock: Clock | None = None
    chat: bool = True
    sits_in: Annotated[str, Meta(max_length=64)] = ""
    rated: bool = False
    behind: Behind | None = None


Offer = Literal["draw", "pause", "resume", "rematch"]


class Bond(Part, frozen=True, kw_only=True):
    """What a seat is bound by, sha256(seat/nonce), and its nonce once that is open."""

    bond: str = ""
    nonce: str = ""


class Agreement(Part, frozen=True, kw_only=True):
    """Dice that nobody chooses: the hash of the server's seed, the bonds of the seats, and whether all are open."""

    server: str
    seats: dict[str, Bond]
    done: bool = False


class Affairs(Part, frozen=True, kw_only=True):
    """What goes on beside the game, as it is stored.

    `left`: milliseconds by seat, as they were at `since` (milliseconds of the world's time; 0: the clock stands).
    `offers`: the seats that have agreed, by what they agree to. `undo`: the seats that agree to an undo, the one that
    asks for it first. `stand_in`: the seats that a bot plays for. `next`: the match that followed by rematch.
    """

    left: dict[str, int] = {}
    since: int = 0
    paused: bool = False
    offers: dict[str, list[str]] = {}
    undo: list[str] = []
    stand_in: list[str] = []
    next: str = ""
    dice: Agreement | None = None
    chain: str = ""  # of hashes over the header and the answers as they were stored

    @property
    def pending(self) -> bool:
        """Whether the game waits for its dice to be agreed on."""
        return self.dice is not None and not self.dice.done


class Person(Part, frozen=True, kw_only=True):
    """Who plays a seat: the name, whether a page of theirs is open, whether the seat is free to be taken.

    `kept`: the name is theirs alone, by a password.
    """

    seat: str
    name: str = ""
    kept: bool = False
    here: bool = False
    free: bool = False
    bot: bool = False


class Line(Part, frozen=True, kw_only=True):
    """One line of the chat; `seat` "" is an onlooker."""

    n: int
    seat: str
    name: str
    at: str
    says: str
