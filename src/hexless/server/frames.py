"""What pages are sent of a match as it stands. Built once for each change, and shared by all who see the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

import msgspec

from hexless.kernel import GameError
from hexless.kernel import record as records
from hexless.ruleset import Scene

from . import catalogue, forms, guided, seat_view, standing, wire
from .match import Match
from .purposes import worthwhile
from .store import Saved

__all__ = ["Frames"]

_SUGGESTED = 8


class Frames:
    """The messages that show a match to a seat. Everything here runs rules: call it in their thread."""

    def __init__(
        self, saved: Saved, match: Match, sealed: frozenset[str], orders: Mapping[str, Sequence[forms.Standing]]
    ) -> None:
        self.saved, self.match, self.sealed = saved, match, sealed
        self.orders = {seat: tuple(given) for seat, given in orders.items()}
        self.people = tuple(seat.seat for seat in saved.seats if seat.player == "human")
        self.turn = lru_cache(self._turn)
        self.obeyed = lru_cache(self._obeyed)

    def _obeyed(self, seat: str) -> tuple[forms.Standing, Any] | None:
        """The standing order that answers for a seat, and how."""
        if seat in self.sealed:
            return None
        return guided.heeded(self.match, seat, standing.obeyed(self.match, seat, self.orders.get(seat, ())))

    def _turn(self, seat: str | None) -> forms.Turn:
        if self.saved.affairs.pending:
            return forms.Turn(prompt="The dice are being agreed on")
        answered = seat is not None and self.obeyed(seat) is not None
        turn = seat_view.turn(self.match, seat, self.sealed, self.people, answered)
        if turn.suggested:
            suggested, words = worthwhile(self.match, seat, turn.suggested, _SUGGESTED)
            turn = msgspec.structs.replace(turn, suggested=suggested, purposes=words)
        follows = standing.following(self.match, seat, self.orders.get(seat, ())) if seat and turn.question else ""
        coach = guided.coaching(self.match, seat) if turn.question else None
        return msgspec.structs.replace(turn, follows=follows, coach=coach) if follows or coach else turn

    def _scene(self, seat: str | None) -> Scene:
        return cast("Scene", seat_view.seen(self.match, seat).drawn)  # its JSON, which is what a scene is on the wire

    def welcome(self, seat: str | None, message: str | None) -> wire.Welcome:
        """All of it."""
        match = self.match
        return wire.Welcome(
            id=message,
            match=self.saved.id,
            game=match.rules.id,
            title=match.rules.title,
            seat=seat,
            seats=list(self.saved.seats),
            rulings=catalogue.rulings(match.rules, match.header.rulings),
            version=self.saved.version,
            answers=match.answers,
            scene=self._scene(seat),
            log=seat_view.log(match, seat),
            turn=self.turn(seat),
            ended=seat_view.ending(match),
            standing=list(self.orders.get(seat or "", ())),
        )

    def missed(self, seat: str | None, message: str) -> wire.Missed:
        """The table for a page that was behind."""
        return wire.Missed(
            id=message,
            version=self.saved.version,
            answers=self.match.answers,
            scene=self._scene(seat),
            log=seat_view.log(self.match, seat),
            turn=self.turn(seat),
        )

    def updates(
        self, seats: Sequence[str | None], since: int, by: str | None, back: int | None = None
    ) -> dict[str | None, wire.Update]:
        """What has happened after so many answers, for each of these seats."""
        return {seat: self.update(seat, since, by, back) for seat in dict.fromkeys(seats)}

    def update(self, seat: str | None, since: int, by: str | None, back: int | None = None) -> wire.Update:
        """What has happened after so many answers."""
        return wire.Update(
            version=self.saved.version,
            answers=self.match.answers,
            scene=self._scene(seat),
            log=seat_view.log(self.match, seat, since),
            turn=self.turn(seat),
            by=by,
            back=back,
        )

    def ended(self) -> wire.Ended:
        """The end, which everybody sees whole."""
        ending = seat_view.ending(self.match)
        if ending is None:
            raise GameError("the game is not over")
        return wire.Ended(
            version=self.saved.version,
            answers=self.match.answers,
            scene=self._scene(None),
            log=seat_view.log(self.match, None),
            ended=ending,
            chain=msgspec.json.decode([*records.dump(self.match.record())][-1])["chain"],
        )
