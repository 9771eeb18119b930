"""What is deleted goes from every cluster, children first, and its rights go with it."""

from sqlalchemy import select

from app.access.names import ResourceType
from app.audit.trail.models import TrailEntry
from app.grants.models import Grant
from app.resources.models import Topic
from tests.provisioning.fake_pulsar import FakePulsar, reason
from tests.provisioning.wishes import Wishes

TENANT, NAMESPACE = ResourceType.TENANT, ResourceType.NAMESPACE


def test_cascade_removes_children_first_also_those_the_center_does_not_know(wishes: Wishes, pulsar: FakePulsar) -> None:
    tenant = wishes.tenant("acme", wishes.cluster(pulsar))
    namespace = wishes.namespace(tenant, "orders")
    topic = wishes.topic(namespace, "created")
    wishes.run()
    pulsar.namespaces["acme/foreign"] = {}
    pulsar.topics["persistent://acme/foreign/x"] = 2
    pulsar.topics["non-persistent://acme/orders/y"] = 0
    wishes.delete(TENANT, tenant, cascade=True)
    assert {row.is_valid for row in wishes.read(lambda session: session.scalars(select(Topic)).all())} == {2}
    wishes.run()
    assert (pulsar.tenants, pulsar.namespaces, pulsar.topics) == ({}, {}, {})
    assert not any(wishes.exists(row) for row in (tenant, namespace, topic))
    left = wishes.read(lambda session: session.scalars(select(Grant.res_type).where(Grant.res_type > 1)).all())
    assert not left
    assert not wishes.all_jobs()
    entries = wishes.read(lambda session: session.scalars(select(TrailEntry.action).order_by(TrailEntry.id)).all())
    assert [action for action in entries if action.endswith(".delete")] == [
        "topic.delete",
        "namespace.delete",
        "tenant.delete",
    ]
    assert [action for action in entries if action == "grant.revoke"] == ["grant.revoke"] * 3


def test_the_row_stays_until_the_last_cluster_has_removed_it(wishes: Wishes, pulsar: FakePulsar) -> None:
    with FakePulsar("west").running() as west:
        tenant = wishes.tenant("acme", wishes.cluster(pulsar), wishes.cluster(west, "west"))
        namespace = wishes.namespace(tenant, "orders")
        wishes.run()
        assert "acme/orders" in west.namespaces
        west.answer_always = reason(409, "Cannot delete non empty namespace")
        wishes.delete(TENANT, tenant, cascade=True)
        wishes.run()
        assert not pulsar.tenants
        assert wishes.exists(namespace)
        assert wishes.exists(tenant)
        assert wishes.jobs(NAMESPACE, namespace)[1].message == "409: Cannot delete non empty namespace"
        west.answer_always = None
        wishes.run_later()
        assert not wishes.exists(tenant)
        assert not west.tenants


def test_a_failed_creation_does_not_hold_up_the_deletion(wishes: Wishes, pulsar: FakePulsar) -> None:
    tenant = wishes.tenant("acme", wishes.cluster(pulsar))
    pulsar.answer_always = reason(500, "broken")
    for _ in range(8):
        wishes.run_later()
    assert wishes.states(TENANT, tenant) == ["failed"]
    pulsar.answer_always = None
    wishes.delete(TENANT, tenant)
    wishes.run()
    assert not wishes.exists(tenant)


def test_a_deletion_waits_for_the_creation_that_is_under_way(wishes: Wishes, pulsar: FakePulsar) -> None:
    tenant = wishes.tenant("acme", wishes.cluster(pulsar))

    def delete_meanwhile(_method: str, _path: str) -> None:
        pulsar.before_answer = lambda _method, _path: None
        wishes.delete(TENANT, tenant)

    pulsar.before_answer = delete_meanwhile
    wishes.run()
    assert not wishes.exists(tenant)
    assert not pulsar.tenants
