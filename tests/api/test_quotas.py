"""Limits per account and cluster; reserved names and hidden places cannot be had by trying."""

import pytest
from sqlalchemy import select

from app.brokers import broker_pruning, heartbeats
from app.platform.clock import now_ms
from app.resources.broker_registration import BrokerRegistration
from tests.api.estate import problem
from tests.brokers.plugin import a_plugin
from tests.center import Center
from tests.factories import CLUSTER, TENANT, a_cluster, a_grant, a_namespace, a_tenant, a_user, an_administrator

DAY_MS = 24 * 3_600_000


def test_a_main_account_has_so_many_sub_accounts(center: Center) -> None:
    center.app.state.settings = center.settings.model_copy(update={"sub_accounts_max": 2})
    main, other = center.make(a_user, "main"), center.make(a_user, "other")
    client, root = center.with_token(main), center.with_token(center.make(an_administrator))

    def make(name: str) -> tuple[int, str]:
        answer = client.post("/api/v1/users", json={"username": name, "kind": "service"})
        return answer.status_code, answer.json().get("code", "")

    assert [make(name)[0] for name in ("a", "b")] == [201, 201]
    assert make("c") == (409, "too_many_sub_accounts")
    body = {"username": "c", "kind": "service", "parent_id": main.id}
    assert problem(root.post("/api/v1/users", json=body)) == (409, "too_many_sub_accounts")
    assert root.post("/api/v1/users", json={**body, "parent_id": other.id}).status_code == 201


@pytest.mark.parametrize("name", ["broker.new", "center.new", "Broker.New"])
def test_names_of_clusters_users_are_for_administrators(center: Center, name: str) -> None:
    client, root = center.with_token(center.make(a_user)), center.with_token(center.make(an_administrator))
    body = {"username": name, "kind": "service"}
    assert problem(client.post("/api/v1/users", json=body)) == (422, "reserved_name")
    assert root.post("/api/v1/users", json=body).status_code == 201
    center.app.state.settings = center.settings.model_copy(update={"registration_open": True})
    wanted = {"username": name, "contact": "a@example.org", "group_name": "x", "reason": "I want to be a cluster"}
    assert problem(center.client().post("/api/v1/registrations", json=wanted)) == (422, "reserved_name")


def test_a_cluster_has_so_many_brokers(center: Center) -> None:
    cluster, other = center.make(a_cluster), center.make(a_cluster)
    a_plugin(center, cluster).heartbeat(1, "one")
    row = center.read(lambda session: session.scalars(select(BrokerRegistration)).one())
    credential = 1

    def report(broker: str, on: int) -> heartbeats.Report:
        beat = heartbeats.Heartbeat(broker, "boot", "1", "4", 1, 1, 0, 0, 0, 86_400, leaving=False)
        return heartbeats.Report(on, credential, beat, now_ms())

    reports = [report("one", row.cluster_id), *(report(name, cluster.id) for name in "cba"), report("far", other.id)]
    answers = heartbeats.take(center.database, reports, limit=3)
    codes = [getattr(answer, "stable_code", None) for answer in answers]
    assert codes == [None, "too_many_brokers", None, None, None]
    assert getattr(answers[1], "status", None) == 429
    again = heartbeats.take(center.database, [report("a", cluster.id)], limit=1)
    assert not isinstance(again[0], Exception)


def test_a_broker_is_forgotten_when_it_can_no_longer_serve(center: Center) -> None:
    plugin = a_plugin(center, center.make(a_cluster))
    plugin.heartbeat(1, "old")
    plugin.heartbeat(1, "patient", max_age_seconds=90 * 86_400)
    names = select(BrokerRegistration.broker).order_by(BrokerRegistration.broker)
    days = center.settings.broker_days
    for after, left in ((days - 1, ["old", "patient"]), (days + 1, ["patient"]), (91, [])):
        broker_pruning.run(center.database, center.settings, now_ms() + after * DAY_MS)
        assert center.read(lambda session: list(session.scalars(names))) == left


def test_counts_of_inherited_grants_do_not_reveal_hidden_places(center: Center) -> None:
    """Else a holder on the cluster would see a count for hidden places and none for absent ones."""
    cluster = center.make(a_cluster)
    person, owner = center.make(a_user, "alice"), center.make(a_user, "owner")
    center.make(a_grant, person, [100], CLUSTER, cluster.id)
    foreign = center.make(a_tenant, "foreign", cluster)
    center.make(a_namespace, foreign, "inner")
    own = center.make(a_tenant, "own", cluster)
    center.make(a_grant, owner, [104], TENANT, own.id)
    center.make(a_grant, owner, [3], CLUSTER, cluster.id)

    def total(who: str, tenant: int) -> int:
        client = center.with_token(person if who == "alice" else owner)
        return int(client.get(f"/api/v1/grants?res_type=2&res_id={tenant}&inherited=true").json()["total"])

    assert total("owner", own.id) >= 2
    assert center.with_token(person).get(f"/api/v1/tenants/{foreign.id}").status_code == 404
    assert total("alice", foreign.id) == total("alice", 9_999) == 0
