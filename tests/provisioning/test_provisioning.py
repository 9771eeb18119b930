"""Clusters get what was wished for: in order, once, whatever dies or refuses on the way."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from app.access.names import ResourceType
from app.resources import jobs, topics
from app.resources.models import ProvisioningJob, Topic
from tests.provisioning.fake_pulsar import FakePulsar, reason
from tests.provisioning.wishes import Wishes

TENANT, NAMESPACE, TOPIC = ResourceType.TENANT, ResourceType.NAMESPACE, ResourceType.TOPIC


def test_a_topic_comes_after_its_namespace_and_tenant(wishes: Wishes, pulsar: FakePulsar) -> None:
    tenant = wishes.tenant("acme", wishes.cluster(pulsar))
    namespace = wishes.namespace(tenant, "orders", bundles=6)
    topic = wishes.topic(namespace, "created", partitions=3)
    assert wishes.run() == 3
    assert pulsar.tenants["acme"] == {"adminRoles": [], "allowedClusters": ["prod"]}
    assert pulsar.namespaces["acme/orders"] == {"bundles": {"numBundles": 6}}
    assert pulsar.topics == {"persistent://acme/orders/created": 3}
    assert [wishes.states(*place) for place in ((TENANT, tenant), (NAMESPACE, namespace), (TOPIC, topic))] == [
        ["ready"]
    ] * 3
    assert wishes.run() == 0
    assert set(wishes.tokens_for) == {"center.prod"}
    assert set(pulsar.tokens) == {"Bearer token-of-center.prod"}


def test_children_wait_for_their_parent_and_nobody_else_does(wishes: Wishes, pulsar: FakePulsar) -> None:
    cluster = wishes.cluster(pulsar)
    first, second = wishes.tenant("first", cluster), wishes.tenant("second", cluster)
    waiting, other = wishes.namespace(first, "a"), wishes.namespace(second, "b")
    pulsar.answers = [reason(500, "no")]
    wishes.run()
    assert wishes.states(TENANT, first) == ["pending"]
    assert wishes.states(NAMESPACE, waiting) == ["pending"]
    assert wishes.states(NAMESPACE, other) == ["ready"]
    wishes.run_later()
    assert wishes.states(NAMESPACE, waiting) == ["ready"]


def test_a_refusal_is_shown_tried_again_and_given_up_at_last(wishes: Wishes, pulsar: FakePulsar) -> None:
    tenant = wishes.tenant("acme", wishes.cluster(pulsar))
    pulsar.answer_always = reason(403, "this is the reason")
    wishes.run()
    job = wishes.jobs(TENANT, tenant)[0]
    assert (job.state, job.message, job.attempts) == ("pending", "403: this is the reason", 1)
    assert job.next_try > wishes.clock()
    assert wishes.run() == 0
    pauses = [job.next_try - job.update_time]
    while wishes.states(TENANT, tenant) == ["pending"]:
        wishes.run_later()
        job = wishes.jobs(TENANT, tenant)[0]
        pauses.append(job.next_try - job.update_time)
    assert pauses == [2000 * 2**n for n in range(8)]
    assert (job.state, job.attempts) == ("failed", 8)
    calls = len(pulsar.calls)
    assert wishes.run_later() == 0
    assert len(pulsar.calls) == calls
    pulsar.answer_always = None
    wishes.write(jobs.put_back, TENANT, tenant.id, wishes.clock())
    assert wishes.run() == 1
    job = wishes.jobs(TENANT, tenant)[0]
    assert (job.state, job.message, job.attempts) == ("ready", None, 0)


def test_one_cluster_down_does_not_stop_the_others(wishes: Wishes, pulsar: FakePulsar) -> None:
    pulsar.clusters.append("west")
    with FakePulsar("west").running() as west:
        both = [wishes.cluster(pulsar), wishes.cluster(west, "west")]
        tenant = wishes.tenant("acme", *both)
        address = west.url
    namespace = wishes.namespace(tenant, "orders")
    wishes.run()
    assert wishes.states(TENANT, tenant) == ["ready", "pending"]
    assert wishes.states(NAMESPACE, namespace) == ["ready", "pending"]
    assert "cannot be reached" in str(wishes.jobs(TENANT, tenant)[1].message)
    assert pulsar.tenants["acme"]["allowedClusters"] == ["prod", "west"]
    assert pulsar.namespaces["acme/orders"]["replication_clusters"] == ["prod", "west"]
    for _ in range(12):
        wishes.run_later()
    job = wishes.jobs(TENANT, tenant)[1]
    assert job.state == "pending", "a cluster that is down is no reason to give up"
    assert job.next_try - job.update_time == 60_000
    assert address


def test_a_cluster_that_is_down_is_asked_once_not_once_a_job(wishes: Wishes, pulsar: FakePulsar) -> None:
    with FakePulsar("west").running() as west:
        cluster = wishes.cluster(west, "west")
        rows = [wishes.tenant(f"tenant{n}", cluster) for n in range(20)]
    assert wishes.run() == 1
    assert wishes.run() == 0
    assert all("cannot be reached" in str(wishes.jobs(TENANT, row)[0].message) for row in rows)


def test_a_cluster_under_another_name_is_refused(wishes: Wishes, pulsar: FakePulsar) -> None:
    tenant = wishes.tenant("acme", wishes.cluster(pulsar, "wrong"))
    wishes.run()
    assert "'prod'" in str(wishes.jobs(TENANT, tenant)[0].message)
    assert not pulsar.tenants


def test_jobs_of_a_topic_are_done_in_their_order(wishes: Wishes, pulsar: FakePulsar) -> None:
    namespace = wishes.namespace(wishes.tenant("acme", wishes.cluster(pulsar)), "orders")
    topic = wishes.topic(namespace, "created", partitions=2)
    for partitions in (4, 6):
        wishes.write(
            lambda session, wanted=partitions: topics.change(
                session, "test", session.get_one(Topic, topic.id), partitions=wanted
            )
        )
    wishes.run()
    assert [call for call in pulsar.changes() if "created" in call[1]] == [
        ("PUT", "/persistent/acme/orders/created/partitions"),
        ("POST", "/persistent/acme/orders/created/partitions"),
        ("POST", "/persistent/acme/orders/created/partitions"),
    ]
    assert pulsar.topics == {"persistent://acme/orders/created": 6}


def test_a_worker_killed_after_the_call_is_repeated_without_a_second_effect(wishes: Wishes, pulsar: FakePulsar) -> None:
    tenant = wishes.tenant("acme", wishes.cluster(pulsar))
    namespace = wishes.namespace(tenant, "orders")
    topic = wishes.topic(namespace, "created", partitions=3)

    class KilledError(BaseException):
        """Like a killed process: nothing catches it, nothing is written."""

    write, died = wishes.provisioner._write, set[int]()

    def die_once(job: ProvisioningJob, outcome: Any) -> None:
        if job.id not in died:
            died.add(job.id)
            raise KilledError
        write(job, outcome)

    object.__setattr__(wishes.provisioner, "_write", die_once)
    for _ in range(3):
        with pytest.raises(KilledError):
            wishes.run()
        assert wishes.run() == 0, "the claim of the dead worker is still in force"
        wishes.clock.passed += jobs.CLAIM_MS + 1
    assert wishes.run() == 1
    assert [wishes.states(*place) for place in ((TENANT, tenant), (NAMESPACE, namespace), (TOPIC, topic))] == [
        ["ready"]
    ] * 3
    assert pulsar.topics == {"persistent://acme/orders/created": 3}


def test_an_outcome_that_comes_after_the_claim_ended_counts_for_nothing(wishes: Wishes, pulsar: FakePulsar) -> None:
    tenant = wishes.tenant("acme", wishes.cluster(pulsar))
    pulsar.answers = [reason(500, "too late")]

    def meanwhile(_method: str, _path: str) -> None:
        pulsar.before_answer = lambda _method, _path: None
        wishes.run_later(jobs.CLAIM_MS + 1)

    pulsar.before_answer = meanwhile
    wishes.run()
    job = wishes.jobs(TENANT, tenant)[0]
    assert (job.state, job.message) == ("ready", None)


def test_two_workers_share_the_work(wishes: Wishes, pulsar: FakePulsar) -> None:
    cluster = wishes.cluster(pulsar)
    for n in range(20):
        wishes.tenant(f"tenant{n}", cluster)
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: wishes.run(), range(3)))
    assert len(pulsar.tenants) == 20
    assert len(pulsar.changes()) == 20, "no job was done by two of them"


def test_a_fault_of_ours_stops_one_job_only(wishes: Wishes, pulsar: FakePulsar) -> None:
    cluster = wishes.cluster(pulsar)
    broken, fine = wishes.tenant("broken", cluster), wishes.tenant("fine", cluster)

    with wishes.database.writing() as session:
        session.get_one(ProvisioningJob, wishes.all_jobs()[0].id).wish = "{}"
    wishes.run()
    assert "the center failed: KeyError" in str(wishes.jobs(TENANT, broken)[0].message)
    assert wishes.states(TENANT, fine) == ["ready"]


def test_a_host_that_is_no_longer_allowed_is_not_called(wishes: Wishes, pulsar: FakePulsar) -> None:
    tenant = wishes.tenant("acme", wishes.cluster(pulsar))
    object.__setattr__(
        wishes.provisioner,
        "settings",
        wishes.provisioner.settings.model_copy(update={"cluster_addresses": "elsewhere"}),
    )
    wishes.run()
    assert "PUC_CLUSTER_ADDRESSES" in str(wishes.jobs(TENANT, tenant)[0].message)
    assert not pulsar.calls
