"""Every policy once: what is said to the center, and what Pulsar shall store. Written from Pulsar's side, by hand."""

from typing import Any

RATE = {"dispatchThrottlingRateInMsg": 50, "dispatchThrottlingRateInByte": 10 * 2**20,
        "relativeToPublishRate": False, "ratePeriodInSecond": 2}  # fmt: skip
_RATE = "messages=50,bytes=10MB,period=2s"

NAMESPACE: dict[str, tuple[str, str, Any]] = {
    "retention": ("time=7d,size=60GB", "retention_policies",
                  {"retentionTimeInMinutes": 10080, "retentionSizeInMB": 61440}),
    "message_ttl": ("12h", "message_ttl_in_seconds", 43200),
    "backlog_quota": ("50GB", "backlog_quota_map.destination_storage.limitSize", 53687091200),
    "backlog_quota_age": ("time=2d,policy=producer_exception", "backlog_quota_map.message_age.limitTime", 172800),
    "compaction_threshold": ("100MB", "compaction_threshold", 104857600),
    "offload_threshold": ("100GB", "offload_policies.managedLedgerOffloadThresholdInBytes", 107374182400),
    "offload_threshold_in_seconds": ("30d", "offload_policies.managedLedgerOffloadThresholdInSeconds", 2592000),
    "offload_deletion_lag": ("4h", "offload_policies.managedLedgerOffloadDeletionLagInMillis", 14400000),
    "persistence": ("ensemble=1,write_quorum=1,ack_quorum=1,max_mark_delete_rate=0.5", "persistence",
                    {"bookkeeperEnsemble": 1, "bookkeeperWriteQuorum": 1, "bookkeeperAckQuorum": 1,
                     "managedLedgerMaxMarkDeleteRate": 0.5}),
    "inactive_topic_policies": ("time=30d,delete=off", "inactive_topic_policies",
                                {"inactiveTopicDeleteMode": "delete_when_no_subscriptions",
                                 "maxInactiveDurationSeconds": 2592000, "deleteWhileInactive": False}),
    "auto_topic_creation": ("allow=on,type=partitioned,partitions=3", "autoTopicCreationOverride",
                            {"allowAutoTopicCreation": True, "topicType": "partitioned", "defaultNumPartitions": 3}),
    "auto_subscription_creation": ("off", "autoSubscriptionCreationOverride", {"allowAutoSubscriptionCreation": False}),
    "subscription_expiration_time": ("30d", "subscription_expiration_time_minutes", 43200),
    "subscription_types_enabled": ("Shared,Failover", "subscription_types_enabled", ["Failover", "Shared"]),
    "max_producers_per_topic": ("10", "max_producers_per_topic", 10),
    "max_consumers_per_topic": ("50", "max_consumers_per_topic", 50),
    "max_consumers_per_subscription": ("20", "max_consumers_per_subscription", 20),
    "max_unacked_messages_per_consumer": ("unlimited", "max_unacked_messages_per_consumer", 0),
    "max_unacked_messages_per_subscription": ("50000", "max_unacked_messages_per_subscription", 50000),
    "max_topics_per_namespace": ("1000", "max_topics_per_namespace", 1000),
    "max_subscriptions_per_topic": ("20", "max_subscriptions_per_topic", 20),
    "publish_rate": ("messages=1000,bytes=10MB", "publishMaxMessageRate.standalone",
                     {"publishThrottlingRateInMsg": 1000, "publishThrottlingRateInByte": 10485760}),
    "dispatch_rate": (_RATE, "topicDispatchRate.standalone", RATE),
    "subscription_dispatch_rate": (_RATE, "subscriptionDispatchRate.standalone", RATE),
    "replicator_dispatch_rate": (_RATE, "replicatorDispatchRate.standalone", RATE),
    "subscribe_rate": ("subscribes=10,period=30s", "clusterSubscribeRate.standalone",
                       {"subscribeThrottlingRatePerConsumer": 10, "ratePeriodInSecond": 30}),
    "deduplication": ("on", "deduplicationEnabled", True),
    "deduplication_snapshot_interval": ("2m", "deduplicationSnapshotIntervalSeconds", 120),
    "delayed_delivery": ("active=on,tick=2s,max_delay=1d", "delayed_delivery_policies",
                         {"tickTime": 2000, "active": True, "maxDeliveryDelayInMillis": 86400000}),
    "dispatcher_pause_on_ack_state": ("on", "dispatcherPauseOnAckStatePersistentEnabled", True),
    "replication_clusters": ("standalone", "replication_clusters", ["standalone"]),
    "schema_compatibility_strategy": ("full", "schema_compatibility_strategy", "FULL"),
    "schema_validation_enforced": ("on", "schema_validation_enforced", True),
    "is_allow_auto_update_schema": ("off", "is_allow_auto_update_schema", False),
    "encryption_required": ("on", "encryption_required", True),
    "properties": ('{"owner": "billing", "odd": "ü=,/?&%"}', "properties", {"odd": "ü=,/?&%", "owner": "billing"}),
}  # fmt: skip
"""Policy → what is said, and where and what Pulsar's Policies then tell."""

NOT_ON_TOPICS = {
    "offload_threshold", "offload_threshold_in_seconds", "offload_deletion_lag", "auto_topic_creation",
    "max_topics_per_namespace", "is_allow_auto_update_schema", "encryption_required", "properties",
    "subscription_expiration_time",
}  # fmt: skip
"""Also what 4.0 does not have there."""


def value_at(raw: Any, path: str) -> Any:
    """The value below a path with dots."""
    for step in path.split("."):
        raw = raw[step]
    return raw
