"""Who stands behind a native role: the user of its name, and the user or role that the import made of it.

A sub-account has only what its main account has too.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Select, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.desired_state.engine.state import Receiver
from app.desired_state.importing import mapping, receivers
from app.grants import held_places
from app.grants.models import Grant, Role, UserRole
from app.identity.models import User
from app.platform.database import slices

_Authorities = Mapping[tuple[int, int], frozenset[int]]
"""Place → authorities, by grants in force without limits."""
_NOTHING: _Authorities = {}


@dataclass(frozen=True)
class RightsHolder:
    """One user or shared role. What it holds, and for a sub-account also what its main account holds: both count."""

    held: tuple[_Authorities, ...]


def of(session: Session, native: Collection[str], applied: mapping.Mapping, now: int) -> dict[str, list[RightsHolder]]:
    """Native role → who is behind it; active users alone. A fixed number of queries for every 500 roles."""
    became = {role: receivers.receiver_of(role, applied) for role in native}
    known = [receiver for receiver in became.values() if receiver is not None]
    people = _people(session, {*native, *(name for kind, name in known if kind == "user")})
    shared = _shared_roles(session, {name for kind, name in known if kind == "role"})
    users, roles = _of_users(session, people, now), _of_roles(session, shared, now)
    return {role: _behind(role, receiver, users, roles) for role, receiver in became.items()}


def _behind(
    role: str, receiver: Receiver | None, users: Mapping[str, RightsHolder], roles: Mapping[str, RightsHolder]
) -> list[RightsHolder]:
    holders = [users[role]] if role in users else []
    if receiver is not None and receiver != ("user", role):
        holder = (users if receiver[0] == "user" else roles).get(receiver[1])
        holders += [] if holder is None else [holder]
    return holders


def _of_users(session: Session, people: Mapping[str, User], now: int) -> dict[str, RightsHolder]:
    ids = {user_id for user in people.values() for user_id in (user.id, user.parent) if user_id is not None}
    grants = select(UserRole.user_id).join(Grant, Grant.role_id == UserRole.role_id)
    held_by_user = _authorities_of(session, grants, UserRole.user_id, ids, now)
    mains = {name: (user.id, user.parent) for name, user in people.items()}
    return {
        name: RightsHolder(tuple(held_by_user.get(user_id, _NOTHING) for user_id in both if user_id is not None))
        for name, both in mains.items()
    }


def _of_roles(session: Session, shared: Mapping[str, int], now: int) -> dict[str, RightsHolder]:
    held_by_role = _authorities_of(session, select(Grant.role_id), Grant.role_id, shared.values(), now)
    return {name: RightsHolder((held_by_role.get(role_id, _NOTHING),)) for name, role_id in shared.items()}


def _people(session: Session, names: Collection[str]) -> dict[str, User]:
    people: dict[str, User] = {}
    for part in slices(names):
        active = select(User).where(User.username.in_(part), User.status == "active")
        people |= {user.username: user for user in session.scalars(active)}
    return people


def _shared_roles(session: Session, names: Collection[str]) -> dict[str, int]:
    ids_by_name: dict[str, int] = {}
    for part in slices(names):
        query = select(Role.role_name, Role.id).where(Role.role_name.in_(part), Role.personal_of.is_(None))
        ids_by_name |= {row.role_name: row.id for row in session.execute(query)}
    return ids_by_name


def _authorities_of(
    session: Session, query: Select[int], owner: InstrumentedAttribute[int], ids: Iterable[int], now: int
) -> dict[int, _Authorities]:
    """`query` selects the owner of each grant."""
    whole = Grant.name_prefix.is_(None), Grant.subscriptions.is_(None), Grant.networks.is_(None)
    rows = query.add_columns(Grant.res_type, Grant.res_id, Grant.authorities)
    held = defaultdict[int, dict[tuple[int, int], frozenset[int]]](dict)
    for part in slices(ids):
        for owner_id, kind, place, authorities in session.execute(
            rows.where(owner.in_(part), held_places.in_force(now), *whole)
        ):
            numbers = frozenset(int(authority) for authority in authorities.split(",") if authority)
            held[owner_id][kind, place] = held[owner_id].get((kind, place), frozenset()) | numbers
    return dict(held)
