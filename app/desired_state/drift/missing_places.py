"""Places that one side lacks: made again on the cluster by provisioning jobs, or taken over by the center."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import and_, or_, select, update
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.desired_state.drift import answers
from app.desired_state.drift.differences import RESOURCE
from app.desired_state.drift.models import ACCEPTED, GONE, DriftLine
from app.desired_state.engine import execution
from app.desired_state.engine.mandate import Mandate
from app.desired_state.engine.steps import CreationStep
from app.grants import dependents
from app.identity.models import User
from app.platform.errors import Conflict
from app.resources import deletion, jobs, namespaces, policies, replication_rights, resource_rows, tenants
from app.resources.job_order import CREATE, POLICIES, READY
from app.resources.models import MODELS, Cluster, Namespace, ProvisioningJob, Tenant, Topic
from app.resources.resource_rows import Row
from app.rights import places_by_name


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
        wish = {"policies": policies.wish_of(row), "unset": [], **tenants.job_clusters(session, tenant)}
        jobs.put(session, kind, row.id, cluster_ids, POLICIES, name, wish, now)


def wish_of(session: Session, row: Row) -> dict[str, Any]:
    """The wish of a creation."""
    if isinstance(row, Topic):
        return {"partitions": row.partitions}
    if isinstance(row, Namespace):
        return {**tenants.job_clusters(session, namespaces.tenant_of(session, row)), "bundles": row.bundles}
    return tenants.job_clusters(session, row)


def kind_of(row: Row) -> ResourceType:
    """The type of a row."""
    return next(ResourceType(kind) for kind, model in MODELS.items() if isinstance(row, model))


def take_over(session: Session, by: User, line: DriftLine, now: int) -> Row:
    """Make the center's row of an extra place, owned by who adopts it. Clusters that have it are asked for nothing.
    Raises what creating raises, Conflict `drift_outdated` when what it lies in is not adopted yet."""
    place = ResourceType(line.res_type), line.place
    resource = ResourceName.of(*place)
    if resource.type == ResourceType.TENANT:
        _take_over_tenant(session, by, line, now)
    else:
        _refuse_unknown(session, line, resource)
        value = line.actual_value()
        values = {**value, "bundles": value["bundles"] or 1} if "bundles" in value else value
        execution.carry_out(Mandate(session, by, now), [CreationStep(place, values)])
    row: Row = session.scalars(select(MODELS[resource.type]).where(resource_rows.named(resource))).one()
    _leave_extra(session, [row])
    return row


def _refuse_unknown(session: Session, line: DriftLine, resource: ResourceName) -> None:
    above = [name for name in reversed(resource.ancestors("")) if name.type >= ResourceType.TENANT]
    found = places_by_name.find(session, above)
    for name in above:
        place = found.get((int(name.type), name.name))
        if place is None or line.cluster not in place.clusters:
            message = f"The user center does not know {name.name} on this cluster: adopt it first."
            raise Conflict(message, code="drift_outdated")


def _take_over_tenant(session: Session, by: User, line: DriftLine, now: int) -> None:
    names = line.actual_value()["allowed_clusters"]
    on = or_(and_(Cluster.name.in_(names), Cluster.gone == 0), Cluster.id == line.cluster)
    known = {row.name: row.id for row in session.execute(select(Cluster.name, Cluster.id).where(on))}
    tenant = session.scalars(select(Tenant).where(Tenant.name == line.place)).one_or_none()
    if tenant is None:
        step = CreationStep((ResourceType.TENANT, line.place), {"clusters": sorted(known)})
        execution.carry_out(Mandate(session, by, now), [step])
    else:
        extend(session, by.username, tenant, set(known.values()), now)


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
