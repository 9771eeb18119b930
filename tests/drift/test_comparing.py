"""What is drift between the center's wish and a cluster, and what is not."""

from dataclasses import replace
from typing import Any

import pytest

from app.access.names import ResourceType
from app.desired_state.drift import calls, comparing
from app.desired_state.drift.center_places import KnownCluster, KnownPlace
from app.desired_state.drift.differences import Difference, severity
from app.resources.pulsar.admin_path import AdminPath
from app.resources.pulsar.cluster_content import (
    ClusterContent,
    ClusterNamespace,
    ClusterTenant,
    ClusterTopic,
    UnreadPart,
)

TOPIC = "persistent://acme/orders/created"
WISHES: dict[str, tuple[ResourceType, dict[str, Any]]] = {
    "acme": (ResourceType.TENANT, {"allowed_clusters": ["prod"]}),
    "acme/orders": (ResourceType.NAMESPACE, {"bundles": 4, "subscription_auth_mode": "None", "policies": {}}),
    TOPIC: (ResourceType.TOPIC, {"partitions": 4, "policies": {}}),
}
PLACES = {
    name: KnownPlace(kind, number, name, 1, True, values)
    for number, (name, (kind, values)) in enumerate(WISHES.items())
}
KNOWN = KnownCluster("prod", PLACES)
TENANT = ClusterTenant("acme", frozenset(), frozenset({"prod"}))
NAMESPACE = ClusterNamespace("acme/orders", {"bundles": {"numBundles": 4}, "subscription_auth_mode": "None"})
ESTATE = ClusterContent("prod", (TENANT,), (NAMESPACE,), (ClusterTopic(TOPIC, 4),))


def compare(estate: ClusterContent, known: KnownCluster = KNOWN) -> list[tuple[str, str, str, str | None]]:
    """The differences, without their values."""
    return [
        (difference.kind, difference.place, difference.field, difference.subject)
        for difference in comparing.compare(known, estate)
    ]


def namespace(**values: Any) -> ClusterContent:
    """The estate with another namespace."""
    return replace(ESTATE, namespaces=(replace(NAMESPACE, **values),))


def grade(difference: Difference) -> int:
    """The severity."""
    return severity(difference.field, difference.wished, difference.actual)


def center_with(name: str, **values: Any) -> KnownCluster:
    """The center with another place."""
    return KnownCluster("prod", {**PLACES, name: replace(PLACES[name], **values)})


def test_nothing_differs() -> None:
    assert compare(ESTATE) == []


def test_missing_places_are_listed_from_above() -> None:
    assert compare(ClusterContent("prod")) == [
        ("missing", "acme", "resource", None),
        ("missing", "acme/orders", "resource", None),
        ("missing", TOPIC, "resource", None),
    ]


@pytest.mark.parametrize(
    "place", ["/tenants", "acme", "acme/orders", "acme/orders (partitioned persistent topics)", TOPIC]
)
def test_a_place_that_was_not_read_is_not_missing(place: str) -> None:
    differences = compare(ClusterContent("prod", unread=(UnreadPart(place, "500"),)))
    assert ("missing", TOPIC, "resource", None) not in differences
    assert (("missing", "acme", "resource", None) in differences) == (place not in ("/tenants", "acme"))


def test_a_topic_whose_name_ends_in_parentheses_is_not_missing_when_it_was_not_read() -> None:
    odd = KnownPlace(ResourceType.TOPIC, 9, "persistent://acme/orders/paid (2)", 1, True, {"partitions": 0})
    known = KnownCluster("prod", {**PLACES, odd.name: odd})
    assert compare(ESTATE, known) == [("missing", odd.name, "resource", None)]
    assert compare(replace(ESTATE, unread=(UnreadPart(odd.name, "500"),)), known) == []


def test_another_topic_that_was_not_read_hides_nothing() -> None:
    unread = (UnreadPart("persistent://acme/orders/other", "500"),)
    assert ("missing", TOPIC, "resource", None) in compare(ClusterContent("prod", unread=unread))


@pytest.mark.parametrize("name", list(PLACES))
def test_jobs_that_are_not_done_are_no_drift(name: str) -> None:
    differences = compare(ClusterContent("prod"), center_with(name, settled=False))
    assert ("missing", name, "resource", None) not in differences


def test_a_topic_that_lives_by_its_use_is_not_missing() -> None:
    fleeting = KnownPlace(ResourceType.TOPIC, 9, "non-persistent://acme/orders/live", 1, True, {"partitions": 0})
    assert compare(ESTATE, KnownCluster("prod", {**PLACES, fleeting.name: fleeting})) == []


def test_a_place_unknown_to_the_center_is_extra() -> None:
    more = replace(ESTATE, topics=(*ESTATE.topics, ClusterTopic("persistent://acme/orders/new", 3)))
    (difference,) = comparing.compare(KNOWN, more)
    assert (difference.kind, difference.place, difference.actual) == (
        "extra",
        "persistent://acme/orders/new",
        {"partitions": 3, "policies": {}},
    )


def test_scalable_topics_are_compared_as_others_are() -> None:
    """A persistent topic of the same name is another one."""
    wide = KnownPlace(ResourceType.TOPIC, 9, "topic://acme/orders/wide", 1, True, {"partitions": 0, "policies": {}})
    known = KnownCluster("prod", {**PLACES, wide.name: wide})
    there = replace(ESTATE, topics=(*ESTATE.topics, ClusterTopic(wide.name)))
    assert compare(there, known) == []
    assert compare(ESTATE, known) == [("missing", wide.name, "resource", None)]
    assert compare(there) == [("extra", wide.name, "resource", None)]


@pytest.mark.parametrize(
    "name", ["topic://acme/orders/__x", "persistent://acme/orders/__change_events", "persistent://pulsar/system/x"]
)
def test_pulsars_own_places_are_left_out(name: str) -> None:
    assert compare(replace(ESTATE, topics=(*ESTATE.topics, ClusterTopic(name)))) == []


@pytest.mark.parametrize(("bundles", "reported"), [(3, True), (4, False), (9, False)])
def test_only_fewer_bundles_are_drift(bundles: int, reported: bool) -> None:
    estate = namespace(policies={"bundles": {"numBundles": bundles}})
    assert (("different", "acme/orders", "bundles", None) in compare(estate)) == reported


@pytest.mark.parametrize("bundles", [None, 7, {}, {"numBundles": "4"}, {"numBundles": None}])
def test_bundles_in_another_form_are_no_drift(bundles: object) -> None:
    assert compare(namespace(policies={"bundles": bundles})) == []


@pytest.mark.parametrize(
    ("wish", "native", "enforced", "expected"),
    [
        ("None", "Prefix", False, 3),
        ("None", "Prefix", True, 3),
        ("Prefix", "None", False, 5),
        ("Prefix", "None", True, None),  # such brokers keep to the center's mode whatever the cluster's is
        ("Prefix", "Prefix", False, None),
    ],
)
def test_another_mode_of_subscriptions(wish: str, native: str, enforced: bool, expected: int | None) -> None:
    values = {**PLACES["acme/orders"].values, "subscription_auth_mode": wish}
    estate = namespace(policies={"bundles": {"numBundles": 4}, "subscription_auth_mode": native})
    known = replace(center_with("acme/orders", values=values), enforced=enforced)
    modes = [
        difference for difference in comparing.compare(known, estate) if difference.field == "subscription_auth_mode"
    ]
    assert [grade(difference) for difference in modes] == ([] if expected is None else [expected])


def test_a_native_grant_is_extra_unless_the_center_gives_as_much() -> None:
    estate = namespace(roles={"mallory": frozenset({"produce", "consume"})})
    assert compare(estate) == [("extra", "acme/orders", "grant", "mallory")]
    half = replace(KNOWN, covered={("mallory", "acme/orders"): frozenset({"consume"})})
    (difference,) = comparing.compare(half, estate)
    assert (difference.wished, difference.actual) == (["consume"], ["consume", "produce"])
    whole = replace(KNOWN, covered={("mallory", "acme/orders"): frozenset({"consume", "produce"})})
    assert compare(estate, whole) == []


def test_a_native_grant_on_an_absent_topic_is_extra() -> None:
    estate = namespace(topic_roles={"persistent://acme/orders/ghost": {"mallory": frozenset({"produce"})}})
    assert compare(estate) == [("extra", "persistent://acme/orders/ghost", "grant", "mallory")]


def test_native_subscription_permissions_are_compared_with_the_rule() -> None:
    estate = namespace(subscription_roles={"billing": frozenset({"alice"}), "open": frozenset()})
    assert compare(estate) == [("extra", "acme/orders", "subscription_grant", "billing")]
    other = replace(KNOWN, rules={"acme/orders": {"billing": frozenset({"bob"})}})
    assert compare(estate, other) == [("different", "acme/orders", "subscription_grant", "billing")]
    same = replace(KNOWN, rules={"acme/orders": {"billing": frozenset({"alice"})}})
    assert compare(estate, same) == []


@pytest.mark.parametrize("native", [{}, {"billing": frozenset[str]()}])  # Pulsar lets everybody in by both
@pytest.mark.parametrize("users", [frozenset({"alice", "svc"}), frozenset[str]()])
def test_a_list_that_is_gone_from_the_cluster_differs(native: dict[str, frozenset[str]], users: frozenset[str]) -> None:
    """The line names native roles, as its repair gives the list to them."""
    rules, names = {"acme/orders": {"billing": users}}, {"old svc": "svc", "mallory": "mallory"}
    known, estate = replace(KNOWN, rules=rules, names=names), namespace(subscription_roles=native)
    (difference,) = comparing.compare(known, estate)
    assert (difference.kind, difference.field, difference.subject, grade(difference)) == (
        "missing",
        "subscription_grant",
        "billing",
        5,
    )
    assert (difference.wished, difference.actual) == (["alice", "old svc"] if users else [], None)
    assert compare(estate, replace(known, enforced=True)) == []


def test_unknown_administrators_of_a_tenant_are_drift() -> None:
    estate = replace(ESTATE, tenants=(replace(TENANT, admin_roles=frozenset({"alice", "mallory"})),))
    known = replace(KNOWN, covered={("alice", "acme"): frozenset({"administer"})})
    (difference,) = comparing.compare(known, estate)
    assert (difference.field, difference.wished, difference.actual) == ("admin_roles", ["alice"], ["alice", "mallory"])


def test_policies_set_changed_and_taken_away() -> None:
    set_there = namespace(policies={**NAMESPACE.policies, "message_ttl_in_seconds": 60})
    assert compare(set_there) == [("different", "acme/orders", "policy", "message_ttl")]
    values = {**PLACES["acme/orders"].values, "policies": {"message_ttl": 90}}
    (difference,) = comparing.compare(center_with("acme/orders", values=values), set_there)
    assert (difference.wished, difference.actual) == (90, 60)
    (difference,) = comparing.compare(center_with("acme/orders", values=values), ESTATE)
    assert (difference.wished, difference.actual) == (90, None)


def test_a_policy_of_a_topic_that_was_not_read_is_not_different() -> None:
    known = center_with(TOPIC, values={"partitions": 4, "policies": {"message_ttl": 90}})
    assert compare(ESTATE, known) == [("different", TOPIC, "policy", "message_ttl")]
    assert compare(replace(ESTATE, unread=(UnreadPart(f"{TOPIC} (messageTTL)", "500"),)), known) == []


def test_replication_by_provisioning_is_wished() -> None:
    two = {"allowed_clusters": ["other", "prod"]}
    known = center_with("acme", values=two)
    tenant = replace(TENANT, allowed_clusters=frozenset({"other", "prod"}))
    policies = {**NAMESPACE.policies, "replication_clusters": ["prod", "other"]}
    estate = ClusterContent("prod", (tenant,), (replace(NAMESPACE, policies=policies),), ESTATE.topics)
    assert compare(estate, known) == []


@pytest.mark.parametrize(
    ("clusters", "actual", "expected"),
    [
        (["prod"], ["prod"], None),
        (["prod"], ["other"], ["prod"]),  # brokers of prod serve it to nobody
        (["prod"], ["other", "prod"], ["prod"]),
        (["other", "prod"], ["other"], ["other", "prod"]),
    ],
)
def test_a_namespace_that_is_replicated_elsewhere_differs(
    clusters: list[str], actual: list[str], expected: list[str] | None
) -> None:
    known = center_with("acme", values={"allowed_clusters": clusters})
    tenant = replace(TENANT, allowed_clusters=frozenset(clusters))
    namespace = replace(NAMESPACE, policies={**NAMESPACE.policies, "replication_clusters": actual})
    differs = list(comparing.compare(known, ClusterContent("prod", (tenant,), (namespace,), ESTATE.topics)))
    if expected is None:
        assert differs == []
        return
    (difference,) = differs
    assert (difference.subject, difference.wished, difference.actual) == ("replication_clusters", expected, actual)
    path = AdminPath.of_place(difference.res_type, difference.place)
    (call,) = calls.policy_calls(difference.res_type, path, "replication_clusters", difference.wished)
    assert call.body == expected


def test_the_key_of_a_line_does_not_depend_on_its_values() -> None:
    doubled = Difference("different", ResourceType.TOPIC, TOPIC, "partitions", None, 4, 8)
    assert doubled.key == replace(doubled, kind="missing", wished=1, actual=None).key
    assert doubled.key != replace(doubled, field="policy").key
