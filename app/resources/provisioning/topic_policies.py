"""Policies of single topics, as far as a cluster tells them: Pulsar 4.0 has a route for each policy, none for all.

The routes are those of PersistentTopics of Pulsar 4.0.8. A version that lacks one answers 404 or 405 there.
"""

from collections.abc import Callable, Mapping
from typing import Any

from app.resources.provisioning.content_calls import FAILURES, ContentCalls
from app.resources.pulsar.admin_http import AdminAnswer, ClusterRefusedError
from app.resources.pulsar.admin_path import AdminPath
from app.resources.pulsar.cluster_content import UnreadPart

_ROUTES = (
    "autoSubscriptionCreation", "backlogQuotaMap", "compactionThreshold", "deduplicationEnabled",
    "deduplicationSnapshotInterval", "delayedDelivery", "dispatchRate", "dispatcherPauseOnAckStatePersistent",
    "entryFilters", "inactiveTopicPolicies", "maxConsumers", "maxConsumersPerSubscription", "maxMessageSize",
    "maxProducers", "maxSubscriptionsPerTopic", "maxUnackedMessagesOnConsumer", "maxUnackedMessagesOnSubscription",
    "messageTTL", "offloadPolicies", "persistence", "publishRate", "replication", "replicatorDispatchRate",
    "retention", "schemaCompatibilityStrategy", "schemaValidationEnforced", "shadowTopics", "subscribeRate",
    "subscriptionDispatchRate", "subscriptionTypesEnabled",
)  # fmt: skip
"""Behind `/admin/v2/persistent/tenant/namespace/topic/`; the keys of `ClusterTopic.policies`."""
_EVENTS = "__change_events"
"""The topic in which a namespace keeps the policies of its topics: where it is missing, no topic has any."""
_UNSET: dict[str, object] = {
    "backlogQuotaMap": {},
    "dispatcherPauseOnAckStatePersistent": False,
    "schemaValidationEnforced": False,
    "subscriptionTypesEnabled": [],
}
"""What is answered for some policies that are not set; for all others, nothing."""
_NO_SUCH_ROUTE = (404, 405)
_MOST_BYTES = 256 * 1024
"""Of one policy of one topic: all of a cluster are held in memory together."""


def may_be_in(get: Callable[[AdminPath], AdminAnswer], namespace: str) -> bool:
    """False where no topic has policies of its own: the namespace keeps none, or has never written one.

    A cluster that does not say so is asked for each topic.
    """
    try:
        answer = get(AdminPath.of_namespace(namespace, "persistent") / _EVENTS / "internalStats")
        return answer.status != 404 and _has_entries(answer)
    except FAILURES:
        return True


def of_topic(calls: ContentCalls, topic: str) -> tuple[Mapping[str, Any], list[UnreadPart]]:
    """Route → policy of what is set, and what could not be read. Topics that are not persistent have none."""
    found: dict[str, Any] = {}
    unread: list[UnreadPart] = []
    for route in _ROUTES if topic.startswith("persistent://") else ():
        try:
            answer = calls.get(AdminPath.of_topic(topic) / route)
            value = None if answer.status in _NO_SUCH_ROUTE else _value(answer)
        except FAILURES as error:
            unread.append(UnreadPart(f"{topic} ({route})", str(error), error.code))
            continue
        if value is not None and value != _UNSET.get(route):
            found[route] = value
    return found, unread


def _has_entries(answer: AdminAnswer) -> bool:
    if not answer.ok:
        return True
    stats = answer.members()
    compacted = stats.get("compactedLedger")
    entries = compacted.get("entries", 0) if isinstance(compacted, dict) else 0
    return stats.get("numberOfEntries") != 0 or entries not in (0, -1)


def _value(answer: AdminAnswer) -> Any:
    """The policy; None when it is not set, which brokers tell by an empty answer."""
    if len(answer.require_success().body) > _MOST_BYTES:
        raise ClusterRefusedError(f"the policy is longer than {_MOST_BYTES} bytes", "cluster_answer_too_long")
    return answer.value()
