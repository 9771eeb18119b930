"""Device authorization (RFC 8628)."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0006_device_sign_in"
down_revision = "0005_requests"
branch_labels = None
depends_on = None

BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def exact(length: int) -> sa.String:
    """Case-sensitive on every database."""
    return sa.String(length).with_variant(
        mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb"
    )


def upgrade() -> None:
    op.create_table(
        "sys_device_sign_in",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("device_hash", exact(64), nullable=False),
        sa.Column("user_hash", exact(64), nullable=False),
        sa.Column("client", exact(64), nullable=False),
        sa.Column("address", exact(64), nullable=False),
        sa.Column("status", exact(16), nullable=False),
        sa.Column("user_id", BIGINT, nullable=True),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("valid_until", BIGINT, nullable=False),
        sa.Column("asked", BIGINT, nullable=False),
        sa.Column("pause_ms", BIGINT, nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["sys_user_info.id"], name=op.f("fk_sys_device_sign_in_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_device_sign_in")),
        sa.UniqueConstraint("device_hash", name=op.f("uq_sys_device_sign_in_device_hash")),
        sa.UniqueConstraint("user_hash", name=op.f("uq_sys_device_sign_in_user_hash")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("sys_device_sign_in", schema=None) as batch_op:
        for column in ("address", "user_id", "valid_until"):
            batch_op.create_index(batch_op.f(f"ix_sys_device_sign_in_{column}"), [column], unique=False)


def downgrade() -> None:
    op.drop_table("sys_device_sign_in")
