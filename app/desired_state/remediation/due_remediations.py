"""Periodic job: spares grants that are used in the notice period, and applies what is due in the name of whoever
confirmed it, once a run has covered the whole notice period. What nobody confirms, or no run covers,
ends after 30 days."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.findings import current_results, runs
from app.audit.findings.models import AuditRun
from app.audit.trail import contents, trail
from app.desired_state.remediation import (
    apply_and_roll_back,
    frozen_parts,
    lost_uses,
    opt_outs,
    planning,
    removal_notices,
)
from app.desired_state.remediation.models import Part, Remediation
from app.identity.models import User
from app.platform.clock import later_than, now_ms
from app.platform.database import Database
from app.platform.errors import UserCenterError
from app.platform.settings import Settings
from app.platform.telemetry import logger

_log = logger(__name__)
_ACTOR = "notice-period"
_UNPROVEN = ("unknown",)
_UNPROVEN_REASONS = ("center", "audit", "super_user", "too_little_watched")
"""Reasons why a grant's status is not proven: it was used at the center, which no broker reports; it lets audit
there; a super user has it, for whom brokers check no grant; or the log of its clusters was watched on too few days."""
_PATIENCE_MS = 30 * planning.DAY_MS
"""How long a remediation waits for its confirmation, or after its notice period for a run, before it ends. The results
behind it are too old by then: it has to be planned anew."""


def run(database: Database, settings: Settings, now: int) -> None:
    """One round, with one transaction for each remediation."""
    del settings
    with database.reading() as session:
        shown, covered = runs.current(session), runs.find_covered_period(session)
        waiting = [
            remediation.id for remediation in _open(session) if _is_to_do(session, remediation, shown, covered, now)
        ]
    for remediation_id in waiting:
        try:
            _look(database, remediation_id, now)
        except UserCenterError:
            # The others go on; this one is tried again next time.
            _log.exception("a remediation could not be looked at", remediation=remediation_id)


def _look(database: Database, number: int, now: int) -> None:
    with trail.center_transaction(database) as session:
        remediation = session.get_one(Remediation, number)
        if remediation.state == planning.ANNOUNCED:
            look(session, remediation, now)
        elif remediation.state == planning.PROPOSED and _is_over(remediation, now):
            _give_up(session, remediation, _pending(planning.parts_of(session, remediation)), "not_confirmed", now)


def look(session: Session, remediation: Remediation, now: int) -> None:
    """Spare parts that were used or opted out of since; apply the rest when it is due."""
    shown = runs.current(session)
    parts = planning.parts_of(session, remediation)
    try:
        _spare(session, remediation, parts, now)
    except UserCenterError:
        # There was more use than can be checked. It is tried again until the remediation expires.
        if not _is_over(remediation, now):
            raise
        _give_up(session, remediation, _pending(parts), "not_looked_at", now)
        return
    remediation.looked_at = shown.id if shown is not None else remediation.looked_at
    pending = _pending(parts)
    if pending and is_due(remediation, runs.find_covered_period(session), now):
        _apply(session, remediation, pending, now)
    elif not pending or _is_over(remediation, now):
        _give_up(session, remediation, pending, "not_looked_at", now)


def expires(remediation: Remediation) -> int | None:
    """When it ends by itself if nobody confirms it or no run covers it (epoch ms); None when it has ended."""
    if remediation.state == planning.PROPOSED:
        return remediation.add_time + _PATIENCE_MS
    if remediation.state == planning.ANNOUNCED and remediation.due is not None:
        return remediation.due + _PATIENCE_MS
    return None


def _is_over(remediation: Remediation, now: int) -> bool:
    end = expires(remediation)
    return end is not None and end <= now


def _pending(parts: list[Part]) -> list[Part]:
    return [part for part in parts if part.state == frozen_parts.PENDING]


def _give_up(session: Session, remediation: Remediation, pending: list[Part], why: str, now: int) -> None:
    for part in pending:
        _end(session, remediation, part, why, {}, now)
    planning.end(remediation, planning.CANCELLED, _ACTOR, None, now)
    _record(session, _ACTOR, "remediation.cancel", remediation)


def is_due(remediation: Remediation, covered: runs.CoveredPeriod | None, now: int) -> bool:
    """True when the notice period is over and audit runs have covered all of it, so that it is known that there was no
    use.

    They must also cover every day since the window that the plan was based on: missing event files may contain a use.
    """
    if remediation.due is None or now < remediation.due:
        return False
    if remediation.notice_days == 0:
        return True
    return covered is not None and covered.since <= remediation.since and covered.until >= remediation.due


def waits_for(remediation: Remediation, covered: runs.CoveredPeriod | None) -> str:
    """What an announced remediation waits for: `notice`, `run` or, for some seconds, `worker`."""
    now = now_ms()
    if remediation.due is None or now < remediation.due:
        return "notice"
    return "worker" if is_due(remediation, covered, now) else "run"


def _open(session: Session) -> list[Remediation]:
    query = select(Remediation).where(Remediation.state.in_(planning.OPEN))
    return list(session.scalars(query.order_by(Remediation.id)))


def _is_to_do(
    session: Session, remediation: Remediation, shown: AuditRun | None, covered: runs.CoveredPeriod | None, now: int
) -> bool:
    if _is_over(remediation, now):
        return True
    if remediation.state != planning.ANNOUNCED:
        return False
    if is_due(remediation, covered, now) or (shown is not None and shown.id != remediation.looked_at):
        return True
    return bool(opt_outs.of_parts(session, _pending(planning.parts_of(session, remediation)), now))


def _spare(session: Session, remediation: Remediation, parts: list[Part], now: int) -> None:
    pending = _pending(parts)
    opted_out, staying = opt_outs.of_parts(session, pending, now), list[Part]()
    for part in pending:
        if part.suggestion in opted_out:
            facts = {"by": opted_out[part.suggestion].given_by, "reason": opted_out[part.suggestion].reason}
            _end(session, remediation, part, "opted_out", facts, now)
        elif not frozen_parts.is_unchanged(session, part):
            _end(session, remediation, part, "changed_meanwhile", {}, now)
        elif lost := lost_uses.would_lose(session, part, remediation.since, now, staying):
            _end(session, remediation, part, "use_seen", {"uses": [use.facts() for use in lost]}, now)
        else:
            staying.append(part)


def _apply(session: Session, remediation: Remediation, pending: list[Part], now: int) -> None:
    by = session.get(User, remediation.confirmed_by_id or remediation.planned_by_id)
    name = remediation.confirmed_by or remediation.planned_by
    applier = None if by is None else apply_and_roll_back.PartApplier(session, by, remediation, pending, now)
    for part in pending:
        if applier is None:
            _end(session, remediation, part, "planner_gone", {}, now)
        elif remediation.notice_days and not _is_proven(session, part):
            _end(session, remediation, part, "not_proven", {}, now)
        else:
            applier.apply(part)
            if part.state == frozen_parts.FAILED:
                removal_notices.tell_spared(session, remediation, part, now)
    applied = [part for part in pending if part.state == frozen_parts.APPLIED]
    planning.end(remediation, planning.APPLIED if applied else planning.CANCELLED, name, None, now)
    _record(session, name, "remediation.apply" if applied else "remediation.cancel", remediation)
    if applied:
        removal_notices.tell(session, removal_notices.DONE, remediation, applied, now)


def _is_proven(session: Session, part: Part) -> bool:
    """True when the current run proves the status of each grant to remove: its log was complete and no status is
    `unknown`.

    A single use makes a grant essential or used. That it was not used elsewhere, or by somebody whom no other grant
    covers, is known only from a complete log.
    """
    shown, ids = runs.current(session), [grant["id"] for grant in part.removed()]
    statuses = current_results.statuses(session, ids)
    if shown is None or not statuses.keys() >= set(ids):
        return False
    least = runs.least_coverage(shown)
    complete = all(status.status not in _UNPROVEN and status.coverage_percent >= least for status in statuses.values())
    return complete and all(status.why not in _UNPROVEN_REASONS for status in statuses.values())


def _end(session: Session, remediation: Remediation, part: Part, why: str, facts: dict[str, Any], now: int) -> None:
    """Cancel a part automatically, and tell the people concerned why."""
    before = contents.row(part)
    apply_and_roll_back.end(part, frozen_parts.CANCELLED, why, facts)
    remediation.update_time = later_than(remediation.update_time, now)
    session.flush()
    key, after = str(remediation.id), contents.row(part)
    trail.record(session, _ACTOR, "remediation.spare", key, before=before, after=after)
    removal_notices.tell_spared(session, remediation, part, now)


def _record(session: Session, actor: str, action: str, remediation: Remediation) -> None:
    session.flush()
    after = planning.trail_facts(remediation, planning.parts_of(session, remediation))
    trail.record(session, actor, action, str(remediation.id), after=after)
