"""Rights on places that a cluster lost: they end, because a new place of the same name begins without any (spec 3).

What ended is kept in a line, from which who administers the place has it given again. Decision 0106.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, or_, select
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.audit.trail import trail
from app.audit.trail.models import TrailEntry
from app.desired_state.drift import answers, line_rows, missing_places
from app.desired_state.drift.differences import RESOURCE, RIGHTS, Difference
from app.desired_state.drift.models import ACCEPTED, GONE, OPEN, DriftLine
from app.grants import grants, places
from app.grants.models import Grant, Role
from app.grants.places import Key, Place
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import Conflict, NotAllowed
from app.resources import deletion
from app.resources.job_order import CREATE, READY
from app.resources.models import Cluster, ProvisioningJob
from app.rights import places_by_name
from app.rights.granting import grant_changes, restoring

MOST = 300
"""Grants that end in one transaction, as no other writer gets in meanwhile."""
_ACTOR = "drift"
_RECENT_MS = 60_000
"""Rights end some moments before the call that removes their place is answered."""
_Kept = list[dict[str, Any]]


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
    row = missing_places.find(session, name.type, place.key[1])
    if row is None or row.deleting:  # its rights go with it
        return False
    if place.clusters != (cluster_id,):
        _see(session, cluster_id, Difference("missing", name.type, name.name, RESOURCE), place.key, now)
    if _is_elsewhere(session, cluster_id, place, name, moment):
        return False
    query = select(Grant).where(*_ending(cluster_id, place, moment)).order_by(Grant.id).limit(MOST + 1)
    ended = list(session.scalars(query))
    _keep(session, actor, cluster_id, ended[:MOST], now)
    return len(ended) > MOST


def unnamed_end(
    session: Session, cluster_id: int, name: ResourceName, caller: str | None, moment: int
) -> DriftLine | None:
    """The line of rights on a place that a call has removed (epoch ms) and the center goes on to want, when the newest
    entry that they ended does not name the caller: brokers report first that the place is gone."""
    place = _place(session, cluster_id, name)
    entries = TrailEntry.entity == "drift", TrailEntry.entity_key == name.name, TrailEntry.action == "drift.ended"
    newest = (
        select(TrailEntry.actor).where(*entries, TrailEntry.time >= moment - _RECENT_MS).order_by(TrailEntry.id.desc())
    )
    actor = session.scalars(newest.limit(1)).first()
    if place is None or actor in (None, caller):
        return None
    key = Difference("missing", name.type, name.name, RIGHTS).key
    return session.scalars(select(DriftLine).where(DriftLine.cluster == cluster_id, DriftLine.key == key)).first()


def end_missing(database: Database, cluster_id: int) -> None:
    """End the rights on what the newest comparison found missing. Grants given later than that was first seen stay, and
    so do those on places whose line was answered."""
    with database.reading() as session:
        conditions = DriftLine.cluster == cluster_id, DriftLine.state == OPEN
        lines = session.scalars(select(DriftLine).where(*conditions, *_MISSING).order_by(DriftLine.id)).all()
        waiting = [line for line in lines if may_end(session, cluster_id, _name(line), line.since)]
    for line in waiting:
        while _end_one(database, line):
            pass


def end_before_repair(session: Session, by: User, lines: Collection[DriftLine], now: int) -> None:
    """End rights that a comparison left because its worker was killed: places that are made again would have them.
    Raises Conflict `drift_outdated` when it is too much for one transaction."""
    for line in lines:
        if line.state == OPEN and end(session, by.username, line.cluster, _name(line), line.since, now):
            message = f"Rights on the former {line.place} have not ended yet: compare again."
            raise Conflict(message, code="drift_outdated")


def give_again(session: Session, by: User, line: DriftLine, now: int) -> list[dict[str, Any]]:
    """Give what ended again, as far as `by` may give it, on the places that have these names now. Returns what is left,
    each with `why`.

    Raises NotAllowed, Conflict `not_repairable` when nothing could be given.
    """
    wanted, left, refused = _with_present_ids(session, line.wished_value()), [], None
    granting = grant_changes.Granting(session, by, now)
    granting.read({(grant["res_type"], grant["res_id"]) for grant in wanted}, {grant["role_id"] for grant in wanted})
    with trail.together(session), granting.together():
        for grant in wanted:
            try:
                refusal = restoring.give_again(session, granting, grant, now)
            except NotAllowed as error:
                refused, refusal = error, {"detail": error.detail}
            if refusal is not None:
                left.append({**grant, "why": refusal["detail"]})
    if len(left) == len(wanted):
        raise refused or Conflict(left[0]["why"], code="not_repairable")
    return left


def _with_present_ids(session: Session, wanted: _Kept) -> _Kept:
    """With the ids of the places that have these names now: they may have been removed here and made again."""
    names = [ResourceName.of(grant["res_type"], grant["resource"]) for grant in wanted]
    found = places_by_name.find(session, names)
    present = [found.get((int(name.type), name.name)) for name in names]
    both = zip(wanted, present, strict=True)
    return [grant if place is None else {**grant, "res_id": place.key[1]} for grant, place in both]


_MISSING = DriftLine.kind == "missing", DriftLine.field == RESOURCE


def _place(session: Session, cluster_id: int, name: ResourceName) -> Place | None:
    place = places_by_name.place_of(session, name)
    return place if place is not None and cluster_id in place.clusters else None


def _name(line: DriftLine) -> ResourceName:
    return ResourceName.of(line.res_type, line.place)


def _ending(cluster_id: int, place: Place, moment: int) -> tuple[ColumnElement[bool], ...]:
    """The grants that end with the place. A loss that was accepted ends nothing, also when what it lies in is lost."""
    about = DriftLine.near_type == Grant.res_type, DriftLine.near_id == Grant.res_id
    accepted = exists().where(DriftLine.cluster == cluster_id, DriftLine.state == ACCEPTED, *_MISSING, *about)
    return deletion.on_or_below(ResourceType(place.key[0]), place.key[1]), Grant.add_time <= moment, ~accepted


def _is_elsewhere(session: Session, cluster_id: int, place: Place, name: ResourceName, moment: int) -> bool:
    """Whether another registered cluster had the place at that moment: it was made there, and no line says that it, or
    what it lies in, was missing then. A place that was made again since is another place."""
    names = [part for part in (name.name, name.namespace, name.tenant) if part is not None]
    lost = select(DriftLine.cluster).where(DriftLine.tenant == name.tenant, DriftLine.place.in_(names), *_MISSING)
    others = Cluster.id.in_(set(place.clusters) - {cluster_id}), Cluster.gone == 0
    back_later = or_(DriftLine.seen > moment, DriftLine.answered_at > moment)
    lost = lost.where(or_(DriftLine.state != GONE, and_(DriftLine.since <= moment, back_later)))
    about = ProvisioningJob.res_type == place.key[0], ProvisioningJob.res_id == place.key[1]
    waits = ProvisioningJob.action == CREATE, ProvisioningJob.state != READY
    unmade = select(ProvisioningJob.cluster).where(*about, *waits)
    query = select(Cluster.id).where(*others, Cluster.id.not_in(lost), Cluster.id.not_in(unmade))
    return session.scalars(query).first() is not None


def _keep(session: Session, actor: str, cluster_id: int, ended: list[Grant], now: int) -> None:
    """Revoke the grants, and keep each in the line of its place."""
    by_place = defaultdict[tuple[ResourceType, Key, str], _Kept](list)
    held_by = select(Role.id, Role.role_name).where(Role.id.in_({grant.role_id for grant in ended}))
    names = {row.id: row.role_name for row in session.execute(held_by)}
    for grant in restoring.freeze(session, ended):
        key = grant["res_type"], grant["res_id"]
        by_place[ResourceType(key[0]), key, grant["resource"]].append({**grant, "role_name": names[grant["role_id"]]})
    with trail.together(session):
        grants.revoke_these(session, actor, ended)
        for (kind, key, name), kept in by_place.items():
            row = _see(session, cluster_id, Difference("missing", kind, name, RIGHTS), key, now, kept)
            answers.record(session, actor, row, "ended", {})


def _see(
    session: Session, cluster_id: int, difference: Difference, near: Key, now: int, more: _Kept | None = None
) -> DriftLine:
    """The line of a difference, open; `more`: what is added to the center's side of it."""
    same = DriftLine.cluster == cluster_id, DriftLine.key == difference.key
    row = session.scalars(select(DriftLine).where(*same)).one_or_none()
    wished = None if row is None else row.wished_value()
    if more:
        kept = wished if row is not None and _is_of_this_place(session, row, near) else []
        wished = [*_without_repeated(kept or [], more), *more]
    line = line_rows.see(session, cluster_id, replace(difference, wished=wished), row, near, now)
    session.flush()
    return line


def _is_of_this_place(session: Session, row: DriftLine, near: Key) -> bool:
    """Whether the line keeps rights that may be given again, on this place or one of its name in the same namespace or
    tenant. What is in a tenant that was made again is another place."""
    chain = near, *places.place_of(session, *near).above
    same = row.near_type != ResourceType.CLUSTER and (row.near_type, row.near_id) in chain
    return same and (row.state != GONE or row.waits_for_its_place())


def _without_repeated(kept: _Kept, more: _Kept) -> _Kept:
    """Those that are not the same right as one of `more`: a place may be made and removed every day."""

    def right(grant: dict[str, Any]) -> dict[str, Any]:
        return {name: grant[name] for name in ("role_id", "authorities", "valid_from", "valid_until", "limits")}

    return [grant for grant in kept if right(grant) not in [right(other) for other in more]]


def _end_one(database: Database, line: DriftLine) -> bool:
    with trail.center_transaction(database) as session:
        row = session.get(DriftLine, line.id)
        if row is None or row.state != OPEN:
            return False
        return end(session, _ACTOR, row.cluster, _name(row), line.since, now_ms())
