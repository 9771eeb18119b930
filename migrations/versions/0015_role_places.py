"""An index that finds the grants of a role on a place at once, however many either has."""

from alembic import op

revision = "0015_role_places"
down_revision = "0014_watched_days"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_sys_role_res_role_place", "sys_role_res", ["role_id", "res_type", "res_id"])


def downgrade() -> None:
    op.drop_index("ix_sys_role_res_role_place", "sys_role_res")
