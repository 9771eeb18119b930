"""A comparison is stored while somebody answers a line: the answer stays."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from sqlalchemy import event, select
from sqlalchemy.orm import Session

from app.desired_state.drift import line_rows
from app.desired_state.drift.center_places import KnownCluster
from app.desired_state.drift.models import REPAIRING, DriftLine
from app.desired_state.drift.unreadable_parts import Gaps
from app.platform.clock import now_ms
from tests.drift.conftest import Drifting


def test_a_comparison_waits_for_an_uncommitted_answer(drifting: Drifting) -> None:
    drifting.played.topics["persistent://acme/orders/new"] = 3
    drifting.compare()
    database, has_read = drifting.center.database, Event()

    def store() -> None:
        with database.writing() as session:
            event.listen(session.connection(), "after_cursor_execute", lambda *_: has_read.set())
            _store_nothing(session, drifting.cluster)

    with ThreadPoolExecutor(1) as lane:
        with database.writing() as session:
            session.scalars(select(DriftLine)).one().state = REPAIRING
            session.flush()
            waiting = lane.submit(store)
            has_read.wait(0.5)  # it must not: the line is being answered
        waiting.result()
    assert drifting.line()["state"] == REPAIRING


def _store_nothing(session: Session, cluster: int) -> None:
    line_rows.store(session, cluster, [], Gaps([]), KnownCluster("prod", {}, {}), now_ms())
