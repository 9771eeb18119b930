"""Clusters that share a tenant are made known to each other, and may write what they hold."""

from sqlalchemy import select

from app.access.names import ResourceType
from app.grants.models import Grant
from tests.provisioning.fake_pulsar import FakePulsar
from tests.provisioning.wishes import Wishes

TENANT, NAMESPACE = ResourceType.TENANT, ResourceType.NAMESPACE


def test_the_clusters_of_a_tenant_are_made_known_to_each_other(wishes: Wishes, pulsar: FakePulsar) -> None:
    with FakePulsar("west").running() as west:
        tenant = wishes.tenant("acme", wishes.cluster(pulsar), wishes.cluster(west, "west"))
        namespace = wishes.namespace(tenant, "orders")
        wishes.run()
        assert wishes.states(NAMESPACE, namespace) == ["ready", "ready"]
    assert pulsar.registered == {"west": {"brokerServiceUrl": "pulsar://127.0.0.1:1", "serviceUrl": west.url}}
    assert list(west.registered) == ["prod"]
    for each in (pulsar, west):
        assert each.tenants["acme"]["allowedClusters"] == ["prod", "west"]
        assert each.namespaces["acme/orders"]["replication_clusters"] == ["prod", "west"]


def test_a_different_registration_is_reported_and_left(wishes: Wishes, pulsar: FakePulsar) -> None:
    pulsar.clusters.append("west")
    pulsar.registered["west"] = {"brokerServiceUrl": "pulsar://10.0.0.1:6650", "serviceUrl": "http://10.0.0.1:8080"}
    with FakePulsar("west").running() as west:
        tenant = wishes.tenant("acme", wishes.cluster(pulsar), wishes.cluster(west, "west"))
        wishes.run()
    assert wishes.states(TENANT, tenant) == ["ready", "ready"]
    failed, nothing = wishes.jobs(TENANT, tenant)
    assert "brokerServiceUrl: pulsar://10.0.0.1:6650, not pulsar://127.0.0.1:1" in str(failed.message)
    assert nothing.message is None
    assert not [path for _, path in pulsar.changes() if path.startswith("/clusters")]


def test_rights_to_replicate_come_and_go_with_the_tenant(wishes: Wishes, pulsar: FakePulsar) -> None:
    with FakePulsar("west").running() as west:
        prod = wishes.cluster(pulsar)
        alone = wishes.tenant("alone", prod)
        tenant = wishes.tenant("acme", prod, wishes.cluster(west, "west"))
        wishes.run()
        grants = wishes.read(lambda session: list(session.scalars(select(Grant).where(Grant.res_type == TENANT))))
        assert sorted(grant.remark for grant in grants if grant.remark) == [
            "replicates as broker.prod",
            "replicates as broker.west",
        ]
        assert {grant.res_id for grant in grants if grant.remark} == {tenant.id}
        assert alone.id != tenant.id
        wishes.delete(TENANT, tenant)
        wishes.run()
    assert not wishes.exists(tenant)
