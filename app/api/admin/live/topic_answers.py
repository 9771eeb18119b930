"""The answers of a topic's routes: one part for each cluster that it lives on."""

from pydantic import Field

from app.api.admin.live.topic_items import Numbers, PartitionItem, ProducerItem, SubscriptionItem
from app.api.paging import ApiModel


class AnswerOfCluster(ApiModel):
    """On one cluster. `code` and `message`: why it did not answer."""

    cluster_id: int
    cluster: str
    code: str | None = Field(examples=["not_on_cluster"])
    message: str | None


class StatsOnCluster(AnswerOfCluster):
    """Statistics on one cluster. `by_partition` is empty for a topic without partitions, or with more than 200.
    `producers` lists those that the caller may know of: all for who administers the topic, else those of its own."""

    partitions: int | None
    stats: Numbers | None
    by_partition: list[PartitionItem]
    producers: list[ProducerItem]


class SubscriptionsOnCluster(AnswerOfCluster):
    """Subscriptions on one cluster, by name. Consumers are listed like producers."""

    total: int
    subscriptions: list[SubscriptionItem]


class LedgerItem(ApiModel):
    """A ledger of BookKeeper; the last one of a partition is being written."""

    ledger_id: int
    entries: int
    size: int
    offloaded: bool
    under_replicated: bool


class StoredItem(ApiModel):
    """What a partition, or a topic without, has stored. `last_confirmed_entry`: `ledger:entry`."""

    partition: int | None
    entries: int
    size: int
    state: str | None
    last_confirmed_entry: str | None
    last_ledger_created: str | None
    ledgers: list[LedgerItem]


class StoredOnCluster(AnswerOfCluster):
    """Ledgers on one cluster."""

    stored: list[StoredItem]


class LiveStats(ApiModel):
    """One for each cluster that the topic lives on."""

    full_name: str
    clusters: list[StatsOnCluster]


class LiveSubscriptions(ApiModel):
    """One for each cluster that the topic lives on."""

    full_name: str
    clusters: list[SubscriptionsOnCluster]


class LiveInternalStats(ApiModel):
    """One for each cluster that the topic lives on."""

    full_name: str
    clusters: list[StoredOnCluster]
