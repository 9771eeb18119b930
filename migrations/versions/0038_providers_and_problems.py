"""Which provider has signed a browser in, or was the first factor of a sign-in that waits for the second; why a message
did not arrive, as a code."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0038_providers_and_problems"
down_revision = "0037_cluster_tls"
branch_labels = None
depends_on = None

_BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TEXT = sa.String(32).with_variant(mysql.VARCHAR(32, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")
_SIGN_INS = ("sys_session", "sys_pending_sign_in")
_MESSAGES = ("msg_mail", "msg_hook_delivery")


def upgrade() -> None:
    """Sessions of before name none, and still say that it was a provider (`methods`); messages of before have words."""
    for table in _SIGN_INS:
        op.add_column(table, sa.Column("provider_id", _BIGINT, nullable=True))
    for table in _MESSAGES:
        op.add_column(table, sa.Column("problem_code", _TEXT, nullable=True))
        op.add_column(table, sa.Column("problem_status", sa.Integer(), nullable=True))


def downgrade() -> None:
    # Not in a batch: SQLite would drop tables that others point to.
    for table in _MESSAGES:
        op.drop_column(table, "problem_status")
        op.drop_column(table, "problem_code")
    for table in _SIGN_INS:
        op.drop_column(table, "provider_id")
