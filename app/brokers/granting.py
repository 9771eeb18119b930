"""Giving, changing and taking back a grant: the one way in for whatever somebody asks for.

The rules are those of `delegation` and `receivers`; the rows are written by `app.access.grants`. Decision 0015.
"""

from collections.abc import Iterable
from typing import Any

from sqlalchemy.orm import Session

from app.access import grants, overlaps, places, roles
from app.access.models import Grant, Role
from app.access.windows import of
from app.accounts import administrators
from app.brokers import delegation, receivers
from app.errors import InvalidInput
from app.identity.models import User
from app.pulsar.names import ResourceType


def give(
    session: Session,
    by: User,
    role: Role,
    res_type: int,
    res_id: int,
    authorities: Iterable[int],
    *,
    valid_from: int | None = None,
    valid_until: int | None = None,
    remark: str | None = None,
    recorded_as: str | None = None,
    as_from: tuple[str, int | None] | None = None,
    now: int,
) -> Grant:
    """Give a role authorities on a resource, if `by` may. Times are epoch ms; `recorded_as` is the actor of the trail.

    `as_from`: name and id of who gave what is given again, and may take it back as before.
    Raises NotFound; NotAllowed `not_allowed`, `not_held`, `sub_account_cannot_grant`, `self_grant`, `grant_cycle`;
    InvalidInput `unknown_authority`, `authority_not_grantable_here`, `invalid_window`, `window_in_past`;
    Conflict `receiver_not_active`, `main_account_does_not_hold`, `grant_exists`, `overlapping_window`.
    """
    giver = delegation.giver(session, by, places.place_of(session, res_type, res_id), now)
    wanted = Grant(
        role_id=role.id,
        res_type=res_type,
        res_id=res_id,
        authorities=_numbers(giver, authorities),
        valid_from=valid_from,
        valid_until=valid_until,
    )
    _check(session, giver, role, wanted)
    return grants.grant(
        session,
        recorded_as or by.username,
        role.id,
        res_type,
        res_id,
        wanted.authority_ids(),
        valid_from=valid_from,
        valid_until=valid_until,
        remark=remark,
        granted_by=as_from[0] if as_from else by.username,
        granted_by_id=as_from[1] if as_from else by.id,
    )


def change(
    session: Session, by: User, given: Grant, *, now: int, recorded_as: str | None = None, **values: Any
) -> Grant:
    """Change `authorities`, `valid_from`, `valid_until` or `remark`. It stays the grant of who gave it.

    Making it smaller, or another remark, takes what taking it back takes; anything else what giving it anew takes.
    Raises what `give` raises, Conflict `last_administrator`.
    """
    giver = delegation.giver(session, by, places.place_of(session, given.res_type, given.res_id), now)
    delegation.check_revoke(giver, given)
    if "authorities" in values:
        values["authorities"] = grants.grantable(values["authorities"], given.res_type)
    wanted = _changed(given, values)
    if values.keys() - {"remark"}:
        _check_change(session, giver, given, wanted)
    if not values:
        return given
    with administrators.one_remains(session):
        return grants.change(session, recorded_as or by.username, given, **values)


def take_back(session: Session, by: User, given: Grant, *, now: int, recorded_as: str | None = None) -> None:
    """Take a grant back: by who administers there, or gave it. Raises NotAllowed, Conflict `last_administrator`."""
    place = places.places_of(session, [(given.res_type, given.res_id)]).get((given.res_type, given.res_id))
    # What it was on may have vanished: then its giver, or who administers everything, may still clear it away.
    where = place or places.place_of(session, int(ResourceType.ROOT), 0)
    delegation.check_revoke(delegation.giver(session, by, where, now), given)
    with administrators.one_remains(session):
        grants.revoke(session, recorded_as or by.username, given.id)


def _numbers(giver: delegation.Giver, authorities: Iterable[int]) -> str:
    """As stored. Who may not know of the resource learns nothing from how the authorities are judged."""
    giver.refuse_unseen()
    return ",".join(map(str, grants.grantable(authorities, giver.place.key[0])))


def _changed(given: Grant, values: dict[str, Any]) -> Grant:
    """The grant as it is to be, not in the session."""
    numbers = values.get("authorities", given.authority_ids())
    return Grant(
        id=given.id,
        role_id=given.role_id,
        res_type=given.res_type,
        res_id=given.res_id,
        authorities=",".join(map(str, numbers)),
        valid_from=values.get("valid_from", given.valid_from),
        valid_until=values.get("valid_until", given.valid_until),
    )


def _check_change(session: Session, giver: delegation.Giver, given: Grant, wanted: Grant) -> None:
    grants.check_window(wanted)
    fewer = set(wanted.authority_ids()) <= set(given.authority_ids())
    if not fewer or not of(given).covers(of(wanted)):
        _check(session, giver, roles.find(session, given.role_id), wanted)
    elif wanted.valid_until != given.valid_until:
        _refuse_past(wanted, giver.now)


def _check(session: Session, giver: delegation.Giver, role: Role, wanted: Grant) -> None:
    window = of(wanted, giver.now)
    grants.check_window(wanted)
    _refuse_past(wanted, giver.now)
    delegation.check_grant(session, giver, role, wanted.authority_ids(), window)
    receivers.check(session, giver, role, wanted.authority_ids(), window)
    overlaps.refuse(session, wanted, giver.now)


def _refuse_past(wanted: Grant, now: int) -> None:
    if wanted.valid_until is not None and wanted.valid_until <= now:
        raise InvalidInput(
            "valid_until is over already: the grant would never hold. To end a grant now, take it back.",
            code="window_in_past",
            errors=[{"field": "valid_until", "message": "is not in the future"}],
        )
