"""Why the last token request of a client was refused, at its user and its application."""

import sqlalchemy as sa
from alembic import op

revision = "0043_token_refusals"
down_revision = "0042_consume"
branch_labels = None
depends_on = None

_TABLES = ("sys_user_info", "sys_application")


def upgrade() -> None:
    """Nothing is known of refusals before; the log has them."""
    for table in _TABLES:
        op.add_column(table, sa.Column("refused", sa.Text(), nullable=True))


def downgrade() -> None:
    # Not in a batch: SQLite would drop tables that others point to.
    for table in _TABLES:
        op.drop_column(table, "refused")
