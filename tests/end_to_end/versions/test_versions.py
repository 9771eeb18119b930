"""The same jar in brokers of other Pulsar versions: each is started once, and ended after its tests.

The jar's questions and types are compared with every version by the plugin's own tests; these show that it works.
"""

import signal
from collections.abc import Callable

import httpx
import pytest

from app.brokers import known_holes
from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Consuming, Producing
from tests.end_to_end.clients.test_java_features import moves_in_transactions, retries
from tests.end_to_end.conftest import (
    NAMESPACE_TYPE,
    READ_TOPIC,
    TENANT_TYPE,
    TOPIC_TYPE,
    WRITE_TOPIC,
    Business,
    new_business,
)
from tests.end_to_end.matrix.matrix import SCALABLE, Callers, ask_all
from tests.end_to_end.matrix.versions import VersionMatrix, adding
from tests.end_to_end.provisioning.policy_examples import NAMESPACE as NAMESPACE_POLICIES
from tests.end_to_end.provisioning.policy_examples import NOT_ON_TOPICS, value_at
from tests.end_to_end.revocation.test_kick import flowing, silent_after
from tests.end_to_end.revocation.test_revocation import stopped_after
from tests.end_to_end.revocation.test_without_interceptor import interceptor_off
from tests.end_to_end.rights import holes
from tests.end_to_end.rights.test_rights import REFUSED
from tests.end_to_end.versions.class_path import CONTENT
from tests.end_to_end.versions.conftest import admin, version, with_marks
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker

_CREATE_NAMESPACE, _DELETE_TOPIC = 200, 301


@pytest.mark.parametrize("company", with_marks(version for version in CONTENT if version in adding()), indirect=True)
def test_routes_that_the_version_adds(company: Business) -> None:
    """As holder of just the right, of everything but the right, of nothing, and as super user."""
    matrix = VersionMatrix(version(company))
    callers = Callers(company.estate, *([SCALABLE] if version(company) >= "5" else []))
    callers.prepare(route.need for route in matrix.routes)
    calls = ask_all(company.estate, matrix, callers, matrix.routes)
    assert "\n".join(str(call) for call in calls if not call.right) == ""
    assert {str(call.route) for call in calls} == {str(route) for route in matrix.routes}


@pytest.mark.parametrize("company", with_marks(["4.2.4"]), indirect=True)
def test_every_policy_arrives(company: Business) -> None:
    owner, token = company.owner, company.owner.token(company.owner_id, "policies")
    namespace = owner.post("/api/v1/namespaces", tenant_id=company.tenant, name="kept")["id"]
    topic = owner.post("/api/v1/topics", namespace_id=namespace, name="kept")["id"]
    on_topics = {*NAMESPACE_POLICIES} - NOT_ON_TOPICS | {"subscription_expiration_time"}
    for path, what in (
        (f"/api/v1/namespaces/{namespace}", {*NAMESPACE_POLICIES}),
        (f"/api/v1/topics/{topic}", on_topics),
    ):
        wish = {policy: NAMESPACE_POLICIES[policy][0] for policy in what}
        owner.call("PUT", f"{path}/policies", json={"policies": wish}, headers={"If-Match": "*"})
        owner.ready(path)

        def is_as_wished(path: str = path) -> bool:
            (live,) = owner.get(f"{path}/policies/live")["clusters"]
            return (live["message"], live["different"], live["unknown"]) == (None, [], [])

        wait_until("the broker's policies", is_as_wished, 20, pause=0.2)
    found = admin(company, token, "GET", f"namespaces/{company.name}/kept").json()
    assert {policy: value_at(found, where) for policy, (_, where, _) in NAMESPACE_POLICIES.items()} == {
        policy: value for policy, (_, _, value) in NAMESPACE_POLICIES.items()
    }


def test_clients_get_what_was_granted(company: Business) -> None:
    writer, _ = company.service("writer", WRITE_TOPIC)
    reader, _ = company.service("reader", READ_TOPIC)
    python.produce(company.url, python.by_token(writer.token), company.topic, "one")
    assert python.consume(company.url, python.by_token(reader.token), company.topic, "shop") == "one"
    with pytest.raises(REFUSED):
        python.produce(company.url, python.by_token(reader.token), company.topic)
    with pytest.raises(REFUSED):
        python.consume(company.url, python.by_token(writer.token), company.topic, "shop")
    _, secret = company.owner.client_secret(writer.id)
    python.produce(company.url, python.by_password(writer.username, secret), company.topic, "two")


def test_known_holes_are_closed_and_open_without_the_interceptor(company: Business) -> None:
    assert holes.let_through(company) == set()
    with interceptor_off(company.estate):
        theirs = known_holes.of_version(version(company))
        found = holes.let_through(new_business(company.estate))
        if theirs is not None:
            assert found == holes.CALLED & {hole.id for hole in theirs if hole.closed_by == "interceptor"}


def test_a_wrong_token_lets_nobody_in(company: Business) -> None:
    writer, _ = company.service("forged", WRITE_TOPIC)
    head, body, signature = writer.token.split(".")
    forged = ".".join((head, body, signature[:-4] + ("AAAA" if signature[-4:] != "AAAA" else "BBBB")))
    company.refuses_sign_in(python.by_token(forged))
    stats = f"persistent/{company.name}/orders/created/stats"
    assert admin(company, writer.token, "GET", stats).status_code == 200
    assert admin(company, forged, "GET", stats).status_code == 401
    assert httpx.get(f"{company.estate.broker.admin_url}/admin/v2/{stats}", timeout=30).status_code == 401


def test_admin_calls_need_their_right(company: Business) -> None:
    maker, _ = company.service("maker")
    short_lived = company.add_topic("short-lived")
    company.owner.grant(maker.id, TOPIC_TYPE, short_lived, _DELETE_TOPIC)
    company.owner.grant(maker.id, TENANT_TYPE, company.tenant, _CREATE_NAMESPACE)
    other, _ = company.service("other", WRITE_TOPIC)
    company.wait_until_enforced()
    new = f"namespaces/{company.name}/made-by-hand"
    assert admin(company, other.token, "PUT", new).status_code in (401, 403)
    assert admin(company, maker.token, "PUT", new).status_code == 204
    # The broker asks about the namespace; which topic is meant stands in the path, read by either servlet API.
    topic = f"persistent/{company.name}/orders/short-lived"
    assert admin(company, other.token, "DELETE", topic).status_code in (401, 403)
    denied = company.estate.event(user=other.username, op="DELETE_TOPIC")
    assert (denied["res"], denied["code"]) == (f"standalone/{company.name}/orders/short-lived", "NO_GRANT")
    assert admin(company, maker.token, "DELETE", f"persistent/{company.name}/orders/created").status_code in (401, 403)
    assert admin(company, maker.token, "DELETE", topic).status_code == 204
    grants = company.estate.admin.get("/api/v1/grants", user_id=maker.id)["items"]
    held = {grant["resource"] for grant in grants}
    assert held == {company.name, f"{company.name}/made-by-hand"}, (
        "its rights went with the topic; who makes it, owns it"
    )


def test_permissions_of_pulsar_admin_are_grants(company: Business) -> None:
    giver, _ = company.service("given")
    token = company.owner.token(company.owner_id)
    path = f"namespaces/{company.name}/orders/permissions"
    assert admin(company, giver.token, "GET", path).status_code in (401, 403)
    assert admin(company, token, "POST", f"{path}/{giver.username}", json=["consume"]).status_code == 204
    company.estate.wait_for_broker()
    grants = company.owner.get("/api/v1/grants", user_id=giver.id)["items"]
    assert [(item["res_type"], item["res_id"]) for item in grants] == [(NAMESPACE_TYPE, company.namespace)]
    listed = admin(company, token, "GET", path).json()
    assert admin(company, token, "DELETE", f"{path}/{giver.username}").status_code == 204
    left = company.owner.get("/api/v1/grants", user_id=giver.id)["items"]
    assert (listed[giver.username], left) == (["consume"], [])


def test_administrators_of_a_tenant_are_grants(company: Business) -> None:
    """The broker's filters run twice then, with another body: for either servlet API."""
    giver, _ = company.service("administering")
    token = company.owner.token(company.owner_id, "tenants")
    body = {"adminRoles": [giver.username], "allowedClusters": ["standalone"]}
    answer = admin(company, token, "POST", f"tenants/{company.name}", json=body)
    assert answer.status_code == 204, answer.text
    grants = company.owner.get("/api/v1/grants", user_id=giver.id)["items"]
    assert [(item["res_type"], item["res_id"]) for item in grants] == [(TENANT_TYPE, company.tenant)]
    assert admin(company, token, "GET", f"tenants/{company.name}").json()["adminRoles"] == [giver.username]
    policies = admin(company, token, "GET", f"namespaces/{company.name}/orders").json()["auth_policies"]
    assert f"{company.name}-owner" in policies["namespace_auth"]
    refused = admin(company, giver.token, "POST", f"tenants/{company.name}-x", json=body)
    assert (refused.status_code, "you may not change the tenant" in refused.json()["reason"]) == (403, True)


def test_the_mode_of_subscriptions_is_set_at_the_center_or_refused(company: Business) -> None:
    token = company.owner.token(company.owner_id, "modes")
    path, namespace = (
        f"namespaces/{company.name}/orders/subscriptionAuthMode",
        f"/api/v1/namespaces/{company.namespace}",
    )
    answer = admin(company, token, "POST", path, json="Prefix")
    assert answer.status_code == 204, answer.text
    assert company.owner.get(namespace)["subscription_auth_mode"] == "Prefix"
    assert admin(company, token, "POST", path, json="None").status_code == 204
    company.estate.wait_for_broker()


def test_revocation_reaches_an_open_producer_and_an_open_consumer(
    company: Business, record_measurement: Callable[[str], None]
) -> None:
    revoked, writing = company.service("one", WRITE_TOPIC)
    two, _ = company.service("two", WRITE_TOPIC)
    three, reading = company.service("three", READ_TOPIC)
    four, _ = company.service("four", READ_TOPIC)
    assert writing is not None
    assert reading is not None
    with (
        Consuming(company.url, python.by_token(three.token), company.topic, "s3") as consuming,
        Consuming(company.url, python.by_token(four.token), company.topic, "s4") as reading_on,
        Producing(company.url, python.by_token(two.token), company.topic) as writing_on,
        Producing(company.url, python.by_token(revoked.token), company.topic) as producing,
    ):
        flowing(consuming)
        late = stopped_after(producing, lambda: company.owner.revoke(writing))
        later = silent_after(consuming, lambda: company.owner.revoke(reading))
        flowing(reading_on)
        assert writing_on.error is None
    company.estate.event(user=three.username, dec=2, op="CONSUME")
    record_measurement(
        f"Pulsar {version(company)}, revoked: last message {late:.1f} ms after the answer, consumed {later:.1f} ms"
    )


@pytest.mark.soak
def test_java_features(company: Business) -> None:
    moves_in_transactions(new_business(company.estate))
    retries(new_business(company.estate), "retry-named", "retry")


def test_what_the_cluster_knows_is_shown(company: Business) -> None:
    """The statistics of every version have the fields that the center reads."""
    writer, _ = company.service("counted", WRITE_TOPIC)
    reader, _ = company.service("counting", READ_TOPIC)
    number = company.add_topic("counted", partitions=2)
    for account, authority in ((writer, WRITE_TOPIC), (reader, READ_TOPIC)):
        company.owner.grant(account.id, TOPIC_TYPE, number, authority)
    company.wait_until_enforced()
    topic, path = f"persistent://{company.name}/orders/counted", f"/api/v1/topics/{number}/live"
    with python.client(company.url, python.by_token(reader.token)) as reading:
        reading.subscribe(topic, "watching")
        for _ in range(4):
            python.produce(company.url, python.by_token(writer.token), topic)
        [stats] = company.owner.get(f"{path}/stats")["clusters"]
        [cluster] = company.owner.get(f"{path}/subscriptions")["clusters"]
        [subscription] = cluster["subscriptions"]
        assert (stats["code"], stats["partitions"], stats["stats"]["consumers"]) == (None, 2, 2)
        assert (subscription["name"], subscription["msg_backlog"]) == ("watching", 4)
        assert {each["principal"] for each in subscription["consumers"]} == {reader.username}
    [stored] = company.owner.get(f"{path}/internal-stats")["clusters"]
    assert sum(each["entries"] for each in stored["stored"]) == 4
    again = company.owner.post(f"{path}/subscriptions/clear", subscription="watching", confirm="watching")
    assert (again["messages"], sum(each["entries"] for each in again["parts"])) == (4, 4)
    [bundles] = company.owner.get(f"/api/v1/namespaces/{company.namespace}/live/bundles")["clusters"]
    assert (bundles["code"], bundles["messages"]) == (None, [])
    brokers = company.estate.admin.get(f"/api/v1/clusters/{company.estate.cluster}/live/brokers")
    assert [(broker["leader"], broker["code"]) for broker in brokers["items"]] == [(True, None)]


def test_it_starts_without_the_center(company: Business) -> None:
    estate = company.estate
    may, _ = company.service("may", WRITE_TOPIC)
    may_not, _ = company.service("may-not")
    estate.center.stop(signal.SIGKILL)
    estate.broker.restart()
    python.produce(company.url, python.by_token(may.token), company.topic)
    with pytest.raises(REFUSED):
        python.produce(company.url, python.by_token(may_not.token), company.topic)
    # Nothing of ours was missing or of another type, from the first start to here.
    said = estate.broker.log_text()
    assert "LinkageError" not in said
    for failure in ("NoClassDefFoundError", "NoSuchMethodError", "AbstractMethodError", "ClassCastException"):
        assert failure not in said
    assert "Pulsar User Center plugin" in said
    shown = httpx.get(f"{estate.broker.admin_url}/metrics/", timeout=30).text
    assert "pulsar_user_center_decisions_total" in shown
