"""Who of the center stands behind a native role: the user of its name, and whom the import made of it.

A sub-account has only what its main account has too.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Select, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.database import slices
from app.grants import held_places
from app.grants.models import Grant, Role, UserRole
from app.identity.models import User
from app.importing import mapping, receivers
from app.importing.steps import Receiver

_Held = Mapping[tuple[int, int], frozenset[int]]
"""Place → authorities, by grants in force without limits."""
_NOTHING: _Held = {}


@dataclass(frozen=True)
class Holder:
    """One user or shared role. What it holds, and for a sub-account also what its main account holds: both count."""

    held: tuple[_Held, ...]


def of(session: Session, native: Collection[str], applied: mapping.Mapping, now: int) -> dict[str, list[Holder]]:
    """Native role → who is behind it; active users alone. A fixed number of queries for every 500 roles."""
    became = {role: receivers.receiver_of(role, applied) for role in native}
    known = [one for one in became.values() if one is not None]
    people = _people(session, {*native, *(name for kind, name in known if kind == "user")})
    shared = _shared(session, {name for kind, name in known if kind == "role"})
    users, roles = _of_users(session, people, now), _of_roles(session, shared, now)
    return {role: _behind(role, receiver, users, roles) for role, receiver in became.items()}


def _behind(
    role: str, receiver: Receiver | None, users: Mapping[str, Holder], roles: Mapping[str, Holder]
) -> list[Holder]:
    found = [users[role]] if role in users else []
    if receiver is not None and receiver != ("user", role):
        one = (users if receiver[0] == "user" else roles).get(receiver[1])
        found += [] if one is None else [one]
    return found


def _of_users(session: Session, people: Mapping[str, User], now: int) -> dict[str, Holder]:
    ids = {number for one in people.values() for number in (one.id, one.parent) if number is not None}
    grants = select(UserRole.user_id).join(Grant, Grant.role_id == UserRole.role_id)
    held = _held(session, grants, UserRole.user_id, ids, now)
    mains = {name: (one.id, one.parent) for name, one in people.items()}
    return {
        name: Holder(tuple(held.get(number, _NOTHING) for number in both if number is not None))
        for name, both in mains.items()
    }


def _of_roles(session: Session, shared: Mapping[str, int], now: int) -> dict[str, Holder]:
    held = _held(session, select(Grant.role_id), Grant.role_id, shared.values(), now)
    return {name: Holder((held.get(number, _NOTHING),)) for name, number in shared.items()}


def _people(session: Session, names: Collection[str]) -> dict[str, User]:
    found: dict[str, User] = {}
    for some in slices(names):
        active = select(User).where(User.username.in_(some), User.status == "active")
        found |= {user.username: user for user in session.scalars(active)}
    return found


def _shared(session: Session, names: Collection[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for some in slices(names):
        query = select(Role.role_name, Role.id).where(Role.role_name.in_(some), Role.personal_of.is_(None))
        found |= {row.role_name: row.id for row in session.execute(query)}
    return found


def _held(
    session: Session, query: Select[int], owner: InstrumentedAttribute[int], ids: Iterable[int], now: int
) -> dict[int, _Held]:
    """`query` selects the owner of each grant."""
    whole = Grant.name_prefix.is_(None), Grant.subscriptions.is_(None), Grant.networks.is_(None)
    rows = query.add_columns(Grant.res_type, Grant.res_id, Grant.authorities)
    found = defaultdict[int, dict[tuple[int, int], frozenset[int]]](dict)
    for some in slices(ids):
        for number, kind, place, authorities in session.execute(
            rows.where(owner.in_(some), held_places.in_force(now), *whole)
        ):
            numbers = frozenset(int(one) for one in authorities.split(",") if one)
            found[number][kind, place] = found[number].get((kind, place), frozenset()) | numbers
    return dict(found)
