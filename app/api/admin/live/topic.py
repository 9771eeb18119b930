"""Statistics, ledgers and subscriptions of a topic, asked now."""

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Query, Request

from app.access.names import ResourceType
from app.api.admin.live import connections, topic_items, view_permissions
from app.api.admin.live.topic_items import (
    LedgerItem,
    LiveInternalStats,
    LiveStats,
    LiveSubscriptions,
    Numbers,
    PartitionItem,
    Principals,
    StatsOnCluster,
    StoredItem,
    StoredOnCluster,
    SubscriptionsOnCluster,
)
from app.api.admin.live.view_permissions import OnCluster, PlaceOnClusters
from app.api.admin.resources.resource_items import ADMINISTER
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import SignedInToWait
from app.api.paging import Id
from app.api.problems import responses
from app.api.routing import Router
from app.identity import sub_accounts
from app.platform.errors import UserCenterError
from app.platform.settings import Settings
from app.resources.cluster_views.cluster_query import ClusterAnswer, ClusterTarget
from app.resources.cluster_views.ledgers import InternalStats, internal_stats
from app.resources.cluster_views.topic_stats import TopicStats, topic_stats

router = Router(prefix="/topics", tags=["live"])
KIND = ResourceType.TOPIC
READS = ("topic:GET_STATS", "center:AUDIT_TOPIC", ADMINISTER[KIND])
READS_SUBSCRIPTIONS = (*READS, "topic:GET_SUBSCRIPTIONS", "topic:SKIP")
_WAIT_MS = 2000
WithPrincipals = Annotated[
    bool, Query(description="Also ask the brokers' plugins whose producers these are; for who administers the topic.")
]


@dataclass
class _TopicView:
    """One caller's look at one topic. `own`: names whose connections it may know of, when not all."""

    caller: Caller
    settings: Settings
    topic_id: int
    cluster: int | None
    questions: Sequence[str]
    own: frozenset[str] | None = None

    def __call__(self) -> PlaceOnClusters:
        place = view_permissions.look(self.caller, self.settings, KIND, self.topic_id, self.questions, self.cluster)
        if ADMINISTER[KIND] not in place.answers:
            with self.caller.session as session:
                self.own = frozenset({self.caller.username, *sub_accounts.names_of(session, self.caller.user_id)})
        return place

    def shows(self, principal: str | None) -> bool:
        return self.own is None or principal in self.own


@router.get("/{topic_id}/live/stats", summary="Read the statistics of a topic", responses=responses(429))
async def live_stats(
    request: Request,
    caller: SignedInToWait,
    topic_id: Id,
    settings: Configured,
    cluster_id: OnCluster = None,
    principals: WithPrincipals = False,
) -> LiveStats:
    """Asks its clusters now. For whoever may write, read, administer or audit the topic."""
    look = _TopicView(caller, settings, topic_id, cluster_id, READS)

    async def ask_place(place: PlaceOnClusters) -> tuple[list[ClusterAnswer[TopicStats]], list[Principals]]:
        stats = _ask(request, place, "stats", topic_stats)
        if not principals or look.own is not None:
            return await stats, [{} for _ in place.targets]
        answers = await stats
        return answers, await asyncio.gather(*(_principals(request, target, place.name) for target in place.targets))

    place, (answers, owners) = await view_permissions.in_share(request, caller, look, ask_place)
    clusters = [_stats_on_cluster(answer, look, principals) for answer, principals in zip(answers, owners, strict=True)]
    return LiveStats(full_name=place.name, clusters=clusters)


@router.get("/{topic_id}/live/subscriptions", summary="Read the subscriptions of a topic", responses=responses(429))
async def live_subscriptions(
    request: Request, caller: SignedInToWait, topic_id: Id, settings: Configured, cluster_id: OnCluster = None
) -> LiveSubscriptions:
    """Asks its clusters now. For whoever may write, read, administer or audit the topic, or manage its
    subscriptions."""
    look = _TopicView(caller, settings, topic_id, cluster_id, READS_SUBSCRIPTIONS)

    async def ask_place(
        place: PlaceOnClusters,
    ) -> tuple[list[ClusterAnswer[TopicStats]], list[ClusterAnswer[dict[int | None, InternalStats]]]]:
        internal = _ask(request, place, "internal", internal_stats)
        return await _ask(request, place, "stats", topic_stats), await internal

    place, (answers, lies) = await view_permissions.in_share(request, caller, look, ask_place)
    clusters = [
        _subscriptions_on_cluster(answer, stored.found or {}, look)
        for answer, stored in zip(answers, lies, strict=True)
    ]
    return LiveSubscriptions(full_name=place.name, clusters=clusters)


@router.get("/{topic_id}/live/internal-stats", summary="Read the ledgers of a topic", responses=responses(429))
async def live_internal_stats(
    request: Request, caller: SignedInToWait, topic_id: Id, settings: Configured, cluster_id: OnCluster = None
) -> LiveInternalStats:
    """Asks its clusters now. For whoever may write, read, administer or audit the topic."""
    look = _TopicView(caller, settings, topic_id, cluster_id, READS)
    place, answers = await view_permissions.ask(request, caller, look, "internal", internal_stats)
    clusters = [_stored_on_cluster(answer) for answer in answers]
    return LiveInternalStats(full_name=place.name, clusters=clusters)


def _ask(request: Request, place: PlaceOnClusters, what: str, read: Any) -> Awaitable[list[ClusterAnswer[Any]]]:
    return asyncio.ensure_future(view_permissions.ask_place(request, what, read, place))


async def _principals(request: Request, target: ClusterTarget, topic: str) -> Principals:
    """Whose producers these are, by the brokers' plugins. None when they do not answer."""
    try:
        producers = await connections.on_topic(request, target.cluster.cluster_id, topic, _WAIT_MS)
    except UserCenterError:
        return {}
    return {(producer.name, topic_items.plain_address(producer.address)): producer.principal for producer in producers}


def _stats_on_cluster(answer: ClusterAnswer[TopicStats], look: _TopicView, principals: Principals) -> StatsOnCluster:
    if (stats := answer.found) is None:
        return StatsOnCluster.of(answer, partitions=None, stats=None, by_partition=[], producers=[])
    parts = stats.by_partition.items()
    whole = topic_items.numbers(stats.whole)
    if stats.by_partition:
        # Pulsar puts producers of several partitions together, and leaves out who they are.
        whole["producers"] = sum(len(part.publishers) for part in stats.by_partition.values())
        whole["consumers"] = sum(part.consumers for part in stats.by_partition.values())
    return StatsOnCluster.of(
        answer,
        partitions=stats.partitions,
        stats=Numbers.model_validate(whole),
        by_partition=[
            PartitionItem.model_validate({"partition": number, **topic_items.numbers(part)}) for number, part in parts
        ],
        producers=list(topic_items.producers(stats, look.shows, principals))[: topic_items.MOST_LISTED],
    )


def _subscriptions_on_cluster(
    answer: ClusterAnswer[TopicStats], lies: dict[int | None, InternalStats], look: _TopicView
) -> SubscriptionsOnCluster:
    if (stats := answer.found) is None:
        return SubscriptionsOnCluster.of(answer, total=0, subscriptions=[])
    names = sorted(stats.whole.subscriptions)
    listed = names[: topic_items.MOST_SUBSCRIPTIONS]
    items = [topic_items.subscription(subscription, stats, lies, look.shows) for subscription in listed]
    return SubscriptionsOnCluster.of(answer, total=len(names), subscriptions=items)


def _stored_on_cluster(answer: ClusterAnswer[dict[int | None, InternalStats]]) -> StoredOnCluster:
    stored = [
        StoredItem.of(
            stats,
            partition=number,
            entries=stats.number_of_entries,
            size=stats.total_size,
            last_ledger_created=stats.last_ledger_created_timestamp,
            ledgers=[LedgerItem(**ledger.model_dump()) for ledger in stats.filled()],
        )
        for number, stats in (answer.found or {}).items()
    ]
    return StoredOnCluster.of(answer, stored=stored)
