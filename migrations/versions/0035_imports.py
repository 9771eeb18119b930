"""Imports of running clusters: what was read, what it would change, how far it is."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0035_imports"
down_revision = "0034_policies"
branch_labels = None
depends_on = None

_LONG = sa.Text().with_variant(mysql.MEDIUMTEXT(), "mysql", "mariadb")


def _exact(length: int) -> sa.String:
    return sa.String(length).with_variant(
        mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb"
    )


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "imp_import",
        sa.Column("id", number, primary_key=True),
        sa.Column("cluster", number, nullable=False),
        sa.Column("cluster_name", _exact(128), nullable=False),
        sa.Column("state", _exact(16), nullable=False),
        sa.Column("mapping", _LONG, nullable=False),
        sa.Column("estate", _LONG, nullable=True),
        sa.Column("report", _LONG, nullable=True),
        sa.Column("step", sa.String(32), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("calls", number, nullable=False),
        sa.Column("applied", number, nullable=False),
        sa.Column("refused", _LONG, nullable=False),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("started_by_id", number, nullable=False),
        sa.Column("started_by", _exact(128), nullable=False),
        sa.Column("applied_by_id", number, nullable=True),
        sa.Column("applied_by", _exact(128), nullable=True),
        sa.Column("add_time", number, nullable=False),
        sa.Column("update_time", number, nullable=False),
        sa.Column("read_time", number, nullable=True),
        sa.Column("ended_time", number, nullable=True),
        sa.Column("claimed_until", number, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_imp_import_cluster", "imp_import", ["cluster"])
    op.create_index("ix_imp_import_state", "imp_import", ["state"])


def downgrade() -> None:
    op.drop_table("imp_import")
