"""Carrying out a part and taking it back: ordinary grant changes by somebody, checked like all others.

Each part is done whole or not at all, in a savepoint of its own.
"""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from app.access import places, roles
from app.access.models import Grant, Role
from app.access.windows import Window
from app.brokers import granting
from app.errors import Conflict, NotAllowed, NotFound, UserCenterError
from app.identity.models import User
from app.remediation import frozen
from app.remediation.models import Part, Remediation


class _NotWhole(Exception):
    """Ends the savepoint of a part that cannot be taken back; `lost`: which grants cannot be given, and why."""

    def __init__(self, lost: list[dict[str, Any]]) -> None:
        super().__init__()
        self.lost = lost


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
    """Undo an applied part: what came goes, what went is given again, as far as what it was about is still there.

    Raises NotAllowed when `by` may not; what cannot be given for other reasons is told in the part, and then nothing of
    it is undone: who was left with the narrower grant would else have neither.
    """
    try:
        with session.begin_nested():
            _exchange_back(session, by, part, now)
    except _NotWhole as error:
        end(part, frozen.NOT_RESTORED, error.lost[0]["code"], {"lost": error.lost})
        return
    end(part, frozen.ROLLED_BACK, None, {"lost": []})


def end(part: Part, state: str, why: str | None, facts: dict[str, Any]) -> None:
    """Write how a part ended."""
    part.state, part.why = state, why
    part.facts = json.dumps(facts, ensure_ascii=False, sort_keys=True)


def _exchange_back(session: Session, by: User, part: Part, now: int) -> None:
    """Raises _NotWhole with every grant that cannot be given; NotAllowed."""
    for one in part.added():
        if one.get("grant_id") and (given := session.get(Grant, one["grant_id"])) is not None:
            granting.take_back(session, by, given, now=now)
    lost = [told for one in part.removed() if (told := _restored(session, by, one, now)) is not None]
    if lost:
        raise _NotWhole(lost)


def _given(
    session: Session, by: User, remediation: Remediation, part: Part, wanted: dict[str, Any], now: int
) -> dict[str, Any]:
    """Give what of it the role does not have there anyway; taking back leaves that alone."""
    remark = f"remediation {remediation.id}"
    given = _give_missing(session, by, {"valid_from": None, "role_id": part.role_id, **wanted}, now, remark=remark)
    return {**wanted, "grant_id": None if given is None else given.id}


def _give_missing(session: Session, by: User, wanted: dict[str, Any], now: int, **values: Any) -> Grant | None:
    """Give what of it the role does not have there for as long; None when it has it all.

    Raises what giving raises, Conflict `overlapping_window` too: for what it has there for a shorter time.
    """
    role, ends = roles.find(session, wanted["role_id"]), {name: wanted[name] for name in ("valid_from", "valid_until")}
    key, missing = {name: wanted[name] for name in ("res_type", "res_id")}, wanted["authorities"]
    while missing:
        try:
            with session.begin_nested():
                return granting.give(session, by, role, authorities=missing, now=now, **key, **ends, **values)
        except Conflict as error:
            if error.stable_code == "grant_exists":
                return None
            if error.stable_code != "overlapping_window" or not _as_long(error.extra, ends, now):
                raise
            missing = [number for number in missing if number not in error.extra["authorities"]]
    return None


def _as_long(there: Mapping[str, Any], wanted: Mapping[str, Any], now: int) -> bool:
    had, needed = (Window(max(one["valid_from"] or 0, now), one["valid_until"]) for one in (there, wanted))
    return had.covers(needed)


def _restored(session: Session, by: User, one: dict[str, Any], now: int) -> dict[str, Any] | None:
    """Give a removed grant again, as it was; answers why not, if its role or resource is gone or its time is over.

    Raises NotAllowed, also to who may not know of the resource any more: others still can give it.
    """
    if one["valid_until"] is not None and one["valid_until"] <= now:
        return None
    try:
        giver = one["granted_by"], one["granted_by_id"]
        _give_missing(session, by, one, now, remark=one["remark"], as_from=giver)
    except (NotFound, Conflict) as error:
        if isinstance(error, NotFound) and _is_there(session, one):
            raise NotAllowed("You hold nothing any more where this would be given back.") from error
        return {"grant": one["id"], "code": error.stable_code, "detail": error.detail}
    return None


def _is_there(session: Session, one: dict[str, Any]) -> bool:
    """The role and the place of a grant."""
    key = one["res_type"], one["res_id"]
    return session.get(Role, one["role_id"]) is not None and key in places.places_of(session, [key])
