"""Repairs: the cluster is put right by provisioning jobs, or by admin calls that the worker makes when they are due.

The calls of a repair are shown before it. It is recorded, and can be undone as long as the old value can be set again.
"""

import json
from collections.abc import Callable
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.desired_state.drift import (
    answers,
    calls,
    cluster_comparison,
    ended_rights,
    line_rows,
    missing_places,
    repair_validity,
)
from app.desired_state.drift.differences import RESOURCE, RIGHTS
from app.desired_state.drift.models import CALLED, GONE, OPEN, REPAIRING, DriftLine
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import Conflict
from app.platform.settings import Settings
from app.resources.models import Cluster
from app.resources.provisioning import admin_calls
from app.resources.provisioning.admin_calls import AdminCall
from app.resources.pulsar.cluster_errors import ClusterUnreachableError, NameNotCallableError

_AGAIN_MS = 60_000
_MOST = 500
_UNDO = "undo"
_ACTOR = "drift"


def planned_calls(line: DriftLine) -> list[AdminCall]:
    """What a repair would call; empty when provisioning makes the place again. Raises Conflict `not_repairable`,
    `name_not_callable`."""
    wanted = _callable(calls.to_repair, line)
    if wanted is None:
        message = f"No call to the cluster makes {line.field} of {line.place} what it was: adopt or accept it."
        raise Conflict(message, code="not_repairable")
    return wanted


def _callable(which: Callable[[DriftLine], calls.Calls], line: DriftLine) -> calls.Calls:
    try:
        return which(line)
    except NameNotCallableError as error:
        raise Conflict(str(error), code="name_not_callable") from error


def request(session: Session, by: User, line: DriftLine, due: int, now: int) -> None:
    """Have a line repaired at `due` (epoch ms). Raises what `planned_calls` raises, Conflict
    `drift_answered`, `drift_outdated`."""
    if not line.waits_for_its_place():
        answers.refuse_answered(line)
    if line.field == RIGHTS:
        _give_again(session, by, line, now)
        return
    repair_validity.refuse(session, line)
    wanted = planned_calls(line)
    before = answers.facts_of(line)
    if line.field == RESOURCE and line.kind == "missing":
        ended_rights.end_before_repair(session, by, [*missing_places.missing_above(session, line), line], now)
        missing_places.create_again(session, by, line, now)
        line.state = GONE
    else:
        back = _callable(calls.to_undo, line)
        line.back = None if back is None else _calls_text(back)
        line.state, line.calls, line.due = REPAIRING, _calls_text(wanted), due
    answers.sign(session, by, line, "repair", before, now)


def _give_again(session: Session, by: User, line: DriftLine, now: int) -> None:
    before, left = answers.facts_of(line), ended_rights.give_again(session, by, line, now)
    line.state = OPEN if left else GONE
    line.wished = line_rows.text(left) if left else line.wished
    answers.sign(session, by, line, "repair", before, now)
    line.message = left[0]["why"] if left else None


def undo(session: Session, by: User, line: DriftLine, now: int) -> None:
    """Cancel a repair that is not called yet, or have the old value given again. Raises Conflict `not_undoable`,
    `drift_outdated`, `drift_answered` while the cluster is called."""
    before = answers.facts_of(line)
    if line.state == REPAIRING:
        if line.is_called():
            message = f"The cluster is being called about {line.place}: read the list again in a moment."
            raise Conflict(message, code="drift_answered", state=line.state)
        line.state, line.calls, line.back = OPEN, None, None
        line.answer = None
    else:
        if line.back is None:
            raise answers.not_undoable(line)
        repair_validity.refuse(session, line)
        line.state, line.calls, line.back, line.due = REPAIRING, line.back, None, now
    answers.sign(session, by, line, _UNDO, before, now)


def clusters_due(session: Session, now: int) -> list[int]:
    """The clusters with repairs that are due."""
    waiting = DriftLine.state == REPAIRING, DriftLine.due <= now
    return list(session.scalars(select(DriftLine.cluster).where(*waiting).distinct()))


def carry_out(database: Database, settings: Settings, cluster_id: int, now: int) -> None:
    """Make the calls of repairs that are due, in order. A refusal ends one, silence of the cluster delays all."""
    with database.reading() as session:
        mine = DriftLine.cluster == cluster_id, DriftLine.state == REPAIRING, DriftLine.due <= now
        lines = list(session.scalars(select(DriftLine).where(*mine).order_by(DriftLine.id).limit(_MOST)))
        cluster = session.get_one(Cluster, cluster_id)
        access = cluster_comparison.access_to(session, database, settings, cluster)
    try:
        fresh = _compare_again(database, settings, cluster_id, lines)
        for line in lines:
            _call(database, access, line, fresh)
    except admin_calls.SILENT as error:
        for line in lines:
            _write(database, line, partial(_delay, str(error)))


def _compare_again(
    database: Database, settings: Settings, cluster_id: int, lines: list[DriftLine]
) -> cluster_comparison.ClusterComparison | None:
    """The cluster as it is now, when a repair has waited since it was asked for; None: all are recent."""
    waited = any(line.answer == "repair" and line.due != line.answered_at for line in lines)
    try:
        return cluster_comparison.compare(database, settings, cluster_id) if waited else None
    except admin_calls.REFUSED as error:
        raise ClusterUnreachableError(str(error)) from error


def _call(
    database: Database,
    access: cluster_comparison.ClusterAccess,
    line: DriftLine,
    fresh: cluster_comparison.ClusterComparison | None,
) -> None:
    with database.writing() as session:
        trail.lock_revision(session)
        row = session.get(DriftLine, line.id)
        if row is None or row.state != REPAIRING or row.calls != line.calls:
            return  # cancelled while others were repaired
        why_not = repair_validity.reason(session, line, fresh)
        row.due = CALLED
    if why_not is not None:
        _write(database, line, partial(_mark_refused, why_not))
        return
    try:
        admin_calls.make(access.endpoint, access.token(), _read(line.calls))
    except admin_calls.REFUSED as error:
        _write(database, line, partial(_mark_refused, str(error)))
    else:
        _write(database, line, _mark_done)


def _write(database: Database, line: DriftLine, outcome: Callable[[DriftLine], None]) -> None:
    with trail.center_transaction(database) as session:
        row = session.get(DriftLine, line.id)
        if row is None or row.state != REPAIRING or row.calls != line.calls:
            return
        before = answers.facts_of(row)
        outcome(row)
        row.seen = now_ms()
        if row.state != REPAIRING:
            answers.record(session, _ACTOR, row, "repaired" if row.message is None else "refused", before)


def _mark_done(row: DriftLine) -> None:
    row.state = OPEN if row.answer == _UNDO else GONE
    row.calls, row.message = None, None


def _mark_refused(message: str, row: DriftLine) -> None:
    row.state, row.calls, row.back, row.message, row.answer = OPEN, None, None, message, None


def _delay(message: str, row: DriftLine) -> None:
    row.message, row.due = message, now_ms() + _AGAIN_MS


def _calls_text(wanted: list[AdminCall]) -> str:
    return json.dumps([call.as_json() for call in wanted], ensure_ascii=False, sort_keys=True)


def _read(text: str | None) -> list[AdminCall]:
    return [AdminCall.from_json(call) for call in json.loads(text or "[]")]
