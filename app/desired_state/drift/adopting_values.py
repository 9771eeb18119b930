"""Adopting what a cluster has of a place: values become the center's wish, and users get what the cluster gives to
their names. Undone, the center wishes what it wished before."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.desired_state.drift import answers, comparing_grants, missing_places
from app.desired_state.drift.models import DriftLine
from app.desired_state.engine import execution
from app.desired_state.engine.mandate import Mandate
from app.desired_state.engine.steps import ResourceStep, RuleStep
from app.desired_state.importing import mapping_file
from app.grants import places, roles
from app.grants.models import Grant
from app.identity import users
from app.identity.models import User
from app.platform.errors import Conflict
from app.resources import clusters, policies, subscription_rules
from app.resources.models import Cluster, Namespace, Tenant
from app.resources.resource_rows import Row
from app.rights.granting import giver_rights, permission_commands


def take_over(session: Session, by: User, line: DriftLine, row: Row, now: int) -> dict[str, Any]:
    """Give the row the cluster's value. Returns how `give_back` undoes it. Raises Conflict, what changing raises."""
    value, old = line.actual_value(), _current_value(session, row, line)
    if line.field == "subscription_grant" and value is not None:
        value = sorted({user.username for user in _users_behind(session, line, value)})
    if line.field == "allowed_clusters":
        wanted = set(line.actual_value())
        known = set(session.scalars(select(Cluster.name).where(Cluster.name.in_(wanted), Cluster.gone == 0)))
        if missing := sorted(wanted - known):
            raise Conflict(f"The user center knows no cluster {missing[0]}.", code="not_adoptable", cluster=missing[0])
    _set(session, by, line, row, value, now)
    return {"value": old, "given": _current_value(session, row, line)}


def give_back(session: Session, by: User, line: DriftLine, row: Row, back: dict[str, Any], now: int) -> None:
    """Give the row its old value, unless somebody gave it another one since. Raises Conflict, and what changing
    raises."""
    current = _current_value(session, row, line)
    answers.refuse_changed(line, changed=current != back.get("given", current))
    _set(session, by, line, row, back["value"], now)


def _current_value(session: Session, row: Row, line: DriftLine) -> Any:
    """The row's value of what the line is about; of a rule the names of its users."""
    if line.field == "policy" and not isinstance(row, Tenant):
        return policies.wish_of(row).get(str(line.subject))
    if line.field == "subscription_grant" and isinstance(row, Namespace):
        rule = subscription_rules.find(session, row, str(line.subject))
        return None if rule is None else sorted(subscription_rules.names_of(session, [rule]).values())
    return line.wished_value() if line.field == "allowed_clusters" else getattr(row, line.field)


def _set(session: Session, by: User, line: DriftLine, row: Row, value: Any, now: int) -> None:
    """Give the row this value, and nothing to the line's cluster. Raises Conflict, and what changing raises."""
    if line.field == "allowed_clusters" and isinstance(row, Tenant):
        wanted = set(clusters.ids_of(session, value).values())
        if set(row.cluster_ids()) - wanted:
            raise Conflict("A tenant does not leave a cluster this way.", code="not_adoptable")
        missing_places.extend(session, by.username, row, wanted, now)
    else:
        # Other clusters of the tenant get it, too.
        execution.carry_out(Mandate(session, by, now, cluster=line.cluster), [_step(line, row, value)])


def _step(line: DriftLine, row: Row, value: Any) -> ResourceStep | RuleStep:
    place = ResourceType(line.res_type), line.place
    if line.field == "subscription_grant":
        return RuleStep(place, str(line.subject), None if value is None else frozenset(value))
    if line.field == "policy" and not isinstance(row, Tenant):
        wish = {**policies.wish_of(row), str(line.subject): value}
        return ResourceStep(
            place, {"policies": {policy: wished for policy, wished in wish.items() if wished is not None}}
        )
    return ResourceStep(place, {line.field: value})


def give_grants(session: Session, by: User, line: DriftLine, now: int) -> list[int]:
    """Give the users of a line what they hold on the cluster; ids of the new grants.

    Raises Conflict `not_adoptable`, and what granting raises.
    """
    native_roles: list[str] = line.actual_value() if line.field == "admin_roles" else [str(line.subject)]
    people = _users_behind(session, line, [role for role in native_roles if role not in (line.wished_value() or [])])
    place = places.place_of(session, *_place(session, line))
    giver = giver_rights.giver(session, by, place, now)
    role_ids = [roles.personal_role_of(session, user.id).id for user in people]
    before = _grants(session, role_ids, place)
    if line.field == "admin_roles":
        permission_commands.make_administrators(
            session, line.cluster, giver, [user.username for user in people], log_actor=by.username
        )
    else:
        actions = comparing_grants.counting(line.actual_value(), ResourceType(line.res_type))
        permission_commands.change(
            session, line.cluster, "add", giver, people[0].username, actions, log_actor=by.username
        )
    return sorted(_grants(session, role_ids, place) - before)


def _place(session: Session, line: DriftLine) -> tuple[int, int]:
    if line.near_type != line.res_type:
        kind = ResourceType(line.res_type).name.lower()
        return permission_commands.place_named(session, line.cluster, kind, line.place).key
    return line.near_type, line.near_id


def _grants(session: Session, role_ids: list[int], place: places.Place) -> set[int]:
    conditions = Grant.role_id.in_(role_ids), Grant.res_type == place.key[0], Grant.res_id == place.key[1]
    return set(session.scalars(select(Grant.id).where(*conditions)))


def _users_behind(session: Session, line: DriftLine, native: Iterable[str]) -> list[User]:
    """The users that the import made of native roles. A user of the same name does not count: it may be another. Raises
    Conflict `not_adoptable`."""
    applied = mapping_file.of_cluster(session, line.cluster)
    return [_user(session, role, applied.user_of(role)) for role in native]


def _user(session: Session, role: str, became: str | None) -> User:
    user = None if became is None else users.by_name(session, became)
    if user is None:
        who = role if became in (None, role) else f"{became}, which the role {role} became"
        message = f"The user center knows no user {who}: make one first, or take the permission away."
        raise Conflict(message, code="not_adoptable", user=role)
    return user
