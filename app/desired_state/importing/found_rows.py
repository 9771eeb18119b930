"""The rows that a batch of steps is about, read with few statements."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import topic_in
from app.desired_state.engine.state import Place, Receiver
from app.desired_state.importing.steps import GrantStep, NamespaceStep, RuleStep, Step, TenantStep, TopicStep
from app.grants.models import Role
from app.identity.models import User
from app.platform.errors import Conflict
from app.resources import creation, placement
from app.resources.models import Cluster, Namespace, Tenant, Topic

_SLICE = 500  # databases limit the number of bound values in one statement
T = TypeVar("T")


class FoundRows:
    """Tenants of the cluster, namespaces and topics by their full names, as far as the steps name them."""

    def __init__(self, session: Session, cluster_id: int, steps: Sequence[Step]) -> None:
        self._session, self._here = session, select(Tenant).where(placement.lives_on(cluster_id))
        places = {place for step in steps for place in _places(step)}
        self.tenants = self._read_tenants({place.tenant for place in places if place.tenant})
        self.namespaces = self._read_namespaces({place.namespace for place in places if place.namespace})
        self.topics = self._read_topics([place for place in places if place.type == ResourceType.TOPIC])
        self._people: list[User] = []
        """Kept, so that the session keeps them: each grant looks at its receiver, which would take a statement."""

    def tenant(self, name: str) -> Tenant:
        """A tenant. Raises Conflict when it is gone."""
        if name not in self.tenants:
            raise Conflict(f"There is no tenant {name}.")
        return self.tenants[name]

    def namespace(self, name: str) -> Namespace:
        """A namespace. Raises Conflict when it is gone."""
        if name not in self.namespaces:
            raise Conflict(f"There is no namespace {name}.")
        return self.namespaces[name]

    def stored(self, new: Iterable[creation.New]) -> None:
        """Tell of new rows."""
        for resource in new:
            if isinstance(resource.row, Namespace):
                self.namespaces[resource.name] = resource.row
            else:
                self.topics[resource.name] = resource.row

    def key_of(self, place: Place) -> tuple[int, int] | None:
        """(res_type, res_id) of a place; None when it is gone."""
        kind, name = place
        if kind == ResourceType.CLUSTER:
            cluster = self._session.scalars(select(Cluster).where(Cluster.name == name)).one_or_none()
            return None if cluster is None else (int(kind), cluster.id)
        by_name: dict[ResourceType, dict[str, Tenant] | dict[str, Namespace] | dict[str, Topic]] = {
            ResourceType.TENANT: self.tenants,
            ResourceType.NAMESPACE: self.namespaces,
            ResourceType.TOPIC: self.topics,
        }
        row = by_name[kind].get(name)
        return None if row is None else (int(kind), row.id)

    def receivers(self, steps: Sequence[GrantStep]) -> dict[Receiver, Role]:
        """The roles of those who receive grants: the personal one of a user."""
        named = {step.receiver for step in steps}
        found: dict[Receiver, Role] = {}
        for chunk in _slices(sorted(role for kind, role in named if kind == "role")):
            rows = self._session.scalars(select(Role).where(Role.role_name.in_(chunk), Role.personal_of.is_(None)))
            found |= {("role", row.role_name): row for row in rows}
        for chunk in _slices(sorted(username for kind, username in named if kind == "user")):
            query = select(User, Role).join(Role, Role.personal_of == User.id)
            for user, role in self._session.execute(query.where(User.username.in_(chunk))):
                found["user", user.username] = role
                self._people.append(user)
        return found

    def _read_tenants(self, names: set[str]) -> dict[str, Tenant]:
        found: dict[str, Tenant] = {}
        for chunk in _slices(sorted(names)):
            found |= {row.name: row for row in self._session.scalars(self._here.where(Tenant.name.in_(chunk)))}
        return found

    def _read_namespaces(self, names: set[str]) -> dict[str, Namespace]:
        above = {row.id: row.name for row in self.tenants.values()}
        found: dict[str, Namespace] = {}
        for chunk in _slices(sorted({namespace.partition("/")[2] for namespace in names})):
            query = select(Namespace).where(Namespace.tenant.in_(above), Namespace.name.in_(chunk))
            found |= {f"{above[row.tenant]}/{row.name}": row for row in self._session.scalars(query)}
        return found

    def _read_topics(self, names: Sequence[ResourceName]) -> dict[str, Topic]:
        above = {row.id: namespace for namespace, row in self.namespaces.items()}
        found: dict[str, Topic] = {}
        for chunk in _slices(sorted({topic.local_name for topic in names})):
            query = select(Topic).where(Topic.namespace.in_(above), Topic.name.in_(chunk))
            for row in self._session.scalars(query):
                topic = topic_in(above[row.namespace], row.name, persistent=row.domain == "persistent")
                found[topic.name] = row
        return found


def _places(step: Step) -> Iterator[ResourceName]:
    if isinstance(step, TenantStep):
        yield ResourceName.of_tenant(step.name)
    elif isinstance(step, NamespaceStep):
        yield ResourceName.of_namespace(step.name)
    elif isinstance(step, TopicStep):
        yield ResourceName.of_topic(step.name)
    elif isinstance(step, RuleStep):
        yield ResourceName.of_namespace(step.namespace)
    elif isinstance(step, GrantStep):
        yield ResourceName.of(*step.place)


def _slices(names: Iterable[T]) -> Iterator[list[T]]:
    left = iter(names)
    while chunk := list(islice(left, _SLICE)):
        yield chunk
