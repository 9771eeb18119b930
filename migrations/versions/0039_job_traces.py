"""The trace of the request that wished for something on a cluster, so that the calls to it belong to the same trace."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0039_job_traces"
down_revision = "0038_providers_and_problems"
branch_labels = None
depends_on = None

_TEXT = sa.String(64).with_variant(mysql.VARCHAR(64, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")


def upgrade() -> None:
    """Jobs of before have none."""
    op.add_column("res_provisioning_job", sa.Column("traceparent", _TEXT, nullable=True))


def downgrade() -> None:
    op.drop_column("res_provisioning_job", "traceparent")
