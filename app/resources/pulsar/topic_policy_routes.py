"""The routes by which a cluster tells the policies of a topic: Pulsar 4.0 has one for each, none for all. Pure.

From PersistentTopics of Pulsar 4.0.8. A version that lacks one answers 404 or 405 there.
"""

TOPIC_POLICY_ROUTES = (
    "autoSubscriptionCreation", "backlogQuotaMap", "compactionThreshold", "deduplicationEnabled",
    "deduplicationSnapshotInterval", "delayedDelivery", "dispatchRate", "dispatcherPauseOnAckStatePersistent",
    "entryFilters", "inactiveTopicPolicies", "maxConsumers", "maxConsumersPerSubscription", "maxMessageSize",
    "maxProducers", "maxSubscriptionsPerTopic", "maxUnackedMessagesOnConsumer", "maxUnackedMessagesOnSubscription",
    "messageTTL", "offloadPolicies", "persistence", "publishRate", "replication", "replicatorDispatchRate",
    "retention", "schemaCompatibilityStrategy", "schemaValidationEnforced", "shadowTopics", "subscribeRate",
    "subscriptionDispatchRate", "subscriptionTypesEnabled",
)  # fmt: skip
"""Behind `/admin/v2/persistent/tenant/namespace/topic/`; the keys of `ClusterTopic.policies`."""

EVENTS = "__change_events"
"""The topic in which a namespace keeps the policies of its topics: where it is missing, no topic has any."""

UNSET: dict[str, object] = {
    "backlogQuotaMap": {},
    "dispatcherPauseOnAckStatePersistent": False,
    "schemaValidationEnforced": False,
    "subscriptionTypesEnabled": [],
}
"""What is answered for some policies that are not set; for all others, nothing."""
