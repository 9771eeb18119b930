"""Applications that people sign in to with the center.

Revision ID: 0026_applications
Revises: 0025_second_factors
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0026_applications"
down_revision = "0025_second_factors"
branch_labels = None
depends_on = None

_BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _name(length: int) -> sa.types.TypeEngine[str]:
    binary = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(binary, "mysql", "mariadb")


def _of(name: str, target: str, *, nullable: bool = False, index: bool = True) -> sa.Column[int]:
    key = sa.ForeignKey(f"{target}.id", ondelete="CASCADE")
    return sa.Column(name, _BIGINT, key, nullable=nullable, index=index)


def _number(name: str, *, nullable: bool = False, index: bool = False) -> sa.Column[int]:
    return sa.Column(name, _BIGINT, nullable=nullable, index=index)


def _text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def _id() -> sa.Column[int]:
    return sa.Column("id", _BIGINT, primary_key=True, autoincrement=True)


def _granted() -> list[sa.Column[Any]]:
    return [
        _of("application_id", "sys_application"),
        _of("user_id", "sys_user_info"),
        _text("scope", 256),
        _text("audiences", 512),
        sa.Column("methods", _name(64), nullable=False),
        _number("auth_time"),
        _number("cred_version"),
        _number("valid_until", index=True),
    ]


def upgrade() -> None:
    op.create_table(
        "sys_application",
        _id(),
        sa.Column("client_id", _name(128), nullable=False, unique=True),
        _text("name", 128),
        _of("service_id", "sys_user_info", nullable=True),
        sa.Column("trusted", sa.Integer(), nullable=False),
        sa.Column("redirect_uris", sa.Text(), nullable=False),
        sa.Column("logout_uris", sa.Text(), nullable=False),
        _text("audiences", 512),
        _number("add_time"),
        _number("update_time"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sys_consent",
        _of("user_id", "sys_user_info", index=False),
        _of("application_id", "sys_application"),
        _text("scope", 256),
        _text("audiences", 512),
        _number("add_time"),
        sa.PrimaryKeyConstraint("user_id", "application_id"),
    )
    op.create_table(
        "sys_refresh_family",
        _id(),
        *_granted(),
        _number("add_time"),
        _number("last_use"),
        _number("end_time", nullable=True),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sys_refresh_token",
        sa.Column("digest", _name(64), primary_key=True),
        _of("family_id", "sys_refresh_family"),
        _number("use_time", nullable=True),
    )
    op.create_table(
        "sys_family_access",
        sa.Column("jti", _name(64), primary_key=True),
        _of("family_id", "sys_refresh_family"),
        _number("valid_until"),
    )
    op.create_table(
        "sys_authorization_code",
        sa.Column("digest", _name(64), primary_key=True),
        *_granted(),
        _number("session_id"),
        _number("family_id", nullable=True),
        sa.Column("redirect_uri", sa.Text(), nullable=False),
        sa.Column("challenge", _name(64), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=True),
        _number("use_time", nullable=True),
    )


def downgrade() -> None:
    for table in (
        "sys_authorization_code",
        "sys_family_access",
        "sys_refresh_token",
        "sys_refresh_family",
        "sys_consent",
        "sys_application",
    ):
        op.drop_table(table)
