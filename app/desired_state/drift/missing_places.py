"""Places that one side lacks: made again on the cluster by provisioning jobs, or taken over by the center."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.desired_state.drift import answers
from app.desired_state.drift.differences import RESOURCE
from app.desired_state.drift.models import ACCEPTED, GONE, DriftLine
from app.grants import dependents
from app.identity.models import User
from app.platform.errors import Conflict
from app.resources import deletion, jobs, namespaces, policies, replication_rights, resource_rows, tenants, topics
from app.resources.job_order import CREATE, POLICIES, READY
from app.resources.models import MODELS, Cluster, Namespace, ProvisioningJob, Tenant, Topic
from app.resources.resource_rows import Row


def row_of(session: Session, line: DriftLine) -> Row:
    """The center's row of the place. Raises Conflict `drift_outdated` when it is gone."""
    kind = ResourceType(line.res_type)
    row = find(session, kind, line.near_id) if line.near_type == line.res_type else None
    if row is None or row.deleting:
        raise Conflict(f"{line.place} is not what it was when it was compared: compare again.", code="drift_outdated")
    return row


def find(session: Session, kind: ResourceType, number: int) -> Row | None:
    """The center's row, if there is one."""
    row: Row | None = session.get(MODELS[kind], number)
    return row


def create_again(session: Session, by: User, line: DriftLine, now: int) -> None:
    """Queue the job that makes a missing place on the cluster, also for missing places above it: their lines are
    answered with it. Raises Conflict `drift_answered` when one of those is accepted."""
    for missing in missing_above(session, line):
        if missing.state == ACCEPTED:
            message = f"{missing.place} is missing too, and that was accepted: repair it first, or take that back."
            raise Conflict(message, code="drift_answered", state=missing.state)
        before = answers.facts_of(missing)
        _queue(session, [missing.cluster], row_of(session, missing), now)
        missing.state = GONE
        answers.sign(session, by, missing, "repair", before, now)
    _queue(session, [line.cluster], row_of(session, line), now)


def missing_above(session: Session, line: DriftLine) -> list[DriftLine]:
    """The lines of what the place lies in and the cluster lacks too, the tenant first."""
    resource = ResourceName.of(line.res_type, line.place)
    above = [name for name in (resource.tenant, resource.namespace) if name and name != line.place]
    same = DriftLine.cluster == line.cluster, DriftLine.kind == "missing", DriftLine.field == RESOURCE
    lines = session.scalars(select(DriftLine).where(*same, DriftLine.state != GONE, DriftLine.place.in_(above)))
    return sorted(lines, key=lambda missing: missing.res_type)


def _queue(session: Session, cluster_ids: Collection[int], row: Row, now: int) -> None:
    """The jobs that make a place on these clusters, and give it its policies."""
    kind, name = kind_of(row), deletion.name_of(session, row)
    jobs.put(session, kind, row.id, cluster_ids, CREATE, name, wish_of(session, row), now)
    if not isinstance(row, Tenant) and row.policies:
        tenant = session.get_one(Tenant, row.tenant)
        wish = {"policies": policies.wish_of(row), "unset": [], **tenants.cluster_wish(session, tenant)}
        jobs.put(session, kind, row.id, cluster_ids, POLICIES, name, wish, now)


def wish_of(session: Session, row: Row) -> dict[str, Any]:
    """The wish of a creation."""
    if isinstance(row, Topic):
        return {"partitions": row.partitions}
    if isinstance(row, Namespace):
        return {**tenants.cluster_wish(session, namespaces.tenant_of(session, row)), "bundles": row.bundles}
    return tenants.cluster_wish(session, row)


def kind_of(row: Row) -> ResourceType:
    """The type of a row."""
    return next(ResourceType(kind) for kind, model in MODELS.items() if isinstance(row, model))


def take_over(session: Session, actor: str, user_id: int, line: DriftLine, now: int) -> Row:
    """Make the center's row of an extra place, owned by who adopts it. Clusters that have it are asked for nothing.
    Raises what creating raises, Conflict `drift_outdated` when what it lies in is not adopted yet."""
    row = _create(session, actor, user_id, line, now)
    _leave_extra(session, [row])
    return row


def _create(session: Session, actor: str, user_id: int, line: DriftLine, now: int) -> Row:
    value = line.actual_value()
    if line.res_type == int(ResourceType.TENANT):
        return _tenant(session, actor, user_id, line, value, now)
    resource = ResourceName.of(line.res_type, line.place)
    tenant = session.scalars(select(Tenant).where(Tenant.name == resource.tenant)).one_or_none()
    if tenant is None or line.cluster not in tenant.cluster_ids():
        raise _not_yet(str(resource.tenant))
    if line.res_type == int(ResourceType.NAMESPACE):
        return namespaces.create(
            session, actor, user_id, tenant, resource.local_name, value["bundles"] or 1, wish=value["policies"]
        )
    local_name = str(resource.namespace).partition("/")[2]
    query = select(Namespace).where(Namespace.tenant == tenant.id, Namespace.name == local_name)
    namespace = session.scalars(query).one_or_none()
    if namespace is None:
        raise _not_yet(str(resource.namespace))
    domain, partitions = line.place.partition("://")[0], value["partitions"]
    return topics.create(
        session,
        actor,
        user_id,
        namespace,
        resource.local_name,
        domain=domain,
        partitions=partitions,
        wish=value["policies"],
    )


def _tenant(session: Session, actor: str, user_id: int, line: DriftLine, value: Any, now: int) -> Tenant:
    on = set(session.scalars(select(Cluster.id).where(Cluster.name.in_(value["allowed_clusters"]), Cluster.gone == 0)))
    tenant = session.scalars(select(Tenant).where(Tenant.name == line.place)).one_or_none()
    if tenant is None:
        return tenants.create(session, actor, user_id, line.place, on | {line.cluster})
    extend(session, actor, tenant, {*on, line.cluster}, now)
    return tenant


def extend(session: Session, actor: str, tenant: Tenant, wanted: set[int], now: int) -> None:
    """Let a tenant live on further clusters: its places are made there. Raises Conflict `too_much_at_once`."""
    resource_rows.refuse_deleting(tenant, tenant.name)
    new = sorted(wanted - set(tenant.cluster_ids()))
    below = deletion.below(session, ResourceType.TENANT, tenant)
    dependents.refuse_too_much(tenant.name, len(below) * len(new))
    chosen = tenants.chosen_clusters(session, wanted | set(tenant.cluster_ids()))
    on = ",".join(str(cluster.id) for cluster in chosen)
    resource_rows.change(session, actor, ResourceType.TENANT, tenant, tenant.name, None, clusters=on)
    replication_rights.let_write(session, actor, tenant, chosen, new)
    rows = [tenant, *(row for _, row in sorted(below, key=lambda entry: entry[0]))]
    for row in rows:
        _queue(session, new, row, now)
    session.flush()
    _leave_extra(session, rows)


def _leave_extra(session: Session, rows: Collection[Row]) -> None:
    """Ask nothing of clusters that have the place already, by a line of theirs: their differences become lines."""
    names = {deletion.name_of(session, row): row for row in rows}
    extra = DriftLine.kind == "extra", DriftLine.field == RESOURCE, DriftLine.state != GONE
    for line in session.scalars(select(DriftLine).where(*extra, DriftLine.place.in_(names))).all():
        row = names[line.place]
        about = ProvisioningJob.res_type == int(kind_of(row)), ProvisioningJob.res_id == row.id
        query = update(ProvisioningJob).where(*about, ProvisioningJob.cluster == line.cluster)
        session.execute(query.values(state=READY))


def _not_yet(name: str) -> Conflict:
    return Conflict(f"The user center does not know {name} on this cluster: adopt it first.", code="drift_outdated")
