"""Whether the center knows at once what is made at a cluster's brokers."""

import sqlalchemy as sa
from alembic import op

revision = "0044_adopted_creations"
down_revision = "0043_token_refusals"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Clusters of before go on as they were: what is made there waits in their drift."""
    op.add_column("res_cluster", sa.Column("adopts_creations", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    # Not in a batch: SQLite would drop tables that others point to.
    op.drop_column("res_cluster", "adopts_creations")
