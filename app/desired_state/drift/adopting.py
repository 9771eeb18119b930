"""Adopting: the center takes over what the cluster has. Ordinary changes by a user, checked like all others."""

import json
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.desired_state.drift import adopting_values, answers, missing_places
from app.desired_state.drift.differences import RESOURCE, RIGHTS
from app.desired_state.drift.models import GONE, OPEN, DriftLine
from app.grants.models import Grant
from app.identity.models import User
from app.platform.errors import Conflict
from app.resources import deletion, encryption_keys, subscription_rules
from app.resources.models import Namespace, Tenant
from app.rights.granting import grant_changes


def adopt(session: Session, by: User, line: DriftLine, confirm: str | None, now: int) -> None:
    """Take a line over. `confirm`: the full name, for a place that the center then forgets.

    Raises what making, granting and deleting raise; Conflict `not_adoptable`, `drift_answered`, `drift_outdated`.
    """
    answers.refuse_answered(line)
    before = answers.facts_of(line)
    back: dict[str, Any] | None = None
    if line.field == RESOURCE and line.kind == "missing":
        _forget(session, by, line, confirm)
    elif line.field == RESOURCE:
        row = missing_places.take_over(session, by, line, now)
        back = {"res_type": line.res_type, "res_id": row.id}
    elif line.field == RIGHTS:
        back = {}  # they have ended already
    elif line.field in ("grant", "admin_roles"):
        back = {"grants": adopting_values.give_grants(session, by, line, now)}
    else:
        back = adopting_values.take_over(session, by, line, missing_places.row_of(session, line), now)
    line.state, line.back = GONE, None if back is None else json.dumps(back)
    answers.sign(session, by, line, "adopt", before, now)


def undo(session: Session, by: User, line: DriftLine, now: int) -> None:
    """Give the center back what it had. Raises Conflict `not_undoable`, what changing raises."""
    if line.back is None:
        raise answers.not_undoable(line)
    before, back = answers.facts_of(line), json.loads(line.back)
    if "grants" in back:
        for grant in session.scalars(select(Grant).where(Grant.id.in_(back["grants"]))).all():
            answers.refuse_changed(line, changed=grant.update_time != grant.add_time)
            grant_changes.take_back(session, by, grant, now=now)
    elif "res_id" in back:
        _unmake(session, by, line, back)
    elif line.field != RIGHTS:
        adopting_values.give_back(session, by, line, missing_places.row_of(session, line), back, now)
    line.state, line.back, line.since = OPEN, None, now
    answers.sign(session, by, line, "undo", before, now)
    line.answer = None


def _forget(session: Session, by: User, line: DriftLine, confirm: str | None) -> None:
    row, kind = missing_places.row_of(session, line), ResourceType(line.res_type)
    tenant = row if isinstance(row, Tenant) else session.get_one(Tenant, row.tenant)
    if tenant.cluster_ids() != [line.cluster]:
        message = f"{line.place} lives on other clusters too, where it would be deleted: repair it here, or accept it."
        raise Conflict(message, code="lives_elsewhere_too")
    deletion.request(session, by.username, kind, row, confirm=confirm, cascade=True, user_id=by.id)


def _unmake(session: Session, by: User, line: DriftLine, back: dict[str, Any]) -> None:
    """Forget the place without having the cluster remove it."""
    kind, number = ResourceType(back["res_type"]), int(back["res_id"])
    row = missing_places.find(session, kind, number)
    if row is None:
        return
    ruled = isinstance(row, Namespace) and bool(subscription_rules.rules_of(session, row))
    keyed = not isinstance(row, Tenant) and bool(encryption_keys.of_place(session, row))
    answers.refuse_changed(line, changed=ruled or keyed or row.update_time != row.add_time)
    if deletion.count_below(session, kind, row):
        raise Conflict(f"There are resources in {line.place}: undo these first.", code="has_children")
    grants = deletion.grants_of_others(session, kind, row, by.id)
    if grants["grants_total"]:
        message = f"{grants['grants_total']} grants were given on {line.place} since: revoke them first."
        raise Conflict(message, code="has_children", **grants)
    deletion.finish(session, kind, number)
