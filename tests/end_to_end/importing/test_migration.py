"""From a stock cluster to the center: rehearsed, compared with what the broker really decides, applied, repeated."""

import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from app.access.names import ResourceName
from app.desired_state.importing import estate_text
from app.desired_state.importing.native_roles import named
from app.desired_state.importing.pulsar_authorization import NativeRules
from app.resources.provisioning.content_calls import ContentCalls
from app.resources.provisioning.content_reader import read
from app.resources.pulsar.cluster_content import ClusterContent
from tests.end_to_end.estate import JAR
from tests.end_to_end.importing import company, plugin_lines
from tests.end_to_end.importing.conftest import ROOT, OldCluster
from tests.end_to_end.waiting import wait_until
from tests.provisioning.calling import endpoint

pytestmark = pytest.mark.broker
_ASKED_OF_EACH_ROLE = 12
_DENIED = (401, 403)
ASKED = (13, 21, 37, 61, 85)
"""Topics of tenant1, tenant9, tenant1, tenant9 and tenant5."""
MAY = {
    "tenant1-writer": {13, 37},
    "tenant1-reader": {13, 37},
    "everywhere": {21, 61},
    "guest1": {37},
    "boss1": {13, 37},
    "boss-of-all": {13, 21, 37, 61, 85},
}
"""Who may look up which, by `company._grants` and `_tenants`: odd tenants have administrators."""


@pytest.fixture(scope="module")
def cluster_content(old_cluster: OldCluster) -> ClusterContent:
    """What the cluster holds, as the center reads it."""
    token = old_cluster.providers.token(ROOT)
    with ContentCalls(endpoint(old_cluster.estate.broker.admin_url), lambda: token) as calls:
        return read("standalone", calls)


def test_everything_is_read_or_named(cluster_content: ClusterContent) -> None:
    names = {topic.name for topic in cluster_content.topics}
    unread = {unread_place.place for unread_place in cluster_content.unread}
    for number in range(company.TOPICS):
        name = company.topic(number)
        system = "/__" in name
        assert (name in names) + (name in unread) + system == 1, name
    assert {namespace.name for namespace in cluster_content.namespaces} == {
        *(company.namespace(number) for number in range(company.NAMESPACES)),
        "public/default",
    }
    assert {
        topic.name: topic.partitions for topic in cluster_content.topics if topic.name in _partitioned_topics()
    } == _partitioned_topics()
    assert set(company.ODD_ROLES) <= set(named(cluster_content))
    assert (
        estate_text.read(estate_text.unpacked(estate_text.packed(estate_text.write(cluster_content))))
        == cluster_content
    )


def _partitioned_topics() -> dict[str, int]:
    return {
        company.topic(number): company.partitions(number)
        for number in range(len(company.ODD_TOPICS), company.TOPICS)
        if company.partitions(number)
    }


def test_the_native_rules_are_those_of_the_broker(old_cluster: OldCluster, cluster_content: ClusterContent) -> None:
    """Of every role: look-up, a schema, which asks what producing asks, and the list of subscriptions, which asks what
    consuming asks."""
    rules, sample = NativeRules(cluster_content), random.Random(19)
    topics = [topic.name for topic in cluster_content.topics if topic.name.startswith("persistent")]

    def wrong(role: str) -> Iterator[tuple[str, str, str, int]]:
        near = [topic for topic in topics if any(role in roles for roles in _roles(cluster_content, topic))]
        chosen = {*sample.sample(topics, 4), *sample.sample(near, min(len(near), _ASKED_OF_EACH_ROLE - 4))}
        with old_cluster.http(role) as admin:
            for name in sorted(chosen):
                topic = ResourceName.of_topic(name)
                expected = {
                    "lookup": rules.may_look_up(role, topic),
                    "produce": rules.may_produce(role, topic),
                    "consume": rules.may_consume(role, topic),
                }
                for what, status in _statuses(admin, name).items():
                    if (status in _DENIED) == expected[what]:
                        yield role, name, what, status

    roles = [role for role in named(cluster_content) if role.isascii() and role != "center.standalone"]
    with ThreadPoolExecutor(6) as lanes:
        found = [
            difference for differences in lanes.map(lambda role: list(wrong(role)), roles) for difference in differences
        ]
    assert found == []


def _statuses(admin: httpx.Client, name: str) -> dict[str, int]:
    """What the broker answers to each question. The schema has no type: it is refused after it was permitted."""
    path = company.topic_path(name)
    return {
        "lookup": admin.get(f"/lookup/v2/topic/{path}").status_code,
        "produce": admin.post(f"/admin/v2/schemas/{path.partition('/')[2]}/schema", json={}).status_code,
        "consume": admin.get(f"/admin/v2/{path}/subscriptions").status_code,
    }


def _roles(estate: ClusterContent, topic: str) -> list[Any]:
    space = ResourceName.of_topic(topic).namespace
    return [
        roles
        for namespace in estate.namespaces
        if namespace.name == space
        for roles in (namespace.roles, namespace.topic_roles.get(topic, {}))
    ]


def test_rehearsed_applied_and_repeated(old_cluster: OldCluster, work: Path) -> None:
    """Each command of docs/operators/migrate.md about the import."""
    before = _all(old_cluster)
    mapping, report = work / "prod.yaml", work / "prod.json"
    usercenter = old_cluster.usercenter
    usercenter(
        "import", "standalone", "--write-mapping", mapping, "--report", work / "prod.html", wanted="0 unexplained"
    )
    drafted = yaml.safe_load(mapping.read_text())
    line = next(draft for draft in drafted["roles"] if draft["role"] == "svc with blank")
    assert (line.pop("to"), "cannot be called so" in line.pop("reason")) == ("nothing", True)
    line["name"] = "svc"
    mapping.write_text(yaml.safe_dump(drafted))
    usercenter(
        "import", "standalone", "--mapping", mapping, "--report", report, "--apply", "--yes", wanted="Comes: nothing"
    )
    result = json.loads(report.read_text())
    assert (result["refused"], result["steps_total"], result["proof"]["unexplained"]) == ([], 0, 0)
    assert result["exists"]["topic"] == result["read"]["topics"] >= 290
    assert result["exists"]["tenant"] == 13
    usercenter("import", "standalone", "--mapping", mapping, "--apply", "--yes", wanted="Comes: nothing")
    usercenter("import", "standalone", "--undo", wanted=f"{result['exists']['topic']} topic")
    assert _all(old_cluster) == before, "the cluster is as it was"


def _all(old_cluster: OldCluster) -> dict[str, Any]:
    with old_cluster.http(ROOT) as admin:
        return {
            company.namespace(number): _json(admin.get(f"/admin/v2/namespaces/{company.namespace(number)}"))
            for number in range(company.NAMESPACES)
        }


def _json(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()


@pytest.mark.timeout(600)
def test_observed_compared_and_enforced(old_cluster: OldCluster) -> None:
    """The second half of docs/operators/migrate.md: clients keep their old tokens, and are answered as before."""
    estate = old_cluster.estate
    stock = dict(estate.broker.settings)
    answers = _rights_on_topics(old_cluster)
    lookups = {(role, number): yes for (role, number, what), yes in answers.items() if what == "lookup"}
    assert lookups == {(role, number): number in may for role, may in MAY.items() for number in ASKED}
    estate.broker.jars.append(JAR)
    estate.broker.settings = plugin_lines.observing(estate, stock)
    estate.broker.restart()
    assert _rights_on_topics(old_cluster) == answers, "while it observes"
    wait_until("events", lambda: len(estate.events()) > len(answers) // 2, seconds=20, pause=0.2)
    wanted = "0 times, 0 kinds: would be denied"
    old_cluster.usercenter("observe-report", estate.broker.events_directory, wanted=wanted)
    estate.broker.settings = plugin_lines.enforcing(estate, estate.broker.settings)
    estate.broker.restart()
    estate.wait_for_broker()
    assert _rights_on_topics(old_cluster) == answers, "while it enforces"


def _rights_on_topics(old_cluster: OldCluster) -> dict[tuple[str, int, str], bool]:
    """Whether a role may look the topic of a number up, produce and consume."""
    found: dict[tuple[str, int, str], bool] = {}
    for role in MAY:
        with old_cluster.http(role) as admin:
            for number in ASKED:
                statuses = _statuses(admin, company.topic(number))
                found |= {(role, number, what): code not in _DENIED for what, code in statuses.items()}
    return found
