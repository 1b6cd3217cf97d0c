"""Dice that nobody chose: everybody is bound by a hash before anybody shows what is behind it.

The server publishes the hash of its seed when a match is begun. Every seat that people play binds itself to a nonce by
sha256(seat/nonce); when all are bound they open their nonces; then the game is set up, and its first question is asked.
Until then the table is shown as it may look, set up from the seed's hash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from secrets import token_hex

import msgspec
from msgspec.structs import replace

from hexless.kernel import GameError, to_json
from hexless.kernel import record as records
from hexless.ruleset.fairness import bonds
from hexless.ruleset.starting import begin

from . import deploying, wire
from .around import Table
from .forms import Agreement, Bond
from .match import Match, resumed
from .results import unnamed
from .room import Page
from .store import Saved

__all__ = ["agreed", "begun", "bind", "diced", "opened"]

Step = Callable[[Agreement], Agreement]


def begun(seed: str, people: Iterable[str]) -> Agreement:
    """What is published of a seed, before any seat has said anything."""
    return Agreement(server=sha256(seed.encode()).hexdigest(), seats={seat: Bond() for seat in people})


def _bound(now: Agreement, seat: str, bond: str) -> Agreement:
    if now.seats[seat].bond not in ("", bond):
        raise GameError(f"{seat} is bound already, and by another hash")
    return replace(now, seats={**now.seats, seat: replace(now.seats[seat], bond=bond)})


def _opened(now: Agreement, seat: str, nonce: str) -> Agreement:
    if not all(each.bond for each in now.seats.values()):
        raise GameError("a nonce is opened when all seats are bound")
    if sha256(f"{seat}/{nonce}".encode()).hexdigest() != now.seats[seat].bond:
        raise GameError(f"this is not the nonce that {seat} is bound to")
    return replace(now, seats={**now.seats, seat: replace(now.seats[seat], nonce=nonce)})


def agreed(shown: Match, seed: str, dice: Agreement) -> Match:
    """The game with its true dice, in the place of the one that was only shown."""
    nonces = tuple(dice.seats[seat].nonce if seat in dice.seats else "" for seat in shown.header.seats)
    header, files = shown.header, shown.rules.files
    if branch := header.branch:
        header = replace(header, seed=seed, dice=records.AGREED, nonces=nonces)
        tape = [line.entry for line in shown.lines[: branch.at]]
        return resumed(shown.rules, replace(header, bound=bonds(header)), tape)
    scenario = msgspec.convert(header.scenario, files.scenario)
    forces = [msgspec.convert(force, files.force) for force in header.forces]
    rulings = msgspec.convert(header.rulings, files.rulings)
    header, _ = begin(shown.rules, scenario, forces, rulings, seed, nonces)
    match = resumed(shown.rules, header, ())
    return deploying.deployed(match) if shown.answers > match.answers else match


def diced(saved: Saved, match: Match, wanted: bool) -> tuple[Saved, Match]:
    """A new match with a seed that is agreed on, if that is wanted: it is only shown until all have opened theirs."""
    if not wanted:
        return saved, match
    seed = token_hex(32)
    dice = begun(seed, [seat.seat for seat in saved.seats if seat.player == "human"])
    if not dice.seats:
        dice = replace(dice, done=True)
        match = agreed(match, seed, dice)
    beside = replace(saved.affairs, dice=dice)
    return replace(saved, header=to_json(match.header), luck=seed, answers=match.answers, affairs=beside), match


def _known(now: Agreement, said: wire.Bind | wire.Open) -> bool:
    """Whether a seat says again what it has said before."""
    before = now.seats.get(said.seat, Bond())
    return before.bond == said.bond if isinstance(said, wire.Bind) else before.nonce == said.nonce


async def bind(table: Table, page: Page, said: wire.Bind) -> None:
    """A seat binds itself to its nonce."""
    await _agree(table, page, said, lambda now: _bound(now, said.seat, said.bond))


async def opened(table: Table, page: Page, said: wire.Open) -> None:
    """A seat opens its nonce; with the last one the game begins."""
    await _agree(table, page, said, lambda now: _opened(now, said.seat, said.nonce))


async def _agree(table: Table, page: Page, said: wire.Bind | wire.Open, step: Step) -> None:
    room = table.room
    async with room.lock:
        now = room.saved.affairs.dice
        if now is not None and _known(now, said):
            return
        if now is None or now.done or said.seat not in now.seats:
            page.send(wire.Error(code="not-asked", says="no dice are to be agreed on", id=said.id))
            return
        if said.seat not in room.held(page).seats:
            page.send(wire.Error(code="no-key", says="you have no key for this seat", id=said.id))
            return
        if fault := unnamed(room.saved.terms, room.holders, said.seat):
            page.send(wire.Error(code="no-name", says=fault, id=said.id))
            return
        try:
            after = step(now)
        except GameError as error:
            page.send(wire.Error(code="bad-message", says=str(error), id=said.id))
            return
        if not all(each.nonce for each in after.seats.values()):
            await room.change(replace(room.saved.affairs, dice=after))
        else:
            match = await room.rules.run(agreed, room.match, room.saved.luck, after)
            await room.restart(match, replace(room.saved.affairs, dice=replace(after, done=True)))
    room.wake()
