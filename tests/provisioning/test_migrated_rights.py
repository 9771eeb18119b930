"""Rights follow a migrated topic only when the cluster says that it is the same one."""

from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.access.names import ResourceType
from app.audit.trail import trail
from app.grants import roles
from app.grants.models import Grant
from app.resources import jobs
from app.resources.job_order import READ, READY
from app.resources.models import ProvisioningJob
from tests.factories import TOPIC, Person, a_grant, a_user
from tests.provisioning.fake_pulsar import FakePulsar
from tests.provisioning.wishes import Wishes

OLD, NEW = "persistent://acme/orders/moved", "topic://acme/orders/moved"


class Moved:
    """A topic and the scalable one of its name, which a worker has yet to look at. `reader` reads two subscriptions
    of the old one until a day, `writer` writes it, `both` reads it and may look at the new one."""

    def __init__(self, wishes: Wishes, pulsar: FakePulsar) -> None:
        self.wishes, self.pulsar = wishes, pulsar
        cluster = wishes.cluster(pulsar)
        namespace = wishes.namespace(wishes.tenant("acme", cluster), "orders")
        pulsar.tenants["acme"], pulsar.namespaces["acme/orders"] = {}, {}
        self.old, self.new = wishes.topic(namespace, "moved").id, wishes.topic(namespace, "moved", domain="topic").id
        pulsar.topics |= {OLD: 0, NEW: 0}
        self.people: dict[str, Person] = {name: wishes.write(a_user, name) for name in ("reader", "writer", "both")}
        limits = Limits(subscriptions=("billing", "shop"))
        self.give("reader", 303, self.old, limits=limits, valid_until=4_000_000_000_000)
        self.give("writer", 302, self.old)
        self.give("both", 303, self.old)
        self.give("both", 304, self.new)

        def look(session: Session) -> None:
            session.execute(update(ProvisioningJob).values(state=READY))
            wish = {"actor": "keeper", "migrated": True}
            jobs.put(session, ResourceType.TOPIC, self.new, [cluster], READ, NEW, wish, wishes.clock())

        wishes.write(look)

    def give(self, name: str, authority: int, number: int, **values: Any) -> None:
        self.wishes.write(a_grant, self.people[name], [authority], TOPIC, number, **values)

    def held(self, number: int) -> dict[str, list[Any]]:
        """Name → authority, limits, end, remark and giver of what is held there, without the owner's."""

        def read(session: Session) -> dict[str, list[Any]]:
            on_topic = select(Grant).where(Grant.res_type == TOPIC, Grant.res_id == number)
            found = {grant.role_id: grant for grant in session.scalars(on_topic)}
            own = {name: roles.personal_role_of(session, person.id).id for name, person in self.people.items()}
            return {
                name: [grant.authorities, grant.limits, grant.valid_until, grant.remark, grant.granted_by]
                for name, role in own.items()
                if (grant := found.get(role)) is not None
            }

        return self.wishes.read(read)


@pytest.fixture
def moved(wishes: Wishes, pulsar: FakePulsar) -> Moved:
    return Moved(wishes, pulsar)


@pytest.mark.parametrize("legacy", [OLD, f"{OLD}-partition-12"])
def test_they_are_given_as_they_are_and_stay_on_the_old_name(moved: Moved, legacy: str) -> None:
    before = moved.held(moved.old)
    moved.pulsar.legacy[NEW] = legacy
    assert moved.wishes.run() == 1
    after = moved.held(moved.new)
    assert {name: after[name] for name in ("reader", "writer")} == {name: before[name] for name in ("reader", "writer")}
    assert after["both"][0] == "304"
    assert moved.held(moved.old) == before
    entries = moved.wishes.read(lambda session: trail.entries(session, entity="grant"))[-2:]
    assert [(entry.action, entry.actor) for entry in entries] == [("grant.create", "keeper")] * 2
    assert moved.pulsar.changes() == []
    assert moved.wishes.run_later() == 0


@pytest.mark.parametrize("legacy", [None, "persistent://acme/orders/other", f"{OLD}-partition-x", f"{OLD}2"])
def test_another_topic_of_that_name_gives_nobody_a_right(moved: Moved, legacy: str | None) -> None:
    moved.pulsar.legacy[NEW] = legacy
    assert moved.wishes.run() == 1
    assert moved.held(moved.new).keys() == {"both"}


def test_one_that_is_not_there_ends_what_was_given(moved: Moved) -> None:
    del moved.pulsar.topics[NEW]
    moved.wishes.run()
    moved.wishes.run_later(61_000)
    assert moved.held(moved.new) == {}
    assert moved.held(moved.old).keys() == {"reader", "writer", "both"}
