"""Rights to functions alone, sources, sinks and packages, which 105 and 205 include (decision 0076)."""

import sqlalchemy as sa
from alembic import op

revision = "0018_functions_apart"
down_revision = "0017_limits"
branch_labels = None
depends_on = None

AUTHORITIES = {
    108: "functions in the tenant, nothing else",
    109: "source connectors in the tenant, nothing else",
    110: "sink connectors in the tenant, nothing else",
    111: "packages in the tenant, nothing else",
    208: "functions in the namespace, nothing else",
    209: "source connectors in the namespace, nothing else",
    210: "sink connectors in the namespace, nothing else",
    211: "packages in the namespace, nothing else",
}


def upgrade() -> None:
    authority = sa.table("sys_authority", sa.column("id"), sa.column("desc"), sa.column("add_time"))
    op.bulk_insert(authority, [{"id": i, "desc": text, "add_time": 0} for i, text in AUTHORITIES.items()])


def downgrade() -> None:
    """Grants keep the numbers: older versions do not know them and give nothing for them."""
    authority = sa.table("sys_authority", sa.column("id"))
    op.execute(authority.delete().where(authority.c.id.in_(AUTHORITIES)))
