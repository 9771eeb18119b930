"""Runs: one at a time for each cluster, on a schedule and when somebody asks. The periodic job of the worker.

Three steps: claim the cluster (a transaction), read and compare (no transaction), store the lines (a transaction).
"""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.desired_state.drift import cluster_comparison, ended_rights, line_rows, open_lines, read_places, repairing
from app.desired_state.drift.cluster_comparison import ClusterComparison
from app.desired_state.drift.models import DriftLine, DriftRun
from app.desired_state.drift.unreadable_parts import Gaps
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.settings import Settings
from app.platform.telemetry import logger
from app.platform.tracing import spans
from app.resources.models import Cluster
from app.resources.provisioning import admin_calls

CLAIM_MS = 20 * 60_000
"""How long a worker holds a cluster; the run of a killed one is repeated after that."""
_LANES = 4
_MOST_UNREAD = 200
_log = logger(__name__)


def run(database: Database, settings: Settings, now: int) -> None:
    """Carry out repairs that are due, then compare the clusters that are due, some at the same time."""
    with database.reading() as session:
        clusters = session.scalars(select(Cluster).where(Cluster.gone == 0).order_by(Cluster.id))
        waiting = [cluster.id for cluster in clusters if _is_due(session, cluster, settings.drift_seconds, now)]
        repairs = repairing.clusters_due(session, now)
    work = sorted(set(waiting) | set(repairs))
    if work:
        with ThreadPoolExecutor(min(len(work), _LANES), thread_name_prefix="drift") as lanes:
            list(lanes.map(lambda number: _run_cluster(database, settings, number, now), work))


def forget_clusters(database: Database, settings: Settings, now: int) -> None:
    """Periodic job: delete the lines of clusters that are not in the center any more."""
    del settings, now
    there = select(Cluster.id)
    with database.writing() as session:
        session.execute(delete(DriftLine).where(DriftLine.cluster.not_in(there)))
        session.execute(delete(DriftRun).where(DriftRun.cluster.not_in(there)))


def ask(session: Session, cluster_id: int, now: int) -> DriftRun:
    """Have the cluster compared soon; once, however often it is asked."""
    row = find(session, cluster_id)
    if row is None:
        row = DriftRun(cluster=cluster_id, started=0)
        session.add(row)
    row.wanted = max(now, row.started + 1)
    session.flush()
    return row


def find(session: Session, cluster_id: int) -> DriftRun | None:
    """The newest run of a cluster."""
    return session.get(DriftRun, cluster_id)


def state(row: DriftRun | None, now: int) -> str:
    """never, waiting, running, done or failed."""
    if row is None:
        return "never"
    if row.claimed_until > now:
        return "running"
    if row.wanted > row.started or not row.ended:
        return "waiting"
    return "failed" if row.message else "done"


def _run_cluster(database: Database, settings: Settings, cluster_id: int, now: int) -> None:
    try:
        if not _claim(database, cluster_id, now):
            return
        with spans.job("drift comparing"):
            repairing.carry_out(database, settings, cluster_id, now)
            _compare(database, settings, cluster_id)
    except Exception as error:  # the other clusters go on
        _log.exception("a cluster could not be compared", cluster=cluster_id)
        _end(database, cluster_id, f"the center failed: {type(error).__name__}; its log tells more")


def _compare(database: Database, settings: Settings, cluster_id: int) -> None:
    with database.reading() as session:
        were_some = open_lines.were_some(session, cluster_id)
    # A killed worker may have left this undone. The place may be there again by now, which closes its line.
    ended_rights.end_missing(database, cluster_id)
    try:
        comparison = cluster_comparison.compare(database, settings, cluster_id)
    except (*admin_calls.REFUSED, *admin_calls.SILENT) as error:
        _end(database, cluster_id, str(error), tells=not were_some)
        return
    with database.writing() as session:
        now, gaps = now_ms(), Gaps(comparison.unread)
        shown = read_places.without(session, cluster_id, comparison.differences, comparison.known, now)
        line_rows.store(session, cluster_id, shown, gaps, comparison.known, now)
    ended_rights.end_missing(database, cluster_id)
    _end(database, cluster_id, None, comparison, tells=not were_some)


def _end(
    database: Database,
    cluster_id: int,
    message: str | None,
    comparison: ClusterComparison | None = None,
    *,
    tells: bool = False,
) -> None:
    with database.writing() as session:
        row = session.get(DriftRun, cluster_id)
        if row is None:
            return
        row.ended, row.claimed_until, row.message = now_ms(), 0, message
        if comparison is not None:
            unread = comparison.unread
            entries = [{"place": gap.place, "message": gap.message} for gap in unread[:_MOST_UNREAD]]
            row.found, row.unread_total = len(comparison.differences), len(unread)
            row.unread = json.dumps(entries, ensure_ascii=False)
        if tells:
            open_lines.tell(session, cluster_id, row.ended)


def _is_due(session: Session, cluster: Cluster, seconds: int, now: int) -> bool:
    row = session.get(DriftRun, cluster.id)
    if row is not None and row.claimed_until > now:
        return False
    if row is not None and (row.wanted > row.started or row.ended < row.started):  # asked for, or its worker died
        return True
    last = cluster.add_time if row is None else row.started
    return seconds > 0 and last + seconds * 1000 <= now


def _claim(database: Database, cluster_id: int, now: int) -> bool:
    """True for one of several workers."""
    try:
        with database.writing() as session:
            if session.get(DriftRun, cluster_id) is None:
                session.add(DriftRun(cluster=cluster_id))
    except IntegrityError:
        _log.debug("another instance was faster", cluster=cluster_id)
    with database.writing() as session:
        free = DriftRun.cluster == cluster_id, DriftRun.claimed_until <= now
        taken: Any = session.execute(update(DriftRun).where(*free).values(started=now, claimed_until=now + CLAIM_MS))
        return bool(taken.rowcount == 1)
