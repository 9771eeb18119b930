"""Checks of tenants that live on several clusters: do their brokers hold what replicating takes?

Tenants that were made before the center gave this right by itself never got it. A right that somebody took away on
purpose is not reported: the audit log shows that it was given once.
"""

import json
from collections.abc import Iterator, Mapping

from sqlalchemy import select

from app.access.names import ResourceType
from app.audit.trail.models import TrailEntry
from app.grants.models import Role
from app.identity.models import User
from app.maintenance.doctor.check import CheckContext, ContextCheck, Diagnosis, warning
from app.resources.cluster_users import broker_username
from app.resources.models import Cluster, Tenant
from app.resources.replication_rights import WRITE_TENANT

_MOST = 20


def rights(context: CheckContext) -> Iterator[Diagnosis]:
    """May the brokers of every cluster of a tenant write what they replicate?"""
    brokers = _brokers(context)
    past_rights = _past_rights(context, brokers)
    several = select(Tenant).where(Tenant.clusters.like("%,%"), Tenant.deleting == 0).order_by(Tenant.name)
    lacking = [
        (brokers[number][0], tenant.name)
        for tenant in context.session.scalars(several)
        for number in tenant.cluster_ids()
        if number in brokers and (brokers[number][1], tenant.id) not in past_rights
    ]
    for broker, tenant in lacking[:_MOST]:
        yield warning(
            f"{broker} may not write to {tenant}, which lives on several clusters: what it replicates waits",
            f"usercenter grants give --to {broker} --on tenant:{tenant} --authority {WRITE_TENANT}",
        )
    if len(lacking) > _MOST:
        yield warning(f"{len(lacking) - _MOST} more such rights are missing", "give these, and run the doctor again")


def _brokers(context: CheckContext) -> dict[int, tuple[str, int]]:
    """Cluster id → the user as which its brokers sign in, and its personal role."""
    clusters = context.session.execute(select(Cluster.id, Cluster.name).where(Cluster.gone == 0)).all()
    owned = select(User.username, Role.id).join(Role, Role.personal_of == User.id)
    found = context.session.execute(owned.where(User.username.like("broker.%")))
    roles = {row.username: row.id for row in found}
    names = {row.id: broker_username(row.name) for row in clusters}
    return {cluster: (username, roles[username]) for cluster, username in names.items() if username in roles}


def _past_rights(context: CheckContext, brokers: Mapping[int, tuple[str, int]]) -> set[tuple[int, int]]:
    """(role, tenant id) of all rights on tenants that these were ever given."""
    entries = select(TrailEntry.role, TrailEntry.after).where(
        TrailEntry.entity == "grant", TrailEntry.role.in_([role for _, role in brokers.values()])
    )
    grants = [
        (role, json.loads(after)) for role, after in context.session.execute(entries) if role is not None and after
    ]
    return {(role, grant["res_id"]) for role, grant in grants if grant.get("res_type") == int(ResourceType.TENANT)}


CHECKS: dict[str, ContextCheck] = {"replication.rights": rights}
