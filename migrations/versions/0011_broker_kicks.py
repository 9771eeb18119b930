"""The kind of service that a broker reports, and whether it closes open connections that lost their right."""

import sqlalchemy as sa
from alembic import op

revision = "0011_broker_kicks"
down_revision = "0010_observing"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sys_broker", sa.Column("service", sa.String(32), nullable=False, server_default="broker"))
    op.add_column("sys_broker", sa.Column("kicks", sa.SmallInteger(), nullable=False, server_default="0"))


def downgrade() -> None:
    with op.batch_alter_table("sys_broker") as batch:
        for column in ("kicks", "service"):
            batch.drop_column(column)
