"""Grants that are taken away and may be given again as they were: kept as JSON, given again by an ordinary giver."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy.orm import Session

from app.access import limits
from app.access.limits import Limits
from app.access.windows import Window
from app.grants import places, roles
from app.grants.models import Grant, Role, Terms
from app.grants.networks import lists, writing
from app.platform.errors import Conflict, InvalidInput, NotAllowed, NotFound
from app.rights.granting import grant_changes

_TERMS = tuple(Terms.__annotations__)
_KEPT = ("id", "role_id", "res_type", "res_id", *_TERMS, "granted_by", "granted_by_id", "update_time")


def freeze(session: Session, grants: Iterable[Grant]) -> list[dict[str, Any]]:
    """The grants as they are now: enough to detect a change, and to give them again."""
    listed = list(grants)
    where = places.places_of(session, [(grant.res_type, grant.res_id) for grant in listed])
    return [
        {
            **{name: getattr(grant, name) for name in _KEPT},
            "authorities": grant.authority_ids(),
            "limits": None if (limited := grant.written_limits) is None else limited.to_json(),
            "resource": where[grant.res_type, grant.res_id].name if (grant.res_type, grant.res_id) in where else "",
        }
        for grant in listed
    ]


def give_missing(
    session: Session, granting: grant_changes.Granting, record: Mapping[str, Any], now: int, **values: Any
) -> Grant | None:
    """Give the authorities that the role does not have there for at least that time; None when it has them all.

    Raises what giving raises, also Conflict `overlapping_window` if the role has an authority there for a shorter time.
    A refused attempt has written nothing, so the rest can be tried.
    """
    role = roles.find(session, record["role_id"])
    ends = {name: record[name] for name in ("valid_from", "valid_until")}
    values["limits"] = limits.from_json(record.get("limits"))
    missing = record["authorities"]
    while missing:
        try:
            return granting.give(role, record["res_type"], record["res_id"], missing, **(ends | values))
        except Conflict as error:
            if error.stable_code == "grant_exists":
                return None
            if error.stable_code != "overlapping_window" or not _lasts_as_long(error.extra, ends, now):
                raise
            missing = [number for number in missing if number not in error.extra["authorities"]]
    return None


def give_again(
    session: Session, granting: grant_changes.Granting, record: Mapping[str, Any], now: int
) -> dict[str, Any] | None:
    """Give a frozen grant again as it was. Returns why it cannot be given, for instance as its resource is gone or
    its receiver is not active; None when it was given, and also when it would have ended by now.

    Raises NotAllowed, also when the giver may no longer see the resource: somebody else may still be able to give it.
    """
    if record["valid_until"] is not None and record["valid_until"] <= now:
        return None
    try:
        refuse_other_lists(session, limits.from_json(record.get("limits")), record["update_time"])
        from_whom = record["granted_by"], record["granted_by_id"]
        terms = {name: record.get(name) for name in _TERMS}
        give_missing(session, granting, record, now, original_giver=from_whom, **terms)
    except (NotFound, Conflict, InvalidInput) as error:
        if isinstance(error, NotFound) and _still_exists(session, record):
            raise NotAllowed("You hold nothing any more where this would be given back.") from error
        return {"grant": record["id"], "code": error.stable_code, "detail": error.detail}
    return None


def refuse_other_lists(session: Session, limited: Limits | None, update_time: int) -> None:
    """Raises InvalidInput `unknown_network` when a list that the limits of a grant name was deleted and made again
    since the grant was changed last."""
    named = writing.names_in(None if limited is None else limited.networks)
    if other := lists.made_after(session, named, update_time):
        message = f"the list of networks {other} is another one than then"
        raise InvalidInput(f"networks: {message}.", code="unknown_network", name=other)


def _lasts_as_long(existing: Mapping[str, Any], wanted: Mapping[str, Any], now: int) -> bool:
    window, needed_window = (
        Window(max(grant["valid_from"] or 0, now), grant["valid_until"]) for grant in (existing, wanted)
    )
    return window.covers(needed_window)


def _still_exists(session: Session, frozen: Mapping[str, Any]) -> bool:
    """True when the role and the place of a grant still exist."""
    key = frozen["res_type"], frozen["res_id"]
    return session.get(Role, frozen["role_id"]) is not None and key in places.places_of(session, [key])
