"""Keys and names of seats, terms and affairs of a match, chat, leases of bots."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Forwards. A match from before keys is listed, and its seats are free to be taken."""
    with op.batch_alter_table("match") as table:
        table.add_column(sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()))
        table.add_column(sa.Column("tick", sa.Integer, nullable=False, server_default="0"))
        table.add_column(sa.Column("terms", sa.LargeBinary))
        table.add_column(sa.Column("affairs", sa.LargeBinary))
    op.create_index("match_listed", "match", ["listed", "changed"])
    _around_a_match()


def _around_a_match() -> None:
    op.create_table(
        "holder",
        sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("says", sa.Text, nullable=False),
    )
    op.create_table(
        "undone",
        sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("kept", sa.Integer, nullable=False),
        sa.Column("tape", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "lease",
        sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
