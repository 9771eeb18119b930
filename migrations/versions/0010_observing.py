"""Whether a broker only observes, and why it lost events."""

import sqlalchemy as sa
from alembic import op

revision = "0010_observing"
down_revision = "0009_broker_states"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sys_broker", sa.Column("observing", sa.SmallInteger(), nullable=False, server_default="0"))
    op.add_column("sys_broker", sa.Column("drops", sa.Text(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("sys_broker") as batch:
        for column in ("drops", "observing"):
            batch.drop_column(column)
