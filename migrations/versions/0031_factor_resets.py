"""With four eyes, the first word to remove second factors; the handle that a passkey knows its user by (decision 0088).

Revision ID: 0031_factor_resets
Revises: 0030_provider_keys
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0031_factor_resets"
down_revision = "0030_provider_keys"
branch_labels = None
depends_on = None

_BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_NAME = sa.String(128).with_variant(mysql.VARCHAR(128, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")


def upgrade() -> None:
    op.create_table(
        "req_factor_reset",
        sa.Column("user_id", _BIGINT, primary_key=True, autoincrement=False),
        sa.Column("asked_by_id", _BIGINT, nullable=False),
        sa.Column("asked_by", _NAME, nullable=False),
        sa.Column("add_time", _BIGINT, nullable=False),
        sa.Column("valid_until", _BIGINT, nullable=False, index=True),
    )
    op.add_column("sys_passkey", sa.Column("user_handle", _NAME, nullable=True))


def downgrade() -> None:
    op.drop_column("sys_passkey", "user_handle")
    op.drop_table("req_factor_reset")
