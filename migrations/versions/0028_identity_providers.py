"""The company's OpenID providers: links to accounts, roles by group, and sign-ins that are under way.

Revision ID: 0028_identity_providers
Revises: 0027_token_scopes
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0028_identity_providers"
down_revision = "0027_token_scopes"
branch_labels = None
depends_on = None

_BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _name(length: int) -> sa.types.TypeEngine[str]:
    binary = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(binary, "mysql", "mariadb")


def _text(name: str, length: int, *, nullable: bool = False, unique: bool = False) -> sa.Column[str]:
    return sa.Column(name, _name(length), nullable=nullable, unique=unique)


def _id() -> sa.Column[int]:
    return sa.Column("id", _BIGINT, primary_key=True, autoincrement=True)


def _time(name: str, *, index: bool = False) -> sa.Column[int]:
    return sa.Column(name, _BIGINT, nullable=False, index=index)


def _of(name: str, table: str, *, index: bool = False, key: bool = False, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(
        name,
        _BIGINT,
        sa.ForeignKey(f"{table}.id", ondelete="SET NULL" if table == "sys_service_group" else "CASCADE"),
        primary_key=key,
        nullable=nullable,
        index=index,
        autoincrement=False,
    )


def upgrade() -> None:
    op.create_table(
        "sys_identity_provider",
        _id(),
        sa.Column("name", sa.String(64), nullable=False),
        _text("issuer", 255, unique=True),
        _text("client_id", 255),
        sa.Column("client_secret_sealed", sa.Text()),
        _text("scopes", 255),
        _text("name_claim", 128),
        _text("groups_claim", 128, nullable=True),
        sa.Column(
            "email_domains",
            sa.Text().with_variant(mysql.TEXT(charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb"),
        ),
        sa.Column("creates_users", sa.Integer(), nullable=False),
        _of("service_group", "sys_service_group", nullable=True),
        sa.Column("enabled", sa.Integer(), nullable=False),
        _time("add_time"),
        _time("update_time"),
        sqlite_autoincrement=True,
    )
    _people()
    op.create_table(
        "sys_provider_attempt",
        _id(),
        _text("state_hash", 64, unique=True),
        _text("browser_hash", 64),
        _of("provider_id", "sys_identity_provider", index=True),
        _text("purpose", 16),
        _of("user_id", "sys_user_info", index=True, nullable=True),
        _time("valid_until", index=True),
        sqlite_autoincrement=True,
    )


def _people() -> None:
    op.create_table(
        "sys_provider_group",
        _id(),
        _of("provider_id", "sys_identity_provider"),
        _text("group_name", 255),
        _of("role_id", "sys_role", index=True),
        sa.UniqueConstraint("provider_id", "group_name", "role_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sys_provider_link",
        _id(),
        _of("provider_id", "sys_identity_provider"),
        _text("subject", 255),
        _of("user_id", "sys_user_info", index=True),
        _time("add_time"),
        sa.UniqueConstraint("provider_id", "subject"),
        sa.UniqueConstraint("provider_id", "user_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sys_provider_membership",
        _of("provider_id", "sys_identity_provider", key=True),
        _of("user_id", "sys_user_info", key=True, index=True),
        _of("role_id", "sys_role", key=True, index=True),
    )


def downgrade() -> None:
    for name in ("attempt", "membership", "link", "group"):
        op.drop_table(f"sys_provider_{name}")
    op.drop_table("sys_identity_provider")
