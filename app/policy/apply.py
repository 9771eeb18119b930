"""Carries out a plan through the functions that the API calls, in the caller's transaction: whole or not at all.

Every step is judged as if its applier had asked for it alone: administering for a change, creating for something new,
and for grants the rules of `app.brokers.granting`. The first refusal ends everything; it names the change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import roles
from app.access.models import Role
from app.accounts import administrators, lifecycle
from app.errors import Conflict, UserCenterError
from app.identity import groups, users
from app.identity.models import ServiceGroup, User
from app.policy import apply_grants
from app.policy.apply_resources import Resources
from app.policy.changes import (
    Change,
    CreationStep,
    GrantStep,
    GroupStep,
    MemberStep,
    Plan,
    ResourceStep,
    RoleStep,
    UserStep,
)
from app.policy.comparison import Applier
from app.policy.reading import Source
from app.policy.state import State
from app.resources import clusters
from app.tokens import api_tokens


class May(Protocol):
    """Asks the decision about the applier. Raises NotFound for what it does not see, NotAllowed with the reason."""

    def __call__(self, question: str, res_type: int, res_id: int) -> object: ...


def apply(
    session: Session, by: User, applier: Applier, plan: Plan, state: State, source: Source, may: May, now: int
) -> None:
    """Make all changes of the plan, which was made from `state` in this transaction. `now` in epoch ms.

    Raises what the functions of the domain raise, with `change` (the sentence) and `line` added.
    """
    work = _Work(session, by, applier, state, may, now)
    for one in plan.changes:
        try:
            work.do(one)
        except UserCenterError as error:
            error.extra.setdefault("change", one.sentence)
            error.extra.setdefault("line", source.line(one.path) if one.path else None)
            raise


class _Work:
    def __init__(self, session: Session, by: User, applier: Applier, state: State, may: May, now: int) -> None:
        self._session, self._by = session, by
        self._giver = apply_grants.Giver(session, by, applier, now)
        self._resources = Resources(session, by, applier, state, may)
        self._steps: Mapping[type, Callable[[Any], None]] = {
            GroupStep: self._group,
            UserStep: self._user,
            RoleStep: self._role,
            MemberStep: self._member,
            CreationStep: self._resources.create,
            ResourceStep: self._resources.change,
            GrantStep: self._grant,
        }

    def do(self, change: Change) -> None:
        self._steps[type(change.step)](change.step)

    def _group(self, step: GroupStep) -> None:
        session, actor = self._session, self._by.username
        there = session.scalars(select(ServiceGroup).where(ServiceGroup.group_name == step.name)).one_or_none()
        if there is None:
            groups.create(session, actor, step.name, step.remark)
        elif step.gone:
            groups.remove(session, actor, there)
        else:
            groups.change(session, actor, there, remark=step.remark)

    def _user(self, step: UserStep) -> None:
        session, actor = self._session, self._by.username
        user, values = users.by_name(session, step.name), dict(step.values)
        if "group" in values:
            values["group_id"] = self._group_id(values.pop("group"))
        if step.gone:
            self._remove(self._found(step.name))
        elif user is None:
            main = None if step.main is None else self._found(step.main).id
            lifecycle.create(session, actor, step.name, step.kind, parent_id=main, **values)
        else:
            lifecycle.change(session, actor, user, **values)

    def _remove(self, user: User) -> None:
        session, actor = self._session, self._by.username
        users.refuse_children(session, user)
        clusters.refuse_needed(session, user)
        for token in api_tokens.of_user(session, user):
            api_tokens.remove(session, actor, user, token)
        lifecycle.remove(session, actor, user)

    def _group_id(self, name: str | None) -> int | None:
        if name is None:
            return None
        return self._session.scalars(select(ServiceGroup.id).where(ServiceGroup.group_name == name)).one()

    def _role(self, step: RoleStep) -> None:
        session, actor = self._session, self._by.username
        role = session.scalars(select(Role).where(Role.role_name == step.name)).one_or_none()
        if role is None:
            roles.create(session, actor, step.name, step.remark)
        elif step.gone:
            with administrators.one_remains(session):
                roles.remove(session, actor, role, cascade=True)
        else:
            roles.change(session, actor, role, name=None, remark=step.remark)

    def _member(self, step: MemberStep) -> None:
        role, user = self._role_named(step.role), self._found(step.user)
        if not step.gone:
            roles.join(self._session, self._by.username, role.id, user.id)
            return
        with administrators.one_remains(self._session):
            roles.leave(self._session, self._by.username, role.id, user.id)

    def _grant(self, step: GrantStep) -> None:
        kind, name = step.pair[1]
        role = roles.personal_role_of(self._session, self._found(name).id) if kind == "user" else self._role_named(name)
        key = self._resources.key_of(step.pair[0])
        apply_grants.settle(self._giver, role, key, step.wanted)

    def _role_named(self, name: str) -> Role:
        return self._session.scalars(select(Role).where(Role.role_name == name)).one()

    def _found(self, name: str) -> User:
        user = users.by_name(self._session, name)
        if user is None:
            raise Conflict(f"There is no user {name} any more.")
        return user
