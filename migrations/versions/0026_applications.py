"""Applications that people sign in to by the center, their sign-ins, consents and refresh tokens.

Revision ID: 0026_applications
Revises: 0025_second_factors
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0026_applications"
down_revision = "0025_second_factors"
branch_labels = None
depends_on = None

_BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_LIST = sa.Text().with_variant(mysql.TEXT(charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")


def _name(length: int) -> sa.types.TypeEngine[str]:
    binary = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(binary, "mysql", "mariadb")


def _id() -> sa.Column[int]:
    return sa.Column("id", _BIGINT, primary_key=True, autoincrement=True)


def _user(**values: bool) -> sa.Column[int]:
    return sa.Column("user_id", _BIGINT, sa.ForeignKey("sys_user_info.id", ondelete="CASCADE"), **values)


def _text(name: str, length: int, *, nullable: bool = False, index: bool = False) -> sa.Column[str]:
    return sa.Column(name, _name(length), nullable=nullable, index=index)


def _list(name: str) -> sa.Column[str]:
    return sa.Column(name, _LIST, nullable=False)


def _time(name: str, *, nullable: bool = False, index: bool = False) -> sa.Column[int]:
    return sa.Column(name, _BIGINT, nullable=nullable, index=index)


def upgrade() -> None:
    op.create_table(
        "sys_application",
        _id(),
        sa.Column("client_id", _name(128), nullable=False, unique=True),
        sa.Column("name", sa.String(128), nullable=False),
        sa.Column("confidential", sa.Integer(), nullable=False),
        sa.Column("own", sa.Integer(), nullable=False),
        _list("redirect_uris"),
        _list("logout_uris"),
        _list("audiences"),
        _time("add_time"),
        _time("update_time"),
        sqlite_autoincrement=True,
    )
    _authorizations()
    op.create_table(
        "sys_consent",
        _user(primary_key=True),
        sa.Column("client_id", _name(128), primary_key=True),
        _text("scope", 128),
        _list("audiences"),
        _time("add_time"),
    )
    _families()


def _authorizations() -> None:
    op.create_table(
        "sys_authorization",
        _id(),
        sa.Column("request_hash", _name(64), nullable=False, unique=True),
        _text("browser_hash", 64),
        sa.Column("code_hash", _name(64), nullable=True, unique=True),
        _text("status", 16),
        _text("client_id", 128, index=True),
        sa.Column("redirect_uri", sa.Text(), nullable=False),
        _text("scope", 128),
        _list("audiences"),
        sa.Column("state", sa.Text(), nullable=True),
        sa.Column("nonce", sa.Text(), nullable=True),
        _text("challenge", 64),
        _text("prompt", 32),
        _time("max_age", nullable=True),
        _time("add_time"),
        _time("valid_until", index=True),
        _user(nullable=True, index=True),
        _time("session_id", nullable=True),
        _time("cred_version", nullable=True),
        _time("auth_time", nullable=True),
        _text("methods", 64, nullable=True),
        _time("family_id", nullable=True),
        _text("jti", 64, nullable=True),
        _time("token_until", nullable=True),
        sqlite_autoincrement=True,
    )


def _families() -> None:
    op.create_table(
        "sys_refresh_family",
        _id(),
        _user(nullable=False, index=True),
        _text("client_id", 128, index=True),
        _text("scope", 128),
        _list("audiences"),
        _time("cred_version"),
        _time("auth_time"),
        _text("methods", 64),
        _text("address", 64),
        _time("add_time"),
        _time("last_use"),
        _time("valid_until", index=True),
        sqlite_autoincrement=True,
    )
    family = sa.ForeignKey("sys_refresh_family.id", ondelete="CASCADE")
    op.create_table(
        "sys_refresh_token",
        sa.Column("token_hash", _name(64), primary_key=True),
        sa.Column("family_id", _BIGINT, family, nullable=False, index=True),
        _time("add_time"),
        _time("use_time", nullable=True),
    )


def downgrade() -> None:
    for table in (
        "sys_refresh_token",
        "sys_refresh_family",
        "sys_consent",
        "sys_authorization",
        "sys_application",
    ):
        op.drop_table(table)
