"""What a call has removed at a broker is removed here, too: its row, and those below it (decision 0110).

The center looks at all its clusters first: with a stolen credential nothing goes that is there, so nobody can own it
anew. What one of them has, and what the center wants there by now, stays, and is a line of the drift.
"""

from itertools import groupby
from operator import itemgetter

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.audit.trail import trail
from app.desired_state.drift import ended_rights
from app.desired_state.drift.models import ACCEPTED, GONE, OPEN, DriftLine
from app.grants.places import Place
from app.resources import deletion
from app.resources.job_order import READ, READY
from app.resources.models import MODELS, Cluster, ProvisioningJob, Topic
from app.resources.resource_rows import Row
from app.rights import places_by_name

MOST = 50
"""Rows that go in one transaction, each with some ten statements, as no other writer gets in meanwhile."""
_Rows = list[tuple[ResourceType, Row]]


def to_ask(session: Session, cluster_id: int, name: ResourceName) -> list[Cluster]:
    """The clusters of a place that goes when all of them say that it is gone. None of what the center does not know on
    this one, of a non-persistent topic without partitions, which a cluster has only while it is used, and where this
    one adopts nothing."""
    found = _find(session, cluster_id, name)
    if found is None or not session.get_one(Cluster, cluster_id).adopts_creations:
        return []
    place, row = found
    used = isinstance(row, Topic) and row.domain == "non-persistent" and not row.partitions
    return [] if used else [session.get_one(Cluster, number) for number in place.clusters]


def remove(session: Session, actor: str, cluster_id: int, name: ResourceName, moment: int, now: int) -> bool:
    """Remove at most 50 rows of a place that is gone, from below, if all of them may go. True when there are more.
    `moment`: when it was removed there (epoch ms)."""
    found = _find(session, cluster_id, name)
    if found is None:
        return False
    place, row = found
    # Brokers of the other clusters may not have reported yet that these lost it.
    others = select(Cluster.id).where(Cluster.id.in_(place.clusters), Cluster.id != cluster_id, Cluster.gone == 0)
    if any(ended_rights.end(session, actor, other, name, moment, now) for other in session.scalars(others).all()):
        return True
    if _is_wanted(session, name.type, row, moment):
        return False
    rows: _Rows = [*deletion.below(session, name.type, row, MOST + 1), (name.type, row)]
    with trail.together(session):
        _close_lines(session, place, rows[:MOST], now)
        for kind, going in rows[:MOST]:
            deletion.finish(session, kind, going.id, actor)
    return len(rows) > MOST


def _find(session: Session, cluster_id: int, name: ResourceName) -> tuple[Place, Row] | None:
    """A place that lives on this cluster and is not being deleted here, with its row."""
    place = places_by_name.place_of(session, name)
    if place is None or cluster_id not in place.clusters:
        return None
    row: Row = session.get_one(MODELS[name.type], place.key[1])
    return None if row.deleting else (place, row)


def _is_wanted(session: Session, kind: ResourceType, row: Row, moment: int) -> bool:
    """Whether somebody wants it since it was removed: by a grant, a row, or a change that waits for the cluster."""
    if row.add_time > moment or session.scalar(select(exists().where(deletion.on_or_below(kind, row.id)))):
        return True
    itself = select(MODELS[kind]).where(MODELS[kind].id == row.id)
    waits = ProvisioningJob.state != READY, ProvisioningJob.action != READ
    for below, query in ((kind, itself), *deletion.queries_below(kind, row.id)):
        model = MODELS[below]
        ids = query.with_only_columns(model.id).order_by(None)
        jobs = exists().where(ProvisioningJob.res_type == int(below), ProvisioningJob.res_id.in_(ids), *waits)
        if session.scalar(select(or_(ids.where(model.add_time > moment).exists(), jobs))):
            return True
    return False


def _close_lines(session: Session, place: Place, rows: _Rows, now: int) -> None:
    """The places are no difference any more. Their lines, also those of what was removed in them before, are for who
    administers what they lay in: rights are given again from them when the place is back."""
    for kind, group in groupby(rows, itemgetter(0)):
        about = DriftLine.near_type == int(kind), DriftLine.near_id.in_([row.id for _, row in group])
        for line in session.scalars(select(DriftLine).where(DriftLine.cluster.in_(place.clusters), *about)):
            above = (key for key in place.above if key[0] != ResourceType.CLUSTER or key[1] == line.cluster)
            line.near_type, line.near_id = next(above)
            if line.state in (OPEN, ACCEPTED):
                line.state, line.seen, line.answer = GONE, now, None
