"""A place deleted at a broker loses its rights, and no other place does."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.audit.trail import trail
from app.desired_state.drift import ended_rights
from app.desired_state.drift.models import ACCEPTED, GONE, DriftLine
from app.grants.models import Grant
from app.platform.clock import now_ms
from app.resources import deletion, jobs
from app.resources.job_order import CREATE
from app.resources.models import Tenant, Topic
from app.rights import snapshots
from tests.brokers.plugin import BASE, Plugin, a_plugin
from tests.center import Center
from tests.factories import (
    NAMESPACE,
    TENANT,
    TOPIC,
    a_cluster,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
)

CREATED, OTHER = "persistent://acme/orders/created", "persistent://acme/orders/other"


class TwoBrokers:
    """Clusters `one` and `two`; `acme` on `one` alone, `both` on both, each with the same namespace and topics."""

    def __init__(self, center: Center) -> None:
        self.center = center
        cluster_one, cluster_two = center.make(a_cluster, "one"), center.make(a_cluster, "two")
        self.one, self.two = a_plugin(center, cluster_one), a_plugin(center, cluster_two)
        self.reader = center.make(a_user, "reader")
        self.numbers = {"one": cluster_one.id, "two": cluster_two.id}
        for name, clusters in (("acme", [cluster_one]), ("both", [cluster_one, cluster_two])):
            tenant = center.make(a_tenant, name, *clusters)
            namespace = center.make(a_namespace, tenant, "orders")
            self.give(103, TENANT, tenant.id)
            self.give(203, NAMESPACE, namespace.id)
            for topic in ("created", "other"):
                self.give(303, TOPIC, center.make(a_topic, namespace, topic).id)

    def give(self, authority: int, res_type: int, res_id: int) -> int:
        return self.center.make(a_grant, self.reader, [authority], res_type, res_id).id

    def places_held(self, cluster: str = "one") -> set[str]:
        """The places on which brokers of the cluster know a grant of the reader."""
        found = self.center.read(snapshots.document, self.numbers[cluster])
        return {grant["name"] for grant in found["grants"]}

    def lines(self) -> list[tuple[str, str, str, int]]:
        def read(session: Session) -> list[tuple[str, str, str, int]]:
            rows = session.scalars(select(DriftLine).order_by(DriftLine.id))
            return [(line.place, line.field, line.state, len(line.wished_value() or [])) for line in rows]

        return self.center.read(read)

    def topic(self, name: str = "created") -> int:
        return self.center.read(
            lambda session: session.scalars(select(func.min(Topic.id)).where(Topic.name == name)).one() or 0
        )


def report(plugin: Plugin, kind: str, *names: str, ago_ms: int = 0) -> int:
    places = [{"type": kind, "name": name, "ago_ms": ago_ms} for name in names]
    answer = plugin.client.post(f"{BASE}/deletions", json={"places": places})
    assert answer.status_code == 200, answer.text
    return int(answer.json()["revision"])


@pytest.fixture
def world(center: Center) -> TwoBrokers:
    return TwoBrokers(center)


def test_a_topics_rights_end_and_are_named(world: TwoBrokers) -> None:
    before = world.places_held()
    revision = report(world.one, "topic", CREATED)
    assert world.places_held() == before - {CREATED}
    assert world.lines() == [(CREATED, "rights", "open", 1)]
    assert revision == world.center.read(trail.current_revision)
    revoked, ended = (
        world.center.read(trail.entries, entity="grant")[-1],
        world.center.read(trail.entries, entity="drift"),
    )
    assert (revoked.action, revoked.actor) == ("grant.revoke", "broker (one)")
    assert revoked.credential is not None
    assert revoked.credential.startswith("cluster_credential:")
    assert [(entry.action, entry.entity_key) for entry in ended] == [("drift.ended", CREATED)]
    assert '"authorities":[303]' in (ended[0].after or "").replace(" ", "")
    assert report(world.one, "topic", CREATED) == revision  # told again: nothing is left to do


def test_grants_given_after_the_deletion_stay(world: TwoBrokers) -> None:
    late = world.give(302, TOPIC, world.topic())
    world.center.make(lambda session: setattr(session.get_one(Grant, late), "add_time", now_ms() + 60_000))
    report(world.one, "topic", CREATED)
    left = world.center.read(
        lambda session: [grant.id for grant in session.scalars(select(Grant)) if grant.res_type == TOPIC]
    )
    assert late in left
    report(world.one, "topic", OTHER, ago_ms=3_600_000)  # deleted long before anything was given here
    assert OTHER in world.places_held()


@pytest.mark.parametrize(
    ("kind", "name", "left"),
    [("namespace", "acme/orders", {"acme"}), ("tenant", "acme", set())],
)
def test_rights_below_a_deleted_place_end_with_it(world: TwoBrokers, kind: str, name: str, left: set[str]) -> None:
    report(world.one, kind, name)
    assert {place for place in world.places_held() if "acme" in place} == left
    assert {place for place in world.places_held() if "both" in place} >= {"both", "both/orders"}
    places = [place for place, *_ in world.lines()]
    assert len(places) == len(set(places)) == (3 if kind == "namespace" else 4)


def test_a_cluster_reports_deletions_only_for_itself(world: TwoBrokers) -> None:
    before = world.places_held()
    report(world.two, "topic", CREATED)
    report(world.two, "tenant", "acme")
    assert (world.places_held(), world.lines()) == (before, [])


def test_a_place_ends_when_its_last_cluster_has_lost_it(world: TwoBrokers) -> None:
    place = "persistent://both/orders/created"
    report(world.one, "topic", place)
    report(world.one, "topic", place)
    assert (place in world.places_held(), place in world.places_held("two")) == (True, True)
    assert world.lines() == [(place, "resource", "open", 0)]
    report(world.two, "topic", place)
    assert place not in world.places_held() | world.places_held("two")
    report(world.two, "topic", "persistent://both/orders/other")
    assert "persistent://both/orders/other" in world.places_held()
    report(world.one, "namespace", "both/orders")  # what lies in it is lost, too
    assert "both/orders" in world.places_held()
    report(world.two, "topic", "persistent://both/orders/other")
    assert {place for place in world.places_held() if "both" in place} == {"both", "both/orders"}


@pytest.mark.parametrize(
    "name",
    [
        f"{CREATED}-partition-0",
        "persistent://acme/orders/unheard-of",
        "persistent://",
        "created",
        "persistent://acme/orders/\u0000",
    ],
)
def test_unknown_places_are_ignored(world: TwoBrokers, name: str) -> None:
    before = world.places_held()
    report(world.one, "topic", name, "persistent://acme/orders/other")
    assert before - world.places_held() == {OTHER}


def test_deletions_by_the_center_leave_no_line(world: TwoBrokers) -> None:
    def remove(session: Session) -> None:
        row = session.get_one(Topic, world.topic())
        deletion.request(session, "test", ResourceType.TOPIC, row, confirm=CREATED, cascade=True, user_id=0)

    world.center.make(remove)
    report(world.one, "topic", CREATED)
    assert world.lines() == []


def test_many_grants_end_in_several_transactions(world: TwoBrokers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ended_rights, "MOST", 2)
    number = world.topic()
    for authority in (300, 301, 302, 304):
        world.give(authority if authority > 300 else 306, TOPIC, number)
    report(world.one, "topic", CREATED)
    assert CREATED not in world.places_held()
    assert world.lines() == [(CREATED, "rights", "open", 5)]


def test_reports_need_the_right_credential(center: Center) -> None:
    body: dict[str, Any] = {"places": [{"type": "topic", "name": CREATED, "ago_ms": 0}]}
    anybody: Callable[..., Any] = center.client(Authorization="Bearer puc_cluster_no").post
    assert anybody(f"{BASE}/deletions", json=body).status_code == 401


@pytest.mark.parametrize(
    "place", [{"type": "cluster", "name": "one", "ago_ms": 0}, {"type": "topic", "name": "x", "ago_ms": -1}]
)
def test_places_above_tenants_and_future_times_are_refused(world: TwoBrokers, place: dict[str, Any]) -> None:
    assert world.one.client.post(f"{BASE}/deletions", json={"places": [place]}).status_code == 422


def test_a_cluster_whose_loss_was_accepted_no_longer_has_the_place(world: TwoBrokers) -> None:
    place = "persistent://both/orders/created"
    report(world.two, "topic", place)
    world.center.make(lambda session: setattr(session.scalars(select(DriftLine)).one(), "state", ACCEPTED))
    report(world.one, "topic", place)
    assert place not in world.places_held() | world.places_held("two")


def test_a_name_that_nobody_can_have_hides_no_others(world: TwoBrokers) -> None:
    report(world.one, "topic", CREATED, "persistent://acme/orders/" + "x" * 2100, "")
    assert CREATED not in world.places_held()


def test_a_cluster_that_never_had_the_place_keeps_no_rights_of_it(world: TwoBrokers) -> None:
    place, number = "persistent://both/orders/created", world.numbers["two"]

    def plan_topic(session: Session) -> None:
        topics = select(Topic.id).join(Tenant, Tenant.id == Topic.tenant)
        here = session.scalars(topics.where(Tenant.name == "both", Topic.name == "created")).one()
        jobs.put(session, ResourceType.TOPIC, here, [number], CREATE, place, {"partitions": 0}, now_ms())

    world.center.make(plan_topic)
    report(world.one, "topic", place)
    assert place not in world.places_held() | world.places_held("two")


def test_a_place_made_again_before_a_late_report_keeps_its_rights(world: TwoBrokers) -> None:
    """Lost on `one`, then on `two`; made again on `one`, which a comparison sees; only then does `two` report it."""
    place = "persistent://both/orders/created"
    report(world.one, "topic", place)

    def reopen_line(session: Session) -> None:
        line = session.scalars(select(DriftLine)).one()
        line.state, line.seen = GONE, now_ms() + 60_000

    world.center.make(reopen_line)
    report(world.two, "topic", place)
    assert place not in world.places_held() | world.places_held("two")
