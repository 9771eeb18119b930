"""What tenants, namespaces and topics share: names, being valid or not, being deleted or not."""

from typing import Any

from sqlalchemy import ColumnElement, and_, false, select
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import refusal
from app.audit.trail import contents, trail
from app.platform.clock import later_than, now_ms
from app.platform.errors import Conflict, InvalidInput
from app.resources.models import MODELS, Namespace, Tenant, Topic

VALID, INVALID = 1, 2
Row = Tenant | Namespace | Topic


def check_name(kind: ResourceType, name: str, tenant: str | None = None, partitions: int = 0) -> None:
    """`tenant`: the tenant that it is created in. Raises InvalidInput `invalid_name` with the reason."""
    if reason := refusal(kind, name, tenant, partitions):
        raise InvalidInput(reason, code="invalid_name", field="name")


def named(name: ResourceName) -> ColumnElement[bool]:
    """A condition: the cluster, tenant, namespace or topic has this name."""
    if name.name.endswith(" "):  # no row has it, but MariaDB and MySQL find the one without (decision 0094)
        return false()
    if name.type in (ResourceType.CLUSTER, ResourceType.TENANT):
        return and_(MODELS[name.type].name == name.name)
    tenant = select(Tenant.id).where(Tenant.name == name.tenant).scalar_subquery()
    above = and_(Namespace.tenant == tenant, Namespace.name == (name.namespace or "").partition("/")[2])
    if name.type == ResourceType.NAMESPACE:
        return above
    namespace, domain = select(Namespace.id).where(above).scalar_subquery(), name.name.partition("://")[0]
    return and_(Topic.namespace == namespace, Topic.domain == domain, Topic.name == name.local_name)


def refuse_duplicate(row: Row | None, full_name: str) -> None:
    """Raises Conflict `exists` when there is a row. A name is free again when the deletion is finished."""
    if row is not None:
        addition = " and is being deleted; wait until the clusters have removed it" if row.deleting else ""
        raise Conflict(f"{full_name} exists already{addition}.", code="exists", deleting=bool(row.deleting))


def check_parent(row: Row, full_name: str) -> None:
    """Refuse to create something below a place that is being deleted or is switched off. Raises Conflict."""
    if row.deleting:
        raise Conflict(f"{full_name} is being deleted.", code="parent_deleting")
    if row.is_valid != VALID:
        raise Conflict(f"{full_name} is invalid: switch it on first.", code="parent_invalid")


def refuse_deleting(row: Row, full_name: str) -> None:
    """Raises Conflict `deleting`."""
    if row.deleting:
        raise Conflict(f"{full_name} is being deleted and cannot be changed.", code="deleting")


def change(
    session: Session, actor: str, kind: ResourceType, row: Row, full_name: str, cluster: int | None, **values: Any
) -> None:
    """Set columns of a resource and record the change. Raises Conflict `deleting`."""
    refuse_deleting(row, full_name)
    before = contents.row(row)
    for field, value in values.items():
        setattr(row, field, value)
    row.update_time = later_than(row.update_time, now_ms())
    session.flush()
    verb = f"{kind.name.lower()}.update"
    trail.record(session, actor, verb, full_name, before=before, after=contents.row(row), cluster=cluster)


def only_cluster(tenant: Tenant) -> int | None:
    """For the audit log: the only cluster that a change concerns, or None when there are several."""
    ids = tenant.cluster_ids()
    return ids[0] if len(ids) == 1 else None
