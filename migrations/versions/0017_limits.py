"""Limits of a grant and of a request for one: names that begin with a prefix, and named subscriptions (decision 0075).

Brokers tell which limits they know. Also drops an index that another one begins with.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0017_limits"
down_revision = "0016_long_trail"
branch_labels = None
depends_on = None

_EXACT = sa.String(255).with_variant(mysql.VARCHAR(255, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")
_KNOWN = sa.String(512).with_variant(mysql.VARCHAR(512, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")
_TEXT = sa.Text().with_variant(mysql.TEXT(charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")


def upgrade() -> None:
    for table in ("sys_role_res", "req_access"):
        op.add_column(table, sa.Column("name_prefix", _EXACT, nullable=True))
        op.add_column(table, sa.Column("subscriptions", _TEXT, nullable=True))
    op.add_column("sys_broker", sa.Column("limits", _KNOWN, nullable=False, server_default=""))
    op.drop_index("ix_sys_role_res_role_id", "sys_role_res")


def downgrade() -> None:
    """Refuses while there are limited grants or requests: without their limits they would give more."""
    _refuse("sys_role_res", sa.true(), "Revoke the limited grants")
    _refuse("req_access", sa.column("state").in_(("with_main", "open")), "Decide about the limited requests")
    op.create_index("ix_sys_role_res_role_id", "sys_role_res", ["role_id"])
    for table in ("sys_role_res", "req_access"):
        with op.batch_alter_table(table) as batch:
            batch.drop_column("subscriptions")
            batch.drop_column("name_prefix")
    with op.batch_alter_table("sys_broker") as batch:
        batch.drop_column("limits")


def _refuse(table: str, counting: sa.ColumnElement[bool], message: str) -> None:
    rows = sa.table(table, sa.column("name_prefix"), sa.column("subscriptions"), sa.column("state"))
    limited = sa.or_(rows.c.name_prefix.is_not(None), rows.c.subscriptions.is_not(None))
    if op.get_bind().scalar(sa.select(sa.func.count()).select_from(rows).where(limited, counting)):
        raise RuntimeError(f"{message} first, or older versions would give all of it.")
