"""Longer contents in the audit log, for large remediations: a TEXT of MySQL and MariaDB ends after 64 KB."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0016_long_trail"
down_revision = "0015_role_places"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _alter(sa.Text(), mysql.MEDIUMTEXT())


def downgrade() -> None:
    """Back to 64 KB. Fails when an entry is longer, so that nothing is cut off."""
    _alter(mysql.MEDIUMTEXT(), sa.Text())


def _alter(old: sa.types.TypeEngine[str], new: sa.types.TypeEngine[str]) -> None:
    if op.get_bind().dialect.name in ("mysql", "mariadb"):
        for column in ("before", "after"):
            op.alter_column("sys_trail", column, existing_type=old, type_=new, existing_nullable=True)
