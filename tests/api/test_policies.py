"""Policies over HTTP: who may set them, what is refused, what the clusters are asked to do."""

import json
from typing import Any

import pytest
from sqlalchemy import update

from app.resources.models import ProvisioningJob
from tests.api.estate import ANY, Estate, problem
from tests.factories import NAMESPACE, TOPIC, a_grant, a_user

pytestmark = pytest.mark.any_database


def jobs_of(estate: Estate, kind: int, number: int) -> list[ProvisioningJob]:
    rows = estate.center.read(lambda session: session.query(ProvisioningJob).order_by(ProvisioningJob.id).all())
    return [job for job in rows if (job.res_type, job.res_id) == (kind, number)]


def path(kind: str, item: dict[str, Any]) -> str:
    return f"/api/v1/{kind}/{item['id']}/policies"


def test_policies_are_set_changed_and_taken_back(estate: Estate) -> None:
    _, namespace, topic = estate.topic()
    for kind, item, number in (("namespaces", namespace, NAMESPACE), ("topics", topic, TOPIC)):
        at = path(kind, item)
        made = estate.root.put(at, json={"policies": {"retention": "7d", "message_ttl": "1h"}}, headers=ANY)
        assert made.status_code == 200, made.text
        assert made.json()["wish"] == {"retention": {"time": 10080, "size": -1}, "message_ttl": 3600}
        changed = estate.root.patch(at, json={"policies": {"retention": "8d", "message_ttl": None}}, headers=ANY).json()
        assert changed["shown"] == {"retention": "8d"}
        assert changed == estate.root.get(at).json()
        assert changed["provisioning"]["state"] == "pending"
        creation, job = jobs_of(estate, number, item["id"])
        assert (creation.action, job.action) == ("create", "policies")
        assert '"unset": ["message_ttl"]' in job.wish
        empty = estate.root.put(at, json={}, headers=ANY).json()
        assert empty["wish"] == {}
        assert '"unset": ["message_ttl", "retention"]' in jobs_of(estate, number, item["id"])[-1].wish


def test_a_job_holds_its_change_and_those_of_unfinished_earlier_jobs(estate: Estate) -> None:
    """Other differences on a cluster are drift, which may be accepted."""
    _, namespace, _ = estate.topic()
    at = path("namespaces", namespace)

    def job(**given: str | None) -> tuple[dict[str, Any], list[str]]:
        assert estate.root.patch(at, json={"policies": given}, headers=ANY).status_code == 200
        wish = json.loads(jobs_of(estate, NAMESPACE, namespace["id"])[-1].wish)
        return wish["policies"], wish["unset"]

    job(retention="7d", message_ttl="1h")
    with estate.center.database.writing() as session:
        session.execute(update(ProvisioningJob).values(state="ready"))
    assert job(deduplication="on") == ({"deduplication": True}, [])
    assert job(message_ttl=None) == ({"deduplication": True}, ["message_ttl"])


def test_the_same_wish_again_changes_nothing(estate: Estate) -> None:
    _, namespace, _ = estate.topic()
    body = {"policies": {"backlog_quota": "50GB"}}
    first = estate.root.patch(path("namespaces", namespace), json=body, headers=ANY)
    again = estate.root.patch(path("namespaces", namespace), json=body, headers=ANY)
    assert first.json() == again.json()
    assert len(jobs_of(estate, NAMESPACE, namespace["id"])) == 2


def test_resources_are_created_with_policies_and_a_preset(estate: Estate) -> None:
    tenant, _, _ = estate.topic()
    body = {"tenant_id": tenant["id"], "name": "logs", "preset": "log", "policies": {"retention": "2d"}}
    made = estate.root.post("/api/v1/namespaces", json=body).json()
    found = estate.root.get(path("namespaces", made)).json()
    assert found["shown"] == {"retention": "2d", "backlog_quota": "size=50GB,policy=consumer_backlog_eviction"}
    assert [job.action for job in jobs_of(estate, NAMESPACE, made["id"])] == ["create", "policies"]
    body = {"namespace_id": made["id"], "name": "audit", "preset": "audit_7_years"}
    topic = estate.root.post("/api/v1/topics", json=body).json()
    assert estate.root.get(path("topics", topic)).json()["wish"]["retention"] == {"time": 2557 * 1440, "size": -1}
    presets = estate.root.get("/api/v1/policy-presets").json()
    assert [preset["name"] for preset in presets] == ["log", "command_queue", "audit_7_years"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"policies": {"retention": "7"}}, 'retention: time: "7" is not a duration'),
        ({"policies": {"retenion": "7d"}}, "there is no policy"),
        ({"policies": {"max_message_size": "1MB"}}, "on a topic only"),
        ({"policies": {"replication_clusters": ["elsewhere"]}}, '"elsewhere" is no cluster of the tenant'),
        ({"policies": {"retention": "time=7d,size=1GB", "backlog_quota": "2GB"}}, "smaller"),
        ({"policies": {"properties": {f"k{n}": "x" * 256 for n in range(60)}}}, "longer"),
        ({"preset": "nix"}, "there is no preset"),
    ],
)
def test_invalid_policies_are_refused_before_a_cluster_is_asked(estate: Estate, body: Any, message: str) -> None:
    _, namespace, _ = estate.topic()
    for method in ("PUT", "PATCH"):
        refused = estate.root.request(method, path("namespaces", namespace), json=body, headers=ANY)
        assert problem(refused) == (422, "invalid_policies")
        assert message in refused.json()["detail"]
    assert len(jobs_of(estate, NAMESPACE, namespace["id"])) == 1


def test_only_known_policies_are_taken_back(estate: Estate) -> None:
    _, namespace, _ = estate.topic()
    at = path("namespaces", namespace)
    for name, message in (("retenton", "there is no policy"), ("max_message_size", "on a topic only")):
        refused = estate.root.patch(at, json={"policies": {name: None}}, headers=ANY)
        assert problem(refused) == (422, "invalid_policies")
        assert message in refused.json()["detail"]


def test_a_partial_change_is_checked_with_the_rest(estate: Estate) -> None:
    _, namespace, _ = estate.topic()
    at = path("namespaces", namespace)
    assert estate.root.put(at, json={"policies": {"retention": "time=7d,size=1GB"}}, headers=ANY).status_code == 200
    assert problem(estate.root.patch(at, json={"policies": {"backlog_quota": "1GB"}}, headers=ANY))[0] == 422
    assert estate.root.patch(at, json={"policies": {"backlog_quota": "1023MB"}}, headers=ANY).status_code == 200
    assert problem(estate.root.put(at, json={"policies": {"retention": None}}, headers=ANY))[0] == 422


@pytest.mark.parametrize("domain", ["non-persistent", "topic"])
def test_only_persistent_topics_have_policies(estate: Estate, domain: str) -> None:
    _, namespace, _ = estate.topic()
    body = {"namespace_id": namespace["id"], "name": "np", "domain": domain, "preset": "log"}
    assert problem(estate.root.post("/api/v1/topics", json=body)) == (422, "invalid_policies")


def test_policies_need_the_right_to_administer(estate: Estate) -> None:
    _, namespace, topic = estate.topic()
    body = {"policies": {"retention": "7d"}}
    for kind, item, level, number in (("namespaces", namespace, NAMESPACE, 200), ("topics", topic, TOPIC, 300)):
        person = estate.center.make(a_user)
        at, client = path(kind, item), estate.center.signed_in(person)
        for call in (client.get(at), client.put(at, json=body, headers=ANY), client.get(f"{at}/live")):
            assert problem(call) == (404, "not_found")
        estate.center.make(a_grant, person, [number + 3], level, item["id"])
        for call in (client.get(at), client.patch(at, json=body, headers=ANY), client.get(f"{at}/live")):
            assert problem(call) == (403, "not_allowed")
        estate.center.make(a_grant, person, [number + 7], level, item["id"])
        assert client.get(at).status_code == 200
        assert problem(client.patch(at, json=body, headers=ANY)) == (403, "not_allowed")
        estate.center.make(a_grant, person, [number + 4], level, item["id"])
        assert client.patch(at, json=body, headers=ANY).status_code == 200


def test_versions_and_rehearsals(estate: Estate) -> None:
    _, namespace, _ = estate.topic()
    at, body = path("namespaces", namespace), {"policies": {"retention": "7d"}}
    assert problem(estate.root.put(at, json=body)) == (428, "if_match_required")
    assert problem(estate.root.put(at, json=body, headers={"If-Match": '"1"'})) == (412, "changed_meanwhile")
    tried = estate.root.put(at, json=body, headers=ANY, params={"dry_run": "true"})
    assert (tried.json()["shown"], tried.headers["X-Would-Record"]) == ({"retention": "7d"}, "1")
    assert estate.root.get(at).json()["shown"] == {}
    assert len(jobs_of(estate, NAMESPACE, namespace["id"])) == 1


def test_a_cluster_that_does_not_answer_is_reported(estate: Estate) -> None:
    _, namespace, _ = estate.topic()
    estate.pulsar.answer_always = (500, {"reason": "no"}, {})
    (cluster,) = estate.root.get(f"{path('namespaces', namespace)}/live").json()["clusters"]
    assert cluster["cluster"] == "prod"
    assert cluster["message"]
    assert cluster["actual"] == cluster["defaults"] == {}


def test_the_trail_says_what_was_wished(estate: Estate) -> None:
    _, namespace, _ = estate.topic()
    estate.root.put(path("namespaces", namespace), json={"policies": {"message_ttl": "1h"}}, headers=ANY)
    entry = estate.root.get("/api/v1/trail", params={"action": "namespace.update"}).json()["items"][-1]
    assert (entry["action"], entry["after"]["policies"]) == ("namespace.update", '{"message_ttl": 3600}')
