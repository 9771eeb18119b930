"""Topics: created where the caller holds 300, deleted with 301, changed with 304."""

from typing import Annotated, Any, Self

from fastapi import Depends, Response
from pydantic import Field

from app.access.names import Domain, ResourceType
from app.access.naming_rules import topic_in
from app.api.admin.resources import resource_items as shared
from app.api.admin.resources import resource_routes
from app.api.admin.resources.resource_policies import PolicyWish, wished
from app.api.guard import SignedIn, SignedInToChange
from app.api.paging import FilterId, Id, IdValue, Listed, Page, Remark, examples, sorted_by
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen
from app.platform.searching import equal
from app.resources import creation, namespaces, topics
from app.resources.models import Namespace, Topic
from app.resources.placement import tenants_on

router = ChangingRouter(prefix="/topics", tags=["topics"])
KIND = ResourceType.TOPIC
Partitions = Annotated[int, Field(ge=0, le=10_000, description="0: not partitioned")]


class NewTopic(PolicyWish):
    """A topic of a namespace; `name`: the last part of its full name."""

    model_config = examples({"namespace_id": 5, "name": "created", "partitions": 4, "remark": "one message an order"})

    namespace_id: IdValue
    name: Annotated[str, Field(max_length=256)]
    domain: Domain = "persistent"
    partitions: Partitions = 0
    remark: Remark | None = None


class TopicChange(shared.ResourceChange):
    """What to change; the number of partitions can only grow."""

    model_config = examples({"partitions": 8})

    partitions: Partitions = 0


class TopicItem(shared.ResourceItem):
    """A topic."""

    tenant_id: int
    namespace_id: int
    domain: str
    partitions: int

    @classmethod
    def of(cls, row: Any, **others: Any) -> Self:
        """With its tenant and namespace."""
        return super().of(row, tenant_id=row.tenant, namespace_id=row.namespace, **others)


@router.get("", summary="List topics")
def list_topics(
    caller: SignedIn,
    page: Annotated[Page, Depends(sorted_by(name=Topic.name, update_time=Topic.update_time))],
    which: shared.Which,
    tenant_id: FilterId = None,
    namespace_id: FilterId = None,
    cluster_id: FilterId = None,
    domain: Domain | None = None,
) -> Listed[TopicItem]:
    """The topics on which the caller holds an authority."""
    query = shared.seen_by(caller, KIND).where(*page.matching(Topic.name), *which.of(Topic))
    query = query.where(*equal({Topic.domain: domain, Topic.tenant: tenant_id, Topic.namespace: namespace_id}))
    if cluster_id is not None:
        query = query.where(Topic.tenant.in_(tenants_on(cluster_id)))
    listed = page.of(caller.session, query, Topic.id, lambda row: row)
    return listed.showing(TopicItem.all(caller, listed.items))


@router.post("", summary="Create a topic", status_code=201, responses=responses(404, 409))
def create_topic(caller: SignedInToChange, body: NewTopic, response: Response) -> TopicItem:
    """Needs authority 300 on the namespace, for this name. The creator gets every authority on the topic."""
    namespace = shared.find_visible(caller, Namespace, body.namespace_id)
    topics.check_above(caller.session, namespace)
    name = topic_in(namespaces.full_name(caller.session, namespace), body.name, body.domain)
    shared.require(caller, "namespace:CREATE_TOPIC", ResourceType.NAMESPACE, namespace.id, name)
    new = topics.prepare(
        caller.session,
        namespace,
        body.name,
        domain=body.domain,
        partitions=body.partitions,
        remark=body.remark,
        wish=wished("topic", body),
    )
    row = creation.create(caller.session, caller.username, caller.user_id, new)
    return TopicItem.answer(caller, row, response)


@router.patch("/{topic_id}", summary="Change a topic", responses=responses(409))
def change_topic(
    caller: SignedInToChange, topic_id: Id, body: TopicChange, seen: Seen, response: Response
) -> TopicItem:
    """Changes the remark, switches it off or on, or raises the number of partitions (the clusters follow)."""
    row = seen.latest(shared.find_administered(caller, Topic, topic_id))
    topics.change(caller.session, caller.username, row, **body.columns())
    return TopicItem.answer(caller, row, response)


resource_routes.add_to(router, Topic, TopicItem)
