"""Registration, requests for rights, approvals, notices, periodic jobs."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0005_requests"
down_revision = "0004_idempotency"
branch_labels = None
depends_on = None

BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def exact(length: int) -> sa.String:
    """Case-sensitive on every database."""
    return sa.String(length).with_variant(
        mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb"
    )


def upgrade() -> None:
    op.create_table(
        "req_registration",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("username", exact(128), nullable=False),
        sa.Column("nick", sa.String(128)),
        sa.Column("contact", sa.String(256), nullable=False),
        sa.Column("group_name", exact(128), nullable=False),
        sa.Column("tenant_name", exact(128)),
        sa.Column("cluster_name", exact(128)),
        sa.Column("reason", sa.String(1000), nullable=False),
        sa.Column("address", exact(64), nullable=False),
        sa.Column("receipt_hash", exact(64), nullable=False),
        sa.Column("state", exact(16), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("update_time", BIGINT, nullable=False),
        sa.Column("expires", BIGINT, nullable=False),
        sa.Column("decided_by", exact(128)),
        sa.Column("decided_time", BIGINT),
        sa.Column("comment", sa.String(500)),
        sa.Column("user_id", BIGINT),
        sa.Column("collect_time", BIGINT),
        sa.PrimaryKeyConstraint("id", name="pk_req_registration"),
        sa.UniqueConstraint("receipt_hash", name="uq_req_registration_receipt_hash"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_req_registration_state_address", "req_registration", ["state", "address"])
    op.create_index("ix_req_registration_state_username", "req_registration", ["state", "username"])
    op.create_table(
        "req_access",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("requester_id", BIGINT, nullable=False),
        sa.Column("requester", exact(128), nullable=False),
        sa.Column("receiver_id", BIGINT, nullable=False),
        sa.Column("receiver", exact(128), nullable=False),
        sa.Column("main_id", BIGINT, nullable=False),
        sa.Column("res_type", sa.Integer(), nullable=False),
        sa.Column("resource", exact(512), nullable=False),
        sa.Column("res_id", BIGINT),
        sa.Column("authorities", sa.String(128), nullable=False),
        sa.Column("reason", sa.String(1000), nullable=False),
        sa.Column("wished_until", BIGINT),
        sa.Column("state", exact(16), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("update_time", BIGINT, nullable=False),
        sa.Column("expires", BIGINT, nullable=False),
        sa.Column("announced", sa.Integer(), nullable=False),
        sa.Column("decided_by", exact(128)),
        sa.Column("decided_time", BIGINT),
        sa.Column("comment", sa.String(500)),
        sa.Column("grant_id", BIGINT),
        sa.Column("granted_until", BIGINT),
        sa.PrimaryKeyConstraint("id", name="pk_req_access"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_req_access_resource", "req_access", ["state", "res_type", "res_id"])
    op.create_index("ix_req_access_requester", "req_access", ["requester_id", "state"])
    op.create_index("ix_req_access_receiver", "req_access", ["receiver_id", "state"])
    op.create_index("ix_req_access_main", "req_access", ["main_id", "state"])
    op.create_table(
        "req_verdict",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("request_id", BIGINT, nullable=False),
        sa.Column("decider_id", BIGINT, nullable=False),
        sa.Column("decider", exact(128), nullable=False),
        sa.Column("verdict", exact(16), nullable=False),
        sa.Column("authorities", sa.String(128)),
        sa.Column("until", BIGINT),
        sa.Column("comment", sa.String(500)),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_req_verdict"),
        sa.UniqueConstraint("request_id", "decider_id", name="uq_req_verdict_request_id_decider_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_req_verdict_decider_id", "req_verdict", ["decider_id"])
    op.create_table(
        "req_notice",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("user_id", BIGINT, nullable=False),
        sa.Column("kind", exact(32), nullable=False),
        sa.Column("about", exact(64), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("read_time", BIGINT),
        sa.PrimaryKeyConstraint("id", name="pk_req_notice"),
        sa.UniqueConstraint("user_id", "kind", "about", name="uq_req_notice_user_id_kind_about"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_req_notice_user", "req_notice", ["user_id", "read_time", "id"])
    op.create_table(
        "sys_periodic_run",
        sa.Column("name", exact(64), nullable=False),
        sa.Column("next_run", BIGINT, nullable=False),
        sa.Column("last_run", BIGINT),
        sa.PrimaryKeyConstraint("name", name="pk_sys_periodic_run"),
    )


def downgrade() -> None:
    for table in ("sys_periodic_run", "req_notice", "req_verdict", "req_access", "req_registration"):
        op.drop_table(table)
