"""When a broker enforced a revision, when it left, and questions to brokers about live connections."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0009_broker_states"
down_revision = "0008_epoch"
branch_labels = None
depends_on = None

BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def exact(length: int) -> sa.String:
    """Case-sensitive on every database."""
    return sa.String(length).with_variant(
        mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb"
    )


def upgrade() -> None:
    # When existing brokers reached their revision is not known; it was at their last heartbeat at the latest.
    op.add_column("sys_broker", sa.Column("revision_time", BIGINT, nullable=False, server_default="0"))
    op.add_column("sys_broker", sa.Column("max_age_seconds", BIGINT, nullable=False, server_default="86400"))
    op.add_column("sys_broker", sa.Column("left_time", BIGINT, nullable=True))
    op.execute("UPDATE sys_broker SET revision_time = last_seen")
    op.create_table(
        "sys_broker_question",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("cluster_id", BIGINT, nullable=False),
        sa.Column("asked_time", BIGINT, nullable=False),
        sa.Column("principal", exact(128), nullable=True),
        sa.Column("resource", exact(512), nullable=True),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["cluster_id"], ["res_cluster.id"], name="fk_sys_broker_question_cluster_id_res_cluster"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_sys_broker_question"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_sys_broker_question_cluster_id", "sys_broker_question", ["cluster_id"])
    op.create_table(
        "sys_broker_answer",
        sa.Column("question_id", BIGINT, nullable=False),
        sa.Column("broker", exact(256), nullable=False),
        sa.Column("boot", exact(64), nullable=False),
        sa.Column("followed", sa.Boolean(), nullable=False),
        sa.Column("total", BIGINT, nullable=False),
        sa.Column("connections", sa.Text().with_variant(mysql.MEDIUMTEXT(), "mysql", "mariadb"), nullable=False),
        sa.ForeignKeyConstraint(
            ["question_id"], ["sys_broker_question.id"], name="fk_sys_broker_answer_question_id_sys_broker_question"
        ),
        sa.PrimaryKeyConstraint("question_id", "broker", name="pk_sys_broker_answer"),
    )


def downgrade() -> None:
    op.drop_table("sys_broker_answer")
    op.drop_table("sys_broker_question")
    with op.batch_alter_table("sys_broker") as batch:
        for column in ("left_time", "max_age_seconds", "revision_time"):
            batch.drop_column(column)
