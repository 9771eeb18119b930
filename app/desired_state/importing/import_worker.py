"""The worker's part of imports: reads the cluster, makes the report, carries the plan out batch by batch.

Whatever ends the process between two transactions is made up for by the next worker: what was not read to its end is
read again, and the plan is made anew from what the center has by then.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.desired_state.engine.steps import Step
from app.desired_state.importing import (
    applying,
    estate_text,
    import_plan,
    made,
    mapping_file,
    plan,
    progress,
    proof,
    report,
    role_name_meaning,
    runs,
    undoing,
)
from app.desired_state.importing.import_plan import ImportPlan
from app.desired_state.importing.models import APPLYING, DONE, PLANNED, READING, UNDOING, UNDONE
from app.desired_state.importing.progress import ImportStop, Progress
from app.desired_state.importing.undoing import KeptThing
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import UserCenterError
from app.platform.settings import Settings
from app.platform.telemetry import logger
from app.platform.tracing import spans
from app.resources import cluster_users, clusters, endpoints
from app.resources.provisioning import content_reader
from app.resources.provisioning.content_calls import ContentCalls
from app.resources.pulsar.addresses import AddressNotAllowedError
from app.resources.pulsar.cluster_content import ClusterContent
from app.tokens.cluster_tokens import token_for

_UNEXPECTED = "the center failed: {}; its log tells more"
_DENIED = ("401", "403")
_log = logger(__name__)


def run(database: Database, settings: Settings, now: int, ended: Callable[[], bool] = lambda: False) -> None:
    """Do what imports have to do, one after the other. `ended` returns True when it is to stop early."""
    for number in progress.due(database, now):
        with progress.claim(database, number, now) as mine:
            if mine and not ended():
                with spans.job("import"):
                    _Worker(settings, Progress(database, number, ended)).work()


@dataclass
class _Worker:
    settings: Settings
    progress: Progress

    def work(self) -> None:
        """Read, apply, or take back. A failure is part of the import."""
        try:
            with self.progress.reading() as (_, row):
                state = row.state
            {READING: self._read, APPLYING: self._apply, UNDOING: self._undo}[state]()
        except ImportStop:
            _log.info("an import was stopped", number=self.progress.number)
        except UserCenterError as error:
            self.progress.fail(error.detail)
        except AddressNotAllowedError as error:
            self.progress.fail(str(error))
        except Exception as error:
            _log.exception("an import failed", number=self.progress.number)
            self.progress.fail(_UNEXPECTED.format(type(error).__name__))

    def _read(self) -> None:
        with self.progress.reading() as (session, row):
            cluster = clusters.find(session, row.cluster)
            name, user = cluster.name, cluster_users.admin_username(session, cluster)
            endpoint = endpoints.of(session, self.settings, cluster)
        token = token_for(self.progress.database, self.settings)
        with ContentCalls(endpoint, lambda: token(user)) as calls:
            content = content_reader.read(
                name, calls, lambda what, done, of: self.progress.tell(what, done, of, calls.count)
            )
            count = calls.count
        for unread in (unread for unread in content.unread if unread.place == str(content_reader.TENANTS)):
            denied = f"the cluster does not let {user} in. " if unread.message.startswith(_DENIED) else ""
            self.progress.fail(f"{denied}{unread.place}: {unread.message}")
            return
        self.progress.tell("plan", 0, 0, count, at_once=True)
        result = self._report(content)
        self.progress.change(
            state=PLANNED,
            estate=estate_text.packed(estate_text.write(content)),
            report=estate_text.packed(result),
            read_time=now_ms(),
            calls=count,
            step="",
        )

    def _plan(
        self, content: ClusterContent
    ) -> tuple[ImportPlan, import_plan.RightsAfter, list[role_name_meaning.StrongerAccount]]:
        with self.progress.reading() as (session, row):
            basis = import_plan.read_basis(session, clusters.find(session, row.cluster))
            wanted = mapping_file.read(row.mapping.encode())
        planned = plan.make(content, wanted, basis, audience=self.settings.audience, now=now_ms())
        rights = import_plan.rights_after(planned, basis)
        return (
            planned,
            rights,
            role_name_meaning.stronger_accounts(content, planned.targets, basis, rights.snapshot, now_ms()),
        )

    def _report(self, content: ClusterContent) -> dict[str, Any]:
        planned, rights, stronger = self._plan(content)
        return report.build(content, planned, proof.compare(content, rights, planned.targets, now=now_ms()), stronger)

    def _apply(self) -> None:
        with self.progress.reading() as (_, row):
            content = runs.content_of(row)
        planned, _, stronger = self._plan(content)
        role_name_meaning.refuse(stronger)
        steps = planned.steps
        self.progress.change(step="apply", done=0, total=len(steps))
        refused: set[Step] = set()
        left = steps
        while left:
            if self.progress.ended():
                raise ImportStop
            batch = left[: applying.first_batch(left)]
            left = left[len(batch) :]
            self._make_batch(batch, refused, len(steps) - len(left))
        self.progress.tell("plan", 0, 0, None, at_once=True)
        result = self._report(content)
        self.progress.change(report=estate_text.packed(result), end=DONE)

    def _undo(self) -> None:
        with self.progress.reading() as (session, row):
            things, content = made.of(session, row), runs.content_of(row)
        self.progress.change(step="undo", done=0, total=len(things))
        kept: list[KeptThing] = []
        for start in range(0, len(things), undoing.MOST):
            if self.progress.ended():
                raise ImportStop
            batch = things[start : start + undoing.MOST]
            kept += undoing.take_back(self.progress, batch, start + len(batch))
        self.progress.tell("plan", 0, 0, None, at_once=True)
        result = {**self._report(content), **report.listed("kept", kept)}
        self.progress.change(report=estate_text.packed(result), end=UNDONE)

    def _make_batch(self, steps: list[Step], refused: set[Step], done: int) -> None:
        """One transaction. A step that fails half-way is left out, and the others are made again without it."""
        while True:
            wanted = [step for step in steps if step not in refused]
            try:
                applying.make(self.progress, wanted, done)
                return
            except applying.StepRefused as error:
                refused.add(error.step)
                self.progress.refuse([(error.step, error.why)])
