"""Indexes that keep the cost of lists and decisions proportional to their answers."""

from alembic import op

revision = "0007_indexes"
down_revision = "0006_device_sign_in"
branch_labels = None
depends_on = None

INDEXES = {
    "ix_res_namespace_is_valid": ("res_namespace", "is_valid"),
    "ix_res_namespace_deleting": ("res_namespace", "deleting"),
    "ix_res_topic_is_valid": ("res_topic", "is_valid"),
    "ix_res_topic_deleting": ("res_topic", "deleting"),
    "ix_sys_role_res_valid_until": ("sys_role_res", "valid_until"),
    "ix_sys_api_token_valid_until": ("sys_api_token", "valid_until"),
    "ix_audit_usage_daily_user_date": ("audit_usage_daily", "user", "date"),
}


def upgrade() -> None:
    for name, (table, *columns) in INDEXES.items():
        op.create_index(name, table, columns)


def downgrade() -> None:
    for name, (table, *_) in INDEXES.items():
        op.drop_index(name, table)
