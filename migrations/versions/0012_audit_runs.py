"""Results of the audit in versions; remediations; opt-outs."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0012_audit_runs"
down_revision = "0011_broker_kicks"
branch_labels = None
depends_on = None

BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
LONG_TEXT = sa.Text().with_variant(mysql.MEDIUMTEXT(), "mysql", "mariadb")


def exact(length: int) -> sa.String:
    """Case-sensitive on every database."""
    return sa.String(length).with_variant(
        mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb"
    )


def upgrade() -> None:
    _runs()
    _results()
    _remediations()


def _runs() -> None:
    for name, kind, default in (
        ("state", exact(16), "superseded"),
        ("first_date", exact(10), ""),
        ("last_date", exact(10), ""),
        ("generated", BIGINT, "0"),
        ("loaded_by", exact(128), ""),
        ("pruned", sa.Integer(), "0"),
    ):
        op.add_column("audit_run", sa.Column(name, kind, nullable=False, server_default=default))
    op.add_column("audit_run", sa.Column("complete_time", BIGINT, nullable=True))
    with op.batch_alter_table("audit_run") as batch:
        batch.alter_column("summary", existing_type=sa.Text(), type_=LONG_TEXT, existing_nullable=False)
        batch.create_index("ix_audit_run_state", ["state"])
    newest = op.get_bind().execute(sa.text("SELECT max(id) FROM audit_run")).scalar()
    if newest is not None:
        op.execute(f"UPDATE audit_run SET state = 'current' WHERE id = {int(newest)}")  # noqa: S608
    op.create_table(
        "audit_run_part",
        sa.Column("run_id", BIGINT, nullable=False, autoincrement=False),
        sa.Column("kind", exact(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("sha256", exact(64), nullable=False),
        sa.Column("lines", BIGINT, nullable=False),
        sa.PrimaryKeyConstraint("run_id", "kind", "number", name="pk_audit_run_part"),
    )
    op.create_table(
        "audit_usage_date",
        sa.Column("date", exact(10), nullable=False),
        sa.Column("run_id", BIGINT, nullable=False),
        sa.PrimaryKeyConstraint("date", name="pk_audit_usage_date"),
    )
    with op.batch_alter_table("audit_usage_daily") as batch:
        batch.add_column(sa.Column("run_id", BIGINT, nullable=False, server_default="0"))
        batch.create_index("ix_audit_usage_daily_run_id", ["run_id"])
    op.execute("INSERT INTO audit_usage_date (date, run_id) SELECT DISTINCT date, 0 FROM audit_usage_daily")


def _results() -> None:
    op.create_table(
        "audit_grant_status",
        sa.Column("run_id", BIGINT, nullable=False, autoincrement=False),
        sa.Column("grant_id", BIGINT, nullable=False, autoincrement=False),
        sa.Column("status", exact(32), nullable=False),
        sa.Column("why", exact(32), nullable=True),
        *(sa.Column(name, BIGINT, nullable=False) for name in ("covering", "applied", "sole")),
        sa.Column("last", BIGINT, nullable=True),
        sa.Column("coverage_percent", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "grant_id", name="pk_audit_grant_status"),
    )
    columns = "grant_id, status, covering, applied, sole, last, coverage_percent"
    op.execute(
        f"INSERT INTO audit_grant_status (run_id, {columns}) SELECT audit_run.id, {columns} "  # noqa: S608
        "FROM audit_grant_finding CROSS JOIN audit_run WHERE audit_run.state = 'current'"
    )
    op.drop_table("audit_grant_finding")
    op.create_table(
        "audit_finding",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("run_id", BIGINT, nullable=False),
        sa.Column("finding", exact(32), nullable=False),
        sa.Column("kind", exact(32), nullable=False),
        sa.Column("subject", exact(700), nullable=False),
        sa.Column("severity", sa.Integer(), nullable=False),
        sa.Column("state", exact(8), nullable=False),
        sa.Column("tenant", exact(128), nullable=True),
        sa.Column("grant_id", BIGINT, nullable=True),
        sa.Column("role_id", BIGINT, nullable=True),
        sa.Column("user", exact(128), nullable=True),
        sa.Column("last_seen", exact(10), nullable=False),
        sa.Column("content", LONG_TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_finding"),
        sa.UniqueConstraint("run_id", "finding", name="uq_audit_finding_run_id_finding"),
        sqlite_autoincrement=True,
    )
    _index("audit_finding", "tenant", "grant_id", "user")
    op.create_table(
        "audit_suggestion",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("run_id", BIGINT, nullable=False),
        sa.Column("suggestion", exact(32), nullable=False),
        sa.Column("kind", exact(32), nullable=False),
        sa.Column("role_id", BIGINT, nullable=False),
        sa.Column("role_name", exact(128), nullable=False),
        sa.Column("tenant", exact(128), nullable=True),
        sa.Column("saved", BIGINT, nullable=False),
        sa.Column("content", LONG_TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_suggestion"),
        sa.UniqueConstraint("run_id", "suggestion", name="uq_audit_suggestion_run_id_suggestion"),
        sqlite_autoincrement=True,
    )
    _index("audit_suggestion", "role_id", "tenant")
    op.create_table(
        "audit_run_line",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("run_id", BIGINT, nullable=False),
        sa.Column("kind", exact(16), nullable=False),
        sa.Column("subject", exact(256), nullable=False),
        sa.Column("tenant", exact(128), nullable=True),
        sa.Column("user", exact(128), nullable=True),
        sa.Column("weight", BIGINT, nullable=False),
        sa.Column("content", LONG_TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_run_line"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_run_line_subject", "audit_run_line", ["run_id", "kind", "subject"])
    _index("audit_run_line", "tenant")


def _remediations() -> None:
    op.create_table(
        "rem_remediation",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("state", exact(16), nullable=False),
        sa.Column("run", exact(128), nullable=False),
        sa.Column("since", exact(10), nullable=False),
        sa.Column("tenant", exact(128), nullable=True),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("notice_days", sa.Integer(), nullable=False),
        sa.Column("planned_by_id", BIGINT, nullable=False),
        sa.Column("planned_by", exact(128), nullable=False),
        sa.Column("confirmed_by_id", BIGINT, nullable=True),
        sa.Column("confirmed_by", exact(128), nullable=True),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("update_time", BIGINT, nullable=False),
        sa.Column("due", BIGINT, nullable=True),
        sa.Column("looked_at", BIGINT, nullable=False, server_default="0"),
        sa.Column("ended_by", exact(128), nullable=True),
        sa.Column("ended_time", BIGINT, nullable=True),
        sa.Column("comment", sa.String(500), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_rem_remediation"),
        sqlite_autoincrement=True,
    )
    _index("rem_remediation", "state", "tenant")
    op.create_table(
        "rem_part",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("remediation_id", BIGINT, nullable=False),
        sa.Column("suggestion", exact(32), nullable=False),
        sa.Column("kind", exact(32), nullable=False),
        sa.Column("role_id", BIGINT, nullable=False),
        sa.Column("role_name", exact(128), nullable=False),
        sa.Column("state", exact(16), nullable=False),
        sa.Column("why", exact(64), nullable=True),
        sa.Column("facts", LONG_TEXT, nullable=False),
        sa.Column("removes", LONG_TEXT, nullable=False),
        sa.Column("adds", LONG_TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["remediation_id"], ["rem_remediation.id"], name="fk_rem_part_remediation_id_rem_remediation"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_rem_part"),
        sqlite_autoincrement=True,
    )
    _index("rem_part", "remediation_id")
    op.create_index("ix_rem_part_suggestion_state", "rem_part", ["suggestion", "state"])
    op.create_table(
        "rem_opt_out",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("grant_id", BIGINT, nullable=True),
        sa.Column("user_id", BIGINT, nullable=True),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("until", BIGINT, nullable=False),
        sa.Column("given_by_id", BIGINT, nullable=False),
        sa.Column("given_by", exact(128), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rem_opt_out"),
        sqlite_autoincrement=True,
    )
    _index("rem_opt_out", "grant_id", "user_id", "until")


def _index(table: str, *columns: str) -> None:
    for column in columns:
        op.create_index(f"ix_{table}_{column}", table, [column])


def downgrade() -> None:
    for table in ("rem_opt_out", "rem_part", "rem_remediation", "audit_run_line", "audit_suggestion", "audit_finding"):
        op.drop_table(table)
    op.create_table(
        "audit_grant_finding",
        sa.Column("grant_id", BIGINT, nullable=False, autoincrement=False),
        sa.Column("status", exact(32), nullable=False),
        *(sa.Column(name, BIGINT, nullable=False) for name in ("covering", "applied", "sole")),
        sa.Column("last", BIGINT, nullable=True),
        sa.Column("coverage_percent", sa.Double(), nullable=False),
        sa.Column("run", exact(128), nullable=False),
        sa.PrimaryKeyConstraint("grant_id", name="pk_audit_grant_finding"),
    )
    op.drop_table("audit_grant_status")
    op.drop_table("audit_usage_date")
    op.drop_table("audit_run_part")
    with op.batch_alter_table("audit_usage_daily") as batch:
        batch.drop_index("ix_audit_usage_daily_run_id")
        batch.drop_column("run_id")
    with op.batch_alter_table("audit_run") as batch:
        batch.drop_index("ix_audit_run_state")
        for column in ("complete_time", "pruned", "loaded_by", "generated", "last_date", "first_date", "state"):
            batch.drop_column(column)
        batch.alter_column("summary", existing_type=LONG_TEXT, type_=sa.Text(), existing_nullable=False)
