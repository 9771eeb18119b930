"""The background worker: provisioning jobs by cluster, and periodic jobs. It runs as threads.

It is woken when a process of this center adds jobs, and by a timer for retries and for jobs of other instances.
Several workers on one database share the work: each job is claimed by one of them.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Self

from sqlalchemy import event
from sqlalchemy.orm import Session

from app.platform import periodic_jobs
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.settings import Settings
from app.platform.telemetry import logger
from app.resources import jobs
from app.resources.provisioning.provisioner import Provisioner
from app.server import periodic
from app.tokens.cluster_tokens import token_for

_CLUSTERS_AT_ONCE = 8
_PERIODIC_SECONDS = 5
"""How often periodic jobs are checked."""
_log = logger(__name__)


class Worker:
    """Used with `start` and `stop`, or in a `with` block. A slow cluster delays only its own jobs."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        *,
        poll_seconds: float = 1.0,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._provisioner = Provisioner(database, settings, token_for(database, settings), clock)
        self._database, self._settings, self._clock = database, settings, clock
        self._poll_seconds = poll_seconds
        self._wake, self._end = threading.Event(), threading.Event()
        self._lanes: dict[int, Future[int]] = {}
        self._extending: Future[int] | None = None
        self._again: set[Future[int]] = set()
        """After these end, due jobs are looked up again: a job added meanwhile may have come too late for them."""
        self._periodic: dict[str, Future[None]] = {}
        self._periodic_due = dict.fromkeys(periodic.LANES, 0.0)
        self._thread = threading.Thread(target=self._run, name="worker", daemon=True)

    def start(self) -> None:
        """Start the worker; returns at once."""
        event.listen(Session, "after_commit", self._on_commit)
        self._thread.start()

    def stop(self, seconds: float = 10.0) -> None:
        """Stop. Waits for a running call; if it takes longer than `seconds`, its job is repeated after the claim
        ends."""
        self._end.set()
        self._wake.set()
        if event.contains(Session, "after_commit", self._on_commit):
            event.remove(Session, "after_commit", self._on_commit)
        if self._thread.ident is not None:
            self._thread.join(seconds)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _on_commit(self, session: Session) -> None:
        if jobs.were_added(session):
            self.wake()

    def wake(self) -> None:
        """Look for jobs now: some were added. Callable from any thread."""
        self._wake.set()

    def _run(self) -> None:
        pool = ThreadPoolExecutor(_CLUSTERS_AT_ONCE, thread_name_prefix="provisioning")
        # Separate threads, so that slow clusters do not delay periodic jobs, nor these large deletions.
        other_pool = ThreadPoolExecutor(1 + len(periodic.LANES), thread_name_prefix="periodic")
        while not self._end.is_set():
            self._wake.clear()
            try:
                self._open_lanes(pool)
                self._start_extending(other_pool)
                self._open_periodic(other_pool)
            except Exception:
                # The database is away: look again after the pause.
                _log.exception("the worker could not look for jobs")
            self._wake.wait(self._poll_seconds)
        pool.shutdown(wait=True, cancel_futures=True)
        other_pool.shutdown(wait=True, cancel_futures=True)

    def _open_lanes(self, pool: ThreadPoolExecutor) -> None:
        self._lanes = {cluster: lane for cluster, lane in self._lanes.items() if not lane.done()}
        for cluster_id in self._provisioner.clusters_due():
            if cluster_id in self._lanes:
                self._look_again_after(self._lanes[cluster_id])
            else:
                self._lanes[cluster_id] = pool.submit(self._work, cluster_id)

    def _start_extending(self, pool: ThreadPoolExecutor) -> None:
        if self._extending is None or self._extending.done():
            self._extending = pool.submit(self._extend_deletions)
        else:
            self._look_again_after(self._extending)

    def _look_again_after(self, work: Future[int]) -> None:
        if work not in self._again:
            self._again.add(work)
            work.add_done_callback(self._work_ended)

    def _work_ended(self, work: Future[int]) -> None:
        self._again.discard(work)
        self._wake.set()

    def _extend_deletions(self) -> int:
        try:
            return self._provisioner.extend_deletions(self._end.is_set)
        except Exception:
            _log.exception("the worker could not carry a deletion on")
            return 0

    def _open_periodic(self, pool: ThreadPoolExecutor) -> None:
        for lane, due in self._periodic_due.items():
            running = lane in self._periodic and not self._periodic[lane].done()
            if not running and time.monotonic() >= due:
                self._periodic_due[lane] = time.monotonic() + _PERIODIC_SECONDS
                self._periodic[lane] = pool.submit(self._do_periodic, lane)

    def _do_periodic(self, lane: str) -> None:
        try:
            periodic_jobs.run_due(
                self._database, self._settings, self._clock(), periodic.JOBS, lane=lane, ended=self._end.is_set
            )
        except Exception:
            # The database is away: look again after the pause.
            _log.exception("the worker could not look for periodic jobs")

    def _work(self, cluster_id: int) -> int:
        try:
            tried = self._provisioner.run_cluster(cluster_id, self._end.is_set)
        except Exception:
            _log.exception("the worker stopped on cluster %s", cluster_id)
            return 0
        # A job of another cluster may have become due by what was finished here.
        if tried:
            self._wake.set()
        return tried
