"""What was made on a cluster is read from there, once, and nothing is written back."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.audit.trail import trail
from app.grants.models import Grant
from app.resources import jobs, policies
from app.resources.job_order import READ, READY
from app.resources.models import MODELS, ProvisioningJob
from app.resources.provisioning import place_reading
from tests.provisioning.fake_pulsar import FakePulsar, reason
from tests.provisioning.wishes import Wishes

TENANT, NAMESPACE, TOPIC = ResourceType.TENANT, ResourceType.NAMESPACE, ResourceType.TOPIC
NAMES = {TENANT: "acme", NAMESPACE: "acme/orders", TOPIC: "persistent://acme/orders/created"}
Key = tuple[ResourceType, int]


@pytest.fixture
def made(wishes: Wishes, pulsar: FakePulsar) -> dict[ResourceType, Key]:
    """A tenant, a namespace with policies and a topic with three partitions that were made on the cluster and are to be
    read."""
    cluster = wishes.cluster(pulsar)
    tenant = wishes.tenant("acme", cluster)
    namespace = wishes.namespace(tenant, "orders")
    topic = wishes.topic(namespace, "created")
    pulsar.tenants["acme"] = {}
    pulsar.namespaces["acme/orders"] = {"bundles": {"numBundles": 8}, "message_ttl_in_seconds": 600}
    pulsar.topics["persistent://acme/orders/created"] = 3
    keys = {TENANT: (TENANT, tenant.id), NAMESPACE: (NAMESPACE, namespace.id), TOPIC: (TOPIC, topic.id)}

    def read_only(session: Session) -> None:
        session.execute(update(ProvisioningJob).values(state=READY))
        for kind, number in keys.values():
            jobs.put(session, kind, number, [cluster], READ, NAMES[kind], {"actor": "alice"}, wishes.clock())

    wishes.write(read_only)
    return keys


def columns(wishes: Wishes, key: Key) -> dict[str, Any]:
    def read(session: Session) -> dict[str, Any]:
        row = session.get_one(MODELS[key[0]], key[1])
        own = {name: getattr(row, name) for name in ("bundles", "partitions") if hasattr(row, name)}
        return {**own, "policies": policies.wish_of(row)}

    return wishes.read(read)


def test_its_values_become_the_wish_and_nothing_is_written(
    wishes: Wishes, pulsar: FakePulsar, made: dict[ResourceType, Key]
) -> None:
    assert wishes.run() == 3
    assert columns(wishes, made[NAMESPACE]) == {"bundles": 8, "policies": {"message_ttl": 600}}
    assert columns(wishes, made[TOPIC]) == {"partitions": 3, "policies": {}}
    assert pulsar.changes() == []
    updates = wishes.read(
        lambda session: [entry for entry in trail.entries(session) if entry.action.endswith(".update")]
    )
    assert [(entry.entity_key, entry.actor) for entry in updates] == [
        (NAMES[kind], "alice") for kind in (NAMESPACE, TOPIC)
    ]
    assert wishes.run_later() == 0


def test_what_the_center_changed_meanwhile_stays(wishes: Wishes, made: dict[ResourceType, Key]) -> None:
    def change(session: Session) -> None:
        row = session.get_one(MODELS[NAMESPACE], made[NAMESPACE][1])
        policies.change(session, "root", row, NAMES[NAMESPACE], {"message_ttl": 60})

    wishes.write(change)
    wishes.run()
    assert columns(wishes, made[NAMESPACE]) == {"bundles": 4, "policies": {"message_ttl": 60}}


def _again(wishes: Wishes, key: Key) -> int:
    """Have it read again, as a comparison does that finds another value; how many are."""

    def read_again(session: Session) -> int:
        cluster = jobs.newest(session, key[0], [key[1]])[key[1]][0].cluster
        return len(place_reading.read_again(session, "drift", key[0], [key[1]], cluster, wishes.clock()))

    return wishes.write(read_again)


def test_it_follows_the_cluster_until_somebody_changes_it_here(
    wishes: Wishes, pulsar: FakePulsar, made: dict[ResourceType, Key]
) -> None:
    """Terraform sets policies by calls of their own, after it has made the namespace."""
    key = made[NAMESPACE]
    wishes.run()
    for seconds in (700, 800):
        pulsar.namespaces["acme/orders"]["message_ttl_in_seconds"] = seconds
        assert (_again(wishes, key), wishes.run()) == (1, 1)
        assert columns(wishes, key)["policies"] == {"message_ttl": seconds}
    assert pulsar.changes() == []

    def change(session: Session) -> None:
        policies.change(session, "root", session.get_one(MODELS[NAMESPACE], key[1]), NAMES[NAMESPACE], {})

    wishes.write(change)
    wishes.run()
    assert _again(wishes, key) == 0
    assert columns(wishes, key)["policies"] == {}


def test_what_reading_again_does_not_mend_is_shown(wishes: Wishes, made: dict[ResourceType, Key]) -> None:
    wishes.run()
    assert (_again(wishes, made[NAMESPACE]), wishes.run()) == (1, 1)
    assert _again(wishes, made[NAMESPACE]) == 0


def test_rights_on_a_place_that_is_not_there_end(
    wishes: Wishes, pulsar: FakePulsar, made: dict[ResourceType, Key]
) -> None:
    """It was deleted before its creation was reported: its maker would own what somebody else makes there later."""
    pulsar.topics.clear()
    pulsar.namespaces.clear()
    pulsar.tenants.clear()
    assert wishes.run() == 3
    assert {kind: _granted(wishes, key) for kind, key in made.items()} == dict.fromkeys(
        made, 1
    )  # maybe it is too early
    assert wishes.run_later(61_000) == 3
    assert {kind: _granted(wishes, key) for kind, key in made.items()} == dict.fromkeys(made, 0)
    assert columns(wishes, made[TOPIC]) == {"partitions": 0, "policies": {}}
    assert wishes.run_later() == 0


def test_rights_on_a_place_that_the_brokers_learn_of_later_stay(
    wishes: Wishes, pulsar: FakePulsar, made: dict[ResourceType, Key]
) -> None:
    there = dict(pulsar.topics)
    pulsar.topics.clear()
    wishes.run()
    pulsar.topics.update(there)
    assert wishes.run_later(61_000) == 1
    assert columns(wishes, made[TOPIC])["partitions"] == 3
    assert {kind: _granted(wishes, key) for kind, key in made.items()} == dict.fromkeys(made, 1)


def _granted(wishes: Wishes, key: Key) -> int:
    on_place = select(func.count()).where(Grant.res_type == key[0], Grant.res_id == key[1])
    return wishes.read(lambda session: session.scalar(on_place) or 0)


def test_a_cluster_that_does_not_tell_is_asked_again_and_delays_no_change(
    wishes: Wishes, pulsar: FakePulsar, made: dict[ResourceType, Key]
) -> None:
    pulsar.answer_always = reason(500, "no")
    for _ in range(9):
        wishes.run_later()
    assert wishes.read(lambda session: {_state(session, key) for key in made.values()}) == {"failed"}
    pulsar.answer_always = None
    wishes.write(jobs.put_back, *made[TOPIC], wishes.clock())
    assert wishes.run() == 1
    assert columns(wishes, made[TOPIC])["partitions"] == 3

    def change(session: Session) -> None:
        row = session.get_one(MODELS[NAMESPACE], made[NAMESPACE][1])
        policies.change(session, "root", row, NAMES[NAMESPACE], {"message_ttl": 60})

    wishes.write(change)
    assert wishes.run() == 1


def _state(session: Session, key: Key) -> str:
    return jobs.newest(session, key[0], [key[1]])[key[1]][0].state


@dataclass
class Two:
    """A namespace on two clusters."""

    wishes: Wishes
    pulsars: tuple[FakePulsar, FakePulsar]
    clusters: tuple[int, int]
    key: Key

    def have(self, *, first: bool, second: bool) -> None:
        """Which of them have it."""
        for pulsar, has in zip(self.pulsars, (first, second), strict=True):
            if not has:
                pulsar.namespaces.clear()

    def wish(self) -> Any:
        return columns(self.wishes, self.key)["policies"]

    def again(self) -> list[int]:
        """For each cluster: how many are read again when a comparison finds another value there."""

        def read_again(session: Session) -> list[int]:
            now = self.wishes.clock()
            read = place_reading.read_again
            return [len(read(session, "drift", self.key[0], [self.key[1]], cluster, now)) for cluster in self.clusters]

        return self.wishes.write(read_again)


@pytest.fixture
def on_two(wishes: Wishes, pulsar: FakePulsar) -> Iterator[Two]:
    """A namespace that was made on two clusters, of which only the first has policies, and is to be read from both."""
    with FakePulsar("prod", "west").running() as other:
        clusters = wishes.cluster(pulsar), wishes.cluster(other, "west")
        tenant = wishes.tenant("acme", *clusters)
        key = NAMESPACE, wishes.namespace(tenant, "orders").id
        for each in (pulsar, other):
            each.namespaces["acme/orders"] = {"bundles": {"numBundles": 4}}
        pulsar.namespaces["acme/orders"]["message_ttl_in_seconds"] = 600

        def read_only(session: Session) -> None:
            session.execute(update(ProvisioningJob).values(state=READY))
            jobs.put(session, *key, clusters, READ, NAMES[NAMESPACE], {"actor": "alice"}, wishes.clock())

        wishes.write(read_only)
        yield Two(wishes, (pulsar, other), clusters, key)


@pytest.mark.parametrize(("first", "wish"), [(0, {"message_ttl": 600}), (1, {})])
def test_the_first_that_is_read_is_the_wish_and_followed(on_two: Two, first: int, wish: Any) -> None:
    """The other one's values are for the drift, also where the first had nothing to tell."""
    away = on_two.pulsars[1 - first]
    away.answer_always = reason(500, "no")
    on_two.wishes.run()
    away.answer_always = None
    assert on_two.wishes.run_later() == 1
    assert on_two.wish() == wish
    assert on_two.again() == [int(first == 0), int(first == 1)]
    on_two.pulsars[first].namespaces["acme/orders"]["message_ttl_in_seconds"] = 900
    assert on_two.wishes.run_later() == 1
    assert on_two.wish() == {"message_ttl": 900}
    assert [pulsar.changes() for pulsar in on_two.pulsars] == [[], []]


@pytest.mark.parametrize(
    ("told", "wished"),
    [
        (["prod"], None),  # what Pulsar sets itself: each cluster names itself
        (["prod", "west"], ["prod", "west"]),
        (["elsewhere", "prod"], None),
    ],
)
def test_where_it_is_replicated(on_two: Two, told: list[str], wished: list[str] | None) -> None:
    on_two.pulsars[1].answer_always = reason(500, "no")
    on_two.pulsars[0].namespaces["acme/orders"]["replication_clusters"] = told
    on_two.wishes.run()
    replicated = {} if wished is None else {"replication_clusters": wished}
    assert on_two.wish() == {"message_ttl": 600, **replicated}


@pytest.mark.parametrize(
    ("first", "second", "left"), [(True, False, 1), (False, True, 1), (True, True, 1), (False, False, 0)]
)
def test_rights_end_when_no_cluster_has_it(on_two: Two, *, first: bool, second: bool, left: int) -> None:
    on_two.have(first=first, second=second)
    on_two.wishes.run()
    on_two.wishes.run_later(61_000)
    assert _granted(on_two.wishes, on_two.key) == left


def test_rights_stay_until_each_cluster_has_said_so(on_two: Two) -> None:
    on_two.have(first=False, second=False)
    on_two.pulsars[1].answer_always = reason(500, "no")
    on_two.wishes.run()
    on_two.wishes.run_later(61_000)
    assert _granted(on_two.wishes, on_two.key) == 1
    on_two.pulsars[1].answer_always = None
    on_two.wishes.run_later()
    assert _granted(on_two.wishes, on_two.key) == 0
