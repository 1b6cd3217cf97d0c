"""The tables of the database; `migrations` makes them step by step."""

from __future__ import annotations

import sqlalchemy as sa

__all__ = [
    "answers",
    "chat",
    "holders",
    "leases",
    "matches",
    "metadata",
    "passes",
    "players",
    "ratings",
    "replies",
    "results",
    "sealed",
    "standing",
    "undone",
]

metadata = sa.MetaData()


def _of_match(name: str, *columns: sa.Column[object] | sa.Index, key: str | None = "seat") -> sa.Table:
    """A table of things that belong to a match, one for each `key`."""
    match = sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True)
    seat = [sa.Column("seat", sa.String(64), primary_key=True)] if key == "seat" else []
    return sa.Table(name, metadata, match, *seat, *columns)


matches = sa.Table(
    "match",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("scenario", sa.String(200), nullable=False),
    sa.Column("header", sa.LargeBinary, nullable=False),
    sa.Column("luck", sa.String(200), nullable=False),
    sa.Column("seats", sa.LargeBinary, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("answers", sa.Integer, nullable=False),
    sa.Column("started", sa.String(40), nullable=False),
    sa.Column("changed", sa.String(40), nullable=False),
    sa.Column("scene", sa.LargeBinary, nullable=False),
    sa.Column("ending", sa.LargeBinary),
    sa.Column("branch_of", sa.String(64)),
    sa.Column("branch_at", sa.Integer),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("tick", sa.Integer, nullable=False),  # counts every change, `version` only those of the game itself
    sa.Column("terms", sa.LargeBinary),
    sa.Column("affairs", sa.LargeBinary),
    sa.Index("match_listed", "listed", "changed"),
)
answers = _of_match(
    "answer",
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("ask", sa.Text, nullable=False),
    sa.Column("answer", sa.LargeBinary, nullable=False),
    sa.Column("reasons", sa.LargeBinary),
    sa.Column("at", sa.BigInteger, nullable=False),  # milliseconds of the world's clock; 0: not known
    key=None,
)
sealed = _of_match("sealed", sa.Column("answer", sa.LargeBinary, nullable=False))
replies = _of_match(
    "reply",
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
standing = _of_match("standing", sa.Column("body", sa.LargeBinary, nullable=False))
holders = _of_match(
    "holder",
    sa.Column("key", sa.LargeBinary, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("player", sa.String(80), nullable=False),  # whose kept name it is; "": a guest's
)
chat = _of_match(
    "chat",
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("seat", sa.String(64), nullable=False),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("says", sa.Text, nullable=False),
    key=None,
)
undone = _of_match(
    "undone",
    sa.Column("version", sa.Integer, primary_key=True),  # the one that the undo led to
    sa.Column("kept", sa.Integer, nullable=False),
    sa.Column("tape", sa.LargeBinary, nullable=False),
    key=None,
)
leases = _of_match(
    "lease",
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("by", sa.String(64), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
players = sa.Table(
    "player",
    metadata,
    sa.Column("id", sa.String(80), primary_key=True),  # the name without case and width
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("proof", sa.String(200), nullable=False),  # of the password
    sa.Column("since", sa.String(40), nullable=False),
)
passes = sa.Table(
    "pass",
    metadata,
    sa.Column("key", sa.LargeBinary, primary_key=True),
    sa.Column("player", sa.String(80), sa.ForeignKey("player.id"), nullable=False),
    sa.Column("since", sa.String(40), nullable=False),
    sa.Index("pass_player", "player"),
)
ratings = sa.Table(
    "rating",
    metadata,
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("player", sa.String(80), sa.ForeignKey("player.id"), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("drawn", sa.Integer, nullable=False),
    sa.Column("lost", sa.Integer, nullable=False),
)
results = _of_match(
    "result",
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Index("result_at", "at"),
    key=None,
)
