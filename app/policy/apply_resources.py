"""Tenants, namespaces and topics of a plan: the wish and its jobs, as the API writes them; clusters follow later."""

from __future__ import annotations

from typing import Protocol, cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import grants, roles
from app.access.models import Grant
from app.identity.models import User
from app.policy.changes import CreationStep, ResourceStep
from app.policy.comparison import Applier
from app.policy.state import State
from app.policy.words import Place
from app.pulsar.names import ResourceType
from app.resources import deletion, namespaces, standing, tenants, topics
from app.resources.models import Namespace, Tenant, Topic
from app.resources.standing import Row

_BUNDLES = 4
_CREATE = {ResourceType.NAMESPACE: "tenant:CREATE_NAMESPACE", ResourceType.TOPIC: "namespace:CREATE_TOPIC"}
_ADMINISTER = {
    ResourceType.TENANT: "tenant:UPDATE_TENANT",
    ResourceType.NAMESPACE: "namespacePolicy:WRITE",
    ResourceType.TOPIC: "topicPolicy:WRITE",
}
_DELETE = {
    ResourceType.TENANT: "tenant:DELETE_TENANT",
    ResourceType.NAMESPACE: "tenant:DELETE_NAMESPACE",
    ResourceType.TOPIC: "namespace:DELETE_TOPIC",
}
_MODELS: dict[ResourceType, type[Tenant] | type[Namespace] | type[Topic]] = {
    ResourceType.TENANT: Tenant,
    ResourceType.NAMESPACE: Namespace,
    ResourceType.TOPIC: Topic,
}


class _May(Protocol):
    def __call__(self, question: str, res_type: int, res_id: int) -> object: ...


class Resources:
    """Makes, changes and deletes resources, and knows the ids of those it made."""

    def __init__(self, session: Session, by: User, applier: Applier, state: State, may: _May) -> None:
        self._session, self._by, self._applier, self._may = session, by, applier, may
        self._clusters = state.clusters
        self._ids = {place: one.id for place, one in state.resources.items()}

    def key_of(self, place: Place) -> tuple[int, int]:
        """(res_type, res_id) of any place of the file."""
        kind, name = place
        if kind == ResourceType.ROOT:
            return 0, 0
        return int(kind), self._clusters[name] if kind == ResourceType.CLUSTER else self._ids[place]

    def create(self, step: CreationStep) -> None:
        """Make one. An administrator of the center holds everything already: it keeps no grant of its own on it."""
        kind = step.place[0]
        row = self._tenant(step) if kind == ResourceType.TENANT else self._below(step)
        self._ids[step.place] = row.id
        if self._applier.is_administrator:
            own = roles.personal_role_of(self._session, self._by.id)
            self._leave(own.id, int(kind), row.id)

    def change(self, step: ResourceStep) -> None:
        """Change its columns, or start its deletion with all that is below."""
        kind, row = step.place[0], self._row(step.place)
        if step.gone:
            self._may(_DELETE[kind], int(kind), row.id)
            name = step.place[1]
            deletion.request(self._session, self._by.username, kind, row, confirm=name, cascade=True, own=self._by.id)
            return
        self._may(_ADMINISTER[kind], int(kind), row.id)
        if isinstance(row, Topic):
            topics.change(self._session, self._by.username, row, **step.values)
            return
        tenant = row if isinstance(row, Tenant) else namespaces.tenant_of(self._session, row)
        cluster = standing.only_cluster(tenant)
        standing.change(self._session, self._by.username, kind, row, step.place[1], cluster, **step.values)

    def _tenant(self, step: CreationStep) -> Row:
        ids = [self._clusters[name] for name in step.clusters]
        for number in ids:
            self._may("tenant:CREATE_TENANT", int(ResourceType.CLUSTER), number)
        by = self._by
        return tenants.create(self._session, by.username, by.id, step.local_name, ids, remark=step.remark)

    def _below(self, step: CreationStep) -> Row:
        if step.above is None:  # only tenants have nothing above
            raise AssertionError(step.place)
        above, by = self._row(step.above), self._by
        self._may(_CREATE[step.place[0]], int(step.above[0]), above.id)
        if isinstance(above, Tenant):
            return namespaces.create(
                self._session, by.username, by.id, above, step.local_name, step.parts or _BUNDLES, remark=step.remark
            )
        if not isinstance(above, Namespace):
            raise AssertionError(step.above)
        return topics.create(
            self._session,
            by.username,
            by.id,
            above,
            step.local_name,
            domain=step.domain,
            partitions=step.parts or 0,
            remark=step.remark,
        )

    def _row(self, place: Place) -> Row:
        return cast(Row, self._session.get_one(_MODELS[place[0]], self._ids[place]))

    def _leave(self, role_id: int, res_type: int, res_id: int) -> None:
        mine = Grant.role_id == role_id, Grant.res_type == res_type, Grant.res_id == res_id
        for given in self._session.scalars(select(Grant).where(*mine)).all():
            grants.revoke(self._session, self._by.username, given.id)
