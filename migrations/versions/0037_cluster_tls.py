"""Own authorities, certificate and sealed key for the calls to a cluster."""

import sqlalchemy as sa
from alembic import op

revision = "0037_cluster_tls"
down_revision = "0036_drift"
branch_labels = None
depends_on = None

BIGINT = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "res_cluster_tls",
        sa.Column("id", BIGINT, primary_key=True),
        sa.Column("cluster", BIGINT, sa.ForeignKey("res_cluster.id"), nullable=False, unique=True),
        sa.Column("authorities", sa.Text(), nullable=True),
        sa.Column("certificate", sa.Text(), nullable=True),
        sa.Column("private_key_sealed", sa.Text(), nullable=True),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("update_time", BIGINT, nullable=False),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    op.drop_table("res_cluster_tls")
