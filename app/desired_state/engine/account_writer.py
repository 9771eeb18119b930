"""Makes the steps about groups, users, roles, members, and what a cluster's `consume` means."""

from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import InstrumentedAttribute

from app.desired_state.engine.mandate import DiffersError, GoneError, Mandate
from app.desired_state.engine.steps import ConsumeStep, GroupStep, MemberStep, RoleStep, UserStep
from app.grants import roles
from app.grants.models import Role
from app.identity import groups, users
from app.identity.accounts import administrators, lifecycle
from app.identity.models import ServiceGroup, User
from app.resources import clusters
from app.resources.models import Cluster
from app.rights.granting import limited_givers, role_membership, user_deletion

Named = TypeVar("Named", Cluster, Role)


class AccountWriter:
    """Makes the steps about accounts for one mandate. Raises GoneError for what is not there any more."""

    def __init__(self, mandate: Mandate) -> None:
        self._mandate, self._session, self._actor = mandate, mandate.session, mandate.actor

    def consume(self, step: ConsumeStep) -> None:
        """Choose, unless somebody chose otherwise."""
        row = self._named(Cluster, Cluster.name, step.cluster)
        if row.consume_manages_subscriptions is None:
            clusters.change(self._session, self._actor, row, (), consume_manages_subscriptions=step.manages)
        elif row.consume_manages_subscriptions != step.manages:
            raise DiffersError()

    def group(self, step: GroupStep) -> None:
        """Create, change or delete a group."""
        query = select(ServiceGroup).where(ServiceGroup.group_name == step.name)
        group = self._session.scalars(query).one_or_none()
        if group is None:
            groups.create(self._session, self._actor, step.name, **step.values)
        elif step.delete:
            groups.remove(self._session, self._actor, group)
        elif not self._mandate.keeps_existing:
            groups.change(self._session, self._actor, group, **step.values)

    def user(self, step: UserStep) -> None:
        """Create, change or delete a user."""
        user = users.by_name(self._session, step.name)
        main = None if step.main is None else self._user_named(step.main).id
        if step.delete:
            self._remove(self._user_named(step.name))
        elif user is None:
            values = self._columns(step)
            lifecycle.create(self._session, self._actor, step.name, step.kind, parent_id=main, **values)
        elif not self._mandate.keeps_existing:
            self._change(user, self._columns(step))
        elif main is not None and user.parent != main:
            raise DiffersError()

    def _columns(self, step: UserStep) -> dict[str, Any]:
        values = dict(step.values)
        if "group" in values:
            name = values.pop("group")
            values["group_id"] = None if name is None else groups.id_of(self._session, name)
        return values

    def _change(self, user: User, values: dict[str, Any]) -> None:
        if "networks" in values:
            limited_givers.refuse_wider(self._session, self._mandate.user, user, values["networks"])
        lifecycle.change(self._session, self._actor, user, **values)

    def _remove(self, user: User) -> None:
        users.refuse_children(self._session, user)
        clusters.refuse_needed(self._session, user)
        user_deletion.remove_one(self._session, self._actor, user)

    def role(self, step: RoleStep) -> None:
        """Create, change or delete a shared role."""
        role = self._session.scalars(select(Role).where(Role.role_name == step.name)).one_or_none()
        if role is None:
            roles.create(self._session, self._actor, step.name, **step.values)
        elif step.delete:
            with administrators.one_remains(self._session):
                roles.remove(self._session, self._actor, role, cascade=True)
        elif not self._mandate.keeps_existing:
            roles.change(self._session, self._actor, role, name=None, **step.values)

    def member(self, step: MemberStep) -> None:
        """Put a user into a role, or take it out."""
        role, user = self._named(Role, Role.role_name, step.role), self._user_named(step.user)
        if not step.delete:
            role_membership.join(self._session, self._mandate.user, role.id, user.id, self._mandate.now)
            return
        with administrators.one_remains(self._session):
            roles.leave(self._session, self._actor, role.id, user.id)

    def _user_named(self, name: str) -> User:
        user = users.by_name(self._session, name)
        if user is None:
            raise GoneError(f"There is no user {name} any more.")
        return user

    def _named(self, model: type[Named], column: InstrumentedAttribute[str], name: str) -> Named:
        row = self._session.scalars(select(model).where(column == name)).one_or_none()
        if row is None:
            raise GoneError(f"There is no {model.__name__.lower()} {name} any more.")
        return row
