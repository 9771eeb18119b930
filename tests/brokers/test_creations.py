"""What is made at a broker is made at the center: once, with its creator's rights, and nothing is written back."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.grants import roles
from app.grants.models import Grant
from app.resources import deletion
from app.resources.models import MODELS, Cluster, Namespace, ProvisioningJob, Tenant, Topic
from app.tokens import issuing
from tests.brokers.plugin import BASE, a_plugin, token_of
from tests.center import Center
from tests.factories import (
    CLUSTER,
    NAMESPACE,
    ROOT,
    TENANT,
    a_cluster,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
)

TOPIC_NAME = "persistent://acme/orders/made"
Refusals = dict[str, str]


class World:
    """Clusters `one` and `two`; `acme/orders` on the first, `both/orders` on both. `owner` may make everything in
    acme, `maker` tenants on the first cluster, `root` administers the center, `reader` reads in acme."""

    def __init__(self, center: Center) -> None:
        self.center = center
        self.one, self.two = center.make(a_cluster, "one"), center.make(a_cluster, "two")
        self.plugin = a_plugin(center, self.one)
        self.acme = center.make(a_tenant, "acme", self.one)
        self.orders = center.make(a_namespace, self.acme, "orders")
        both = center.make(a_tenant, "both", self.one, self.two)
        center.make(a_namespace, both, "orders")
        people = {name: center.make(a_user, name) for name in ("owner", "maker", "root", "reader")}
        for tenant in (self.acme, both):
            center.make(a_grant, people["owner"], [200, 300], TENANT, tenant.id)
        center.make(a_grant, people["maker"], [100], CLUSTER, self.one.id)
        center.make(a_grant, people["root"], [4], ROOT, 0)
        center.make(a_grant, people["reader"], [203], NAMESPACE, self.orders.id)

    def report(self, kind: str, name: str, actor: str | None = None, proof: str | None = None) -> Refusals:
        """Report as the plugin does, with the actor's token unless another proof is given; name → code of refusals."""
        place = {"type": kind, "name": name, "actor": actor, "proof": proof or (actor and token_of(self.center, actor))}
        answer = self.plugin.client.post(f"{BASE}/creations", json={"places": [place]})
        assert answer.status_code == 200, answer.text
        assert answer.json()["revision"] == self.center.read(trail.current_revision)
        return {refused["name"]: refused["code"] for refused in answer.json()["refused"]}

    def switch(self, *, on: bool) -> None:
        self.center.make(lambda session: setattr(session.get_one(Cluster, self.one.id), "adopts_creations", on))

    def names(self) -> set[str]:
        """Every tenant, namespace and topic."""

        def read(session: Session) -> set[str]:
            models: tuple[Any, ...] = (Tenant, Namespace, Topic)
            return {deletion.name_of(session, row) for model in models for row in session.scalars(select(model))}

        return self.center.read(read)

    def owners(self, model: type[Tenant | Namespace | Topic], name: str) -> dict[str, int]:
        """User → how many authorities it holds on the place with this last part of its name."""

        def read(session: Session) -> dict[str, int]:
            row: Any = session.scalars(select(model).where(model.name == name)).one()
            kind = next(kind for kind, other in MODELS.items() if other is model)
            on = select(Grant).where(Grant.res_type == int(kind), Grant.res_id == row.id)
            return {
                roles.find(session, grant.role_id).role_name: len(grant.authority_ids())
                for grant in session.scalars(on)
            }

        return self.center.read(read)

    def jobs(self) -> list[tuple[str, str, str]]:
        def read(session: Session) -> list[tuple[str, str, str]]:
            rows = session.scalars(select(ProvisioningJob).order_by(ProvisioningJob.id))
            return [(job.name, job.action, job.state) for job in rows]

        return self.center.read(read)


@pytest.fixture
def world(center: Center) -> World:
    return World(center)


@pytest.mark.parametrize(
    ("kind", "name", "actor", "model", "last"),
    [
        ("tenant", "fresh", "maker", Tenant, "fresh"),
        ("namespace", "acme/fresh", "owner", Namespace, "fresh"),
        ("topic", TOPIC_NAME, "owner", Topic, "made"),
        ("topic", "non-persistent://acme/orders/made", "owner", Topic, "made"),
    ],
)
def test_a_place_is_made_here_as_by_its_creator(
    world: World, kind: str, name: str, actor: str, model: type[Any], last: str
) -> None:
    before = world.jobs()
    assert world.report(kind, name, actor) == {}
    assert name in world.names()
    assert world.owners(model, last).keys() == {actor}
    assert world.owners(model, last)[actor] > 5
    entry = world.center.read(trail.entries, entity=kind)[-1]
    assert (entry.action, entry.actor, entry.entity_key) == (f"{kind}.create", actor, name)
    assert entry.credential is not None
    assert entry.credential.startswith("cluster_credential:")
    fresh = [job for job in world.jobs() if job not in before]
    assert fresh == [(name, "create", "ready"), (name, "read", "pending")]


def test_it_may_be_reported_again_and_by_the_centers_own_creation(world: World) -> None:
    world.report("topic", TOPIC_NAME, "owner")
    world.center.make(a_topic, world.orders, "ours")
    revision, jobs = world.center.read(trail.current_revision), world.jobs()
    for name in (TOPIC_NAME, "persistent://acme/orders/ours"):
        assert world.report("topic", name, "owner") == {}
    assert world.report("tenant", "acme", "maker") == {}
    assert (world.center.read(trail.current_revision), world.jobs()) == (revision, jobs)
    assert world.owners(Topic, "ours") == {}


@pytest.mark.parametrize(
    ("actor", "proof", "recorded_as"),
    [
        (None, None, "broker (one)"),
        ("nobody-here", "x.y.z", "broker (one)"),
        ("owner", "x.y.z", "broker (one)"),
        ("broker.one", None, "broker (one)"),
        ("reader", None, "reader"),  # the broker lets it, the rights of the center do not
        ("root", None, "root"),  # rights from the root do not count through a broker
    ],
)
def test_who_is_not_proven_or_may_not_gets_nothing(
    world: World, actor: str | None, proof: str | None, recorded_as: str
) -> None:
    assert world.report("topic", TOPIC_NAME, actor, proof) == {}
    assert world.owners(Topic, "made") == {}
    assert world.center.read(trail.entries, entity="topic")[-1].actor == recorded_as


def test_nothing_is_made_while_the_setting_is_off(world: World) -> None:
    world.switch(on=False)
    before = world.names()
    assert world.report("topic", TOPIC_NAME, "owner") == {}
    assert world.report("tenant", "fresh", "maker") == {}
    assert world.names() == before


@pytest.mark.parametrize(
    ("kind", "name", "code"),
    [
        ("topic", "persistent://both/orders/made", "lives_elsewhere_too"),
        ("namespace", "both/fresh", "lives_elsewhere_too"),
        ("tenant", "elsewhere", "lives_elsewhere_too"),
        ("topic", "persistent://acme/unknown/made", "not_found"),
        ("namespace", "unknown/orders", "not_found"),
        ("topic", f"persistent://acme/orders/{'x' * 129}", "invalid_name"),
        ("topic", "persistent://acme/orders/a\u200bb", "invalid_name"),
        ("topic", "persistent://acme/orders/a/b", "invalid_name"),
        ("namespace", "acme/old/orders", "invalid_name"),
    ],
)
def test_what_the_center_does_not_take_is_named_with_the_reason(world: World, kind: str, name: str, code: str) -> None:
    world.center.make(a_tenant, "elsewhere", world.two)
    before = world.names()
    assert world.report(kind, name, "owner") == {name: code}
    assert world.names() == before


@pytest.mark.parametrize(
    "name",
    [
        "persistent://acme/orders/__change_events",
        "persistent://pulsar/system/transaction",
        "persistent://acme/orders/made-partition-0",
    ],
)
def test_pulsars_own_topics_and_partitions_are_passed_over(world: World, name: str) -> None:
    before = world.names()
    assert world.report("topic", name, "owner") == {}
    assert world.names() == before


def test_one_that_is_refused_hides_no_other(world: World) -> None:
    names = ["persistent://both/orders/made", TOPIC_NAME, "persistent://acme/orders/\x7f"]
    places = [{"type": "topic", "name": name} for name in names]
    answer = world.plugin.client.post(f"{BASE}/creations", json={"places": places}).json()
    assert [refused["name"] for refused in answer["refused"]] == [names[0], names[2]]
    assert TOPIC_NAME in world.names()


def test_a_switched_off_namespace_takes_nothing(world: World) -> None:
    world.center.make(lambda session: setattr(session.get_one(Namespace, world.orders.id), "is_valid", 2))
    assert world.report("topic", TOPIC_NAME, "owner") == {TOPIC_NAME: "parent_invalid"}


def test_a_limited_token_gives_no_rights(world: World) -> None:
    settings = world.center.settings
    values: dict[str, Any] = {"audiences": (settings.audience,), "seconds": 60, "networks": ["10.0.0.0/8"]}
    limited = world.center.make(issuing.issue, settings, "owner", **values).reveal()
    world.report("topic", TOPIC_NAME, "owner", limited)
    assert world.owners(Topic, "made") == {}
