"""The right to audit: reading what is recorded about a place (decision 0078).

Nobody gets it by this: who owned places before gives it to itself no more than any other right that it lacks.
"""

import sqlalchemy as sa
from alembic import op

revision = "0020_audit"
down_revision = "0019_subscription_rules"
branch_labels = None
depends_on = None

AUTHORITIES = {
    7: "audit the cluster: read everything about rights and use, change nothing",
    107: "audit the tenant",
    207: "audit the namespace",
    307: "audit the topic",
}


def upgrade() -> None:
    rows = [{"id": number, "desc": text, "add_time": 0} for number, text in AUTHORITIES.items()]
    op.bulk_insert(_dictionary(), rows)


def downgrade() -> None:
    """Refuses while somebody holds or asks for it: older versions do not know what it is."""
    _refuse("sys_role_res", sa.true(), "Revoke the right to audit")
    _refuse("req_access", sa.column("state").in_(("with_main", "open")), "Decide about the requests for it")
    dictionary = _dictionary()
    op.execute(dictionary.delete().where(dictionary.c.id.in_(AUTHORITIES)))


def _dictionary() -> sa.TableClause:
    return sa.table(
        "sys_authority", sa.column("id", sa.Integer), sa.column("desc", sa.String), sa.column("add_time", sa.BigInteger)
    )


def _refuse(table: str, counting: sa.ColumnElement[bool], message: str) -> None:
    rows = sa.table(table, sa.column("authorities", sa.String), sa.column("state"))
    named = "," + rows.c.authorities + ","
    there = sa.or_(*(named.like(f"%,{number},%") for number in AUTHORITIES))
    if op.get_bind().scalar(sa.select(sa.func.count()).select_from(rows).where(there, counting)):
        raise RuntimeError(f"{message} first (authorities 7, 107, 207, 307).")
