"""clients/python against the real center: which key, from whom, and until when."""

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key
from pulsar_user_center_keys import ConsumerKeys, KeyRefused, ProducerKeys
from pulsar_user_center_keys.keys import _version

from app.access.limits import Limits
from app.platform.clock import now_ms
from tests.api.encryption import ADMINISTER, CREATED, READ, WRITE, entries, let, make, path, rotate
from tests.api.given import ANY, Business
from tests.clients.places import RSA, answering, path_of, place, releases
from tests.http_servers import serving

pytestmark = pytest.mark.any_database


def test_both_halves_belong_together(orders: Business) -> None:
    with ProducerKeys(*place(orders, orders.third)) as writing, ConsumerKeys(*place(orders, orders.third)) as reading:
        assert writing.name == "orders@1"
        assert path_of(reading).read_bytes() == b""
        reading.use(writing.name)
        private = load_pem_private_key(path_of(reading).read_bytes(), None)
        assert private.public_key() == load_pem_public_key(path_of(writing).read_bytes())
    assert path_of(reading).read_bytes() == b"", "closed"
    assert path_of(writing).read_bytes(), "a producer without it would go on with what nobody can open"
    with pytest.raises(KeyRefused, match="closed"):
        reading.use("orders@1")


def test_a_version_is_fetched_once_and_the_name_of_a_producer_stays(orders: Business) -> None:
    with ProducerKeys(*place(orders, orders.third)) as writing, ConsumerKeys(*place(orders, orders.third)) as reading:
        writing.renew()
        assert not writing.outdated
        assert rotate(orders, **RSA).status_code == 201
        before = path_of(writing).read_bytes()
        writing.renew()
        assert writing.outdated
        assert (writing.name, path_of(writing).read_bytes()) == ("orders@1", before)
        found = []
        for name, metadata in (("orders@1", {}), ("orders", {"version": "2"}), ("orders", {}), ("orders@2", {})):
            reading.use(name, metadata)
            found.append(path_of(reading).read_bytes())
        assert found[0] == found[2] != found[1] == found[3]
        reading.renew()
        assert releases(orders) == 2, "renewing records nothing"
        assert {entry.actor for entry in entries(orders)} == {"owner", "third"}


def test_a_renewal_is_no_fetch_of_the_newer_version(orders: Business) -> None:
    def fetched() -> list[tuple[str, int, bool]]:
        fetches = orders.center.app.state.public_fetches
        fetches._written = 0
        fetches.write(now_ms())
        items = orders.center.with_token(orders.owner).get(f"{path(orders)}/orders/fetches").json()["items"]
        return [(item["username"], item["number"], item["old_version"]) for item in items]

    with ProducerKeys(*place(orders, orders.third)) as writing:
        assert rotate(orders, **RSA).status_code == 201
        writing.renew()
        assert writing.outdated
        assert fetched() == [("third", 1, True)], "what the producer writes with"
        with ProducerKeys(*place(orders, orders.third)):
            assert ("third", 2, False) in fetched()


@pytest.mark.parametrize(
    ("name", "metadata", "version"),
    [
        ("orders@12", {}, ("orders", 12)),
        ("orders@12", {"version": "3"}, ("orders", 12)),
        ("orders", {"version": "3"}, ("orders", 3)),
        ("orders", {}, ("orders", 1)),
    ],
)
def test_which_version_a_message_needs(name: str, metadata: dict[str, str], version: tuple[str, int]) -> None:
    assert _version(name, metadata) == version


@pytest.mark.parametrize("number", ["", "0", "-1", "1.0", " 1", "1 ", "١", "x", "01", "12345678901", "1\n"])
def test_a_malformed_number_is_a_clear_error(number: str) -> None:
    for name, metadata in ((f"orders@{number}", {}), ("orders", {"version": number})):
        with pytest.raises(KeyRefused, match="is no number"):
            _version(name, metadata)


def test_without_the_right_there_is_nothing(orders: Business) -> None:
    stranger = place(orders, orders.partner)
    with pytest.raises(KeyRefused, match="not_found"):
        ProducerKeys(*stranger)
    with pytest.raises(KeyRefused, match="404"):
        ConsumerKeys(*stranger, "orders@1")
    with pytest.raises(KeyRefused, match="404"):
        ConsumerKeys(*place(orders, orders.third), "orders@2")
    with pytest.raises(KeyRefused, match="401"):
        ConsumerKeys(orders.center.url, lambda: "no token", CREATED, "orders@1")
    reader = orders.app
    let(orders, reader, READ)
    with pytest.raises(KeyRefused, match="not_allowed"):
        ProducerKeys(*place(orders, reader))


def test_keys_that_this_client_cannot_read_are_refused(business: Business) -> None:
    make(business)
    let(business, business.third, READ, WRITE)
    with pytest.raises(KeyRefused, match="orders@1 is of EC-P256; Pulsar's Python client takes RSA-3072"):
        ProducerKeys(*place(business, business.third))
    with pytest.raises(KeyRefused, match="EC-P256"):
        ConsumerKeys(*place(business, business.third), "orders@1")


def test_a_right_that_ends_is_noticed_and_one_that_comes_back_too(business: Business) -> None:
    make(business, **RSA)
    grant = business.grant(business.owner, business.third, [READ])
    with ConsumerKeys(*place(business, business.third), "orders@1") as keys:
        half = path_of(keys).read_bytes()
        keys.renew()
        assert path_of(keys).read_bytes() == half
        business.take_back(business.owner, grant)
        keys.renew()
        assert path_of(keys).read_bytes() == b""
        with pytest.raises(KeyRefused):
            keys.use("orders@1")
        let(business, business.third, READ)
        keys.use("orders@1")
        assert path_of(keys).read_bytes() == half


@pytest.mark.parametrize("status", [401, 403, 404])
def test_after_a_refusal_the_version_of_the_name_is_used_again(orders: Business, status: int) -> None:
    with ConsumerKeys(*place(orders, orders.third), "orders@1") as keys:
        half = path_of(keys).read_bytes()
        with serving(answering(status, b"{}")) as port:
            keys._center._url = f"http://127.0.0.1:{port}"
            for _ in range(2):
                keys.renew()
                assert path_of(keys).read_bytes() == b""
        keys._center._url = orders.center.url
        keys.renew()
        assert path_of(keys).read_bytes() == half
        keys.renew()
        assert releases(orders) == 2
    keys.renew()
    assert path_of(keys).read_bytes() == b"", "closed"


def test_a_destroyed_version_is_forgotten(orders: Business) -> None:
    assert rotate(orders, **RSA).status_code == 201
    url, second = f"{path(orders)}/orders/versions/1/destruction", let(orders, orders.partner, ADMINISTER)
    with ConsumerKeys(*place(orders, orders.third), "orders@1") as keys:
        asked = orders.center.with_token(orders.owner).post(url, json={"reason": "erasure"}, headers=ANY)
        confirmed = second.post(f"{url}/confirm", headers=ANY)
        assert (asked.is_success, confirmed.is_success) == (True, True)
        keys.renew()
        assert path_of(keys).read_bytes() == b""
        with pytest.raises(KeyRefused, match="key_version_destroyed"):
            keys.use("orders@1")


def test_a_right_to_one_subscription(business: Business) -> None:
    make(business, **RSA)
    let(business, business.third, READ, limits=Limits(subscriptions=("billing",)))
    with pytest.raises(KeyRefused, match="403"):
        ConsumerKeys(*place(business, business.third), "orders@1")
    with ConsumerKeys(*place(business, business.third), "orders@1", subscription="billing") as keys:
        keys.renew()
        assert path_of(keys).read_bytes()
