"""Stores new namespaces and topics, one or a thousand, with entries, owners and jobs, by few statements.

They come from `namespaces.prepare` and `topics.prepare`, which check them.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.audit.trail import contents, trail
from app.grants import grants
from app.platform.clock import now_ms
from app.resources import jobs, ownership, policies, resource_rows, tenants
from app.resources.job_order import CREATE, PENDING
from app.resources.models import MODELS, Namespace, Tenant, Topic

R = TypeVar("R", bound=Namespace | Topic, covariant=True)


@dataclass(frozen=True)
class NewResource(Generic[R]):
    """A checked row that is not stored yet, its full name, and what the jobs of its creation say."""

    row: R
    name: str
    tenant: Tenant
    content: Mapping[str, Any]


def create(session: Session, actor: str, user_id: int, new: NewResource[R]) -> R:
    """Store it, owned by this user, with a job for each cluster of its tenant. Raises Conflict `exists`."""
    kind = policies.kind_of(new.row)
    existing = select(MODELS[kind]).where(resource_rows.named(ResourceName.of(kind, new.name)))
    resource_rows.refuse_duplicate(session.scalars(existing).first(), new.name)
    store(session, actor, kind, [new], ownership.owner_roles(session, user_id))
    return new.row


def store(
    session: Session,
    actor: str,
    kind: ResourceType,
    new_resources: Sequence[NewResource[Namespace | Topic]],
    owner_roles: Collection[int],
    *,
    state: str = PENDING,
) -> None:
    """Store them, all of one kind. `owner_roles`: roles that get every authority on each (`ownership.owner_roles`).
    `state` READY: the clusters have them already, and are asked for nothing."""
    now, verb = now_ms(), f"{kind.name.lower()}.create"
    for place in new_resources:
        place.row.add_time = place.row.update_time = now
    session.add_all([place.row for place in new_resources])
    session.flush()
    for place in new_resources:
        values = contents.row(place.row)
        trail.record(session, actor, verb, place.name, after=values, cluster=resource_rows.only_cluster(place.tenant))
    grants.grant_ownership(session, actor, owner_roles, int(kind), [place.row.id for place in new_resources])
    for place in new_resources:
        jobs.put(session, kind, place.row.id, place.tenant.cluster_ids(), CREATE, place.name, place.content, now, state)
    if state == PENDING:
        _put_policies(session, [place for place in new_resources if place.row.policies])
    session.flush()


def _put_policies(session: Session, new_resources: Sequence[NewResource[Namespace | Topic]]) -> None:
    of_tenants = {place.tenant.id: place.tenant for place in new_resources}
    clusters = {tenant_id: tenants.job_clusters(session, tenant) for tenant_id, tenant in of_tenants.items()}
    for place in new_resources:
        policies.put_first(session, place.row, place.name, place.tenant, clusters[place.tenant.id])
