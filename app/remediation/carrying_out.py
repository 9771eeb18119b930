"""Carrying out a part and taking it back: ordinary grant changes by somebody, checked like all others.

Each part is done whole or not at all, in a savepoint of its own.
"""

import json
from typing import Any

from sqlalchemy.orm import Session

from app.access import roles
from app.access.models import Grant
from app.brokers import granting
from app.errors import Conflict, NotAllowed, NotFound, UserCenterError
from app.identity.models import User
from app.remediation import frozen
from app.remediation.models import Part, Remediation

_THERE_ALREADY = ("grant_exists", "overlapping_window")


def carry_out(session: Session, by: User, remediation: Remediation, part: Part, now: int) -> None:
    """Take the grants of the part back and give the narrower ones. What is refused makes the part `failed`."""
    try:
        with session.begin_nested():
            make(session, by, remediation, part, now)
    except UserCenterError as error:
        session.expire(part)
        end(part, frozen.FAILED, error.stable_code, {"detail": error.detail})
        return
    end(part, frozen.APPLIED, None, {})


def make(session: Session, by: User, remediation: Remediation, part: Part, now: int) -> None:
    """The changes of a part. Raises what changing grants raises, Conflict `suggestion_outdated`."""
    if not frozen.unchanged(session, part):
        message = f"The grants of suggestion {part.suggestion} are gone or were changed since."
        raise Conflict(message, code="suggestion_outdated", suggestion=part.suggestion)
    for one in part.removed():
        granting.take_back(session, by, session.get_one(Grant, one["id"]), now=now)
    part.adds = json.dumps([_given(session, by, remediation, part, one, now) for one in part.added()])
    session.flush()


def take_back(session: Session, by: User, part: Part, now: int) -> None:
    """Undo an applied part as far as what it was about is still there: what came goes, what went is given again.

    Raises NotAllowed when `by` may not give it; what cannot be given for other reasons is told in the part.
    """
    for one in part.added():
        if one.get("grant_id") and (given := session.get(Grant, one["grant_id"])) is not None:
            granting.take_back(session, by, given, now=now)
    lost = [told for one in part.removed() if (told := _restored(session, by, one, now)) is not None]
    end(part, frozen.NOT_RESTORED if lost else frozen.ROLLED_BACK, lost[0]["code"] if lost else None, {"lost": lost})


def end(part: Part, state: str, why: str | None, facts: dict[str, Any]) -> None:
    """Write how a part ended."""
    part.state, part.why = state, why
    part.facts = json.dumps(facts, ensure_ascii=False, sort_keys=True)


def _given(
    session: Session, by: User, remediation: Remediation, part: Part, wanted: dict[str, Any], now: int
) -> dict[str, Any]:
    """Give what of it the role does not have there anyway; taking back leaves that alone."""
    role = roles.find(session, part.role_id)
    key, remark = (wanted["res_type"], wanted["res_id"]), f"remediation {remediation.id}"
    missing, until = wanted["authorities"], wanted["valid_until"]
    while missing:
        try:
            with session.begin_nested():
                given = granting.give(session, by, role, *key, missing, valid_until=until, remark=remark, now=now)
            return {**wanted, "grant_id": given.id}
        except Conflict as error:
            if error.stable_code not in _THERE_ALREADY:
                raise
            there = error.extra.get("authorities", missing)
            missing = [number for number in missing if number not in there]
    return {**wanted, "grant_id": None}


def _restored(session: Session, by: User, one: dict[str, Any], now: int) -> dict[str, Any] | None:
    """Give a removed grant again, as it was; answers why not, if its role or resource is gone or its time is over."""
    if one["valid_until"] is not None and one["valid_until"] <= now:
        return None
    try:
        with session.begin_nested():
            granting.give(
                session,
                by,
                roles.find(session, one["role_id"]),
                one["res_type"],
                one["res_id"],
                one["authorities"],
                valid_from=one["valid_from"],
                valid_until=one["valid_until"],
                remark=one["remark"],
                as_from=(one["granted_by"], one["granted_by_id"]),
                now=now,
            )
    except NotAllowed:
        raise
    except (NotFound, Conflict) as error:
        if error.stable_code not in _THERE_ALREADY:
            return {"grant": one["id"], "code": error.stable_code, "detail": error.detail}
    return None
