"""Clusters, and what their brokers need."""

from typing import Any

import pytest

from app.access.decision import decide
from app.access.names import ResourceName
from app.platform.clock import now_ms
from app.rights import snapshots
from tests.api.estate import ANY, Estate, problem
from tests.center import Center
from tests.factories import CLUSTER, a_grant, a_service, a_user, an_administrator


def test_a_cluster_comes_with_its_service_users_who_are_super_users_there(estate: Estate) -> None:
    assert estate.cluster["name"] == "prod"
    names = [user["username"] for user in estate.root.get("/api/v1/users?kind=service").json()["items"]]
    assert names == ["center.prod", "broker.prod"]
    with estate.center.database.reading() as session:
        for name in names:
            snapshot = snapshots.snapshot_of(session, estate.cluster["id"], [name])
            answer = decide(snapshot, name, "superUser:SUPER_USER", ResourceName.of_cluster("prod"), now=now_ms())
            assert answer.allowed
    users = {user["username"]: user["id"] for user in estate.root.get("/api/v1/users").json()["items"]}
    assert estate.cluster["admin_user_id"] == users["center.prod"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"admin_url": "http://169.254.169.254"}, "address_not_allowed"),
        ({"admin_url": "http://user:pw@127.0.0.1:8080"}, "address_not_allowed"),
        ({"admin_url": "http://127.0.0.1:8080/admin"}, "address_not_allowed"),
        ({"admin_url": "gopher://127.0.0.1"}, "address_not_allowed"),
        ({"address": "http://127.0.0.1"}, "invalid_address"),
        ({"admin_user_id": 99999}, "unknown_user"),
    ],
)
@pytest.mark.any_database
def test_wrong_addresses_are_refused_on_creation_and_on_change(
    estate: Estate, change: dict[str, object], code: str
) -> None:
    body = {"name": "west", "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1", **change}
    assert problem(estate.root.post("/api/v1/clusters", json=body)) == (422, code)
    path = f"/api/v1/clusters/{estate.cluster['id']}"
    assert problem(estate.root.patch(path, json=change, headers=ANY)) == (422, code)
    assert estate.root.get(path).json() == estate.cluster


@pytest.mark.parametrize("name", ["", ".", "a/b", "a b", "a:b", "x" * 122, "ä", "a\nb"])
@pytest.mark.any_database
def test_names_that_a_cluster_cannot_have(estate: Estate, name: str) -> None:
    body = {"name": name, "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1"}
    assert problem(estate.root.post("/api/v1/clusters", json=body)) == (422, "invalid_name")


def test_a_user_that_took_the_name_before_gets_no_rights(estate: Estate) -> None:
    estate.center.make(a_service, "broker.west")
    body = {"name": "west", "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1"}
    assert problem(estate.root.post("/api/v1/clusters", json=body)) == (409, "exists")
    assert [cluster["name"] for cluster in estate.root.get("/api/v1/clusters").json()["items"]] == ["prod"]


def test_only_administrators_of_the_center_change_clusters(estate: Estate) -> None:
    person = estate.center.make(a_user)
    estate.center.make(a_grant, person, [4], CLUSTER, estate.cluster["id"])
    client = estate.center.signed_in(person)
    path = f"/api/v1/clusters/{estate.cluster['id']}"
    body = {"name": "west", "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1"}
    assert problem(client.post("/api/v1/clusters", json=body)) == (403, "not_allowed")
    assert problem(client.patch(path, json={"remark": "x"}, headers=ANY)) == (403, "not_allowed")
    assert problem(client.delete(f"{path}?confirm=prod", headers=ANY)) == (403, "not_allowed")
    assert client.get(path).status_code == 200
    assert client.get(f"{path}/credentials").status_code == 200


def test_an_administrator_of_a_cluster_sets_what_consume_means(estate: Estate) -> None:
    path, change = f"/api/v1/clusters/{estate.cluster['id']}", {"consume_manages_subscriptions": True}
    keeper, reader = (estate.center.make(a_user, name) for name in ("keeper", "reader"))
    estate.center.make(a_grant, keeper, [4], CLUSTER, estate.cluster["id"])
    estate.center.make(a_grant, reader, [103], CLUSTER, estate.cluster["id"])
    by_keeper, by_reader = estate.center.signed_in(keeper), estate.center.signed_in(reader)
    assert estate.cluster["consume_manages_subscriptions"] is False
    assert problem(by_reader.patch(path, json=change, headers=ANY)) == (403, "not_allowed")
    assert problem(by_keeper.patch(path, json={**change, "remark": "x"}, headers=ANY)) == (403, "not_allowed")
    assert problem(by_keeper.patch(path, json=change)) == (428, "if_match_required")
    assert by_keeper.patch(path, json=change, headers=ANY).json()["consume_manages_subscriptions"] is True
    assert by_reader.get(path).json()["consume_manages_subscriptions"] is True


def test_only_administrators_of_the_center_let_clusters_make_accounts(estate: Estate) -> None:
    path, change = f"/api/v1/clusters/{estate.cluster['id']}", {"unknown_roles_become_users": True}
    keeper = estate.center.make(a_user, "keeper")
    estate.center.make(a_grant, keeper, [4], CLUSTER, estate.cluster["id"])
    assert estate.cluster["unknown_roles_become_users"] is False
    assert problem(estate.center.signed_in(keeper).patch(path, json=change, headers=ANY)) == (403, "not_allowed")
    assert estate.root.patch(path, json=change, headers=ANY).json()["unknown_roles_become_users"] is True


def test_an_administrator_of_a_cluster_sets_whether_creations_are_adopted(estate: Estate) -> None:
    path, change = f"/api/v1/clusters/{estate.cluster['id']}", {"adopts_creations": False}
    keeper, reader = (estate.center.make(a_user, name) for name in ("keeper", "reader"))
    estate.center.make(a_grant, keeper, [4], CLUSTER, estate.cluster["id"])
    estate.center.make(a_grant, reader, [103], CLUSTER, estate.cluster["id"])
    assert estate.cluster["adopts_creations"] is True
    by_keeper, by_reader = estate.center.signed_in(keeper), estate.center.signed_in(reader)
    assert problem(by_reader.patch(path, json=change, headers=ANY)) == (403, "not_allowed")
    assert by_keeper.patch(path, json=change, headers=ANY).json()["adopts_creations"] is False


def test_credentials_are_shown_once_two_at_most(estate: Estate) -> None:
    path = f"/api/v1/clusters/{estate.cluster['id']}/credentials"
    made = [estate.root.post(path) for _ in range(3)]
    assert [answer.status_code for answer in made] == [201, 201, 409]
    secret = made[0].json()["credential"]
    assert made[0].headers["Cache-Control"] == "no-store"
    broker = estate.center.client(Authorization=f"Bearer {secret}")
    assert broker.get("/api/broker/v1/snapshot").status_code == 200
    listed = estate.root.get(path)
    assert secret not in listed.text
    assert estate.root.delete(f"{path}/{made[0].json()['id']}").status_code == 204
    assert broker.get("/api/broker/v1/snapshot").status_code == 401
    assert len(estate.root.get(path).json()["items"]) == 1


def test_broker_token_and_conf(estate: Estate) -> None:
    path = f"/api/v1/clusters/{estate.cluster['id']}"
    first, second = (estate.root.post(f"{path}/broker-token", json={"days": 30}) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert set(first.json()) == {"token", "valid_until"}
    assert estate.root.post(f"{path}/broker-token").status_code == 201
    answer = estate.root.get(f"{path}/broker-conf")
    assert answer.headers["Content-Type"].startswith("text/plain")
    # Pulsar's standalone.conf ends without a line break.
    whole = "the.last=line" + answer.text
    lines = dict(line.split("=", 1) for line in whole.splitlines() if line and not line.startswith("#"))
    assert (lines["the.last"], lines["authenticationEnabled"]) == ("line", "true")
    assert lines["userCenterUrl"] == lines["userCenterIssuer"] == estate.center.settings.issuer
    assert lines["userCenterCluster"] == "prod"
    assert lines["superUserRoles"] == "broker.prod"
    assert lines["authorizationProvider"] == "io.github.pulsarusercenter.UserCenterAuthorizationProvider"
    assert lines["allowAutoTopicCreation"] == "false"


def test_a_cluster_with_tenants_stays(estate: Estate) -> None:
    tenant, _, _ = estate.topic()
    path = f"/api/v1/clusters/{estate.cluster['id']}"
    refused = estate.root.delete(f"{path}?confirm=prod&cascade=true", headers=ANY)
    assert problem(refused) == (409, "has_children")
    assert refused.json()["children"] == [{"type": "tenant", "id": tenant["id"], "full_name": "acme"}]


def test_a_cluster_that_is_gone_for_good_can_be_given_up_and_forgotten(estate: Estate) -> None:
    """Without giving it up its tenants would be `deleting` for ever, and it could not be removed."""
    nowhere = "http://127.0.0.1:1"
    cluster = estate.make("clusters", name="gone", address="pulsar://127.0.0.1:6650", admin_url=nowhere)
    path, root = f"/api/v1/clusters/{cluster['id']}", estate.root
    both = estate.make("tenants", name="both", cluster_ids=[estate.cluster["id"], cluster["id"]])
    only = estate.make("tenants", name="only", cluster_ids=[cluster["id"]])
    topic = estate.make("namespaces", tenant_id=only["id"], name="orders")
    estate.work()
    assert root.delete(f"/api/v1/tenants/{only['id']}?confirm=only&cascade=true", headers=ANY).status_code == 202
    estate.work()
    assert root.get(f"/api/v1/tenants/{only['id']}").json()["provisioning"]["state"] == "pending"
    assert problem(root.post(f"{path}/give-up", headers=ANY)) == (422, "confirmation_needed")
    assert root.post(f"{path}/give-up?confirm=gone", headers=ANY).json()["gone"] is True
    assert root.post(f"{path}/give-up?confirm=gone", headers=ANY).status_code == 200
    assert problem(root.delete(f"{path}?confirm=gone&cascade=true", headers=ANY))[0] == 409
    estate.work()
    for kind, place in (("tenants", only), ("namespaces", topic)):
        assert root.get(f"/api/v1/{kind}/{place['id']}").status_code == 404
    late = {"name": "late", "cluster_ids": [cluster["id"]]}
    assert problem(root.post("/api/v1/tenants", json=late)) == (422, "unknown_cluster")
    assert root.delete(f"{path}?confirm=gone&cascade=true", headers=ANY).status_code == 204
    left = root.get(f"/api/v1/tenants/{both['id']}").json()
    assert (left["cluster_ids"], left["provisioning"]["state"]) == ([estate.cluster["id"]], "ready")


def test_deleting_a_cluster_needs_confirmation_and_leaves_nothing(estate: Estate) -> None:
    other = estate.center.make(a_user)
    grant = estate.center.make(a_grant, other, [3], CLUSTER, estate.cluster["id"])
    path = f"/api/v1/clusters/{estate.cluster['id']}"
    estate.root.post(f"{path}/credentials")
    estate.root.post(f"{path}/broker-token")
    assert problem(estate.root.delete(path, headers=ANY)) == (422, "confirmation_needed")
    refused = estate.root.delete(f"{path}?confirm=prod", headers=ANY)
    assert problem(refused) == (409, "has_children")
    assert [grant["id"] for grant in refused.json()["grants"]] == [grant.id]
    assert estate.root.delete(f"{path}?confirm=prod&cascade=true", headers=ANY).status_code == 204
    assert estate.root.get(path).status_code == 404
    names = [user["username"] for user in estate.root.get("/api/v1/users").json()["items"]]
    assert not {"center.prod", "broker.prod"} & set(names)
    body = {"name": "prod", "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1"}
    again = estate.root.post("/api/v1/clusters", json=body)
    assert again.status_code == 201
    assert again.json()["id"] > estate.cluster["id"]


def test_a_user_that_a_cluster_needs_stays(estate: Estate) -> None:
    service = estate.center.make(a_service, "hand")
    users = {
        user["username"]: f"/api/v1/users/{user['id']}" for user in estate.root.get("/api/v1/users").json()["items"]
    }
    path = f"/api/v1/clusters/{estate.cluster['id']}"
    for needed in ("center.prod", "broker.prod"):
        refused = estate.root.delete(users[needed], headers=ANY)
        assert problem(refused) == (409, "needed_by_cluster")
        assert refused.json()["clusters"] == ["prod"]
    assert estate.root.patch(path, json={"admin_user_id": service.id}, headers=ANY).status_code == 200
    assert problem(estate.root.delete(users["hand"], headers=ANY)) == (409, "needed_by_cluster")
    assert estate.root.delete(f"{users['center.prod']}?cascade=true", headers=ANY).status_code == 204
    assert estate.root.delete(f"{path}?confirm=prod", headers=ANY).status_code == 204
    assert estate.root.delete(users["hand"], headers=ANY).status_code == 204


def test_without_an_admin_user_the_center_uses_its_own(estate: Estate) -> None:
    path = f"/api/v1/clusters/{estate.cluster['id']}"
    assert estate.root.patch(path, json={"admin_user_id": None}, headers=ANY).status_code == 200
    user = next(user for user in estate.root.get("/api/v1/users?q=center.").json()["items"])
    assert problem(estate.root.delete(f"/api/v1/users/{user['id']}", headers=ANY)) == (409, "needed_by_cluster")


def test_a_cluster_whose_user_serves_another_one_stays(estate: Estate) -> None:
    body: dict[str, Any] = {"name": "west", "address": "pulsar://127.0.0.1:1", "admin_url": estate.pulsar.url}
    west = estate.make("clusters", **body, admin_user_id=estate.cluster["admin_user_id"])
    refused = estate.root.delete(f"/api/v1/clusters/{estate.cluster['id']}?confirm=prod", headers=ANY)
    assert problem(refused) == (409, "needed_by_cluster")
    assert refused.json()["clusters"] == ["west"]
    assert estate.root.get(f"/api/v1/clusters/{estate.cluster['id']}").status_code == 200, "nothing was changed"
    assert estate.root.delete(f"/api/v1/clusters/{west['id']}?confirm=west", headers=ANY).status_code == 204


def test_a_sub_account_of_an_administrator_is_no_administrator_by_itself(center: Center) -> None:
    main = center.make(an_administrator)
    client = center.signed_in(center.make(a_user, parent=main))
    body = {"name": "west", "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1"}
    assert problem(client.post("/api/v1/clusters", json=body)) == (403, "not_allowed")
