"""Numbers of drift for Prometheus. Clusters go by their id: `/metrics` is public, and names are for those who may see
them."""

from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.desired_state.drift.models import OPEN, DriftLine, DriftRun
from app.resources.models import Cluster

_KINDS = ("missing", "extra", "different")


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
