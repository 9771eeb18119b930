"""Creates and changes tenants, namespaces and topics of a plan: rows and jobs, as the API does; the clusters follow.

The rights to do so were checked before (`app.desired_state.policy_file.required_rights`).
"""

from __future__ import annotations

from typing import cast

from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.brokers import rule_support
from app.desired_state.engine.state import CenterState, Place
from app.desired_state.policy_file.changes import CreationStep, ResourceStep, RuleStep
from app.desired_state.policy_file.comparison import Applier
from app.identity.models import User
from app.resources import (
    creation,
    deletion,
    namespaces,
    ownership,
    policies,
    resource_rows,
    subscription_rules,
    tenants,
    topics,
)
from app.resources.models import MODELS, Namespace, Tenant, Topic
from app.resources.resource_rows import Row

_BUNDLES = 4


class ResourceWriter:
    """Creates, changes and deletes resources, and knows the ids of those that it created."""

    def __init__(self, session: Session, by: User, applier: Applier, state: CenterState, now: int) -> None:
        self._session, self._by, self._now = session, by, now
        self._rows: dict[Place, Row] = {}
        self.made: set[Place] = set()
        """Places that this plan has created."""
        self._clusters = state.clusters
        self._new: list[tuple[Place, creation.New]] = []
        # An administrator of the center holds everything anyway, so it gets no owner's grant.
        self._owner = None if applier.is_administrator else by.id
        self._ids = {place: resource.id for place, resource in state.resources.items()}

    def key_of(self, place: Place) -> tuple[int, int]:
        """(res_type, res_id) of any place in the file."""
        kind, name = place
        if kind == ResourceType.ROOT:
            return 0, 0
        return int(kind), self._clusters[name] if kind == ResourceType.CLUSTER else self._ids[place]

    def create(self, step: CreationStep) -> None:
        """Create a tenant at once; collect namespaces and topics, which `store` creates together before any other
        step."""
        kind = step.place[0]
        self.made.add(step.place)
        if kind == ResourceType.TENANT:
            self._ids[step.place] = self._tenant(step).id
            return
        if self._kind != kind:
            self.store()
        self._new.append((step.place, self._below(step)))

    @property
    def _kind(self) -> ResourceType | None:
        return self._new[0][0][0] if self._new else None

    def store(self) -> None:
        """Create the namespaces or topics collected so far."""
        if (kind := self._kind) is None:
            return
        new, self._new = self._new, []
        owners = ownership.roles_of(self._session, self._owner)
        creation.store(self._session, self._by.username, kind, [resource for _, resource in new], owners)
        self._ids |= {place: resource.row.id for place, resource in new}

    def change(self, step: ResourceStep) -> None:
        """Change columns of a resource, or start its deletion with everything below it."""
        kind, row = step.place[0], self._row(step.place)
        if step.gone:
            name = step.place[1]
            deletion.request(self._session, self._by.username, kind, row, confirm=name, cascade=True, own=self._by.id)
            return
        values = {field: value for field, value in step.values.items() if field != "policies"}
        if "policies" in step.values and not isinstance(row, Tenant):
            policies.change(self._session, self._by.username, row, step.place[1], step.values["policies"])
        if not values:
            return
        if isinstance(row, Topic):
            topics.change(self._session, self._by.username, row, **values)
            return
        if isinstance(row, Namespace):
            rule_support.change(self._session, self._by.username, row, self._now, **values)
            return
        cluster = resource_rows.only_cluster(row)
        resource_rows.change(self._session, self._by.username, kind, row, step.place[1], cluster, **values)

    def rule(self, step: RuleStep) -> None:
        """Set or remove a rule about a subscription."""
        namespace, actor = cast(Namespace, self._row(step.place)), self._by.username
        if step.users is not None:
            rule_support.put(self._session, actor, namespace, step.subscription, step.users, self._now)
        elif rule := subscription_rules.find(self._session, namespace, step.subscription):
            subscription_rules.remove(self._session, actor, namespace, rule)

    def _tenant(self, step: CreationStep) -> Row:
        ids = [self._clusters[cluster] for cluster in step.clusters]
        actor = self._by.username
        return tenants.create(self._session, actor, self._owner, step.local_name, ids, remark=step.remark)

    def _below(self, step: CreationStep) -> creation.New:
        if step.above is None:  # only tenants have nothing above
            raise AssertionError(step.place)
        above = self._row(step.above)
        if isinstance(above, Tenant):
            bundles, wish = step.parts or _BUNDLES, step.policies
            return namespaces.new(self._session, above, step.local_name, bundles, step.remark, wish=wish)
        if not isinstance(above, Namespace):
            raise AssertionError(step.above)
        name, domain, parts = step.local_name, step.domain, step.parts or 0
        remark, wish = step.remark, step.policies
        return topics.new(self._session, above, name, domain=domain, partitions=parts, remark=remark, wish=wish)

    def _row(self, place: Place) -> Row:
        # Kept, so that the session does not forget it between two of a thousand topics.
        if place not in self._rows:
            self._rows[place] = self._session.get_one(MODELS[place[0]], self._ids[place])
        return self._rows[place]
