"""What Pulsar's action consume means on a cluster."""

import sqlalchemy as sa
from alembic import op

revision = "0042_consume"
down_revision = "0041_foreign_applications"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Clusters of before go on as they were: consume reads."""
    op.add_column("res_cluster", sa.Column("consume_manages_subscriptions", sa.Boolean(), nullable=True))


def downgrade() -> None:
    # Not in a batch: SQLite would drop tables that others point to.
    op.drop_column("res_cluster", "consume_manages_subscriptions")
