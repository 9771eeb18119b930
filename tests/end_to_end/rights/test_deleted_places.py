"""Deletion at the broker ends the rights: a new topic or namespace of the same name begins without any."""

import contextlib
import signal
from collections.abc import Iterator

import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, TOPIC_TYPE, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.provisioning.rest import Rest
from tests.end_to_end.settings.test_switches import set_to
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.timeout(600)]


class Operator:
    """Who administers the cluster, with what Pulsar's own commands send."""

    def __init__(self, business: Business, account: Account) -> None:
        self._rest, self.account = Rest(business, account.token), account

    def __call__(self, method: str, path: str, body: object = None) -> None:
        answer = self._rest(method, path, body)
        assert answer.status_code in (200, 204), (path, answer.status_code, answer.text)

    def status(self, method: str, path: str) -> int:
        return self._rest(method, path).status_code


@pytest.fixture
def operates(business: Business, operator: Account) -> Operator:
    return Operator(business, operator)


def reads(business: Business, reader: Account, topic: str) -> bool:
    """Whether the reader may open the topic."""
    return python.may_read(business.url, python.by_token(reader.token), topic)


def line_of_ended(business: Business, place: str, state: str = "open") -> dict[str, object]:
    """The line that keeps what ended there: `gone` when a call has removed the place here, too."""
    path = f"/api/v1/clusters/{business.estate.cluster}/drift/lines"
    found = business.estate.admin.get(path, q=place, field="rights", state=state)["items"]
    return next(line for line in found if line["place"] == place)


def test_a_topic_that_is_made_again_within_the_second(business: Business, operates: Operator) -> None:
    reader, _ = business.service("reader", READ_TOPIC)
    topic = f"/persistent/{business.name}/orders/created"
    assert reads(business, reader, business.topic)
    operates("DELETE", f"{topic}?force=true")
    operates("PUT", topic)
    python.produce(business.url, python.by_token(operates.account.token), business.topic, "of the new one")
    assert not reads(business, reader, business.topic)  # without waiting: the deletion was answered after the center
    line, admin = line_of_ended(business, business.topic, "gone"), business.estate.admin
    assert {wish["authorities"][0] for wish in line["wished"]} >= {READ_TOPIC}  # type: ignore[attr-defined]
    answer = admin.post(f"/api/v1/clusters/{business.estate.cluster}/drift/lines/{line['id']}/repair")
    assert answer["answer"] == "repair"
    business.estate.wait_for_broker()
    assert reads(business, reader, business.topic)


def test_a_topic_with_partitions(business: Business, operates: Operator) -> None:
    number = business.add_topic("parts", partitions=2)
    name = f"persistent://{business.name}/orders/parts"
    reader, _ = business.service("reader")
    business.owner.grant(reader.id, TOPIC_TYPE, number, READ_TOPIC)
    business.wait_until_enforced()
    path = f"/persistent/{business.name}/orders/parts/partitions"
    with python.client(business.url, python.by_token(reader.token)) as connected:
        connected.subscribe(name, "shop")
        # Pulsar drops its own rights here already, although it deletes nothing.
        assert operates.status("DELETE", path) in (409, 412)
        assert business.estate.admin.get("/api/v1/grants", user_id=reader.id)["items"]
    operates("DELETE", f"{path}?force=true")
    wait_until("its rights to end", lambda: not business.estate.admin.get("/api/v1/grants", user_id=reader.id)["items"])
    business.estate.wait_for_broker()
    operates("PUT", path, 2)
    assert not reads(business, reader, name)


def test_a_namespace_by_force(estate: Estate, business: Business, operates: Operator) -> None:
    reader, _ = business.service("reader", READ_TOPIC)
    business.owner.grant(reader.id, NAMESPACE_TYPE, business.namespace, 203)
    business.wait_until_enforced()
    path = f"/namespaces/{business.name}/orders"
    with set_to(estate, forceDeleteNamespaceAllowed="true"):
        assert reads(business, reader, business.topic)
        operates("DELETE", f"{path}?force=true")
        wait_until("its rights to end", lambda: not estate.admin.get("/api/v1/grants", user_id=reader.id)["items"])
        estate.wait_for_broker()
        operates("PUT", path)
        operates("PUT", f"/persistent/{business.name}/orders/created")
        assert not reads(business, reader, business.topic)


def test_a_topic_that_the_broker_deletes_itself(estate: Estate, business: Business, operates: Operator) -> None:
    reader, _ = business.service("reader", READ_TOPIC)
    often = {f"brokerDeleteInactiveTopics{what}Seconds": "1" for what in ("Frequency", "MaxInactiveDuration")}
    path = f"/persistent/{business.name}/orders/created"
    with set_to(estate, brokerDeleteInactiveTopicsEnabled="true", **often):
        operates.status("GET", f"{path}/stats")  # a topic counts from when it was loaded
        wait_until("its rights to end", lambda: not estate.admin.get("/api/v1/grants", user_id=reader.id)["items"], 60)
    # 409: the broker was stopped after its rights had ended, and before it was deleted.
    assert operates.status("PUT", path) in (204, 409)
    assert not reads(business, reader, business.topic)


@pytest.mark.parametrize("ends", [False, True])
def test_while_the_center_is_away_the_old_rights_do_not_count(
    estate: Estate, business: Business, operates: Operator, ends: bool
) -> None:
    """Neither at a broker that goes on nor at one that is killed."""
    reader, _ = business.service("reader", READ_TOPIC)
    path = f"/persistent/{business.name}/orders/created"
    assert reads(business, reader, business.topic)
    estate.center.stop()
    try:
        operates("DELETE", f"{path}?force=true")
        if ends:
            estate.broker.stop(signal.SIGKILL)
            estate.broker.start()
        operates("PUT", path)  # who holds rights from above goes on
        python.produce(business.url, python.by_token(operates.account.token), business.topic, "of the new one")
        assert not reads(business, reader, business.topic)
    finally:
        estate.center.start()
    wait_until("its rights to end", lambda: not estate.admin.get("/api/v1/grants", user_id=reader.id)["items"], 60)
    estate.wait_for_broker()
    assert not reads(business, reader, business.topic)
    assert line_of_ended(business, business.topic)


@pytest.mark.parametrize("partitions", [0, 2])
def test_the_brokers_own_lists_forget_it_too(
    estate: Estate, business: Business, operates: Operator, partitions: int
) -> None:
    """A broker that goes back to observing decides by these lists."""
    business.add_topic("listed", partitions=partitions)
    reader, _ = business.service("reader")
    name, path = f"persistent://{business.name}/orders/listed", f"/persistent/{business.name}/orders/listed"
    topic = f"{path}/partitions" if partitions else path
    by_pulsar = Rest(business, (estate.directory / "broker.jwt").read_text())
    with observing(estate):
        assert by_pulsar("POST", f"{path}/permissions/{reader.username}", ["consume"]).status_code == 204
        assert reads(business, reader, name)
    estate.wait_for_broker()
    operates("DELETE", f"{topic}?force=true")
    operates("PUT", topic, partitions or None)
    with observing(estate):
        assert not reads(business, reader, name)
    estate.wait_for_broker()


@contextlib.contextmanager
def observing(estate: Estate) -> Iterator[None]:
    """The broker decides by its own lists; by the center's rights afterwards."""
    estate.broker.settings["userCenterMode"] = "observe"
    try:
        estate.broker.restart()
        yield
    finally:
        del estate.broker.settings["userCenterMode"]
        estate.broker.restart()
