"""Names that are kept by a password, ratings, results; when an answer was given."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Forwards. Whoever sat down before is a guest."""
    op.add_column("holder", sa.Column("player", sa.String(80), nullable=False, server_default=""))
    op.add_column("answer", sa.Column("at", sa.BigInteger, nullable=False, server_default="0"))
    _names()
    _results()


def _names() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("proof", sa.String(200), nullable=False),
        sa.Column("since", sa.String(40), nullable=False),
    )
    op.create_table(
        "pass",
        sa.Column("key", sa.LargeBinary, primary_key=True),
        sa.Column("player", sa.String(80), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("since", sa.String(40), nullable=False),
    )
    op.create_index("pass_player", "pass", ["player"])


def _results() -> None:
    op.create_table(
        "rating",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(80), sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
    )
    op.create_table(
        "result",
        sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("result_at", "result", ["at"])
