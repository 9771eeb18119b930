"""Namespaces of a tenant."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit import contents, trail
from app.clock import now_ms
from app.errors import NotFound
from app.pulsar.names import ResourceType
from app.resources import jobs, ownership, standing, tenants
from app.resources.job_order import CREATE
from app.resources.models import Namespace, Tenant

KIND = ResourceType.NAMESPACE


def find(session: Session, namespace_id: int) -> Namespace:
    """A namespace by its id. Raises NotFound."""
    namespace = session.get(Namespace, namespace_id)
    if namespace is None:
        raise NotFound("There is no such namespace.")
    return namespace


def tenant_of(session: Session, namespace: Namespace) -> Tenant:
    """The tenant above."""
    return session.get_one(Tenant, namespace.tenant)


def full_name(session: Session, namespace: Namespace) -> str:
    """`tenant/namespace`."""
    return f"{tenant_of(session, namespace).name}/{namespace.name}"


def create(
    session: Session, actor: str, user_id: int, tenant: Tenant, name: str, bundles: int, remark: str | None = None
) -> Namespace:
    """A namespace, its creator's rights on it, and a job for each cluster of the tenant.

    `bundles` is the number it starts with; brokers split busy ones. Raises InvalidInput, Conflict.
    """
    standing.check_name(KIND, name, tenant.name)
    standing.check_parent(tenant, tenant.name)
    whole = f"{tenant.name}/{name}"
    same = select(Namespace).where(Namespace.tenant == tenant.id, Namespace.name == name)
    standing.refuse_duplicate(session.scalars(same).first(), whole)
    now = now_ms()
    namespace = Namespace(tenant=tenant.id, name=name, bundles=bundles, remark=remark, add_time=now, update_time=now)
    session.add(namespace)
    session.flush()
    facts = contents.row(namespace)
    trail.record(session, actor, "namespace.create", whole, after=facts, cluster=standing.only_cluster(tenant))
    ownership.give(session, actor, user_id, KIND, namespace.id)
    wish = {**tenants.cluster_wish(session, tenant), "bundles": bundles}
    jobs.add(session, KIND, namespace.id, tenant.cluster_ids(), CREATE, whole, wish, now)
    return namespace
