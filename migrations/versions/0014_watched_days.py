"""On how many days the log of a grant's clusters was watched, and since when; older runs do not have it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0014_watched_days"
down_revision = "0013_cluster_gone"
branch_labels = None
depends_on = None

BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
DATE = sa.String(10).with_variant(mysql.VARCHAR(10, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")


def upgrade() -> None:
    op.add_column("audit_grant_status", sa.Column("watched_days", BIGINT, nullable=True))
    op.add_column("audit_grant_status", sa.Column("watched_since", DATE, nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("audit_grant_status") as batch:
        batch.drop_column("watched_since")
        batch.drop_column("watched_days")
