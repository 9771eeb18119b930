"""Names of tenants, namespaces and topics: what a stock broker takes, and that ours serves what the center takes."""

from urllib.parse import quote

import httpx
import pulsar
import pytest

from tests import plain_http
from tests.end_to_end.beside_stock.sides import Side
from tests.end_to_end.clients import python
from tests.end_to_end.conftest import TOPIC_TYPE, Business, new_business
from tests.end_to_end.estate import Estate
from tests.names import PARTS, TAKEN, TOPICS, TWINS

pytestmark = pytest.mark.broker
_DELETE, _WRITE, _READ, _ADMINISTER = 301, 302, 303, 304


def test_a_stock_broker_says_what_the_table_says(sides: tuple[Side, Side]) -> None:
    stock, _ = sides
    info = {"adminRoles": [], "allowedClusters": ["standalone"]}
    with stock.http("root") as at:
        assert at.put(f"/admin/v2/namespaces/{stock.tenant}/names").is_success
        for name in PARTS:
            quoted = quote(name.text, safe="")
            made = (
                at.put(f"/admin/v2/tenants/{quoted}", json=info),
                at.put(f"/admin/v2/namespaces/{stock.tenant}/{quoted}"),
            )
            assert [answer.is_success for answer in made] == [name.pulsar == "taken"] * 2, name
        path = f"/admin/v2/persistent/{stock.tenant}/names"
        said = {name: at.put(f"{path}/{quote(name.text, safe='')}") for name in TOPICS}
        listed = set(at.get(path).json())
    for name, answer in said.items():
        assert answer.is_success == (name.pulsar == "taken"), (name, answer.text)
    assert listed == {f"persistent://{stock.tenant}/names/{name.text}" for name in TOPICS if name.pulsar == "taken"}


def test_topics_of_all_names_are_made_used_granted_and_deleted(estate: Estate) -> None:
    business = new_business(estate)
    names = list(dict.fromkeys([*TAKEN, *(name for twins in TWINS for name in twins)]))
    ids = {name: business.add_topic(name) for name in names}
    path, keeper = f"/admin/v2/persistent/{business.name}/orders", estate.service(estate.admin, f"{business.name}-keep")
    other = estate.service(estate.admin, f"{business.name}-other")
    for name in names[::2]:
        business.owner.grant(keeper.id, TOPIC_TYPE, ids[name], _DELETE, _WRITE, _READ, _ADMINISTER)
    business.wait_until_enforced()
    _use(business, keeper.token, names)
    with _http(business, keeper.token) as at, _http(business, business.owner.token(business.owner_id)) as owner:
        listed = set(owner.get(path).json())
        assert listed == {f"persistent://{business.name}/orders/{name}" for name in ("created", *names)}
        for name in names:
            mine = name in names[::2]
            # What would be another name when it is decoded once more takes the right above.
            exact = mine and not set(name) & set("%+")
            place = f"{path}/{quote(name, safe='')}"
            given = at.post(f"{place}/permissions/{other.username}", json=["consume"])
            assert given.is_success == exact, (name, given.text)
            deleted = at.delete(place)
            assert deleted.is_success == exact, (name, deleted.text)
            listed -= {f"persistent://{business.name}/orders/{name}"} if exact else set()
        assert set(owner.get(path).json()) == listed


def _http(business: Business, token: str) -> httpx.Client:
    headers = {"Authorization": f"Bearer {token}"}
    return plain_http.client(business.estate.broker.admin_url, headers=headers, timeout=60)


def _use(business: Business, token: str, names: list[str]) -> None:
    """Writes and reads with a stock client what may be, and is refused the rest."""
    with python.client(business.url, python.by_token(token)) as client:
        for number, name in enumerate(names):
            topic = f"persistent://{business.name}/orders/{name}"
            if number % 2:
                with pytest.raises(pulsar.AuthorizationError):
                    client.create_producer(topic)
                continue
            consumer = client.subscribe(topic, "all")
            client.create_producer(topic).send(name.encode())
            assert consumer.receive(10_000).data() == name.encode()
