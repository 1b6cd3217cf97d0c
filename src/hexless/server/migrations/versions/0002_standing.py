"""Standing orders of seats."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Forwards."""
    op.create_table(
        "standing",
        sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
