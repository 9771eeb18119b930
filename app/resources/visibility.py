"""What a user may see: every resource on, above or below which it holds an authority. As conditions for queries.

It is the same rule as the decision's `{"any": "in"}`, so lists need no decision per row: an authority on the
resource, one above that reaches it, or one below. A tenant is visible when it is visible on any of its clusters. A
grant that is limited to names with a prefix counts as one below its place.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, false, or_, select, true
from sqlalchemy.orm import Session

from app.access.limits import below_names
from app.access.names import ResourceType
from app.access.vocabulary import AUTHORITIES
from app.grants import held_places
from app.grants.models import Grant
from app.identity.models import User
from app.platform.database import any_of
from app.resources.models import MODELS, Cluster, Namespace, Tenant, Topic
from app.resources.placement import directly_inside, lives_on

Condition = ColumnElement[bool]


def visible(session: Session, user_id: int, kind: ResourceType, now: int) -> Condition:
    """A condition: the user may see the row of this type at `now` (epoch ms).

    A sub-account sees only what its main account sees too. Use it in a query on the table of `kind` alone.
    """
    return Sight(session, user_id, now).of(kind)


def visible_rows(session: Session, user_id: int, kind: ResourceType, now: int) -> Select[Any]:
    """The resources of one type that the user may see."""
    return select(MODELS[kind]).where(visible(session, user_id, kind, now))


class Sight:
    """What the user may see at `now`. For several types: who it is, and what networks limit, is read once."""

    def __init__(self, session: Session, user_id: int, now: int) -> None:
        main = session.get_one(User, user_id).parent
        accounts = (account_id for account_id in (user_id, main) if account_id is not None)
        self._accounts = [_AccountHoldings(session, account_id, now) for account_id in accounts]

    def of(self, kind: ResourceType, *of_these: Condition) -> Condition:
        """As `visible`. `of_these`: conditions that the query has on its rows, too; where the user sees much, the ids
        of all that it sees are not gathered then."""
        return and_(*(account.of(kind, *of_these) for account in self._accounts))


class _AccountHoldings:
    """One account's grants in force."""

    def __init__(self, session: Session, user_id: int, now: int) -> None:
        self._session = session
        self._mine = held_places.in_force_of(session, user_id, now)

    def of(self, kind: ResourceType, *of_these: Condition) -> Condition:
        if self._reaches_from_root(kind):
            return true()
        conditions: dict[ResourceType, Callable[[], Condition]] = {
            ResourceType.CLUSTER: self._clusters,
            ResourceType.TENANT: self._tenants,
            ResourceType.NAMESPACE: lambda: self._namespaces(*of_these),
            ResourceType.TOPIC: lambda: self._topics(*of_these),
        }
        return conditions[kind]()

    def _held_ids(self, place_type: ResourceType, target_type: ResourceType) -> Select[int]:
        """Ids of the `place_type` resources where the user holds an authority that means something for the other
        type."""
        condition = held_places.on_whole(place_type, _authorities_reaching(place_type, target_type))
        if place_type == target_type:
            numbers = [
                authority.id
                for authority in AUTHORITIES.values()
                if authority.may_be_held_on(place_type) and below_names(authority, place_type)
            ]
            condition = or_(condition, held_places.prefixed(place_type, numbers))
        return select(Grant.res_id).where(self._mine, condition)

    def _ids_inside(self, kind: ResourceType, target_type: ResourceType) -> Select[int]:
        """Ids of the resources of type `kind` that a grant with a prefix covers, of an authority that means something
        for the other type."""
        above = ResourceType(kind - 1)
        return directly_inside(
            kind, and_(self._mine, held_places.prefixed(above, _authorities_reaching(above, target_type)))
        )

    def _reaches_from_root(self, kind: ResourceType) -> bool:
        return self._session.scalars(self._held_ids(ResourceType.ROOT, kind).limit(1)).first() is not None

    def _on_clusters(self, kind: ResourceType) -> Condition:
        ids = self._session.scalars(self._held_ids(ResourceType.CLUSTER, kind).distinct()).all()
        return or_(false(), *(lives_on(cluster_id) for cluster_id in ids))

    def _below(self, parent: ResourceType) -> tuple[Select[int], Select[int]]:
        namespaces = self._held_ids(ResourceType.NAMESPACE, ResourceType.NAMESPACE)
        topics = self._held_ids(ResourceType.TOPIC, ResourceType.TOPIC)
        above = Topic.tenant if parent == ResourceType.TENANT else Topic.namespace
        return select(Namespace.tenant).where(Namespace.id.in_(namespaces)), select(above).where(Topic.id.in_(topics))

    def _clusters(self) -> Condition:
        # Through grants on tenants and below. A tenant's other clusters must not become visible by a grant on one
        # cluster.
        cluster_lists = self._session.scalars(select(Tenant.clusters).where(self._tenants_by_their_own()).distinct())
        through = {int(cluster_id) for clusters in cluster_lists for cluster_id in clusters.split(",") if cluster_id}
        cluster_ids = self._held_ids(ResourceType.CLUSTER, ResourceType.CLUSTER)
        return or_(Cluster.id.in_(cluster_ids), Cluster.id.in_(through))

    def _tenants(self) -> Condition:
        return or_(self._on_clusters(ResourceType.TENANT), self._tenants_by_their_own())

    def _tenants_by_their_own(self) -> Condition:
        through_namespaces, through_topics = self._below(ResourceType.TENANT)
        return Tenant.id.in_(
            any_of(self._held_ids(ResourceType.TENANT, ResourceType.TENANT), through_namespaces, through_topics)
        )

    def _of_tenants(self, kind: ResourceType) -> Select[int]:
        """Ids of the tenants in which the user sees everything of this type."""
        on_clusters = select(Tenant.id).where(self._on_clusters(kind))
        return select(Tenant.id).where(Tenant.id.in_(any_of(on_clusters, self._held_ids(ResourceType.TENANT, kind))))

    # Unions, because no database uses its indexes when the same conditions are joined by OR.
    def _namespaces(self, *of_these: Condition) -> Condition:
        kind = ResourceType.NAMESPACE
        in_tenants = select(Namespace.id).where(Namespace.tenant.in_(self._of_tenants(kind)), *of_these)
        within_prefix = self._ids_inside(kind, kind)
        return Namespace.id.in_(any_of(in_tenants, within_prefix, self._held_ids(kind, kind), self._below(kind)[1]))

    def _topics(self, *of_these: Condition) -> Condition:
        kind = ResourceType.TOPIC
        in_tenants = select(Topic.id).where(Topic.tenant.in_(self._of_tenants(kind)), *of_these)
        namespaces = any_of(
            self._held_ids(ResourceType.NAMESPACE, kind), self._ids_inside(ResourceType.NAMESPACE, kind)
        )
        in_namespaces = select(Topic.id).where(Topic.namespace.in_(namespaces), *of_these)
        return Topic.id.in_(any_of(in_tenants, in_namespaces, self._ids_inside(kind, kind), self._held_ids(kind, kind)))


@cache
def _authorities_reaching(place_type: ResourceType, kind: ResourceType) -> tuple[int, ...]:
    """The authorities that can be held on one type of resource and mean something for the other."""
    return tuple(
        authority.id
        for authority in AUTHORITIES.values()
        if authority.may_be_held_on(place_type) and authority.reaches(kind)
    )
