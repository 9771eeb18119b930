"""How many differences are open: told to those who administer the cluster when the first appear, and counted for
Prometheus. There clusters go by their id: whoever reaches `/metrics` directly may read it, and names are for those who
may see them."""

from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.desired_state.drift.models import OPEN, DriftLine, DriftRun
from app.grants import places
from app.resources.models import Cluster
from app.rights.requests import deciders, notices
from app.rights.requests.notices import NewNotice

FOUND = "drift_found"
_KINDS = ("missing", "extra", "different")


def were_some(session: Session, cluster_id: int) -> bool:
    """Whether lines of a cluster are open that its newest comparison left open. Those that reports of its brokers have
    opened since are not: a call that removed a place may close them a moment later."""
    run = session.get(DriftRun, cluster_id)
    return run is not None and _count(session, cluster_id, DriftLine.since <= run.ended) > 0


def tell(session: Session, cluster_id: int, now: int) -> None:
    """Tell those who administer the cluster that lines are open, if there are some."""
    count = _count(session, cluster_id)
    if not count:
        return
    cluster = session.get_one(Cluster, cluster_id)
    place = places.place_of(session, int(ResourceType.CLUSTER), cluster_id)
    facts = {"cluster_id": cluster_id, "cluster": cluster.name, "count": count}
    people = deciders.find_deciders(session, place, main_id=0, now=now)
    notices.tell(session, [NewNotice(person, FOUND, f"{cluster_id}:{now}", facts) for person in people], now)


def _count(session: Session, cluster_id: int, *conditions: ColumnElement[bool]) -> int:
    mine = DriftLine.cluster == cluster_id, DriftLine.state == OPEN
    return session.scalar(select(func.count(DriftLine.id)).where(*mine, *conditions)) or 0


def read(session: Session) -> list[Metric]:
    """Open lines by cluster and kind, and when each cluster was compared last. One that never was counts from when it
    came, and has no lines."""
    lines = GaugeMetricFamily("puc_drift_lines", "Open differences", labels=("cluster_id", "kind"))
    says = "End of the newest comparison, or when the cluster came"
    compared = GaugeMetricFamily("puc_drift_compared_timestamp_seconds", says, labels=("cluster_id",))
    failed = GaugeMetricFamily("puc_drift_failed", "1: the newest comparison failed", labels=("cluster_id",))
    counts = _open_lines(session)
    clusters = select(Cluster.id, Cluster.add_time, DriftRun.ended, DriftRun.message).where(Cluster.gone == 0)
    runs = clusters.outerjoin(DriftRun, DriftRun.cluster == Cluster.id).order_by(Cluster.id)
    for cluster, added, ended, message in session.execute(runs):
        number = str(cluster)
        compared.add_metric([number], (ended or added) / 1000)
        if not ended:
            continue
        failed.add_metric([number], float(message is not None))
        for kind in _KINDS:
            lines.add_metric([number, kind], counts.get((cluster, kind), 0))
    return [lines, compared, failed]


def _open_lines(session: Session) -> dict[tuple[int, str], int]:
    counted = select(DriftLine.cluster, DriftLine.kind, func.count(DriftLine.id)).where(DriftLine.state == OPEN)
    rows = session.execute(counted.group_by(DriftLine.cluster, DriftLine.kind))
    return {(row[0], row[1]): row[2] for row in rows}
