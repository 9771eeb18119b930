"""A grant names its giver by id: a name that is used again gives no power over old grants.

Filled from the names that are there, but only where the user is older than the grant: an earlier user of the same name
gave the others. What somebody holds because it made the resource was given by nobody, and sub-accounts never give.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003_grant_giver"
down_revision = "0002_trail_chain"
branch_labels = None
depends_on = None

_FILL = """
UPDATE sys_role_res SET granted_by_id = (
  SELECT giver.id FROM sys_user_info AS giver
  WHERE giver.username = sys_role_res.granted_by AND giver.add_time <= sys_role_res.add_time
    AND giver.parent IS NULL
    AND NOT EXISTS (
      SELECT 1 FROM sys_role AS own WHERE own.id = sys_role_res.role_id AND own.personal_of = giver.id))
"""


def upgrade() -> None:
    op.add_column(
        "sys_role_res",
        sa.Column("granted_by_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
    )
    op.create_index("ix_sys_role_res_granted_by_id", "sys_role_res", ["granted_by_id"])
    op.execute(_FILL)


def downgrade() -> None:
    op.drop_index("ix_sys_role_res_granted_by_id", "sys_role_res")
    op.drop_column("sys_role_res", "granted_by_id")
