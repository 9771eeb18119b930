"""Makes steps of a plan, a batch in one transaction: rows, entries of the audit log, no jobs for the cluster.

The cluster has everything already, so resources are stored as ready there and no job is made: it would find the same,
or make again what somebody has removed meanwhile. A step does nothing when the center has its thing already.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.audit.trail import trail
from app.desired_state.importing import sentences
from app.desired_state.importing.found_rows import FoundRows
from app.desired_state.importing.sentences import Sentence
from app.desired_state.importing.steps import (
    GrantStep,
    NamespaceStep,
    RoleStep,
    RuleStep,
    SettingStep,
    Step,
    TenantStep,
    TopicStep,
    UserStep,
)
from app.grants import roles
from app.grants.models import Role
from app.identity import users
from app.identity.accounts import lifecycle
from app.identity.models import User
from app.platform.errors import InvalidInput, UserCenterError
from app.resources import clusters, creation, namespaces, rule_support, subscription_rules, tenants, topics
from app.resources.job_order import READY
from app.resources.models import Cluster
from app.rights.granting.on_behalf import Granting

T = TypeVar("T", bound=Step)
RefusedStep = tuple[Step, Sentence]
"""A step that could not be made, and why."""


class StepRefused(Exception):
    """A step raised after it had written something: the batch is to be made again without it."""

    def __init__(self, step: Step, why: Sentence) -> None:
        super().__init__(why.text)
        self.step, self.why = step, why


def apply(session: Session, by: User, cluster: Cluster, steps: Sequence[Step], now: int) -> list[RefusedStep]:
    """Make the steps in the name of `by`, who administers the center. Returns those that could not be made.

    Raises StepRefused: nothing is made then.
    """
    with trail.together(session):
        return _Batch(session, by, cluster, steps, now).make()


class _Batch:
    def __init__(self, session: Session, by: User, cluster: Cluster, steps: Sequence[Step], now: int) -> None:
        self._session, self._by, self._cluster, self._steps, self._now = session, by, cluster, steps, now
        self._found = FoundRows(session, cluster.id, steps)
        self._refused: list[RefusedStep] = []

    def make(self) -> list[RefusedStep]:
        """All steps, kind by kind."""
        for step in self._steps:
            if isinstance(step, SettingStep):
                self._make_setting(step)
            elif isinstance(step, UserStep):
                self._try(step, self._make_user)
            elif isinstance(step, RoleStep):
                self._try(step, self._make_role)
            elif isinstance(step, TenantStep):
                self._try(step, self._make_tenant)
        new = self._store(ResourceType.NAMESPACE, [step for step in self._steps if isinstance(step, NamespaceStep)])
        self._store(ResourceType.TOPIC, [step for step in self._steps if isinstance(step, TopicStep)])
        for step in self._steps:
            if isinstance(step, NamespaceStep) and step.name in new:
                self._try(step, self._set_mode)
            if isinstance(step, RuleStep):
                self._try(step, self._put_rule)
        self._give_grants([step for step in self._steps if isinstance(step, GrantStep)])
        return self._refused

    def _try(self, step: T, make: Callable[[T], None]) -> None:
        try:
            make(step)
        except UserCenterError as error:
            raise StepRefused(step, sentences.of_error(error)) from error

    def _refuse_changed(self, step: Step) -> None:
        self._refused.append((step, sentences.why("changed_meanwhile")))

    def _make_setting(self, step: SettingStep) -> None:
        row, actor = self._cluster, self._by.username
        if row.consume_manages_subscriptions is None:
            clusters.change(self._session, actor, row, (), consume_manages_subscriptions=step.manages)
        elif row.consume_manages_subscriptions != step.manages:
            self._refuse_changed(step)

    def _make_user(self, step: UserStep) -> None:
        main = None if step.main is None else users.by_name(self._session, step.main)
        if (user := users.by_name(self._session, step.name)) is not None:
            if main is not None and user.parent != main.id:
                self._refuse_changed(step)
            return
        kind: users.Kind = "person" if step.person else "service"
        remark = f"imported from {self._cluster.name}"[:256]
        lifecycle.create(
            self._session,
            self._by.username,
            step.name,
            kind,
            parent_id=None if main is None else main.id,
            remark=remark,
        )

    def _make_role(self, step: RoleStep) -> None:
        query = select(Role.id).where(Role.role_name == step.name)
        if self._session.scalars(query).first() is None:
            roles.create(self._session, self._by.username, step.name, f"imported from {self._cluster.name}"[:256])

    def _make_tenant(self, step: TenantStep) -> None:
        if step.name not in self._found.tenants:
            made = tenants.create(self._session, self._by.username, None, step.name, [self._cluster.id], state=READY)
            self._found.tenants[step.name] = made

    def _store(self, kind: ResourceType, steps: Sequence[NamespaceStep | TopicStep]) -> set[str]:
        new: list[creation.NewResource] = []
        for step in steps:
            try:
                resource = self._new_namespace(step) if isinstance(step, NamespaceStep) else self._new_topic(step)
            except UserCenterError as error:
                self._refused.append((step, sentences.of_error(error)))
                continue
            new += [] if resource is None else [resource]
        if new:
            creation.store(self._session, self._by.username, kind, new, (), state=READY)
            self._found.stored(new)
        return {resource.name for resource in new}

    def _new_namespace(self, step: NamespaceStep) -> creation.NewResource | None:
        if (row := self._found.namespaces.get(step.name)) is not None:
            if row.subscription_auth_mode != step.mode:
                self._refuse_changed(step)
            return None
        tenant, _, name = step.name.partition("/")
        above = self._found.tenant(tenant)
        return self._with_policies(
            step, lambda wish: namespaces.new(self._session, above, name, step.bundles, wish=wish)
        )

    def _new_topic(self, step: TopicStep) -> creation.NewResource | None:
        topic = ResourceName.of_topic(step.name)
        if step.name in self._found.topics:
            return None
        above = self._found.namespace(topic.namespace or "")
        domain = topic.name.partition("://")[0]
        return self._with_policies(
            step,
            lambda wish: topics.new(
                self._session, above, topic.local_name, domain=domain, partitions=step.partitions, wish=wish
            ),
        )

    def _with_policies(
        self, step: NamespaceStep | TopicStep, make: Callable[[Mapping[str, Any]], creation.NewResource]
    ) -> creation.NewResource:
        """A resource whose policies the center cannot wish together comes without them; the report says so."""
        try:
            return make(step.policies)
        except InvalidInput as error:
            if error.stable_code != "invalid_policies":
                raise
            self._refused.append((step, sentences.of_error(error)))
            return make({})

    def _set_mode(self, step: NamespaceStep) -> None:
        row = self._found.namespaces[step.name]
        if row.subscription_auth_mode != step.mode:
            actor = self._by.username
            rule_support.change(self._session, actor, row, self._now, subscription_auth_mode=step.mode)

    def _put_rule(self, step: RuleStep) -> None:
        row = self._found.namespace(step.namespace)
        rule = subscription_rules.find(self._session, row, step.subscription)
        if rule is None:
            rule_support.put(self._session, self._by.username, row, step.subscription, step.users, self._now)
        elif step.users != set(subscription_rules.names_of(self._session, [rule]).values()):
            self._refuse_changed(step)

    def _give_grants(self, steps: Sequence[GrantStep]) -> None:
        if not steps:
            return
        keys = {step: self._found.key_of(step.place) for step in steps}
        receivers = self._found.receivers(steps)
        granting = Granting(self._session, self._by, self._now)
        granting.read([key for key in keys.values() if key], {role.id for role in receivers.values()})
        with granting.together():
            for step in steps:
                key, role = keys[step], receivers.get(step.receiver)
                if key is None or role is None:
                    self._refused.append((step, sentences.why("gone_meanwhile")))
                    continue
                try:
                    granting.give(role, *key, sorted(step.authorities))
                except UserCenterError as error:
                    if error.stable_code != "grant_exists":
                        self._refused.append((step, sentences.of_error(error)))
