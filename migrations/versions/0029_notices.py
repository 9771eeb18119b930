"""E-mail addresses of users, the outbox, one-time links, and web hooks."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0029_notices"
down_revision = "0028_identity_providers"
branch_labels = None
depends_on = None

_BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _name(length: int) -> sa.types.TypeEngine[str]:
    binary = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(binary, "mysql", "mariadb")


def upgrade() -> None:
    op.add_column("sys_user_info", sa.Column("email", sa.String(254), nullable=True))
    op.add_column("sys_user_info", sa.Column("email_verified", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("sys_user_info", sa.Column("language", _name(8), nullable=True))
    op.create_table(
        "msg_mail",
        sa.Column("id", _BIGINT, primary_key=True, autoincrement=True),
        sa.Column("user_id", _BIGINT, nullable=False, index=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("language", _name(8), nullable=True),
        sa.Column("kind", _name(32), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("state", _name(16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", _BIGINT, nullable=False),
        sa.Column("add_time", _BIGINT, nullable=False),
        sa.Column("valid_until", _BIGINT, nullable=False),
        sa.Column("end_time", _BIGINT, nullable=True),
        sa.Column("problem", sa.String(256), nullable=True),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_msg_mail_state_next_try", "msg_mail", ["state", "next_try"])
    _links()
    _web_hooks()


def _links() -> None:
    op.create_table(
        "msg_link",
        sa.Column("id", _BIGINT, primary_key=True, autoincrement=True),
        sa.Column("secret_hash", _name(64), nullable=False, unique=True),
        sa.Column("mail_id", _BIGINT, nullable=False, index=True),
        sa.Column(
            "user_id", _BIGINT, sa.ForeignKey("sys_user_info.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("purpose", _name(32), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("cred_version", _BIGINT, nullable=False),
        sa.Column("valid_until", _BIGINT, nullable=False, index=True),
        sa.Column("use_time", _BIGINT, nullable=True),
        sqlite_autoincrement=True,
    )


def _web_hooks() -> None:
    text = sa.Text().with_variant(mysql.TEXT(charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")
    op.create_table(
        "msg_web_hook",
        sa.Column("id", _BIGINT, primary_key=True, autoincrement=True),
        sa.Column("name", _name(64), nullable=False, unique=True),
        sa.Column("url", sa.String(500), nullable=False),
        sa.Column("kinds", text, nullable=True),
        sa.Column("status", _name(16), nullable=False),
        sa.Column("secret_sealed", sa.Text(), nullable=False),
        sa.Column("secret_before_sealed", sa.Text(), nullable=True),
        sa.Column("before_until", _BIGINT, nullable=True),
        sa.Column("failing_since", _BIGINT, nullable=True),
        sa.Column("add_time", _BIGINT, nullable=False),
        sa.Column("update_time", _BIGINT, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "msg_hook_delivery",
        sa.Column("id", _BIGINT, primary_key=True, autoincrement=True),
        sa.Column("hook_id", _BIGINT, sa.ForeignKey("msg_web_hook.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("kind", _name(32), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("state", _name(16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", _BIGINT, nullable=False),
        sa.Column("add_time", _BIGINT, nullable=False),
        sa.Column("end_time", _BIGINT, nullable=True),
        sa.Column("problem", sa.String(256), nullable=True),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_msg_hook_delivery_state_next_try", "msg_hook_delivery", ["state", "next_try"])


def downgrade() -> None:
    op.drop_table("msg_hook_delivery")
    op.drop_table("msg_web_hook")
    op.drop_table("msg_link")
    op.drop_table("msg_mail")
    for column in ("language", "email_verified", "email"):
        op.drop_column("sys_user_info", column)  # not in a batch: SQLite would drop tables that others point to
