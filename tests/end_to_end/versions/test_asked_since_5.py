"""What brokers from 5.0 on ask that older ones do not, and the services beside them."""

from socket import socket

import httpx
import pulsar
import pytest

from tests.end_to_end.authentication.services import test_websocket
from tests.end_to_end.authentication.services.test_proxy import assert_refused
from tests.end_to_end.authentication.stock_providers import OURS
from tests.end_to_end.authentication.tokens.test_ending import bearer
from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.clients.test_java_features import dead_letters
from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, WRITE_TOPIC, Business, new_business
from tests.end_to_end.estate import JAR, Account, Estate, secret_file
from tests.end_to_end.pulsar import frames
from tests.end_to_end.pulsar.frames import number, octets, text
from tests.end_to_end.pulsar.proxy import PulsarProxy
from tests.end_to_end.revocation.test_revocation import stopped_after
from tests.end_to_end.rights import test_schemas
from tests.end_to_end.versions.conftest import PROXY, admin, with_marks
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
_WRITE_NAMESPACE, _CREATE_TOPIC, _DELETE_TOPIC = 202, 300, 301
_ERROR = 4
_COORDINATOR = "pulsar/system/transaction_coordinator_assign-partition-0"


@pytest.mark.parametrize("company", with_marks(["5.0.1"]), indirect=True)
def test_a_topic_is_created_by_its_use_with_the_right_to_create(company: Business) -> None:
    """A broker from 5.0 on asks; a reader's dead-letter policy goes on working."""
    using = new_business(company.estate)
    path = f"namespaces/{using.name}/orders/autoTopicCreation"
    wish = {"allowAutoTopicCreation": True, "topicType": "non-partitioned"}
    assert admin(using, using.owner.token(using.owner_id, "uses"), "POST", path, json=wish).status_code == 204
    writer, _ = using.service("writes-all")
    maker, _ = using.service("makes")
    using.owner.grant(writer.id, NAMESPACE_TYPE, using.namespace, _WRITE_NAMESPACE)
    using.owner.grant(maker.id, NAMESPACE_TYPE, using.namespace, _WRITE_NAMESPACE, _CREATE_TOPIC)
    using.wait_until_enforced()
    topic = f"persistent://{using.name}/orders/used"
    with pytest.raises(pulsar.PulsarException):
        python.produce(using.url, python.by_token(writer.token), topic)
    assert using.estate.event(user=writer.username, op="AUTO_CREATE")["code"] == "NO_GRANT"
    python.produce(using.url, python.by_token(maker.token), topic)
    python.produce(using.url, python.by_token(writer.token), topic)
    dead_letters(using)


def test_schemas_over_the_binary_protocol(company: Business) -> None:
    """A broker from 5.0 on asks itself, less than the plugin: to look the topic up."""
    test_schemas.test_a_stranger_neither_reads_nor_adds_a_schema(new_business(company.estate))
    test_schemas.test_a_reader_adds_no_schema(new_business(company.estate))


@pytest.mark.parametrize("company", with_marks(["5.0.1"]), indirect=True)
def test_a_transaction_takes_in_what_its_owner_may_use(company: Business) -> None:
    """A broker from 5.0 on asks when a topic or a subscription comes in; before, when it is written or acknowledged."""
    using = new_business(company.estate)
    writer, _ = using.service("writes", WRITE_TOPIC)
    reader, _ = using.service("reads", READ_TOPIC)
    subscription = octets(4, text(1, using.topic) + text(2, "mine"))
    # Whose broker the coordinator is has to be looked up once.
    look_up = f"{using.estate.broker.admin_url}/lookup/v2/topic/persistent/{_COORDINATOR}"
    httpx.get(look_up, headers=bearer(writer.token), timeout=30).raise_for_status()
    for who, kind, what, may in (
        (writer, frames.ADD_TOPIC, text(4, using.topic), True),
        (writer, frames.ADD_SUBSCRIPTION, subscription, False),
        (reader, frames.ADD_TOPIC, text(4, using.topic), False),
        (reader, frames.ADD_SUBSCRIPTION, subscription, True),
    ):
        with test_schemas.signed_in(using, who) as at:
            wait_until("the coordinator", lambda: _joins(at), 30, pause=0.2)
            begun = frames.numbers(test_schemas.ask(at, frames.BEGIN, number(1, 2) + number(2, 60_000) + number(3, 0)))
            own = number(1, 3) + number(2, begun.get(2, 0)) + number(3, begun.get(3, 0))
            answer = test_schemas.ask(at, kind, own + what)
            assert (_ERROR in frames.numbers(answer), b"ot authorized" in answer) == (not may, not may), answer
    for who, op in ((writer, "CONSUME"), (reader, "PRODUCE")):
        assert using.estate.event(user=who.username, op=op, dec=2)


def test_websocket_service_of_the_broker(company: Business) -> None:
    test_websocket.test_websocket(company.estate, new_business(company.estate))


@pytest.fixture(scope="module")
def proxy_account(company: Business) -> Account:
    """The user that brokers know as a proxy: without any right."""
    return company.estate.service(company.estate.admin, PROXY)


@pytest.mark.parametrize("company", with_marks(["5.0.1"]), indirect=True)
def test_a_gateway_acts_for_whom_it_names(company: Business, proxy_account: Account) -> None:
    """It shows its own token over HTTP. A broker from 5.0.1 on hides the call where it asks about the other one."""
    using = new_business(company.estate)
    writer, _ = using.service("writer", WRITE_TOPIC)
    deleting, _ = using.service("deleting", _DELETE_TOPIC)
    topics = f"v2/persistent/{using.name}/orders"

    def status(account: Account, method: str, path: str) -> int:
        headers = {**bearer(proxy_account.token), "X-Original-Principal": account.username}
        url = f"{using.estate.broker.admin_url}/admin/{path}"
        return httpx.request(method, url, headers=headers, timeout=30).status_code

    assert status(writer, "GET", topics) == 200
    event = using.estate.event(user=writer.username, op="GET_TOPICS", dec=1)
    assert (event["via"], event["ip"], event.get("cred")) == (PROXY, "127.0.0.1", None)
    # Pulsar asks for no more than what every client may: to look the coordinator up.
    assert status(writer, "GET", "v3/transactions/slowTransactions/1") in (401, 403)
    assert status(writer, "DELETE", f"{topics}/created") in (401, 403)
    assert status(deleting, "DELETE", f"{topics}/created") == 204, "the path names the one topic that it may delete"


@pytest.mark.parametrize("company", with_marks(["5.0.1"]), indirect=True)
def test_behind_a_proxy_of_an_older_version(company: Business, proxy_account: Account) -> None:
    """The broker demands what the client signed in with."""
    estate, using = company.estate, new_business(company.estate)
    proxy = _proxy(estate, proxy_account)
    writer, grant = using.service("writer", WRITE_TOPIC)
    assert grant is not None
    using.wait_until_enforced()
    try:
        proxy.start()
        python.produce(proxy.service_url, python.by_token(writer.token), using.topic)
        assert httpx.get(
            f"{proxy.admin_url}/admin/v2/persistent/{using.name}/orders", headers=bearer(writer.token), timeout=60
        ).is_success
        with Producing(proxy.service_url, python.by_token(writer.token), using.topic) as producing:
            stopped_after(producing, lambda: using.owner.revoke(grant))
        proxy.stop()
        proxy.settings["forwardAuthorizationCredentials"] = "false"
        proxy.start()
        other, _ = using.service("other", WRITE_TOPIC)
        using.wait_until_enforced()
        assert_refused(proxy.service_url, other.token, using.topic)
    finally:
        proxy.stop()  # one that is killed has vanished for the tests that follow


def _joins(at: socket) -> bool:
    """The answer names an error, or none."""
    return 2 not in frames.numbers(test_schemas.ask(at, frames.JOIN_COORDINATOR, number(1, 1) + number(2, 0)))


def _proxy(estate: Estate, account: Account) -> PulsarProxy:
    directory = estate.directory / "proxy"
    proxy = PulsarProxy(directory, estate.broker.service_url, estate.broker.admin_url, {}, jar=JAR)
    proxy.settings = {
        **{key: value for key, value in estate.broker.settings.items() if key.startswith("userCenter")},
        "authenticationEnabled": "true",
        "authenticationProviders": ",".join(OURS),
        "forwardAuthorizationCredentials": "true",
        "brokerClientAuthenticationPlugin": "org.apache.pulsar.client.impl.auth.AuthenticationToken",
        "brokerClientAuthenticationParameters": f"file://{secret_file(directory, 'proxy.jwt', account.token)}",
        "userCenterSnapshotFile": str(directory / "snapshot.json"),
        "userCenterEventsDirectory": str(directory / "events"),
    }
    return proxy
