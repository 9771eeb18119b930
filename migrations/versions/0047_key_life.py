"""Encryption keys: rotation on schedule, destruction by two people, who fetched which version (decision 0116)."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0047_key_life"
down_revision = "0046_encryption_keys"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _exact(length: int) -> sa.String:
    exact = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(exact, "mysql", "mariadb")


def _of(table: str) -> sa.ForeignKey:
    return sa.ForeignKey(f"{table}.id", ondelete="CASCADE")


def upgrade() -> None:
    op.add_column("res_encryption_key", sa.Column("rotate_days", sa.Integer(), nullable=True))
    op.create_table(
        "res_encryption_key_fetch",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("version", _ID, _of("res_encryption_key_version"), nullable=False),
        sa.Column("user_id", _ID, _of("sys_user_info"), nullable=False),
        sa.Column("half", _exact(8), nullable=False),
        sa.Column("time", _ID, nullable=False),
        sa.UniqueConstraint("version", "user_id", "half"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_res_encryption_key_fetch_user_id", "res_encryption_key_fetch", ["user_id"])
    op.create_table(
        "req_key_destruction",
        sa.Column("version", _ID, _of("res_encryption_key_version"), primary_key=True, autoincrement=False),
        sa.Column("asked_by_id", _ID, nullable=False),
        sa.Column("asked_by", _exact(128), nullable=False),
        sa.Column("address", _exact(64), nullable=True),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("add_time", _ID, nullable=False),
        sa.Column("valid_until", _ID, nullable=False),
    )
    op.create_index("ix_req_key_destruction_valid_until", "req_key_destruction", ["valid_until"])


def downgrade() -> None:
    """What is destroyed stays so: its row has no private half."""
    op.drop_table("req_key_destruction")
    op.drop_table("res_encryption_key_fetch")
    op.drop_column("res_encryption_key", "rotate_days")
