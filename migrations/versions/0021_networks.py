"""Named lists of networks; grants, requests, users, tokens and client secrets limited to networks (decision 0079)."""

import time

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0021_networks"
down_revision = "0020_audit"
branch_labels = None
depends_on = None

_BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_NAME = sa.String(64).with_variant(mysql.VARCHAR(64, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")
_TEXT = sa.Text().with_variant(mysql.TEXT(charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")
_LIMITED = ("sys_role_res", "req_access", "sys_user_info", "sys_client_secret", "sys_api_token", "sys_device_sign_in")
_ENDING = ("sys_client_secret", "sys_api_token", "sys_device_sign_in")
"""What is never valid again once it has ended."""


def upgrade() -> None:
    op.create_table(
        "sys_network",
        sa.Column("id", _BIGINT, primary_key=True, autoincrement=True),
        sa.Column("name", _NAME, nullable=False, unique=True),
        sa.Column("networks", _TEXT, nullable=False),
        sa.Column("add_time", _BIGINT, nullable=False),
        sa.Column("update_time", _BIGINT, nullable=False, index=True),
        sa.Column("remark", sa.String(256), nullable=True),
        sqlite_autoincrement=True,
    )
    for table in _LIMITED:
        op.add_column(table, sa.Column("networks", _TEXT, nullable=True))
        op.add_column(table, sa.Column("cidrs", _TEXT, nullable=True))
    op.add_column("req_verdict", sa.Column("address", _NAME, nullable=True))


def downgrade() -> None:
    """Refuses while something that still counts is limited to networks: without its limit it would give more."""
    for table in _LIMITED:
        _refuse(table)
    for table in _LIMITED:
        op.drop_column(table, "cidrs")  # not in a batch: SQLite would drop tables that others point to
        op.drop_column(table, "networks")
    op.drop_column("req_verdict", "address")
    op.drop_table("sys_network")


def _refuse(table: str) -> None:
    rows = sa.table(table, sa.column("networks"), *map(sa.column, ("state", "valid_until", "revoke_time")))
    limited = sa.select(sa.func.count()).select_from(rows).where(rows.c.networks.is_not(None))
    if table == "req_access":
        limited = limited.where(rows.c.state.in_(("with_main", "open")))
    if table in _ENDING:
        still = rows.c.valid_until > time.time_ns() // 1_000_000
        limited = limited.where(sa.or_(rows.c.valid_until.is_(None), still))
    if table == "sys_api_token":
        limited = limited.where(rows.c.revoke_time.is_(None))
    if op.get_bind().scalar(limited):
        raise RuntimeError(
            f"Take the limits to networks away in {table} first, or older versions would give all of it."
        )
