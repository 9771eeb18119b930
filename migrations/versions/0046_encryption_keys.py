"""Encryption keys of topics and namespaces (decision 0115)."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0046_encryption_keys"
down_revision = "0045_unknown_roles"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _exact(length: int) -> sa.String:
    exact = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(exact, "mysql", "mariadb")


def _owner(table: str) -> sa.ForeignKey:
    # Instances of the version before delete places without knowing of their keys.
    return sa.ForeignKey(f"{table}.id", ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "res_encryption_key",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("namespace", _ID, _owner("res_namespace"), nullable=False),
        sa.Column("topic", _ID, _owner("res_topic"), nullable=True),
        sa.Column("name", _exact(64), nullable=False),
        sa.Column("mode", _exact(16), nullable=False),
        sa.Column("add_time", _ID, nullable=False),
        sa.Column("update_time", _ID, nullable=False),
        sa.UniqueConstraint("namespace", "name"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_res_encryption_key_topic", "res_encryption_key", ["topic"])
    op.create_table(
        "res_encryption_key_version",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("encryption_key", _ID, _owner("res_encryption_key"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("algorithm", _exact(16), nullable=False),
        sa.Column("public_half", sa.Text(), nullable=False),
        sa.Column("private_sealed", sa.Text(), nullable=True),
        sa.Column("state", _exact(16), nullable=False),
        sa.Column("made_by", _exact(128), nullable=False),
        sa.Column("add_time", _ID, nullable=False),
        sa.Column("retire_time", _ID, nullable=True),
        sa.UniqueConstraint("encryption_key", "number"),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Refuses while there are keys: what is encrypted with them could not be read any more."""
    if op.get_bind().scalar(sa.text("select count(*) from res_encryption_key")):
        raise RuntimeError("There are encryption keys: with them messages would be lost.")
    op.drop_table("res_encryption_key_version")
    op.drop_table("res_encryption_key")
