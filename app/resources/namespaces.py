"""Namespaces of a tenant."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.platform.errors import existing
from app.resources import creation, policies, resource_rows, tenants
from app.resources.models import Namespace, Tenant
from app.resources.policies import NO_POLICIES

KIND = ResourceType.NAMESPACE


def find(session: Session, namespace_id: int) -> Namespace:
    """A namespace by its id. Raises NotFound."""
    return existing(session.get(Namespace, namespace_id), "There is no such namespace.")


def tenant_of(session: Session, namespace: Namespace) -> Tenant:
    """The tenant above."""
    return session.get_one(Tenant, namespace.tenant)


def full_name(session: Session, namespace: Namespace) -> str:
    """`tenant/namespace`."""
    return f"{tenant_of(session, namespace).name}/{namespace.name}"


def prepare(
    session: Session,
    tenant: Tenant,
    name: str,
    bundles: int,
    remark: str | None = None,
    *,
    wish: Mapping[str, Any] = NO_POLICIES,
) -> creation.NewResource[Namespace]:
    """A checked namespace, to be stored (`creation`) if the name is free. Raises InvalidInput, Conflict.

    `bundles`: the number that it starts with; brokers split busy ones. `wish`: its policies, canonical.
    """
    resource_rows.check_name(KIND, name, tenant.name)
    resource_rows.check_parent(tenant, tenant.name)
    row = Namespace(tenant=tenant.id, name=name, bundles=bundles, remark=remark)
    policies.give(session, tenant, row, wish)
    creation_content = {**tenants.job_clusters(session, tenant), "bundles": bundles}
    return creation.NewResource(row, f"{tenant.name}/{name}", tenant, creation_content)
