"""Policies of namespaces and topics in files: what a plan says of them, and what it refuses."""

from typing import Any

import pytest

from tests.factories import Person
from tests.policy.desk import PolicyDesk, sentences_of

HEAD = "version: 1\ntenants:\n  acme:\n    namespaces:\n      orders:\n"


def file_with_policies(*policies: str) -> str:
    """A file with these policies of acme/orders, the first of them in line 7."""
    return f"{HEAD}        policies:\n" + "".join(f"          {policy}\n" for policy in policies)


def test_a_plan_names_changed_and_removed_policies(owner: Person, root: PolicyDesk) -> None:
    assert sentences_of(root.apply(file_with_policies("retention: 7d", "message_ttl: 1d", "deduplication: on"))) == [
        "change namespace acme/orders: policies deduplication on, message_ttl 1d, retention 7d"
    ]
    assert sentences_of(root.apply(file_with_policies("retention: 8d", "deduplication: on"))) == [
        "change namespace acme/orders: policies retention 8d, without message_ttl"
    ]
    assert sentences_of(root.apply(file_with_policies("retention: 192h", "deduplication: 'yes'"))) == []
    assert sentences_of(root.apply(file_with_policies())) == [
        "change namespace acme/orders: policies without deduplication, retention"
    ]


@pytest.mark.parametrize("verb", ["plan", "apply"])
def test_all_wrong_policies_are_reported_with_their_lines(owner: Person, root: PolicyDesk, verb: str) -> None:
    answer = root.send(
        verb, file_with_policies("retention: 7", "deduplication: on", "retenton: 7d", "message_ttl: -1s")
    ).json()
    assert [(error["line"], error["field"].rpartition(".")[2]) for error in answer["errors"]] == [
        (7, "retention"),
        (9, "retenton"),
        (10, "message_ttl"),
    ]
    together = root.send(verb, file_with_policies("retention: time=1d,size=1GB", "backlog_quota: 1GB")).json()
    assert [(error["line"], error["code"]) for error in together["errors"]] == [(6, "invalid_policies")]


def test_a_new_topic_needs_a_name_that_pulsar_takes(owner: Person, root: PolicyDesk) -> None:
    text = file_with_policies() + "        topics: {x-partition-1x: {partitions: %d}}\n"
    assert sentences_of(root.apply(text % 0)) == ["create topic persistent://acme/orders/x-partition-1x"]
    answer = root.send("plan", (text % 2).replace("1x", "1y")).json()
    assert answer["errors"][0]["code"] == "invalid_name"


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ("replication_clusters: [prod, elsewhere]", '"elsewhere" is no cluster of the tenant'),
        ("properties: {" + ", ".join(f"k{number}: {'x' * 250}" for number in range(60)) + "}", "longer"),
        ("entry_filters: [a=b]", "is no name"),
    ],
)
def test_a_plan_refuses_what_applying_would_refuse(owner: Person, root: PolicyDesk, policy: str, message: str) -> None:
    new = file_with_policies(policy).replace("acme:", "late:\n    clusters: [prod]")
    for text in (file_with_policies(policy), new):
        answers: list[Any] = [root.send(verb, text).json() for verb in ("plan", "apply")]
        assert [answer["code"] for answer in answers] == ["invalid_policies"] * 2
        assert answers[0]["errors"] == answers[1]["errors"]
        assert message in answers[0]["detail"]


def test_scalable_topics_have_a_field_of_their_own(owner: Person, root: PolicyDesk) -> None:
    text = f"{HEAD}        scalable_topics:\n          created: {{remark: wide}}\n"
    assert sentences_of(root.apply(text)) == ["create topic topic://acme/orders/created"]
    exported = root.export()
    assert "scalable_topics:\n          created:\n            remark: wide\n" in exported
    assert sentences_of(root.apply(exported)) == []
    for more, code in (("partitions: 2", "invalid_partitions"), ("policies: {retention: 7d}", "invalid_policies")):
        [error] = root.send("plan", f"{HEAD}        scalable_topics:\n          other: {{{more}}}\n").json()["errors"]
        assert (error["line"], error["code"]) == (7, code)


def test_a_grant_names_a_scalable_topic(owner: Person, root: PolicyDesk) -> None:
    text = f"{HEAD}        scalable_topics: {{created: }}\ngrants:\n"
    text += "- {topic: topic://acme/orders/created, user: bob, authorities: [topic.read]}\n"
    assert any("topic://acme/orders/created" in sentence for sentence in sentences_of(root.apply(text)))
    assert "- {topic: topic://acme/orders/created, user: bob, authorities: [topic.read]}" in root.export()
