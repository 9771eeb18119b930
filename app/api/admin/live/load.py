"""The load of a cluster's brokers, and the bundles of a namespace, asked now."""

from functools import partial

from fastapi import Request
from pydantic import Field

from app.access.names import ResourceType
from app.api.admin.live import view_permissions
from app.api.admin.live.topic_items import AnswerOfCluster
from app.api.admin.live.view_permissions import OnCluster
from app.api.admin.resources.resource_items import OnClusters
from app.api.app_state import Configured
from app.api.guard import SignedInToWait
from app.api.paging import ApiModel, Id
from app.api.problems import responses
from app.api.routing import Router
from app.resources.cluster_views import brokers, bundles
from app.resources.cluster_views.brokers import BrokerLoad
from app.resources.cluster_views.bundles import Bundle, Bundles
from app.resources.cluster_views.cluster_query import ClusterAnswer

router = Router(tags=["live"])
_READS = ("center:AUDIT_CLUSTER",)


class BrokerLoadItem(ApiModel):
    """A broker's load. Percentages are of its own limits and null without one; rates are per second, throughput in
    bytes. Without `reports` only the name is known: it makes no load reports, or `code` and `message` say why not."""

    broker: str
    leader: bool
    reports: bool
    cpu_percent: float | None
    memory_percent: float | None
    direct_memory_percent: float | None
    bandwidth_in_percent: float | None
    bandwidth_out_percent: float | None
    msg_rate_in: float
    msg_rate_out: float
    msg_throughput_in: float
    msg_throughput_out: float
    topics: int
    bundles: int
    producers: int
    consumers: int
    version: str | None
    code: str | None
    message: str | None


class LiveBrokers(AnswerOfCluster):
    """The active brokers by name. `code` and `message`: why the cluster did not answer."""

    items: list[BrokerLoadItem]


@router.get(
    "/clusters/{cluster_id}/live/brokers", summary="Read the load of a cluster's brokers", responses=responses(429)
)
async def live_brokers(request: Request, caller: SignedInToWait, cluster_id: Id, settings: Configured) -> LiveBrokers:
    """Asks the cluster and each broker now. For users who administer or audit the cluster."""
    find_place = partial(view_permissions.look, caller, settings, ResourceType.CLUSTER, cluster_id, _READS, None)
    _, [answer] = await view_permissions.ask(
        request, caller, find_place, "brokers", lambda target, _: brokers.brokers(target)
    )
    return LiveBrokers.of(answer, items=[_broker(broker) for broker in answer.found or ()])


def _broker(broker: BrokerLoad) -> BrokerLoadItem:
    load = broker.load or brokers.NO_LOAD
    return BrokerLoadItem.of(
        load,
        broker=broker.broker,
        leader=broker.leader,
        reports=broker.load is not None,
        cpu_percent=load.cpu.percent,
        memory_percent=load.memory.percent,
        direct_memory_percent=load.direct_memory.percent,
        bandwidth_in_percent=load.bandwidth_in.percent,
        bandwidth_out_percent=load.bandwidth_out.percent,
        version=load.broker_version_string,
        code=broker.code,
        message=broker.message,
    )


_LIST, _NUMBERS = "namespace:GET_BUNDLE", ("namespacePolicy:READ", "center:AUDIT_NAMESPACE")


class BundleItem(ApiModel):
    """A bundle: the part of the hash range of topic names from the first to the second number. `broker`: null when no
    broker has loaded it. Numbers are what its topics do together, at most a minute ago; null for callers who neither
    administer nor audit the namespace, and when the broker does not tell them."""

    bundle: str = Field(examples=["0x00000000_0x40000000"])
    broker: str | None
    topics: int | None
    msg_rate_in: float | None
    msg_rate_out: float | None
    msg_throughput_in: float | None
    msg_throughput_out: float | None
    storage_size: int | None
    msg_backlog: int | None


class BundlesOnCluster(AnswerOfCluster):
    """On one cluster. `code` and `message`: why it did not answer; `messages`: which brokers did not."""

    messages: list[str]
    bundles: list[BundleItem]


class LiveBundles(OnClusters[BundlesOnCluster]):
    """One for each cluster that the namespace lives on."""


@router.get(
    "/namespaces/{namespace_id}/live/bundles", summary="Read the bundles of a namespace", responses=responses(429)
)
async def live_bundles(
    request: Request, caller: SignedInToWait, namespace_id: Id, settings: Configured, cluster_id: OnCluster = None
) -> LiveBundles:
    """Asks its clusters now. For whoever holds a right in the namespace, and who audits it; their numbers for who
    administers or audits it."""
    questions = (_LIST, *_NUMBERS)
    find_place = partial(
        view_permissions.look, caller, settings, ResourceType.NAMESPACE, namespace_id, questions, cluster_id
    )
    place, answers = await view_permissions.ask(request, caller, find_place, "bundles", bundles.bundles)
    counted = not place.answers.isdisjoint(_NUMBERS)
    clusters = [_on_cluster(answer, counted=counted) for answer in answers]
    return LiveBundles(full_name=place.name, clusters=clusters)


def _on_cluster(answer: ClusterAnswer[Bundles], *, counted: bool) -> BundlesOnCluster:
    return BundlesOnCluster.of(
        answer,
        messages=answer.found.messages if answer.found and counted else [],
        bundles=[_bundle(bundle, counted=counted) for bundle in answer.found.bundles] if answer.found else [],
    )


def _bundle(bundle: Bundle, *, counted: bool) -> BundleItem:
    numbers = vars(bundle.numbers) if counted and bundle.numbers is not None else {}
    measured = {field: numbers.get(field) for field in BundleItem.model_fields if field not in ("bundle", "broker")}
    return BundleItem(bundle=bundle.bundle, broker=bundle.broker, **measured)
