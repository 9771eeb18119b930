"""Marks clusters that were given up."""

import sqlalchemy as sa
from alembic import op

revision = "0013_cluster_gone"
down_revision = "0012_audit_runs"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("res_cluster", sa.Column("gone", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    with op.batch_alter_table("res_cluster") as batch:
        batch.drop_column("gone")
