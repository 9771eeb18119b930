"""API tokens that are narrowed to a part of what their user may, on a real broker with our plugin."""

import httpx
import pulsar
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.conftest import TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
READ_TOPIC = 303


def narrowed(business: Business, account: Account, *authorities: int) -> str:
    """A token of the account for these authorities on the business's topic alone."""
    scope = [{"place": "topic", "name": business.topic, "authorities": list(authorities)}]
    path = f"/api/v1/users/{account.id}/tokens"
    return str(business.owner.post(path, name=f"for {authorities}", days=1, scope=scope)["token"])


def test_a_narrowed_token_consumes_one_topic_and_nothing_else(estate: Estate, business: Business) -> None:
    account, _ = business.service("narrow", WRITE_TOPIC, READ_TOPIC)
    other_id = business.add_topic("paid")
    other = business.topic.replace("/created", "/paid")
    business.owner.grant(account.id, TOPIC_TYPE, other_id, WRITE_TOPIC, READ_TOPIC)
    business.wait_until_enforced()
    token = narrowed(business, account, READ_TOPIC)
    python.produce(business.url, python.by_token(account.token), other)

    with python.client(business.url, python.by_token(token)) as client:
        consumer = client.subscribe(business.topic, "s")
        python.produce(business.url, python.by_token(account.token), business.topic, "for the narrow one")
        assert consumer.receive(timeout_millis=15_000).data() == b"for the narrow one"
        with pytest.raises(pulsar.AuthorizationError):
            client.create_producer(business.topic)
        with pytest.raises(pulsar.AuthorizationError):
            client.subscribe(other, "s")
    denied = estate.event(user=account.username, op="PRODUCE", dec=2)
    assert denied["code"] == "TOKEN_SCOPE"
    assert denied["cred"] != estate.event(user=account.username, op="PRODUCE", dec=1)["cred"]

    url, headers = estate.broker.admin_url, {"Authorization": f"Bearer {token}"}
    namespace = business.topic.removeprefix("persistent://").rpartition("/")[0]
    with httpx.Client(headers=headers, timeout=15) as http:
        assert http.get(f"{url}/admin/v2/persistent/{namespace}/created/stats").status_code == 200
        assert http.get(f"{url}/admin/v2/persistent/{namespace}/paid/stats").status_code in (401, 403)


def test_a_narrowed_token_loses_what_its_user_loses(business: Business) -> None:
    account, grant = business.service("losing", WRITE_TOPIC)
    token = narrowed(business, account, WRITE_TOPIC)
    with Producing(business.url, python.by_token(token), business.topic) as producing:
        business.owner.delete(f"/api/v1/grants/{grant}")
        wait_until("it is ended", lambda: not producing.alive, seconds=10, last=producing)
