"""The epoch of the revisions, and what each broker reports about its history."""

import secrets

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0008_epoch"
down_revision = "0007_indexes"
branch_labels = None
depends_on = None

_REVISION = sa.table("sys_revision", sa.column("epoch"))


def exact_string(length: int) -> sa.String:
    binary = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(binary, "mysql", "mariadb")


def upgrade() -> None:
    op.add_column("sys_revision", sa.Column("epoch", exact_string(32), nullable=False, server_default=""))
    op.execute(sa.update(_REVISION).values(epoch=secrets.token_hex(8)))
    op.add_column("sys_broker", sa.Column("epoch", exact_string(32), nullable=True))
    op.add_column("sys_broker", sa.Column("known", sa.SmallInteger(), nullable=False, server_default="1"))
    op.add_column("sys_broker", sa.Column("source", exact_string(256), nullable=True))


def downgrade() -> None:
    for column in ("source", "known", "epoch"):
        op.drop_column("sys_broker", column)
    op.drop_column("sys_revision", "epoch")
