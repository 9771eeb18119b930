"""Carries out a plan with the functions that the API uses, in the caller's transaction: completely or not at all.

Every step is checked as if the user had requested it alone: administering for a change, creating for something new
(`policy.judging`, before this), and for grants the rules of `app.rights.granting.on_behalf`. The first refusal ends
the whole apply, and names the change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.desired_state.engine.state import CenterState, Receiver
from app.desired_state.policy_file import apply_grants
from app.desired_state.policy_file.apply_resources import ResourceWriter
from app.desired_state.policy_file.changes import (
    Change,
    CreationStep,
    GrantStep,
    GroupStep,
    MemberStep,
    Plan,
    ResourceStep,
    RoleStep,
    RuleStep,
    UserStep,
)
from app.desired_state.policy_file.comparison import Applier
from app.desired_state.policy_file.yaml_source import Source
from app.grants import roles
from app.grants.models import Role
from app.identity import groups, users
from app.identity.accounts import administrators, lifecycle
from app.identity.models import ServiceGroup, User
from app.platform.errors import Conflict, UserCenterError
from app.resources import clusters
from app.rights.granting import limited_givers, role_membership, user_deletion


def apply(
    session: Session, by: User, applier: Applier, plan: Plan, state: CenterState, source: Source, now: int
) -> None:
    """Make all changes of the plan, which was made from `state`. `now` in epoch ms.

    Raises what the functions of the domain raise, with `change` (the sentence) and `line` added.
    """
    with trail.together(session):
        work = _Work(session, by, applier, plan, state, now)
        for change in plan.changes:
            try:
                work.do(change)
            except UserCenterError as error:
                name(error, change, source)
                raise
        work.end()


def name(error: UserCenterError, change: Change, source: Source) -> None:
    """Add to the error the change that it is about, and the line of the file."""
    error.extra.setdefault("change", change.sentence)
    error.extra.setdefault("line", source.line(change.path) if change.path else None)


class _Work:
    def __init__(self, session: Session, by: User, applier: Applier, plan: Plan, state: CenterState, now: int) -> None:
        self._session, self._by, self._now = session, by, now
        self._giver = apply_grants.GrantGiver(session, by, applier, now)
        self._receivers: dict[Receiver, Role] = {}
        self._people: list[User] = []
        """Users that receive grants. Referenced here, or the session would drop them and read them again for each
        grant."""
        self._grants = [change.step.pair.place for change in plan.changes if isinstance(change.step, GrantStep)]
        self._state = state
        self._resources = ResourceWriter(session, by, applier, state, now)
        self._steps: Mapping[type, Callable[[Any], None]] = {
            GroupStep: self._group,
            UserStep: self._user,
            RoleStep: self._role,
            MemberStep: self._member,
            CreationStep: self._resources.create,
            ResourceStep: self._resources.change,
            RuleStep: self._resources.rule,
            GrantStep: self._grant,
        }

    def do(self, change: Change) -> None:
        kind = type(change.step)
        if kind is not CreationStep:
            self._resources.store()
        if kind is not GrantStep:
            # The values cached for many grants are valid as long as nothing else changes.
            self._giver.forget()
            self._receivers.clear()
            self._people.clear()
        self._steps[kind](change.step)

    def end(self) -> None:
        """Store the resources that are still waiting for it."""
        self._resources.store()

    def _group(self, step: GroupStep) -> None:
        session, actor = self._session, self._by.username
        group = session.scalars(select(ServiceGroup).where(ServiceGroup.group_name == step.name)).one_or_none()
        if group is None:
            groups.create(session, actor, step.name, step.remark)
        elif step.gone:
            groups.remove(session, actor, group)
        else:
            groups.change(session, actor, group, remark=step.remark)

    def _user(self, step: UserStep) -> None:
        session, actor = self._session, self._by.username
        user, values = users.by_name(session, step.name), dict(step.values)
        if "group" in values:
            values["group_id"] = self._group_id(values.pop("group"))
        if step.gone:
            self._remove(self._user_named(step.name))
        elif user is None:
            main = None if step.main is None else self._user_named(step.main).id
            lifecycle.create(session, actor, step.name, step.kind, parent_id=main, **values)
        else:
            if "networks" in values:
                limited_givers.refuse_wider(session, self._by, user, values["networks"])
            lifecycle.change(session, actor, user, **values)

    def _remove(self, user: User) -> None:
        session, actor = self._session, self._by.username
        users.refuse_children(session, user)
        clusters.refuse_needed(session, user)
        user_deletion.remove_one(session, actor, user)

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
        role, user = self._role_named(step.role), self._user_named(step.user)
        if not step.gone:
            role_membership.join(self._session, self._by, role.id, user.id, self._now)
            return
        with administrators.one_remains(self._session):
            roles.leave(self._session, self._by.username, role.id, user.id)

    def _grant(self, step: GrantStep) -> None:
        place, receiver = step.pair.place, step.pair.receiver
        if self._giver.knows_nothing:
            self._giver.granting.read_places([self._resources.key_of(place) for place in self._grants])
        is_old = place not in self._resources.made
        existing = () if is_old and step.pair not in self._state.grants else None
        role, key = self._receiver(receiver), self._resources.key_of(place)
        apply_grants.settle(self._giver, role, key, step.pair.limits, step.wanted, existing=existing)

    def _receiver(self, receiver: Receiver) -> Role:
        if receiver not in self._receivers:
            self._receivers[receiver] = self._role_of(*receiver)
        return self._receivers[receiver]

    def _role_of(self, kind: str, name: str) -> Role:
        if kind != "user":
            return self._role_named(name)
        self._people.append(self._user_named(name))
        return roles.personal_role_of(self._session, self._people[-1].id)

    def _role_named(self, name: str) -> Role:
        return self._session.scalars(select(Role).where(Role.role_name == name)).one()

    def _user_named(self, name: str) -> User:
        user = users.by_name(self._session, name)
        if user is None:
            raise Conflict(f"There is no user {name} any more.")
        return user
