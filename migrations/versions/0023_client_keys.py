"""Public keys of service users (private_key_jwt), and the signed requests that were used already (decision 0081)."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0023_client_keys"
down_revision = "0022_signing_keys"
branch_labels = None
depends_on = None

_BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TEXT = sa.Text().with_variant(mysql.TEXT(charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")


def _exact(length: int) -> sa.String:
    binary = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(binary, "mysql", "mariadb")


def upgrade() -> None:
    op.create_table(
        "sys_client_key",
        sa.Column("id", _BIGINT, primary_key=True, autoincrement=True),
        sa.Column("user_id", _BIGINT, sa.ForeignKey("sys_user_info.id"), nullable=False),
        sa.Column("kid", _exact(64), nullable=False),
        sa.Column("thumbprint", _exact(64), nullable=False, unique=True),
        sa.Column("alg", _exact(8), nullable=False),
        sa.Column("public_jwk", sa.Text(), nullable=False),
        sa.Column("name", sa.String(128), nullable=False),
        sa.Column("add_time", _BIGINT, nullable=False),
        sa.Column("valid_until", _BIGINT, nullable=True),
        sa.Column("last_use", _BIGINT, nullable=True),
        sa.Column("networks", _TEXT, nullable=True),
        sa.Column("cidrs", _TEXT, nullable=True),
        sa.UniqueConstraint("user_id", "kid"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sys_used_assertion",
        sa.Column("digest", _exact(64), primary_key=True),
        sa.Column("valid_until", _BIGINT, nullable=False, index=True),
    )


def downgrade() -> None:
    """Services that have keys only need secrets before: older versions know no keys."""
    op.drop_table("sys_used_assertion")
    op.drop_table("sys_client_key")
