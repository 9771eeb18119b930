"""Notices about drift: to those who administer the cluster, when the first lines appear."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.desired_state.drift.models import OPEN, DriftLine
from app.grants import places
from app.resources.models import Cluster
from app.rights.requests import deciders, notices
from app.rights.requests.notices import NewNotice

FOUND = "drift_found"


def open_lines(session: Session, cluster_id: int) -> int:
    """How many lines of the cluster are open."""
    mine = DriftLine.cluster == cluster_id, DriftLine.state == OPEN
    return session.scalar(select(func.count(DriftLine.id)).where(*mine)) or 0


def tell_drift_found(session: Session, cluster_id: int, count: int, now: int) -> None:
    """Tell that a cluster without open lines has some now: once for each such time."""
    cluster = session.get_one(Cluster, cluster_id)
    place = places.place_of(session, int(ResourceType.CLUSTER), cluster_id)
    facts = {"cluster_id": cluster_id, "cluster": cluster.name, "count": count}
    people = deciders.find_deciders(session, place, main_id=0, now=now)
    notices.tell(session, [NewNotice(person, FOUND, f"{cluster_id}:{now}", facts) for person in people], now)
