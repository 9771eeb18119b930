"""Grants of Pulsar to roles without an account may make one, which is marked."""

import sqlalchemy as sa
from alembic import op

revision = "0045_unknown_roles"
down_revision = "0044_adopted_creations"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Clusters of before go on as they were: such grants are refused."""
    op.add_column(
        "res_cluster",
        sa.Column("unknown_roles_become_users", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.add_column("sys_user_info", sa.Column("named_by_grant_on", sa.String(256), nullable=True))


def downgrade() -> None:
    # Not in a batch: SQLite would drop tables that others point to.
    op.drop_column("sys_user_info", "named_by_grant_on")
    op.drop_column("res_cluster", "unknown_roles_become_users")
