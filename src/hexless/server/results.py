"""Results of rated games: written in the transaction that ends the match, so that each counts once.

A game is rated if that was chosen when it was set up: two people who keep their names, over dice that nobody chose.
However it ends, it counts: by the rules, a draw, a resignation or a fallen flag.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from hexless.kernel import GameError

from . import rating, tables
from .database import Database
from .forms import Ending, Seat, Terms
from .keys import Holder
from .rating import BEGINNER, Strength
from .rest import Rated, Result, Results
from .store import Saved

__all__ = ["check_rated", "counted", "results", "unnamed"]

_SHOWN = 50  # games on the page
_MOST = 500  # players of the list


def check_rated(terms: Terms, seats: Sequence[Seat], agreed: bool) -> None:
    """`GameError` if a match is to be rated that cannot be."""
    if not terms.rated:
        return
    if not rating.known():
        raise GameError("this server works out no ratings: it needs the package openskill")
    if not agreed:
        raise GameError("only games with agreed dice are rated")
    if len(seats) != 2 or any(seat.player != "human" for seat in seats):
        raise GameError("only games of two people are rated")
    if terms.sits_in or (terms.clock is not None and terms.clock.flag == "bot"):
        raise GameError("no bot sits in in a rated game")


def unnamed(terms: Terms, holders: Mapping[str, Holder], seat: str) -> str:
    """Why the seat cannot begin a rated game yet; nothing: ""."""
    if not terms.rated:
        return ""
    mine = holders[seat].player if seat in holders else ""
    if not mine:
        return "this game is rated: sit down under a name that you keep by a password"
    if any(other.player == mine for held, other in holders.items() if held and held != seat):
        return "this game is rated: the other side has the same name"
    return ""


def counted(connection: sa.Connection, before: Saved, after: Saved, holders: Mapping[str, Holder]) -> None:
    """Count a game that has just ended, if it is rated."""
    if after.ending is None or before.ending is not None or not after.terms.rated or after.affairs.pending:
        return
    players = [holders[seat.seat].player for seat in after.seats if seat.seat in holders]
    if len(set(filter(None, players))) != 2:  # nobody can begin it so
        return
    old = _strengths(connection, after.game, players)
    won = _won(after.ending, [seat.seat for seat in after.seats])
    new = rating.after(old[players[0]], old[players[1]], won)
    for player, strength, score in zip(players, new, (won, 1 - won)):
        _rate(connection, after.game, player, strength, score)
    told = Result(
        match=after.id if after.listed else "",
        game=after.game,
        at=after.changed,
        names=[holders[seat.seat].name for seat in after.seats],
        seats=[seat.seat for seat in after.seats],
        winner=after.ending.winner,
        by=after.ending.by,
        before=[round(old[player].mu, 1) for player in players],
        after=[round(each.mu, 1) for each in new],
    )
    row = {"match": after.id, "game": after.game, "at": after.changed, "body": msgspec.json.encode(told)}
    connection.execute(sa.insert(tables.results).values(**row))


def _won(ending: Ending, seats: Sequence[str]) -> float:
    """What the first seat has of the game."""
    return 0.5 if ending.winner not in seats else float(ending.winner == seats[0])


def _strengths(connection: sa.Connection, game: str, players: Sequence[str]) -> dict[str, Strength]:
    """How strong they are now; nobody else changes that before this transaction is through."""
    table, insert = tables.ratings, postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    for player in sorted(players):  # always in one order, so that no two games wait for each other
        row = {"game": game, "player": player, "mu": BEGINNER.mu, "sigma": BEGINNER.sigma}
        new = insert(table).values(**row, won=0, drawn=0, lost=0)
        connection.execute(new.on_conflict_do_nothing())
    wanted = (table.c.game == game) & table.c.player.in_(players)
    rows = connection.execute(sa.select(table).where(wanted).order_by(table.c.player).with_for_update())
    return {row.player: Strength(row.mu, row.sigma) for row in rows}


def _rate(connection: sa.Connection, game: str, player: str, strength: Strength, score: float) -> None:
    table = tables.ratings
    one = {1.0: table.c.won, 0.5: table.c.drawn, 0.0: table.c.lost}[score]
    values = {"mu": strength.mu, "sigma": strength.sigma, one.name: one + 1}
    mine = (table.c.game == game) & (table.c.player == player)
    connection.execute(sa.update(table).where(mine).values(**values))


async def results(base: Database) -> Results:
    """The players with their ratings, the surest good ones first, and the last rated games."""
    table = tables.ratings
    joined = table.join(tables.players, table.c.player == tables.players.c.id)
    strong = (table.c.mu - 3 * table.c.sigma).desc()
    listed = sa.select(table, tables.players.c.name).select_from(joined).order_by(table.c.game, strong, table.c.player)
    last = sa.select(tables.results).order_by(tables.results.c.at.desc(), tables.results.c.match)
    async with base.reading() as connection:
        rows = (await connection.execute(listed.limit(_MOST))).all()
        games = (await connection.execute(last.limit(_SHOWN))).all()
    return Results(
        ratings=[
            Rated(
                game=row.game,
                name=row.name,
                rating=round(row.mu, 1),
                error=round(2 * row.sigma, 1),
                won=row.won,
                drawn=row.drawn,
                lost=row.lost,
            )
            for row in rows
        ],
        games=[msgspec.json.decode(row.body, type=Result) for row in games],
    )
