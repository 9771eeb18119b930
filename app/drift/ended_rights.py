"""Rights on places that a cluster lost: they end, because a new place of the same name begins without any (spec 3).

What ended is kept in a line, from which who administers the place has it given again. Decision 0106.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, or_, select
from sqlalchemy.orm import Session

from app.clock import now_ms
from app.database import Database
from app.drift import answers, creating, drift_notices, line_rows
from app.drift.differences import RESOURCE, RIGHTS, Difference
from app.drift.models import ACCEPTED, GONE, OPEN, DriftLine
from app.errors import Conflict, NotAllowed
from app.granting import on_behalf, restoring
from app.grants import grants
from app.grants.models import Grant, Role
from app.grants.places import Key, Place
from app.identity.models import User
from app.pulsar.names import ResourceName, ResourceType
from app.resources import deletion
from app.resources.job_order import CREATE, READY
from app.resources.models import Cluster, ProvisioningJob
from app.rights import places_by_name
from app.trail import trail

MOST = 300
"""Grants that end in one transaction, as no other writer gets in meanwhile."""
_ACTOR = "drift"


def may_end(session: Session, cluster_id: int, name: ResourceName, moment: int) -> bool:
    """Whether `end` may find something to do. Asked first, as that needs no turn to write."""
    place = _place(session, cluster_id, name)
    return place is not None and bool(
        place.clusters != (cluster_id,) or session.scalar(select(exists().where(*_ending(cluster_id, place, moment))))
    )


def end(session: Session, actor: str, cluster_id: int, name: ResourceName, moment: int, now: int) -> bool:
    """End the grants on a place that the cluster lost, and below it: at most 300 of those given until `moment` (epoch
    ms). True when there are more. A cluster that is not the only one of a place ends nothing while another has it."""
    place = _place(session, cluster_id, name)
    if place is None:
        return False
    row = creating.find(session, name.type, place.key[1])
    if row is None or row.deleting:  # its rights go with it
        return False
    before = drift_notices.open_lines(session, cluster_id)
    if place.clusters != (cluster_id,):
        _see(session, cluster_id, Difference("missing", name.type, name.name, RESOURCE), place.key, now)
    found: list[Grant] = []
    if not _is_elsewhere(session, cluster_id, place, name, moment):
        query = select(Grant).where(*_ending(cluster_id, place, moment)).order_by(Grant.id).limit(MOST + 1)
        found = list(session.scalars(query))
        _keep(session, actor, cluster_id, found[:MOST], now)
    if not before and (opened := drift_notices.open_lines(session, cluster_id)):
        drift_notices.tell_found(session, cluster_id, opened, now)
    return len(found) > MOST


def end_missing(database: Database, cluster_id: int) -> None:
    """End the rights on what the newest comparison found missing. Grants given later than that was first seen stay, and
    so do those on places whose line was answered."""
    with database.reading() as session:
        here = DriftLine.cluster == cluster_id, DriftLine.state == OPEN
        lines = session.scalars(select(DriftLine).where(*here, *_MISSING).order_by(DriftLine.id)).all()
        waiting = [one for one in lines if may_end(session, cluster_id, _name(one), one.since)]
    for line in waiting:
        while _end_one(database, line):
            pass


def end_before_repair(session: Session, by: User, lines: Collection[DriftLine], now: int) -> None:
    """End what the comparison that opened these lines has not ended, as its worker was killed: made again, the places
    would have it. Raises Conflict `drift_outdated` when it is too much for one transaction."""
    for line in lines:
        if line.state == OPEN and end(session, by.username, line.cluster, _name(line), line.since, now):
            message = f"Rights on the former {line.place} have not ended yet: compare again."
            raise Conflict(message, code="drift_outdated")


def give_again(session: Session, by: User, line: DriftLine, now: int) -> list[dict[str, Any]]:
    """Give what ended again, as far as `by` may give it. Returns what is left, each with `why`.

    Raises NotAllowed, Conflict `not_repairable` when nothing could be given.
    """
    wanted, left, refused = line.wished_value(), [], None
    granting = on_behalf.Granting(session, by, now)
    granting.read({(one["res_type"], one["res_id"]) for one in wanted}, {one["role_id"] for one in wanted})
    with trail.together(session), granting.together():
        for one in wanted:
            try:
                told = restoring.give_again(session, granting, one, now)
            except NotAllowed as error:
                refused, told = error, {"detail": error.detail}
            if told is not None:
                left.append({**one, "why": told["detail"]})
    if len(left) == len(wanted):
        raise refused or Conflict(left[0]["why"], code="not_repairable")
    return left


_MISSING = DriftLine.kind == "missing", DriftLine.field == RESOURCE


def _place(session: Session, cluster_id: int, name: ResourceName) -> Place | None:
    found = places_by_name.find(session, [name]).get((int(name.type), name.name))
    return found if found is not None and cluster_id in found.clusters else None


def _name(line: DriftLine) -> ResourceName:
    return ResourceName.of(line.res_type, line.place)


def _ending(cluster_id: int, place: Place, moment: int) -> tuple[ColumnElement[bool], ...]:
    """The grants that end with the place. A loss that was accepted ends nothing, also when what it lies in is lost."""
    about = DriftLine.near_type == Grant.res_type, DriftLine.near_id == Grant.res_id
    accepted = exists().where(DriftLine.cluster == cluster_id, DriftLine.state == ACCEPTED, *_MISSING, *about)
    return deletion.on_or_below(ResourceType(place.key[0]), place.key[1]), Grant.add_time <= moment, ~accepted


def _is_elsewhere(session: Session, cluster_id: int, place: Place, name: ResourceName, moment: int) -> bool:
    """Whether another cluster that is not given up had the place at that moment: it has made it, and none of its lines
    says that it was missing there then, or what it lies in. What was made again since is another place."""
    names = [one for one in (name.name, name.namespace, name.tenant) if one is not None]
    lost = select(DriftLine.cluster).where(DriftLine.tenant == name.tenant, DriftLine.place.in_(names), *_MISSING)
    others = Cluster.id.in_(set(place.clusters) - {cluster_id}), Cluster.gone == 0
    back_later = or_(DriftLine.seen > moment, DriftLine.answered_at > moment)
    lost = lost.where(or_(DriftLine.state != GONE, and_(DriftLine.since <= moment, back_later)))
    about = ProvisioningJob.res_type == place.key[0], ProvisioningJob.res_id == place.key[1]
    waits = ProvisioningJob.action == CREATE, ProvisioningJob.state != READY
    unmade = select(ProvisioningJob.cluster).where(*about, *waits)
    there = select(Cluster.id).where(*others, Cluster.id.not_in(lost), Cluster.id.not_in(unmade))
    return session.scalars(there).first() is not None


def _keep(session: Session, actor: str, cluster_id: int, ended: list[Grant], now: int) -> None:
    """Revoke the grants, and keep each in the line of its place."""
    kept: dict[tuple[Key, str], list[dict[str, Any]]] = defaultdict(list)
    held_by = select(Role.id, Role.role_name).where(Role.id.in_({one.role_id for one in ended}))
    names = {row.id: row.role_name for row in session.execute(held_by)}
    for one in restoring.freeze(session, ended):
        kept[(one["res_type"], one["res_id"]), one["resource"]].append({**one, "role_name": names[one["role_id"]]})
    with trail.together(session):
        grants.revoke_these(session, actor, ended)
        for (key, name), some in kept.items():
            row = _see(session, cluster_id, Difference("missing", ResourceType(key[0]), name, RIGHTS), key, now, some)
            answers.record(session, actor, row, "ended", {})


def _see(
    session: Session, cluster_id: int, one: Difference, near: Key, now: int, more: list[dict[str, Any]] | None = None
) -> DriftLine:
    """The line of a difference, open; `more`: what is added to the center's side of it."""
    same = DriftLine.cluster == cluster_id, DriftLine.key == one.key
    row = session.scalars(select(DriftLine).where(*same)).one_or_none()
    known = None if row is None or (row.state == GONE and more) else row.wished_value()
    wished = [*(known or []), *more] if more else known
    told = Difference(one.kind, one.res_type, one.place, one.field, wished=wished)
    line_rows.see(session, cluster_id, told, row, near, now)
    session.flush()
    return session.scalars(select(DriftLine).where(*same)).one()


def _end_one(database: Database, line: DriftLine) -> bool:
    with database.writing() as session:
        session.info[trail.ORIGIN] = trail.SYSTEM
        trail.lock_revision(session)
        row = session.get(DriftLine, line.id)
        if row is None or row.state != OPEN:
            return False
        return end(session, _ACTOR, row.cluster, _name(row), line.since, now_ms())
