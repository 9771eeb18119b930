"""Second factors, sign-ins in steps, and what a session was begun with.

Revision ID: 0025_second_factors
Revises: 0024_rate_limits
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0025_second_factors"
down_revision = "0024_rate_limits"
branch_labels = None
depends_on = None

_BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _name(length: int) -> sa.types.TypeEngine[str]:
    binary = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(binary, "mysql", "mariadb")


def _id() -> sa.Column[int]:
    return sa.Column("id", _BIGINT, primary_key=True, autoincrement=True)


def _user() -> sa.Column[int]:
    user = sa.ForeignKey("sys_user_info.id", ondelete="CASCADE")
    return sa.Column("user_id", _BIGINT, user, nullable=False, index=True)


def _time(name: str, *, nullable: bool = False, index: bool = False) -> sa.Column[int]:
    return sa.Column(name, _BIGINT, nullable=nullable, index=index)


def upgrade() -> None:
    _factors()
    op.create_table(
        "sys_used_challenge",
        sa.Column("challenge", _name(64), primary_key=True),
        _time("valid_until", index=True),
    )
    op.create_table(
        "sys_pending_sign_in",
        _id(),
        sa.Column("secret_hash", _name(64), nullable=False, unique=True),
        _user(),
        sa.Column("methods", _name(64), nullable=False),
        _time("cred_version"),
        sa.Column("tries", sa.Integer(), nullable=False),
        _time("valid_until", index=True),
        sqlite_autoincrement=True,
    )
    # Sessions that are open now began with a password, long ago.
    op.add_column("sys_session", sa.Column("methods", _name(64), nullable=False, server_default="pwd"))
    op.add_column("sys_session", sa.Column("auth_time", _BIGINT, nullable=False, server_default="0"))
    op.add_column("sys_session", sa.Column("address", _name(64), nullable=False, server_default=""))
    op.add_column("sys_session", sa.Column("agent", sa.String(256), nullable=False, server_default=""))


def _factors() -> None:
    op.create_table(
        "sys_authenticator_app",
        _id(),
        _user(),
        sa.Column("secret_sealed", sa.Text(), nullable=False),
        sa.Column("confirmed", sa.Integer(), nullable=False),
        _time("last_step"),
        _time("add_time"),
        _time("last_use", nullable=True),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sys_recovery_code",
        _id(),
        _user(),
        sa.Column("code_hash", _name(64), nullable=False, unique=True),
        _time("add_time"),
        _time("use_time", nullable=True),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sys_passkey",
        _id(),
        _user(),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("key_digest", _name(64), nullable=False, unique=True),
        sa.Column("key_id", sa.Text(), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        _time("sign_count"),
        _time("add_time"),
        _time("last_use", nullable=True),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Refuses while somebody has a second factor: older versions would let a bare password in."""
    for table in ("sys_authenticator_app", "sys_passkey"):
        if op.get_bind().scalar(sa.select(sa.func.count()).select_from(sa.table(table))):
            raise RuntimeError(f"Remove the second factors in {table} first, or their passwords alone would do.")
    for column in ("agent", "address", "auth_time", "methods"):
        op.drop_column("sys_session", column)  # not in a batch: SQLite would drop tables that others point to
    for table in (
        "sys_pending_sign_in",
        "sys_used_challenge",
        "sys_passkey",
        "sys_recovery_code",
        "sys_authenticator_app",
    ):
        op.drop_table(table)
