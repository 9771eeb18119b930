"""The brokers of a cluster with their load, each asked for its own (Pulsar's load report)."""

from dataclasses import dataclass

from pydantic import AliasChoices, Field

from app.platform.errors import UserCenterError
from app.resources.cluster_views.cluster_query import ClusterTarget, Deadline, Reader
from app.resources.cluster_views.pulsar_values import Count, PulsarValue, Rate, Text, Traffic, read
from app.resources.pulsar.admin_http import ClusterRefusedError
from app.resources.pulsar.admin_path import AdminPath

MOST_BROKERS = 60
"""Brokers of one cluster that are asked, one after the other."""


class Usage(PulsarValue):
    """How much of something is used, of how much; without a limit: 0."""

    usage: Rate
    limit: Rate

    @property
    def percent(self) -> float | None:
        """0 to 100; None without a limit."""
        return round(min(100.0, 100 * self.usage / self.limit), 1) if self.limit > 0 else None


_NONE = Usage.model_validate({})


class Load(Traffic):
    """A load report."""

    cpu: Usage = _NONE
    memory: Usage = _NONE
    direct_memory: Usage = _NONE
    bandwidth_in: Usage = _NONE
    bandwidth_out: Usage = _NONE
    topics: Count = Field(default=0, validation_alias=AliasChoices("numTopics", "topics"))
    bundles: Count = Field(default=0, validation_alias=AliasChoices("numBundles", "bundleCount"))
    producers: Count = Field(default=0, validation_alias=AliasChoices("numProducers", "producers"))
    consumers: Count = Field(default=0, validation_alias=AliasChoices("numConsumers", "consumers"))
    broker_version_string: Text = None


NO_LOAD = Load.model_validate({})


@dataclass(frozen=True)
class BrokerLoad:
    """A broker. Without `load`, `code` and `message` say why; both are missing when it makes no load reports."""

    broker: str
    leader: bool
    load: Load | None
    code: str | None = None
    message: str | None = None


def brokers(target: ClusterTarget) -> list[BrokerLoad]:
    """The active brokers by name. Raises UserCenterError when the cluster does not list them."""
    until = Deadline()
    with target.open() as reader:
        names = sorted(reader.get(AdminPath.of("brokers")).names())[:MOST_BROKERS]
        leader = _leader(reader)
    return [_load(target, broker, until, is_leader=broker == leader) for broker in names]


def _leader(reader: Reader) -> str | None:
    try:
        members = reader.get(AdminPath.of("brokers", "leaderBroker")).members()
    except ClusterRefusedError:
        return None  # while none is elected
    leader = members.get("brokerId") or str(members.get("serviceUrl") or "").partition("://")[2]
    return str(leader) or None


def _load(target: ClusterTarget, broker: str, until: Deadline, *, is_leader: bool) -> BrokerLoad:
    try:
        with target.open_broker(broker, until) as reader:
            answer = reader.get(AdminPath.of("broker-stats", "load-report"))
            return BrokerLoad(broker, is_leader, read(Load, answer) if answer.body else None)
    except UserCenterError as error:
        return BrokerLoad(broker, is_leader, None, error.stable_code, error.detail)
