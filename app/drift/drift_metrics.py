"""Numbers of drift for Prometheus. Clusters go by their id: `/metrics` is public, and names are for those who may see
them."""

from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.drift.models import OPEN, DriftLine, DriftRun
from app.resources.models import Cluster

_KINDS = ("missing", "extra", "different")


def read(session: Session) -> list[Metric]:
    """Open lines by cluster and kind, and when each cluster was compared last. Clusters that never were have none."""
    lines = GaugeMetricFamily("puc_drift_lines", "Open differences", labels=("cluster_id", "kind"))
    compared = GaugeMetricFamily(
        "puc_drift_compared_timestamp_seconds", "End of the newest comparison", labels=("cluster_id",)
    )
    failed = GaugeMetricFamily("puc_drift_failed", "1: the newest comparison failed", labels=("cluster_id",))
    counts = _open_lines(session)
    runs = select(DriftRun).join(Cluster, DriftRun.cluster == Cluster.id)
    for run in session.scalars(runs.where(DriftRun.ended > 0).order_by(Cluster.id)):
        number = str(run.cluster)
        compared.add_metric([number], run.ended / 1000)
        failed.add_metric([number], float(run.message is not None))
        for kind in _KINDS:
            lines.add_metric([number, kind], counts.get((run.cluster, kind), 0))
    return [lines, compared, failed]


def _open_lines(session: Session) -> dict[tuple[int, str], int]:
    counted = select(DriftLine.cluster, DriftLine.kind, func.count(DriftLine.id)).where(DriftLine.state == OPEN)
    rows = session.execute(counted.group_by(DriftLine.cluster, DriftLine.kind))
    return {(row[0], row[1]): row[2] for row in rows}
