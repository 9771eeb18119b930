"""How far each instance's clock is ahead of the database's, so that all use one time."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0040_clocks"
down_revision = "0039_job_traces"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TEXT = sa.String(32).with_variant(mysql.VARCHAR(32, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")


def upgrade() -> None:
    op.create_table(
        "sys_clock",
        sa.Column("instance", _TEXT, nullable=False),
        sa.Column("ahead_ms", _BIG, nullable=False),
        sa.Column("seen", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("instance", name="pk_sys_clock"),
    )


def downgrade() -> None:
    op.drop_table("sys_clock")
