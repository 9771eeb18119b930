"""Measures one import in a process of its own: `python -m benchmarks.cluster_import.center TOPICS`."""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from app.audit.trail import trail
from app.desired_state.importing import applying, import_plan, mapping_file, plan, proof
from app.desired_state.importing.import_plan import ImportPlan
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.database import Database
from app.resources import clusters
from app.resources.models import Cluster
from app.resources.provisioning.content_calls import ContentCalls
from app.resources.provisioning.content_reader import read
from app.resources.pulsar.cluster_content import ClusterContent
from tests import backends
from tests.factories import an_administrator
from tests.provisioning.calling import endpoint

T = TypeVar("T")


def main() -> None:
    """Print the measurements as one JSON object: processor seconds of each part, and wall-clock seconds of all."""
    topics, started = int(sys.argv[1]), time.monotonic()
    with _cluster(topics) as address, tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/center.db"
        backends.migrate(url)
        found = _measure(Database(url), address)
    print(json.dumps({**found, "mb": _peak_mb(), "wall": round(time.monotonic() - started, 1)}))


def _measure(database: Database, address: str) -> dict[str, Any]:
    number, by = _register(database, address)
    progress = list[tuple[str, int, int]]()
    with ContentCalls(endpoint(address), lambda: "token") as calls:
        estate, reading = _timed(lambda: read("prod", calls, lambda *report: progress.append(report)))
        count = calls.count
    (made, state), planning = _timed(lambda: _plan(database, number, estate))
    proved, proving = _timed(lambda: _proof(estate, made, state))
    batches_made, making = _timed(lambda: _apply(database, number, by, made))
    left, again = _timed(lambda: _plan(database, number, estate)[0].steps)
    assert (len(left), proved.unexplained) == (0, 0), "it is not the same afterwards"
    parts = {"read": reading, "plan": planning, "proof": proving, "apply": making, "plan again": again}
    return {**parts, "calls": count, "progress": len(progress) + batches_made, "steps": len(made.steps)}


@contextmanager
def _cluster(topics: int) -> Iterator[str]:
    command = [sys.executable, "-m", "benchmarks.cluster_import.cluster", str(topics)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as played:
        assert played.stdin is not None
        assert played.stdout is not None
        try:
            yield played.stdout.readline().strip()
        finally:
            played.stdin.close()


def _proof(estate: ClusterContent, made: ImportPlan, state: import_plan.PlanBasis) -> proof.Proof:
    rights = import_plan.rights_after(made, state)
    return proof.compare(estate, rights, made.targets, now=now_ms())


def _register(database: Database, admin_url: str) -> tuple[int, int]:
    with database.writing() as session:
        trail.lock_revision(session)
        by = an_administrator(session)
        url = "pulsar://127.0.0.1:6650"
        cluster = clusters.create(session, "bench", by.id, "prod", url, admin_url, {"127.0.0.1"})
        return cluster.id, by.id


def _plan(database: Database, number: int, estate: ClusterContent) -> tuple[ImportPlan, import_plan.PlanBasis]:
    with database.reading() as session:
        state = import_plan.read_basis(session, session.get_one(Cluster, number))
    return plan.make(estate, mapping_file.empty(), state, audience="pulsar", now=now_ms()), state


def _apply(database: Database, number: int, by: int, made: ImportPlan) -> int:
    """Returns how many batches it took."""
    left, count = list(made.steps), 0
    while left:
        count += 1
        batch = left[: applying.first_batch(left)]
        left = left[len(batch) :]
        with database.writing() as session:
            trail.lock_revision(session)
            who, cluster = session.get_one(User, by), session.get_one(Cluster, number)
            applying.apply(session, who, cluster, batch, now_ms())
    return count


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    """The result, and how many seconds of the processor it took in this process."""
    started = time.process_time()
    found = work()
    return found, round(time.process_time() - started, 2)


def _peak_mb() -> float:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


if __name__ == "__main__":
    main()
