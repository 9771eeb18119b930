"""Statistics and subscriptions of a topic, as the API tells them: one part for each cluster that it lives on."""

from pydantic import Field

from app.api.paging import ApiModel


class Numbers(ApiModel):
    """Rates are per second over the last minute, throughput and sizes in bytes; counters begin when the broker loads
    the topic. `msg_backlog`: what subscriptions have not received yet."""

    owner_broker: str | None
    msg_rate_in: float
    msg_rate_out: float
    msg_throughput_in: float
    msg_throughput_out: float
    msg_in_counter: int
    bytes_in_counter: int
    msg_out_counter: int
    bytes_out_counter: int
    average_msg_size: float
    storage_size: int
    backlog_size: int
    msg_backlog: int
    offloaded_storage_size: int
    oldest_backlog_message_age_seconds: int = Field(description="-1: not known.")
    msg_drop_rate: float = Field(description="Of a non-persistent topic.")
    producers: int
    consumers: int
    subscriptions: int


class PartitionItem(Numbers):
    """One partition."""

    partition: int


class Connected(ApiModel):
    """What producers and consumers share. `partition`: null for a topic without. `since`: as the broker writes it."""

    partition: int | None
    name: str | None
    principal: str | None
    address: str | None
    since: str | None
    client_version: str | None
    msg_rate: float
    msg_throughput: float


class ProducerItem(Connected):
    """An open producer. `principal` is null unless `principals` was asked for: the cluster does not tell it."""

    access_mode: str | None


class ConsumerItem(Connected):
    """An open consumer. Times are epoch ms; null: never."""

    available_permits: int
    unacked_messages: int
    msg_rate_redeliver: float
    last_acked: int | None
    last_consumed: int | None


class CursorItem(ApiModel):
    """Where a subscription stands in a partition. Positions are `ledger:entry`; `deleted_ranges`: acknowledged beyond
    the mark-delete position, as the broker writes it."""

    partition: int | None
    mark_delete_position: str | None
    read_position: str | None
    deleted_ranges: str | None
    entries_since_first_not_acked: int
    state: str | None


class SubscriptionItem(ApiModel):
    """A subscription. Times are epoch ms; null: never."""

    name: str
    type: str | None
    durable: bool
    replicated: bool
    msg_backlog: int
    backlog_size: int
    unacked_messages: int
    msg_delayed: int
    blocked: bool = Field(description="It gets nothing until consumers acknowledge.")
    deleted_ranges: int = Field(description="Ranges acknowledged beyond the mark-delete position.")
    msg_rate_out: float
    msg_throughput_out: float
    msg_rate_redeliver: float
    msg_rate_expired: float
    msg_out_counter: int
    last_acked: int | None
    last_consumed: int | None
    last_mark_delete_advanced: int | None
    consumers_total: int
    consumers: list[ConsumerItem]
    cursors: list[CursorItem]


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
