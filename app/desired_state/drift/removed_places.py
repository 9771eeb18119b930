"""What a call has removed at a broker is removed here, too: its row, and those below it (decision 0110).

The center looks at the cluster first: with a stolen credential nothing goes that is there, so nobody can own it anew.
What the center wants there by now, and what lives on other clusters, too, stays, and is a line of the drift.
"""

from collections import defaultdict
from collections.abc import Collection

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.audit.trail import trail
from app.desired_state.drift.models import ACCEPTED, GONE, OPEN, DriftLine
from app.platform.database import Database
from app.platform.settings import Settings
from app.resources import deletion
from app.resources.job_order import READ, READY
from app.resources.models import MODELS, Cluster, ProvisioningJob, Topic
from app.resources.provisioning import place_reading
from app.resources.provisioning.deletion_forecast import how_to_ask
from app.resources.resource_rows import Row
from app.rights import places_by_name
from app.tokens.cluster_tokens import token_for

MOST = 50
"""Rows that go in one transaction, each with some ten statements, as no other writer gets in meanwhile."""
_Rows = list[tuple[ResourceType, Row]]


def gone(database: Database, settings: Settings, cluster_id: int, names: Collection[ResourceName]) -> set[ResourceName]:
    """Those of the names that the center knows and the cluster says that it does not have. Calls the cluster, for two
    seconds at most; none when it does not answer."""
    with database.reading() as session:
        cluster = session.get_one(Cluster, cluster_id)
        known = [name for name in dict.fromkeys(names) if _may_be_gone(session, cluster, name)]
        target = how_to_ask(session, settings, cluster)
    if not known or target.gone:
        return set()
    return place_reading.gone(target.at, token_for(database, settings)(target.username), known)


def remove(session: Session, actor: str, cluster_id: int, name: ResourceName, moment: int, now: int) -> bool:
    """Remove at most 50 rows of a place that is gone, from below, if all of them may go. True when there are more.
    `moment`: when it was removed there (epoch ms)."""
    row, place = _row(session, cluster_id, name), places_by_name.place_of(session, name)
    if row is None or place is None or _is_wanted(session, name.type, row, moment):
        return False
    rows: _Rows = [*deletion.below(session, name.type, row, MOST + 1), (name.type, row)]
    with trail.together(session):
        _close_lines(session, cluster_id, rows[:MOST], place.above[0], now)
        for kind, going in rows[:MOST]:
            deletion.finish(session, kind, going.id, actor)
    return len(rows) > MOST


def _row(session: Session, cluster_id: int, name: ResourceName) -> Row | None:
    """The row of a place that lives on this cluster alone, and is not being deleted here."""
    place = places_by_name.place_of(session, name)
    if place is None or place.clusters != (cluster_id,):
        return None
    row: Row = session.get_one(MODELS[name.type], place.key[1])
    return None if row.deleting else row


def _may_be_gone(session: Session, cluster: Cluster, name: ResourceName) -> bool:
    """False for what the center does not know, and for a non-persistent topic without partitions, which a cluster has
    only while it is used; for all where the cluster adopts nothing."""
    row = _row(session, cluster.id, name)
    used = isinstance(row, Topic) and row.domain == "non-persistent" and not row.partitions
    return cluster.adopts_creations and row is not None and not used


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


def _close_lines(session: Session, cluster_id: int, rows: _Rows, near: tuple[int, int], now: int) -> None:
    """The places are no difference any more. Their lines, also those of what was removed in them before, are for who
    administers what they lay in: rights are given again from them when the place is back."""
    for kind, numbers in _ids(rows).items():
        mine = DriftLine.cluster == cluster_id, DriftLine.near_type == int(kind), DriftLine.near_id.in_(numbers)
        for line in session.scalars(select(DriftLine).where(*mine)):
            line.near_type, line.near_id = near
            if line.state in (OPEN, ACCEPTED):
                line.state, line.seen, line.answer = GONE, now, None


def _ids(rows: _Rows) -> dict[ResourceType, list[int]]:
    ids = defaultdict[ResourceType, list[int]](list)
    for kind, row in rows:
        ids[kind].append(row.id)
    return ids
