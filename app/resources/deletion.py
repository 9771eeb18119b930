"""Deletes tenants, namespaces and topics: requested here, carried out by provisioning, finished here.

From the request on brokers deny data, as the rows are invalid. The row, its last grants and its jobs are deleted in one
transaction after every cluster has removed the resource, so that no right comes back when the name is used again (spec
2).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, or_, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.audit.trail import contents, trail
from app.grants import dependents, grants
from app.grants.models import Grant, Role
from app.platform.clock import later_than, now_ms
from app.platform.errors import Conflict, InvalidInput
from app.resources import (
    encryption_keys,
    jobs,
    namespaces,
    replication_rights,
    resource_rows,
    subscription_rules,
    topics,
)
from app.resources.job_order import DELETE
from app.resources.models import MODELS, Namespace, ProvisioningJob, Tenant, Topic
from app.resources.resource_rows import Row

_ACTOR = "provisioning"
MOST = 300
"""Resources that are marked, and grants that are revoked, in one transaction, as no other writer gets in meanwhile. The
worker does the rest in further transactions."""


def request(
    session: Session, actor: str, kind: ResourceType, row: Row, *, confirm: str | None, cascade: bool, user_id: int
) -> None:
    """Start the deletion. `confirm` must be the full name. Requesting it again changes nothing.

    `user_id`: the caller's user id; grants of its own personal role need no cascade. Raises InvalidInput
    `confirmation_needed`, Conflict `has_children`.
    """
    name = name_of(session, row)
    if confirm != name:
        message = f"Deleting cannot be undone: repeat the full name, confirm={name}"
        raise InvalidInput(message, code="confirmation_needed", field="confirm")
    if row.deleting:
        return
    if not cascade:
        _refuse_loss(session, kind, row, name, user_id)
    with trail.together(session):
        # Children first: their jobs get the smaller numbers.
        left = _mark_below(session, actor, kind, row)
        _mark(session, actor, kind, [row])
        if not left and not _waits_for_namespaces(session, kind, row):
            _put_jobs(session, kind, [row], cascade=cascade)


def unfinished_extensions(session: Session) -> list[tuple[ResourceType, int]]:
    """Resources being deleted that still have unmarked resources below them; namespaces first."""
    found: list[tuple[ResourceType, int]] = []
    for kind, model in ((ResourceType.NAMESPACE, Namespace), (ResourceType.TENANT, Tenant)):
        requested = exists().where(
            ProvisioningJob.res_type == int(kind), ProvisioningJob.res_id == model.id, ProvisioningJob.action == DELETE
        )
        found.extend(
            (kind, res_id) for res_id in session.scalars(select(model.id).where(model.deleting > 0, ~requested))
        )
    return found


def extend(session: Session, kind: ResourceType, res_id: int) -> bool:
    """Mark some more resources below. When all are marked, the clusters are asked to remove the resource itself. True
    when there are more to mark."""
    row: Row | None = session.get(MODELS[kind], res_id)
    if row is None or (kind, res_id) not in unfinished_extensions(session):
        return False
    with trail.together(session):
        left = _mark_below(session, _ACTOR, kind, row)
        if not left and not _waits_for_namespaces(session, kind, row):
            _put_jobs(session, kind, [row], cascade=True)
    return left


def shed_grants(session: Session, kind: ResourceType, res_id: int) -> bool:
    """Revoke some grants on a resource that the clusters have removed. False when few enough are left for `finish`."""
    with trail.together(session):
        return grants.revoke_some_on(session, _ACTOR, int(kind), res_id, MOST)


def below(session: Session, kind: ResourceType, row: Row, most: int | None = None) -> list[tuple[ResourceType, Row]]:
    """Everything below a resource, topics before their namespaces; `most`: so many of each at most."""
    queries = queries_below(kind, row.id)
    return [(inner, below) for inner, query in queries for below in session.scalars(query.limit(most))]


def count_below(session: Session, kind: ResourceType, row: Row) -> int:
    """The number of resources below."""
    hangs = _listed_below(session, kind, row)
    return int(hangs["children_total"] + hangs.get("topics_total", 0))


def finish(session: Session, kind: ResourceType, res_id: int, actor: str = _ACTOR) -> None:
    """Delete the row with its grants and jobs, after all clusters have removed the resource, or to forget it here
    alone. May be repeated."""
    row: Row | None = session.get(MODELS[kind], res_id)
    if row is None:
        return
    name, cluster = name_of(session, row), resource_rows.only_cluster(_tenant(session, row))
    with trail.together(session):
        grants.revoke_all_on(session, actor, int(kind), res_id)
        jobs.forget(session, int(kind), res_id)
        if isinstance(row, Namespace):
            subscription_rules.forget_namespace(session, actor, row)
        if not isinstance(row, Tenant):
            encryption_keys.forget(session, actor, row)
        session.delete(row)
        session.flush()
        trail.record(session, actor, f"{kind.name.lower()}.delete", name, before=contents.row(row), cluster=cluster)


def name_of(session: Session, row: Row) -> str:
    """The full name in Pulsar's notation."""
    if isinstance(row, Topic):
        return topics.full_name(session, row)
    return namespaces.full_name(session, row) if isinstance(row, Namespace) else row.name


def grants_on(session: Session, kind: ResourceType, res_id: int, own: Collection[int] = ()) -> dependents.Listed:
    """The grants on a resource or below it, without those of the personal roles of users in `own`."""
    of_others = or_(Role.personal_of.is_(None), Role.personal_of.not_in(own))
    return dependents.grants(session, on_or_below(kind, res_id), of_others)


def grants_of_others(session: Session, kind: ResourceType, row: Row, own: int) -> dependents.Listed:
    """The grants on it or below it that are neither of the user `own` nor of brokers that replicate it."""
    serving = replication_rights.brokers_of(session, row) if isinstance(row, Tenant) and "," in row.clusters else ()
    return grants_on(session, kind, row.id, {own, *serving})


def on_or_below(kind: ResourceType, res_id: int) -> ColumnElement[bool]:
    """A condition: the grant is on the resource or below it. For a cluster not below: its tenants are never deleted
    with it."""
    places = [and_(Grant.res_type == int(kind), Grant.res_id == res_id)]
    for inner, query in queries_below(kind, res_id):
        ids = query.with_only_columns(MODELS[inner].id).order_by(None)
        places.append(and_(Grant.res_type == int(inner), Grant.res_id.in_(ids)))
    return or_(*places)


def queries_below(kind: ResourceType, res_id: int) -> Iterator[tuple[ResourceType, Select[Any]]]:
    """What is in a tenant or namespace, by id, topics before namespaces."""
    if kind in (ResourceType.TENANT, ResourceType.NAMESPACE):
        above = Topic.tenant if kind == ResourceType.TENANT else Topic.namespace
        yield ResourceType.TOPIC, select(Topic).where(above == res_id).order_by(Topic.id)
    if kind == ResourceType.TENANT:
        yield ResourceType.NAMESPACE, select(Namespace).where(Namespace.tenant == res_id).order_by(Namespace.id)


def _refuse_loss(session: Session, kind: ResourceType, row: Row, name: str, user_id: int) -> None:
    """Raises Conflict `has_children` when something is inside, or others have grants there."""
    hangs = {**_listed_below(session, kind, row), **grants_of_others(session, kind, row, user_id)}
    if dependents.anything(hangs):
        inner = hangs["children_total"] + hangs.get("topics_total", 0)
        raise Conflict(
            f"{inner} resources are in {name}, and others have {hangs['grants_total']} grants on it or in it; they go "
            "with it with cascade=true.",
            code="has_children",
            **hangs,
        )


def _listed_below(session: Session, kind: ResourceType, row: Row) -> dependents.Listed:
    """`children`, and for a tenant also `topics`: everything that would be deleted with it."""

    def described(of: ResourceType) -> Callable[[Row], dict[str, Any]]:
        return lambda resource: {"type": of.name.lower(), "id": resource.id, "full_name": name_of(session, resource)}

    listed: dependents.Listed = {"children": [], "children_total": 0}
    for inner, query in queries_below(kind, row.id):
        noun = "topics" if kind == ResourceType.TENANT and inner == ResourceType.TOPIC else "children"
        listed |= dependents.dependents(session, noun, query.order_by(None), MODELS[inner].id, described(inner))
    return listed


def _mark_below(session: Session, actor: str, kind: ResourceType, row: Row) -> bool:
    """Mark some of the resources below, topics before namespaces. True when there are more: until then brokers deny
    their data by the mark on the resource above."""
    left, tenant = MOST, _tenant(session, row)  # referenced, so that the session does not read it again for each row
    for child_kind, query in queries_below(kind, row.id):
        child = MODELS[child_kind]
        unmarked = query.where(child.deleting == 0, child.tenant == tenant.id)
        rows = list(session.scalars(unmarked.limit(left + 1)))
        _mark(session, actor, child_kind, rows[:left])
        _put_jobs(session, child_kind, rows[:left], cascade=True)
        left -= len(rows)
        if left < 0:
            return True
    return False


def _waits_for_namespaces(session: Session, kind: ResourceType, row: Row) -> bool:
    """True for a tenant with a namespace whose own deletion has not marked everything yet: that comes first."""
    return kind == ResourceType.TENANT and any(
        session.get_one(Namespace, namespace_id).tenant == row.id
        for waiting_kind, namespace_id in unfinished_extensions(session)
        if waiting_kind == ResourceType.NAMESPACE
    )


def _mark(session: Session, actor: str, kind: ResourceType, rows: Sequence[Row]) -> None:
    """Marks rows as being deleted: their rights end at once."""
    names, now = _names(session, rows), now_ms()
    before = [contents.row(row) for row in rows]
    for row in rows:
        row.deleting, row.is_valid, row.update_time = 1, resource_rows.INVALID, later_than(row.update_time, now)
    session.flush()
    for row, old in zip(rows, before, strict=True):
        cluster = resource_rows.only_cluster(_tenant(session, row))
        trail.record(
            session, actor, f"{kind.name.lower()}.deleting", names[row.id], before=old, after=contents.row(row),
            cluster=cluster,
        )  # fmt: skip


def _put_jobs(session: Session, kind: ResourceType, rows: Sequence[Row], *, cascade: bool) -> None:
    """Queue the jobs that remove them from the clusters."""
    names, now = _names(session, rows), now_ms()
    if rows:
        jobs.drop_waiting(session, kind, [row.id for row in rows], now)
    for row in rows:
        clusters = _tenant(session, row).cluster_ids()
        jobs.put(session, kind, row.id, clusters, DELETE, names[row.id], {"cascade": cascade}, now)
    session.flush()


def _names(session: Session, rows: Sequence[Row]) -> dict[int, str]:
    above = {row.namespace for row in rows if isinstance(row, Topic)}
    # Referenced, so that the session does not read them again for each row.
    parents = session.scalars(select(Namespace).where(Namespace.id.in_(above))).all() if above else ()
    return {row.id: name_of(session, row) for row in rows} if parents or rows else {}


def _tenant(session: Session, row: Row) -> Tenant:
    return row if isinstance(row, Tenant) else session.get_one(Tenant, row.tenant)
