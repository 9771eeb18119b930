"""Business groups that users belong to."""

from typing import Any

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.grants import dependents
from app.identity.models import ServiceGroup, User
from app.platform.clock import later_than, now_ms
from app.platform.errors import Conflict, InvalidInput, existing


def find(session: Session, group_id: int) -> ServiceGroup:
    """A group by its id. Raises NotFound."""
    return existing(session.get(ServiceGroup, group_id), "There is no such group.")


def matching(*conditions: ColumnElement[bool]) -> Select[ServiceGroup]:
    """The groups that meet all conditions."""
    return select(ServiceGroup).where(*conditions)


def id_of(session: Session, name: str) -> int | None:
    """The id of the group with the name."""
    return session.scalar(select(ServiceGroup.id).where(ServiceGroup.group_name == name))


def create(session: Session, actor: str, name: str, remark: str | None = None) -> ServiceGroup:
    """Create a group. Raises Conflict `exists`, InvalidInput for an invalid name."""
    _refuse_taken(session, _check_name(name))
    now = now_ms()
    group = ServiceGroup(group_name=name, remark=remark, add_time=now, update_time=now)
    session.add(group)
    session.flush()
    trail.record(session, actor, "group.create", str(group.id), after=_facts(group))
    return group


def change(session: Session, actor: str, group: ServiceGroup, **values: Any) -> ServiceGroup:
    """Change `name` or `remark`. Raises what `create` raises."""
    before = _facts(group)
    name = values.get("name", group.group_name)
    if name != group.group_name:
        _refuse_taken(session, _check_name(name))
    group.group_name, group.remark = name, values.get("remark", group.remark)
    group.update_time = later_than(group.update_time, now_ms())
    session.flush()
    trail.record(session, actor, "group.update", str(group.id), before=before, after=_facts(group))
    return group


def members(session: Session, group: ServiceGroup) -> list[User]:
    """The members of the group, by id."""
    return list(session.scalars(select(User).where(User.service_group == group.id).order_by(User.id)))


def remove(session: Session, actor: str, group: ServiceGroup) -> None:
    """Delete an empty group. Raises Conflict `has_members` with their number and the first of them."""
    of_group = select(User).where(User.service_group == group.id)
    listed = dependents.dependents(session, "members", of_group, User.id, _member)
    if count := listed["members_total"]:
        message = f"{count} users belong to {group.group_name}; with cascade=true they belong to none."
        raise Conflict(message, code="has_members", **listed)
    before = _facts(group)
    session.delete(group)
    session.flush()
    trail.record(session, actor, "group.delete", str(group.id), before=before)


def _member(user: User) -> dict[str, Any]:
    return {"id": user.id, "username": user.username}


def _check_name(name: str) -> str:
    if not 0 < len(name) <= 128 or not name.isprintable() or name != name.strip():
        message = "must be 1 to 128 printable characters without blanks at its ends"
        raise InvalidInput(f"name: {message}", code="invalid_name", field="name", wrong=message)
    return name


def _refuse_taken(session: Session, name: str) -> None:
    if id_of(session, name) is not None:
        raise Conflict(f"There is a group called {name} already.", code="exists")


def _facts(group: ServiceGroup) -> dict[str, Any]:
    return contents.row(group, name=group.group_name)
