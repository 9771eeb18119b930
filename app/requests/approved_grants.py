"""Turns an approved request into ordinary grants by the decider, with an end."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.windows import Window
from app.granting import giver_rights, on_behalf
from app.grants import roles
from app.grants.models import Grant, Role
from app.grants.places import Place
from app.identity.models import User


def give(
    session: Session, by: User, receiver: User, place: Place, numbers: Sequence[int], until: int, remark: str, now: int
) -> int | None:
    """Grant until `until` (epoch ms). Returns the id of the receiver's first new grant, None when it needs none.

    The main account of a sub-account also gets what it lacks, as a sub-account can use only what its main account
    holds. Raises what `on_behalf.give` raises.
    """
    main = session.get(User, receiver.parent) if receiver.parent is not None else None
    if main is not None and main.id != by.id:
        short = giver_rights.giver(session, main, place, now).lacking(numbers, Window(now, until))
        _extend(session, by, main, place, sorted(short), until, remark, now)
    return _extend(session, by, receiver, place, numbers, until, remark, now)


def _extend(
    session: Session, by: User, to: User, place: Place, numbers: Sequence[int], until: int, remark: str, now: int
) -> int | None:
    """Give each authority from the end of the receiver's own grant of it, if it has one: grants may not overlap."""
    role = roles.personal_role_of(session, to.id)
    ids = []
    for start, some in _starts(session, role, place, numbers, now).items():
        if start is None or start < until:
            given = on_behalf.give(
                session, by, role, *place.key, some, valid_from=start, valid_until=until, remark=remark, now=now
            )
            ids.append(given.id)
    return ids[0] if ids else None


def _starts(
    session: Session, role: Role, place: Place, numbers: Sequence[int], now: int
) -> dict[int | None, list[int]]:
    """Begin (None: at once) → the authorities that start then, judged by the role's grants in force on this
    resource."""
    there = Grant.role_id == role.id, Grant.res_type == place.key[0], Grant.res_id == place.key[1]
    known = [one for one in session.scalars(select(Grant).where(*there)) if _in_force(one, now)]
    starts: dict[int | None, list[int]] = {}
    for number in numbers:
        ends = [one.valid_until for one in known if number in one.authority_ids()]
        if None not in ends:
            starts.setdefault(max((end for end in ends if end is not None), default=None), []).append(number)
    return starts


def _in_force(given: Grant, now: int) -> bool:
    return (given.valid_from or 0) <= now and (given.valid_until is None or given.valid_until > now)
