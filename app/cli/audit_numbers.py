"""`usercenter audit creep | denials | usage`: lists of the numbers that the audit counted."""

from typing import Annotated, Literal

import typer

from app.cli.audit import PATH, audit
from app.cli.center import Center
from app.cli.command import Limit, Query, Tenant
from app.cli.grants import COLUMNS as GRANT
from app.cli.output import Columns, fields, moment

CREEP: Columns = {
    "of": lambda creep: f"{creep['scope_type']} {creep['scope']}",
    **fields("tenant", "index", "creep", "reach"),
    "granted": "granted_leaves",
    "used": "used_leaves",
}
DENIALS: Columns = {
    **fields("date", "user"),
    "operation": "op",
    "on": "resource",
    "reason": "reason",
    "times": "n",
    "address": "ip",
    "credential": "cred",
    "last": moment("last"),
}
USAGE: Columns = {
    **{heading: GRANT[heading] for heading in ("id", "role", "resource", "authorities")},
    "found": lambda grant: (grant["usage"] or {}).get("status"),
    "last used": lambda grant: moment("last")(grant["usage"] or {"last": None}),
}


@audit.remote("creep", example="--of role --limit 10")
def creep(
    at: Center,
    q: Query = None,
    of: Annotated[Literal["role", "user", "tenant", "estate"] | None, typer.Option(help="Only of this kind.")] = None,
    tenant: Tenant = None,
    limit: Limit = None,
) -> None:
    """How much more is granted than used, the most first (docs/audit-findings.md has the formula)."""
    at.listing(f"{PATH}/creep", CREEP, limit, q=q, scope_type=of, tenant=tenant, sort="-weight")


@audit.remote("denials", example="--tenant acme")
def denials(
    at: Center,
    q: Query = None,
    tenant: Tenant = None,
    user: Annotated[str | None, typer.Option("--user", help="Only of this user.")] = None,
    limit: Limit = None,
) -> None:
    """Attempts that were denied, by user, resource, day, credential and address, the most frequent first."""
    at.listing(f"{PATH}/denials", DENIALS, limit, q=q, tenant=tenant, user=user, sort="-weight")


@audit.remote("usage", example="--tenant acme")
def usage(at: Center, tenant: Tenant = None, limit: Limit = None) -> None:
    """Grants with what the newest run found out about their use."""
    tenant_id = None if tenant is None else at.find("tenant", f"tenant:{tenant}")
    at.listing("/api/v1/usage", USAGE, limit, tenant_id=tenant_id)
