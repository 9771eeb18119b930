"""Policies: what people write, what Pulsar answers, and what brokers would refuse."""

from typing import Any

import pytest

from app.resources.pulsar import policies
from app.resources.pulsar.policies import POLICIES, Level, PolicyDifference

_FRESH: dict[str, Any] = {
    "auth_policies": {"namespace_auth": {}}, "replication_clusters": ["standalone"], "allowed_clusters": [],
    "bundles": {"boundaries": ["0x00000000", "0xffffffff"], "numBundles": 1}, "backlog_quota_map": {},
    "clusterDispatchRate": {}, "topicDispatchRate": {}, "subscriptionDispatchRate": {}, "replicatorDispatchRate": {},
    "clusterSubscribeRate": {}, "publishMaxMessageRate": {}, "latency_stats_sample_rate": {}, "deleted": False,
    "encryption_required": False, "subscription_auth_mode": "None", "offload_threshold": -1,
    "offload_threshold_in_seconds": -1, "schema_compatibility_strategy": "UNDEFINED",
    "is_allow_auto_update_schema": True, "schema_validation_enforced": False, "subscription_types_enabled": [],
    "properties": {}, "migrated": False, "clusterThatCanDeleteNamespace": "standalone",
}  # fmt: skip
"""What 4.0.8 answers for a new namespace."""

LEVELS: tuple[Level, ...] = ("namespace", "topic")
EXAMPLES = [(level, name, policy.example) for level in LEVELS for name, policy in POLICIES.items() if policy.at(level)]


@pytest.mark.parametrize(("level", "name", "example"), EXAMPLES)
def test_a_shown_policy_is_read_as_the_same(level: Level, name: str, example: str) -> None:
    wish = policies.parse(level, {name: example})
    policies.check(level, wish)
    assert policies.parse(level, {name: policies.show(name, wish[name])}) == wish


@pytest.mark.parametrize("given", ["0", "0B", "-1", "unlimited"])
@pytest.mark.parametrize("name", ["publish_rate", "dispatch_rate", "replicator_dispatch_rate"])
def test_a_rate_of_nothing_is_no_limit(name: str, given: str) -> None:
    for value in (f"bytes={given}", {"bytes": given}):
        wish = policies.parse("topic", {name: value})
        assert wish[name]["bytes"] == -1
        policies.check("topic", wish)


def test_units() -> None:
    wish = policies.parse("namespace", {"retention": "time=36h,size=1TB", "message_ttl": "90s", "backlog_quota": "50G"})
    assert wish == {
        "retention": {"time": 2160, "size": 1048576},
        "message_ttl": 90,
        "backlog_quota": {"size": 50 * 2**30, "policy": "producer_request_hold"},
    }
    assert policies.shown(wish) == {"retention": "time=36h,size=1TB", "message_ttl": "90s", "backlog_quota": "50GB"}
    assert policies.parse("namespace", {"retention": {"time": "forever"}}) == {"retention": {"time": -1, "size": -1}}
    # YAML takes on and off for booleans.
    assert policies.parse("namespace", {"message_ttl": False, "deduplication": True}) == {
        "message_ttl": 0,
        "deduplication": True,
    }


@pytest.mark.parametrize(
    ("level", "given", "message"),
    [
        ("namespace", {"retention": "7"}, 'retention: time: "7" is not a duration'),
        ("namespace", {"retention": "90s"}, "no whole number of m"),
        ("namespace", {"retention": "-5d"}, "is not a duration"),
        ("namespace", {"retention": "time=7d,time=8d"}, "no single field=value"),
        ("namespace", {"retention": "time=7d,sizes=1GB"}, 'has no field "sizes"'),
        ("namespace", {"retention": "time=none,size=1GB"}, "time and size are none both"),
        ("namespace", {"retention": "99999999999999999d"}, "between"),
        ("namespace", {"retention": None}, "null"),
        ("namespace", {"retention": []}, "is no duration"),
        ("namespace", {"retention": {"time": {"a": 1}}}, "is no duration"),
        ("namespace", {"retention": True}, "is no duration"),
        ("namespace", {"retention": {}}, "retention: needs a value, as in 7d"),
        ("topic", {"publish_rate": {}}, "needs a value"),
        ("namespace", {"properties": '{"a": "1", "a": "2"}'}, "is no list"),
        *(
            (
                "namespace",
                {"persistence": f"ensemble=3,write_quorum=3,ack_quorum=2,max_mark_delete_rate={rate}"},
                "0 to",
            )
            for rate in ("1_000", "１２", "nan", "inf", "-1", "1e7", "0x1")
        ),
        ("namespace", {"message_ttl": "7 days"}, "is not a duration"),
        ("namespace", {"message_ttl": "７d"}, "is not a duration"),
        ("namespace", {"message_ttl": "1e3s"}, "is not a duration"),
        ("namespace", {"backlog_quota": "policy=producer_exception"}, "needs size"),
        ("namespace", {"backlog_quota": "size=1GB,policy=drop"}, "is none of producer_request_hold"),
        ("namespace", {"backlog_quota": "1.5GB"}, "is not a size"),
        ("namespace", {"retention": "time=7d,size=1GB", "backlog_quota": "1GB"}, "smaller than the size of retention"),
        ("namespace", {"persistence": "ensemble=1,write_quorum=2,ack_quorum=1"}, "has to hold"),
        ("namespace", {"auto_topic_creation": "on"}, "needs type"),
        ("namespace", {"auto_topic_creation": "allow=on,type=partitioned"}, "needs partitions"),
        ("namespace", {"auto_topic_creation": "allow=on,type=non-partitioned,partitions=3"}, "only when its type"),
        ("namespace", {"max_producers_per_topic": -1}, "between"),
        ("namespace", {"max_producers_per_topic": 2**31}, "between"),
        ("namespace", {"max_producers_per_topic": 1.5}, "is no count"),
        ("namespace", {"schema_compatibility_strategy": "SOMETIMES"}, "is none of"),
        ("namespace", {"subscription_types_enabled": "Shared,Nobody"}, "is none of"),
        ("namespace", {"replication_clusters": ""}, "no"),
        ("namespace", {"entry_filters": ["a=b"]}, "is no name"),
        ("namespace", {"replication_clusters": ["a"] * 101}, "more than 100"),
        ("namespace", {"replication_clusters": "../../tenants"}, "is no name"),
        ("namespace", {"resource_group": "a/b"}, "is no name"),
        ("namespace", {"resource_group": "a?x=1"}, "is no name"),
        ("namespace", {"entry_filters": "a;rm -rf"}, "is no name"),
        ("namespace", {"properties": "a"}, "no single field=value"),
        ("namespace", {"properties": {"a": "\x00"}}, "printable"),
        ("namespace", {"properties": {"a": "x" * 257}}, "256"),
        ("namespace", {"properties": "{" * 5000}, "is no list"),
        ("namespace", {"max_message_size": "1MB"}, "can be set on a topic only"),
        ("topic", {"max_topics_per_namespace": 5}, "can be set on a namespace only"),
        ("topic", {"retenion": "7d"}, 'there is no policy "retenion"; did you mean retention?'),
        ("topic", {"\r\nX-Evil: 1": "7d"}, 'there is no policy "??X-Evil: 1"'),
    ],
)
def test_a_wrong_policy_is_refused_with_the_reason(level: Level, given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as error:
        policies.parse(level, given)
    assert message in str(error.value)
    assert len(str(error.value)) < 400


def test_a_new_namespace_has_no_policies() -> None:
    assert policies.from_namespace(_FRESH, "standalone") == policies.PolicyReading({}, [])
    assert policies.from_topic({}) == policies.PolicyReading({}, [])
    assert policies.from_topic(dict.fromkeys(policies.topic_reads())) == policies.PolicyReading({}, [])


def test_unknown_policies_are_reported() -> None:
    raw = _FRESH | {
        "allowed_clusters": ["a", "b"],
        "new_in_6": 5,
        "retention_policies": {"retentionTimeInMinutes": "x", "retentionSizeInMB": 1},
        "persistence": {
            "bookkeeperEnsemble": 1, "bookkeeperWriteQuorum": 1, "bookkeeperAckQuorum": 1,
            "managedLedgerMaxMarkDeleteRate": 0.5, "managedLedgerStorageClassName": "s3",
        },
        "offload_policies": {"managedLedgerOffloadDriver": "aws-s3", "managedLedgerOffloadThresholdInBytes": 7},
        "topicDispatchRate": 5,
        "backlog_quota_map": {"disk_age": {}},
    }  # fmt: skip
    read = policies.from_namespace(raw, "standalone")
    assert read.wish.keys() == {"persistence", "offload_threshold"}
    assert read.unknown == [
        "allowed_clusters", "backlog_quota_map.disk_age", "dispatch_rate", "new_in_6", "offload_policies",
        "persistence.managedLedgerStorageClassName", "retention",
    ]  # fmt: skip


def test_rates_are_kept_by_cluster() -> None:
    limits, other = ({"publishThrottlingRateInMsg": n, "publishThrottlingRateInByte": 0} for n in (1, 2))
    raw = {"publishMaxMessageRate": {"eu": limits, "us": other}}
    assert policies.from_namespace(raw, "us").wish == {"publish_rate": {"messages": 2, "bytes": -1}}
    assert policies.from_namespace(raw, "asia").wish == {}
    assert policies.from_namespace(raw).unknown == ["publish_rate"]


def test_differences() -> None:
    wish = policies.parse("namespace", {"retention": "7d", "encryption_required": "off", "replication_clusters": "eu"})
    actual = policies.parse("namespace", {"retention": "8d", "message_ttl": "1h"})
    assert policies.differences(wish, actual) == [
        PolicyDifference("retention", {"time": 10080, "size": -1}, {"time": 11520, "size": -1})
    ]
    assert policies.not_wished(wish, actual) == [PolicyDifference("message_ttl", None, 3600)]
    alone = policies.parse("topic", {"replication_clusters": "eu"})
    assert policies.differences(alone, {}, "topic") == [PolicyDifference("replication_clusters", ["eu"], None)]
    assert policies.differences({}, actual) == policies.differences(wish, wish) == []
