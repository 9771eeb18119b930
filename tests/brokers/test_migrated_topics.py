"""A topic that was migrated: its rights follow when who did it is proven and might do it, and the report gives none."""

import json
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.grants.models import Grant
from app.resources.job_order import READ
from app.resources.models import ProvisioningJob, Topic
from tests.brokers.plugin import BASE, token_of
from tests.brokers.test_creations import World
from tests.center import Center
from tests.factories import CLUSTER, NAMESPACE, TOPIC, a_grant, a_topic, a_user

NEW = "topic://acme/orders/moved"
SUPER, WRITE, ADMINISTER = 4, 302, 304


class Moved(World):
    """Also: `persistent://acme/orders/moved`, administered by `keeper`, written by `writer`."""

    def __init__(self, center: Center) -> None:
        super().__init__(center)
        self.old = center.make(a_topic, self.orders, "moved")
        self.holder("keeper", ADMINISTER, TOPIC, self.old.id)
        self.holder("writer", WRITE, TOPIC, self.old.id)

    def holder(self, name: str, authority: int, kind: int, number: int) -> None:
        self.center.make(a_grant, self.center.make(a_user, name), [authority], kind, number)

    def migrated(self, actor: str | None, proof: str | None = None, name: str = NEW) -> list[Any]:
        """Report it; what the jobs know that look at the cluster."""
        place = {"type": "topic", "name": name, "actor": actor, "migrated": True}
        place["proof"] = proof or (actor and token_of(self.center, actor))
        answer = self.plugin.client.post(f"{BASE}/creations", json={"places": [place]})
        assert answer.status_code == 200, answer.text

        def wishes(session: Session) -> list[Any]:
            about = ProvisioningJob.action == READ, ProvisioningJob.name == name
            return [json.loads(job.wish) for job in session.scalars(select(ProvisioningJob).where(*about))]

        return self.center.read(wishes)

    def grants_on_new(self) -> list[Grant]:
        new = select(Topic.id).where(Topic.domain == "topic").scalar_subquery()
        on_new = select(Grant).where(Grant.res_type == TOPIC, Grant.res_id == new)
        return self.center.read(lambda session: list(session.scalars(on_new)))


@pytest.fixture
def moved(center: Center) -> Moved:
    return Moved(center)


def test_they_follow_once_the_cluster_was_looked_at(moved: Moved) -> None:
    assert moved.migrated("keeper") == [{"actor": "keeper", "migrated": True}]
    assert moved.names() >= {NEW, "persistent://acme/orders/moved"}
    assert moved.grants_on_new() == []
    entry = moved.center.read(trail.entries, entity="topic")[-1]
    assert (entry.action, entry.actor, entry.entity_key) == ("topic.create", "keeper", NEW)
    revision = moved.center.read(trail.current_revision)
    assert len(moved.migrated("keeper")) == 1
    assert moved.center.read(trail.current_revision) == revision


@pytest.mark.parametrize(
    ("actor", "proof", "recorded_as"),
    [
        (None, None, "broker (one)"),
        ("keeper", "x.y.z", "broker (one)"),
        ("broker.one", None, "broker (one)"),
        ("writer", None, "writer"),
        ("reader", None, "reader"),
        ("owner", None, "owner"),  # makes and owns topics there, which gives no right on this one
        ("root", None, "root"),  # rights from the root do not count through a broker
    ],
)
def test_who_is_not_proven_or_might_not_moves_none(
    moved: Moved, actor: str | None, proof: str | None, recorded_as: str
) -> None:
    assert moved.migrated(actor, proof) == [{"actor": recorded_as}]
    assert moved.grants_on_new() == []


@pytest.mark.parametrize(("authority", "kind"), [(ADMINISTER, "namespace"), (SUPER, "cluster")])
def test_who_administers_it_from_above_moves_them(moved: Moved, authority: int, kind: str) -> None:
    place = (NAMESPACE, moved.orders.id) if kind == "namespace" else (CLUSTER, moved.one.id)
    moved.holder("above", authority, *place)
    assert moved.migrated("above") == [{"actor": "above", "migrated": True}]


def test_nothing_follows_a_topic_that_is_not_known(moved: Moved) -> None:
    moved.holder("above", ADMINISTER, NAMESPACE, moved.orders.id)
    other = NEW.replace("moved", "unknown")
    assert moved.migrated("above", name=other) == [{"actor": "above"}]


@pytest.mark.parametrize("actor", ["keeper", None])
def test_one_that_is_switched_off_stays_so(moved: Moved, actor: str | None) -> None:
    moved.center.make(lambda session: setattr(session.get_one(Topic, moved.old.id), "is_valid", 2))
    moved.migrated(actor)
    assert moved.center.read(lambda session: session.scalars(select(Topic.is_valid)).all()) == [2, 2]


def test_a_scalable_topic_that_the_center_knows_is_passed_over(moved: Moved) -> None:
    moved.report("topic", NEW, "owner")
    owned = len(moved.grants_on_new())
    assert moved.migrated("keeper") == [{"actor": "owner"}]
    assert len(moved.grants_on_new()) == owned == 1


def test_only_a_scalable_topic_can_have_been_another_one(moved: Moved) -> None:
    name = NEW.replace("topic:", "non-persistent:")
    assert moved.migrated("keeper", name=name) == [{"actor": "keeper"}]


def test_nothing_is_done_while_the_setting_is_off(moved: Moved) -> None:
    moved.switch(on=False)
    assert moved.migrated("keeper") == []
