"""Stores new namespaces and topics, one or a thousand, with entries, owners and jobs, by few statements."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from app.clock import now_ms
from app.pulsar.names import ResourceType
from app.resources import jobs, ownership, policies, resource_rows, tenants
from app.resources.job_order import CREATE, PENDING
from app.resources.models import Namespace, Tenant, Topic
from app.trail import contents, trail


@dataclass(frozen=True)
class New:
    """A checked row that is not stored yet, its full name, and the wish for its clusters."""

    row: Namespace | Topic
    name: str
    tenant: Tenant
    wish: Mapping[str, Any]


def store(
    session: Session,
    actor: str,
    kind: ResourceType,
    new: Sequence[New],
    owners: Collection[int],
    *,
    state: str = PENDING,
) -> None:
    """Store them, all of one kind. `owners`: roles that get every authority on each (`ownership.roles_of`). `state`
    READY: the clusters have them already, and are asked for nothing."""
    now, verb = now_ms(), f"{kind.name.lower()}.create"
    for one in new:
        one.row.add_time = one.row.update_time = now
    session.add_all([one.row for one in new])
    session.flush()
    for one in new:
        told = contents.row(one.row)
        trail.record(session, actor, verb, one.name, after=told, cluster=resource_rows.only_cluster(one.tenant))
    ownership.give_all(session, actor, owners, kind, [one.row.id for one in new])
    for one in new:
        jobs.put(session, kind, one.row.id, one.tenant.cluster_ids(), CREATE, one.name, one.wish, now, state)
    if state == PENDING:
        _put_policies(session, [one for one in new if one.row.policies])
    session.flush()


def _put_policies(session: Session, new: Sequence[New]) -> None:
    of_tenants = {one.tenant.id: one.tenant for one in new}
    clusters = {number: tenants.cluster_wish(session, tenant) for number, tenant in of_tenants.items()}
    for one in new:
        policies.put_first(session, one.row, one.name, one.tenant, clusters[one.tenant.id])
