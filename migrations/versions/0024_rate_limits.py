"""Networks from which users have signed in, and counts of requests that all instances share (decision 0082)."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0024_rate_limits"
down_revision = "0023_client_keys"
branch_labels = None
depends_on = None

_BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_KEY = sa.String(64).with_variant(mysql.VARCHAR(64, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")


def upgrade() -> None:
    op.create_table(
        "sys_known_network",
        sa.Column("user_id", _BIGINT, sa.ForeignKey("sys_user_info.id"), primary_key=True, autoincrement=False),
        sa.Column("network", _KEY, primary_key=True),
        sa.Column("last_use", _BIGINT, nullable=False, index=True),
    )
    op.create_table(
        "sys_request_count",
        sa.Column("key", _KEY, primary_key=True),
        sa.Column("minute", _BIGINT, primary_key=True, autoincrement=False, index=True),
        sa.Column("number", _BIGINT, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("sys_request_count")
    op.drop_table("sys_known_network")
