"""Deletions of ordinary topics on Pulsar 5, and what a stock broker of that version does with its own permissions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from tests.end_to_end.authentication.stock_providers import StockProviders
from tests.end_to_end.beside_stock import setting
from tests.end_to_end.beside_stock.sides import Side, our_side, stock_settings, stock_side
from tests.end_to_end.clients import python
from tests.end_to_end.conftest import Business, new_business, new_operator
from tests.end_to_end.provisioning.rest import grants_held_by, tenant
from tests.end_to_end.rights import test_deleted_places
from tests.end_to_end.rights.test_deleted_places import Operator
from tests.end_to_end.versions.broker import VersionBroker
from tests.end_to_end.versions.conftest import DELETING, with_marks
from tests.end_to_end.waiting import wait_until

VERSION = "5.0.1"
pytestmark = [
    pytest.mark.broker,
    pytest.mark.timeout(600),
    pytest.mark.parametrize("company", with_marks([VERSION]), indirect=True),
]
_UNUSED = {"inactiveTopicDeleteMode": "delete_when_subscriptions_caught_up", "maxInactiveDurationSeconds": 1}


@dataclass(frozen=True)
class Place:
    """A tenant with a namespace and a topic, on one of the brokers; `root` makes and deletes all."""

    side: Side
    tenant: str
    partitions: int

    @property
    def namespace(self) -> str:
        return f"{self.tenant}/orders"

    @property
    def topic(self) -> str:
        return f"persistent://{self.namespace}/created"

    @property
    def path(self) -> str:
        """Of calls about the topic itself."""
        return f"persistent/{self.namespace}/created" + ("/partitions" if self.partitions else "")

    def make(self) -> None:
        """Make what is missing of it."""
        for path, body in (
            (f"tenants/{self.tenant}", tenant()),
            (f"namespaces/{self.namespace}", None),
            (self.path, self.partitions or None),
        ):
            answer = self.side.call("root", "PUT", path, body)
            assert answer.status_code in (200, 204, 409), answer.text

    def give(self) -> None:
        """`topical` may read the topic, `listed` every topic of the namespace."""
        topic, namespace = f"persistent/{self.namespace}/created", f"namespaces/{self.namespace}"
        for place, role in ((topic, "topical"), (namespace, "listed")):
            self._call("POST", f"{place}/permissions/{self.side.name(role)}", ["consume"])

    def readers(self) -> list[str]:
        """Who may read the topic."""
        return [role for role in ("topical", "listed") if self._reads(role)]

    def wait_for_readers(self, roles: list[str]) -> None:
        wait_until(f"only {roles} to read", lambda: self.readers() == roles, last=self.readers)

    def delete(self, what: str) -> None:
        if what == "unused topic":
            self._let_it_go_unused()
        else:
            paths = {"namespace": f"namespaces/{self.namespace}", "tenant": f"tenants/{self.tenant}"}
            self._call("DELETE", f"{paths.get(what, self.path)}?force=true")

    def _let_it_go_unused(self) -> None:
        policy = f"namespaces/{self.namespace}/inactiveTopicPolicies"
        self._call("POST", policy, {**_UNUSED, "deleteWhileInactive": True})
        listed = f"persistent/{self.namespace}"
        wait_until("the broker to delete the topic", lambda: self.side.call("root", "GET", listed).json() == [])
        self._call("DELETE", policy)

    def _call(self, method: str, path: str, body: object = None) -> None:
        answer = self.side.call("root", method, path, body)
        assert answer.is_success, (path, answer.text)

    def _reads(self, role: str) -> bool:
        return python.may_read(self.side.service_url, python.by_token(self.side.tokens[role]), self.topic)


@pytest.fixture(scope="module")
def sides(company: Business, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Side, Side]]:
    """A stock broker and ours."""
    directory = tmp_path_factory.mktemp("stock-5")
    providers = StockProviders(directory / "providers")
    broker = VersionBroker(VERSION, directory / "broker", {**stock_settings(providers), **DELETING})
    try:
        broker.launch()
        ours = our_side(new_business(company.estate))
        broker.wait()
        stock = stock_side(broker, providers, ours.tenant)
        setting.make_places(stock)
        yield stock, ours
    finally:
        broker.stop()


@pytest.mark.parametrize(
    ("what", "partitions", "left"),
    [
        ("topic", 0, ["listed"]),
        ("topic", 2, ["listed"]),
        ("unused topic", 0, ["listed"]),
        ("namespace", 0, []),
        ("tenant", 0, []),
    ],
)
def test_what_is_made_again_begins_without_rights(
    company: Business, sides: tuple[Side, Side], what: str, partitions: int, left: list[str]
) -> None:
    """With the plugin as without it."""
    for side in sides:
        place = Place(side, f"{side.tenant}-{what.replace(' ', '-')}-{partitions}", partitions)
        place.make()
        place.give()
        assert place.readers() == ["topical", "listed"]
        place.delete(what)
        place.make()
        place.wait_for_readers(left)
    state = "open" if what == "unused topic" else "gone"  # a call has removed it at the center, too
    assert test_deleted_places.line_of_ended(company, place.topic, state)
    assert grants_held_by(company, place.side.name("topical")) == []


def test_a_deletion_that_is_refused(sides: tuple[Side, Side]) -> None:
    """Stock Pulsar has taken the permissions away by then."""
    for side, left in zip(sides, (["listed"], ["topical", "listed"]), strict=True):
        place = Place(side, f"{side.tenant}-refused", 2)
        place.make()
        place.give()
        with python.client(side.service_url, python.by_token(side.tokens["listed"])) as connected:
            connected.subscribe(place.topic, "shop")
            assert side.call("root", "DELETE", place.path).status_code in (409, 412)
        assert place.readers() == left


@pytest.mark.parametrize(
    "steps",
    [
        test_deleted_places.test_a_topic_that_is_made_again_within_the_second,
        test_deleted_places.test_a_topic_with_partitions,
    ],
)
def test_as_on_older_versions(company: Business, steps: Callable[[Business, Operator], None]) -> None:
    business = new_business(company.estate)
    steps(business, Operator(business, new_operator(company.estate)))


def test_while_the_center_is_away_and_the_broker_is_killed(company: Business) -> None:
    business = new_business(company.estate)
    operates = Operator(business, new_operator(company.estate))
    test_deleted_places.test_while_the_center_is_away_the_old_rights_do_not_count(
        company.estate, business, operates, ends=True
    )
