"""An auditor of a place reads its entries of the audit log, from the creation of the place on."""

from typing import Any

import pytest

from tests.api.estate import ANY, Estate
from tests.api.test_auditors import auditor, client_of, trail
from tests.factories import CLUSTER, ROOT, TENANT, a_grant, a_user

pytestmark = pytest.mark.any_database


def test_the_overview_shows_where_the_audit_log_may_be_read(estate: Estate, ids: dict[str, Any]) -> None:
    """The console offers these places: each can be read, and who may read none gets none."""
    center, here = estate.center, {CLUSTER: ids["cluster"], TENANT: ids["tenant"], 3: ids["namespace"], 4: ids["topic"]}
    main = auditor(estate, TENANT, here[TENANT], 107)
    sub, lone = (center.make(a_user, parent=main), center.make(a_user, parent=center.make(a_user)))
    for person in (sub, lone):
        center.make(a_grant, person, [307], 4, here[4])
    clients = {
        "everything": client_of(estate, ROOT, 0, 7),
        "cluster": client_of(estate, CLUSTER, here[CLUSTER], 7),
        "topic": client_of(estate, 4, here[4], 307),
        "owner": client_of(estate, TENANT, here[TENANT], 104),
        "only below": client_of(estate, TENANT, here[TENANT], 204),
        "reader": client_of(estate, 4, here[4], 303),
        "sub-account": center.with_token(sub),
        "main account lacks it": center.with_token(lone),
        "nobody": center.with_token(center.make(a_user)),
    }
    found = {name: client.get("/api/v1/overview").json() for name, client in clients.items()}
    for name, client in clients.items():
        for place in found[name]["reads"]:
            assert trail(client, place["res_type"], place["res_id"]), (name, place)
    assert {name: [place["res_type"] for place in overview["reads"]] for name, overview in found.items()} == {
        "everything": [0], "cluster": [1], "topic": [4], "owner": [2], "only below": [], "reader": [],
        "sub-account": [4], "main account lacks it": [], "nobody": [],
    }  # fmt: skip
    assert {name for name, overview in found.items() if overview["administers"]} == {"owner", "only below"}
    assert {name for name, overview in found.items() if overview["gives"]} == {"owner", "only below", "reader"}
    audit = {"everything", "cluster", "topic", "sub-account"}
    assert {name for name, overview in found.items() if overview["audits"]} == audit


def test_an_auditor_reads_changes_of_the_place_without_their_origin(estate: Estate, ids: dict[str, Any]) -> None:
    other = estate.make("tenants", name="acme.other", cluster_ids=[ids["cluster"]])
    tricky = {"res_type": 2, "res_id": other["id"], "remark": '"res_type": 2, "resource": "acme"'}
    estate.make("grants", user_id=ids["user"], authorities=[103], **tricky)
    estate.root.delete(f"/api/v1/grants/{ids['grant']}", headers=ANY)
    reader = client_of(estate, TENANT, ids["tenant"], 107)
    found = trail(reader, TENANT, ids["tenant"])
    recorded = {(entry["action"], entry["key"]) for entry in found}
    assert {("tenant.create", "acme"), ("namespace.create", "acme/orders")} <= recorded
    assert ("topic.create", "persistent://acme/orders/created") in recorded
    assert {("grant.create", str(ids["grant"])), ("grant.revoke", str(ids["grant"]))} <= recorded
    places = {(entry["after"] or entry["before"]).get("resource", "acme") for entry in found}
    assert places == {"acme", "acme/orders", "persistent://acme/orders/created"}
    of_places = {"tenant", "namespace", "topic", "grant", "subscription_rule", "encryption_key"}
    assert {entry["entity"] for entry in found} == of_places
    assert {(entry["credential"], entry["address"], entry["request_id"], entry["hash"]) for entry in found} == {
        (None, None, None, "")
    }
    inside = trail(client_of(estate, 4, ids["topic"], 307), 4, ids["topic"])
    assert {entry["entity"] for entry in inside} == {"topic", "grant", "encryption_key"}
    whole = trail(client_of(estate, CLUSTER, ids["cluster"], 7), CLUSTER, ids["cluster"])
    assert {entry["entity"] for entry in whole} == of_places


def test_a_reused_name_shows_nothing_of_its_former_place(estate: Estate, ids: dict[str, Any]) -> None:
    gone = estate.make("tenants", name="again", cluster_ids=[ids["cluster"]])
    hidden = estate.make("namespaces", tenant_id=gone["id"], name="secret")
    estate.work()
    rule = {"subscription": "former", "users": []}
    former = f"/api/v1/namespaces/{hidden['id']}/subscription-permissions"
    assert estate.root.put(former, json=rule, headers=ANY).status_code == 200
    path, params = f"/api/v1/tenants/{gone['id']}", {"confirm": "again", "cascade": "true"}
    assert estate.root.delete(path, params=params, headers=ANY).status_code < 300
    while estate.work():
        pass
    new = estate.make("tenants", name="again", cluster_ids=[ids["cluster"]])
    assert new["id"] != gone["id"]
    found = trail(client_of(estate, TENANT, new["id"], 107), TENANT, new["id"])
    assert {entry["entity"] for entry in found} == {"tenant", "grant"}
    again = estate.make("namespaces", tenant_id=new["id"], name="secret")
    inside = trail(client_of(estate, 3, again["id"], 207), 3, again["id"])
    assert {entry["entity"] for entry in inside} == {"namespace", "grant"}
    assert min(entry["id"] for entry in found if entry["action"] == "tenant.create") == min(
        entry["id"] for entry in found
    )
    assert {(entry["after"] or entry["before"])["res_id"] for entry in found if entry["entity"] == "grant"} == {
        new["id"]
    }
