"""What a namespace or topic is wished to keep, allow and replicate: Pulsar's policies."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0034_policies"
down_revision = "0033_mail_choices"
branch_labels = None
depends_on = None
_TABLES = ("res_namespace", "res_topic")


def upgrade() -> None:
    text = sa.Text().with_variant(mysql.TEXT(charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")
    for table in _TABLES:
        op.add_column(table, sa.Column("policies", text, nullable=True))


def downgrade() -> None:
    for table in reversed(_TABLES):
        op.drop_column(table, "policies")  # not in a batch: SQLite would drop tables that others point to
