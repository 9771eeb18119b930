"""Stored answers, so that a POST can be repeated; indexes for the sort orders of lists."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0004_idempotency"
down_revision = "0003_grant_giver"
branch_labels = None
depends_on = None

BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SORTED = {
    "ix_sys_user_info_update_time": ("sys_user_info", "update_time"),
    "ix_sys_role_update_time": ("sys_role", "update_time"),
    "ix_sys_role_res_update_time": ("sys_role_res", "update_time"),
    "ix_res_tenant_update_time": ("res_tenant", "update_time"),
    "ix_res_namespace_update_time": ("res_namespace", "update_time"),
    "ix_res_namespace_name": ("res_namespace", "name"),
    "ix_res_topic_update_time": ("res_topic", "update_time"),
    "ix_res_topic_name": ("res_topic", "name"),
}
BINARY = {
    "sys_user_info": "username",
    "sys_service_group": "group_name",
    "sys_role": "role_name",
    "res_tenant": "name",
    "res_namespace": "name",
    "res_topic": "name",
}
"""PostgreSQL sorts by the language of the database; lists need byte order (app/api/keyset.py)."""


def exact(length: int) -> sa.String:
    """Case-sensitive on every database."""
    binary = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(binary, "mysql", "mariadb")


def upgrade() -> None:
    op.create_table(
        "sys_kept_answer",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("user_id", BIGINT, nullable=False),
        sa.Column("key_hash", exact(64), nullable=False),
        sa.Column("request_hash", exact(64), nullable=False),
        sa.Column("answer", sa.Text().with_variant(mysql.MEDIUMTEXT(), "mysql", "mariadb"), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_kept_answer")),
        sa.UniqueConstraint("user_id", "key_hash", name=op.f("uq_sys_kept_answer_user_id_key_hash")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_sys_kept_answer_add_time"), "sys_kept_answer", ["add_time"])
    for name, (table, column) in SORTED.items():
        op.create_index(op.f(name), table, [column])
    if op.get_bind().dialect.name == "postgresql":
        for table, column in BINARY.items():
            op.execute(f'CREATE INDEX ix_{table}_binary ON {table} ({column} COLLATE "C", id)')


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for table in BINARY:
            op.execute(f"DROP INDEX ix_{table}_binary")
    for name, (table, _) in SORTED.items():
        op.drop_index(op.f(name), table_name=table)
    op.drop_table("sys_kept_answer")
