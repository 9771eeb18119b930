"""Differences between center and clusters, and the newest comparison of each cluster."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0036_drift"
down_revision = "0035_imports"
branch_labels = None
depends_on = None

_BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_LONG = sa.Text().with_variant(mysql.MEDIUMTEXT(), "mysql", "mariadb")


def _name(length: int) -> sa.types.TypeEngine[str]:
    binary = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(binary, "mysql", "mariadb")


def upgrade() -> None:
    _runs()
    _lines()


def _runs() -> None:
    op.create_table(
        "drift_run",
        sa.Column("cluster", _BIGINT, primary_key=True, autoincrement=False),
        *(sa.Column(name, _BIGINT, nullable=False) for name in ("wanted", "started", "ended", "claimed_until")),
        sa.Column("message", sa.Text()),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("unread", _LONG, nullable=False),
        sa.Column("unread_total", sa.Integer(), nullable=False),
    )


def _lines() -> None:
    op.create_table(
        "drift_line",
        sa.Column("id", _BIGINT, primary_key=True, autoincrement=True),
        sa.Column("cluster", _BIGINT, nullable=False),
        sa.Column("key", _name(64), nullable=False),
        sa.Column("kind", _name(16), nullable=False),
        sa.Column("res_type", sa.Integer(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("tenant", _name(128), nullable=False),
        sa.Column("near_type", sa.Integer(), nullable=False),
        sa.Column("near_id", _BIGINT, nullable=False),
        sa.Column("field", _name(32), nullable=False),
        sa.Column("subject", sa.Text()),
        sa.Column("wished", _LONG),
        sa.Column("actual", _LONG),
        sa.Column("state", _name(16), nullable=False),
        sa.Column("since", _BIGINT, nullable=False),
        sa.Column("seen", _BIGINT, nullable=False),
        sa.Column("answer", _name(16)),
        sa.Column("answered_by", _name(128)),
        sa.Column("answered_at", _BIGINT),
        sa.Column("reason", sa.String(500)),
        sa.Column("until", _BIGINT),
        sa.Column("due", _BIGINT, nullable=False),
        sa.Column("calls", _LONG),
        sa.Column("back", _LONG),
        sa.Column("message", sa.Text()),
        sa.UniqueConstraint("cluster", "key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_drift_line_cluster_state", "drift_line", ["cluster", "state"])
    op.create_index("ix_drift_line_due", "drift_line", ["state", "due"])
    op.create_index("ix_drift_line_tenant", "drift_line", ["tenant"])


def downgrade() -> None:
    op.drop_table("drift_line")
    op.drop_table("drift_run")
