"""Topics of a namespace: persistent or not, with or without partitions, and scalable ones."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.access.naming_rules import NO_PARTITIONS, SCALABLE, topic_in
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput, existing
from app.resources import creation, jobs, namespaces, policies, resource_rows
from app.resources.job_order import UPDATE
from app.resources.models import Namespace, Tenant, Topic
from app.resources.policies import NO_POLICIES

KIND = ResourceType.TOPIC


def find(session: Session, topic_id: int) -> Topic:
    """A topic by its id. Raises NotFound."""
    return existing(session.get(Topic, topic_id), "There is no such topic.")


def full_name(session: Session, topic: Topic) -> str:
    """`domain://tenant/namespace/name`."""
    namespace_name = namespaces.full_name(session, session.get_one(Namespace, topic.namespace))
    return topic_in(namespace_name, topic.name, topic.domain).name


def prepare(
    session: Session,
    namespace: Namespace,
    name: str,
    *,
    domain: str = "persistent",
    partitions: int = 0,
    remark: str | None = None,
    wish: Mapping[str, Any] = NO_POLICIES,
) -> creation.NewResource[Topic]:
    """A checked topic, to be stored (`creation`) if the name is free. `partitions` 0: not partitioned. `wish`: its
    policies, canonical. Raises InvalidInput, Conflict."""
    tenant, namespace_name = namespaces.tenant_of(session, namespace), namespaces.full_name(session, namespace)
    resource_rows.check_name(KIND, name, tenant.name, partitions)
    if partitions and domain == SCALABLE:
        raise InvalidInput(NO_PARTITIONS, code="invalid_partitions", field="partitions")
    check_above(session, namespace)
    row = Topic(
        tenant=tenant.id, namespace=namespace.id, name=name, domain=domain, partitions=partitions, remark=remark
    )
    policies.give(session, tenant, row, wish)
    full = topic_in(namespace_name, name, domain).name
    return creation.NewResource(row, full, tenant, {"partitions": partitions})


def check_above(session: Session, namespace: Namespace) -> None:
    """Refuse to create something below a tenant or namespace that is being deleted or switched off. Raises Conflict."""
    tenant = namespaces.tenant_of(session, namespace)
    resource_rows.check_parent(tenant, tenant.name)
    resource_rows.check_parent(namespace, namespaces.full_name(session, namespace))


def change(session: Session, actor: str, topic: Topic, **values: Any) -> None:
    """Change `remark`, `is_valid` or `partitions`. More partitions become a job for every cluster.

    Raises Conflict `deleting`, InvalidInput `invalid_partitions`: partitions can only grow, and a topic without
    partitions cannot get any.
    """
    full, tenant = full_name(session, topic), session.get_one(Tenant, topic.tenant)
    partitions = values.get("partitions", topic.partitions)
    if partitions != topic.partitions:
        resource_rows.refuse_deleting(topic, full)
        _check_growth(topic, partitions)
        jobs.put(session, KIND, topic.id, tenant.cluster_ids(), UPDATE, full, {"partitions": partitions}, now_ms())
    resource_rows.change(session, actor, KIND, topic, full, resource_rows.only_cluster(tenant), **values)


def _check_growth(topic: Topic, partitions: int) -> None:
    reason = f"The topic has {topic.partitions} partitions; their number can only grow."
    if topic.partitions == 0:
        reason = "A topic that was made without partitions cannot get any."
    if topic.partitions == 0 or partitions < topic.partitions:
        raise InvalidInput(reason, code="invalid_partitions", field="partitions")
