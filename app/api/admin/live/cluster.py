"""The brokers of a cluster with their load, asked now."""

from functools import partial

from fastapi import Request
from pydantic import Field

from app.access.names import ResourceType
from app.api.admin.live import view_permissions
from app.api.app_state import Configured
from app.api.guard import SignedInToWait
from app.api.paging import ApiModel, Id
from app.api.problems import responses
from app.api.routing import Router
from app.resources.cluster_views import brokers
from app.resources.cluster_views.brokers import BrokerLoad

router = Router(prefix="/clusters", tags=["live"])
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


class LiveBrokers(ApiModel):
    """The active brokers by name. `code` and `message`: why the cluster did not answer."""

    cluster_id: int
    cluster: str
    code: str | None = Field(examples=["cluster_unreachable"])
    message: str | None
    items: list[BrokerLoadItem]


@router.get("/{cluster_id}/live/brokers", summary="Read the load of a cluster's brokers", responses=responses(429))
async def live_brokers(request: Request, caller: SignedInToWait, cluster_id: Id, settings: Configured) -> LiveBrokers:
    """Asks the cluster and each broker now. For users who administer or audit the cluster."""
    find_place = partial(view_permissions.look, caller, settings, ResourceType.CLUSTER, cluster_id, _READS, None)
    _, [answer] = await view_permissions.ask(
        request, caller, find_place, "brokers", lambda target, _: brokers.brokers(target)
    )
    return LiveBrokers.of(answer, items=[_item(broker) for broker in answer.found or ()])


def _item(broker: BrokerLoad) -> BrokerLoadItem:
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
