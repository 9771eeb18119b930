"""Names: what the case files cannot say, and the stricter rules for new resources."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.access.names import MAX_LENGTH, ROOT, ResourceName, ResourceType
from app.access.naming_rules import refusal, topic_in


def test_parts_of_a_topic() -> None:
    topic = ResourceName.of_topic("non-persistent://acme/orders/created-partition-3")
    assert topic.name == "non-persistent://acme/orders/created"
    assert topic.text == "non-persistent://acme/orders/created-partition-3"
    assert (topic.tenant, topic.namespace, topic.local_name) == ("acme", "acme/orders", "created")
    assert [above.name for above in topic.ancestors("prod")] == ["acme/orders", "acme", "prod", "*"]
    assert topic.type.level == 3


def test_ancestors_of_the_others() -> None:
    assert [above.name for above in ResourceName.of_tenant("acme").ancestors("prod")] == ["prod", "*"]
    assert [above.name for above in ResourceName.of_cluster("eu").ancestors("prod")] == ["*"]
    assert ROOT.ancestors("prod") == ()


def test_a_type_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="5"):
        ResourceName.of(5, "x")


def test_names_are_limited_to_the_greatest_length() -> None:
    longest = "persistent://a/b/".ljust(MAX_LENGTH, "😀")
    assert not ResourceName.of_topic(longest).malformed
    assert ResourceName.of_topic(longest + "x").malformed
    assert ResourceName.of_topic("persistent://a/b/" + "-" * 10_000_000).malformed


def test_half_a_character_is_no_name() -> None:
    assert ResourceName.of_topic("persistent://a/b/\ud83d").malformed


@given(st.sampled_from(list(ResourceType)), st.text())
def test_any_text_is_a_name_or_malformed(kind: ResourceType, text: str) -> None:
    name = ResourceName.of(kind, text)
    assert name.malformed or ResourceName.of(kind, name.name).name == name.name or "-partition-" in name.name


@given(st.sampled_from(list(ResourceType)[1:]), st.text(max_size=140))
def test_a_name_that_may_be_created_can_be_decided_about(kind: ResourceType, part: str) -> None:
    if refusal(kind, part) is None:
        wrapped = {1: part, 2: part, 3: f"acme/{part}", 4: f"persistent://acme/orders/{part}"}[kind]
        assert ResourceName.of(kind, wrapped).name == wrapped


@pytest.mark.parametrize(
    ("kind", "part", "sentence"),
    [
        (ResourceType.TENANT, "", "The tenant needs a name."),
        (ResourceType.TENANT, "..", '".." cannot be the name of a tenant.'),
        (ResourceType.TOPIC, "x" * 129, "The topic name has 129 characters; at most 128 are allowed."),
        (
            ResourceType.NAMESPACE,
            "a/b",
            'The namespace name contains "/"; allowed are the letters a-z and A-Z, digits and - = : . _',
        ),
        (
            ResourceType.TENANT,
            "a b",
            "The tenant name contains the character U+0020; allowed are the letters a-z and A-Z, digits and - = : . _",
        ),
        (
            ResourceType.TOPIC,
            "a\u202eb",
            "The topic name contains the character U+202E; allowed are visible characters other than /",
        ),
        (ResourceType.TOPIC, "a ", "The topic name ends with a blank."),
        (ResourceType.TOPIC, "%2e", "The topic name cannot stand in an address: it would be read as what lies above."),
        (
            ResourceType.CLUSTER,
            "prod\n",
            "The cluster name contains the character U+000A; allowed are the letters a-z and A-Z, digits and - = : . _",
        ),
        (
            ResourceType.TOPIC,
            "a-partition-0",
            "A topic name cannot end in -partition-<number>: that is how Pulsar names the partitions of a topic.",
        ),
    ],
)
def test_a_refused_name_gets_a_sentence(kind: ResourceType, part: str, sentence: str) -> None:
    assert refusal(kind, part) == sentence


@pytest.mark.parametrize("part", ["a", "A-b_c.d=e:9", "..a", "x" * 128, "a-partition-", "a-partition-x"])
def test_accepted_names(part: str) -> None:
    assert refusal(ResourceType.TOPIC, part) is None


def test_dots_alone_are_no_name() -> None:
    assert refusal(ResourceType.TOPIC, "...") == '"..." cannot be the name of a topic.'


def test_pulsar_makes_no_partitioned_topic_with_the_word_in_its_name() -> None:
    """Its admin API answers 412, and without partitions only when a number follows, -1 too."""
    for part in ("a-partition-1x", "-partition-1x", "a-partition-0-DLQ", "a-partition-"):
        assert refusal(ResourceType.TOPIC, part, partitions=0) is None
        assert refusal(ResourceType.TOPIC, part, partitions=2)
    assert refusal(ResourceType.TOPIC, "a-partition--1")
    assert refusal(ResourceType.TOPIC, "partition-1", partitions=2) is None


def test_a_partition_suffix_is_a_name_for_others() -> None:
    assert refusal(ResourceType.NAMESPACE, "a-partition-0") is None


def test_a_topic_in_its_namespace() -> None:
    assert topic_in("acme/orders", "created").name == "persistent://acme/orders/created"
    assert topic_in("acme/orders", "created", "non-persistent").name == "non-persistent://acme/orders/created"
    assert topic_in("acme/orders", "created", "topic").name == "topic://acme/orders/created"
    assert topic_in("acme/orders", "created", "segment").malformed
