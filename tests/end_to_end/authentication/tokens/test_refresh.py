"""Tokens of seconds on open connections: stock clients refresh them; who answers with a bad one is closed."""

import contextlib
import functools
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end_to_end.authentication.center_key import CenterKey
from tests.end_to_end.authentication.conftest import TOKEN_SECONDS
from tests.end_to_end.clients import python
from tests.end_to_end.clients.java import JavaSignIn, java_producing
from tests.end_to_end.clients.python import Producing, by_supplier
from tests.end_to_end.conftest import WRITE_TOPIC, Business
from tests.end_to_end.estate import Estate
from tests.end_to_end.pulsar.proxy import PulsarProxy
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
EXPIRIES = 3


def verifications(estate: Estate, user: str) -> int:
    """How often this user's credential was verified by the broker."""
    return sum(
        event.get("n", 1) for event in estate.events() if event["op"] == "AUTHENTICATE" and event.get("user") == user
    )


def producers_created(estate: Estate, topic: str) -> int:
    """How often a producer was opened on the topic since the broker started."""
    lines = estate.broker.log_text().splitlines()
    return sum("Created new producer" in line and topic in line for line in lines)


def test_stock_clients_go_on_over_several_expiries(
    estate: Estate, business: Business, center_key: CenterKey, proxy: PulsarProxy
) -> None:
    supplied, _ = business.service("supplied", WRITE_TOPIC)
    proxied, _ = business.service("proxied", WRITE_TOPIC)
    fetching, _ = business.service("fetching", WRITE_TOPIC)
    supplier = center_key.supplier(supplied.username, 2)
    behind = center_key.supplier(proxied.username, 2)
    client_id, secret = business.owner.client_secret(fetching.id)
    business.wait_until_enforced()
    with (
        Producing(business.url, by_supplier(supplier), business.topic) as direct,
        Producing(proxy.service_url, by_supplier(behind), business.topic) as through,
        Producing(business.url, python.by_oauth2(estate.center.url, client_id, secret), business.topic) as oauth2,
    ):
        opened = producers_created(estate, business.topic)
        first = [supplier.asked, behind.asked, verifications(estate, fetching.username)]

        def all_refreshed() -> bool:
            now = [supplier.asked, behind.asked, verifications(estate, fetching.username)]
            return all(late - early >= EXPIRIES for early, late in zip(first, now, strict=True))

        wait_until(f"{EXPIRIES} refreshes of each, token life {TOKEN_SECONDS} s", all_refreshed, seconds=60, pause=0.3)
        everybody = (direct, through, oauth2)
        wait_until(
            "all go on",
            lambda: all(producing.alive for producing in everybody),
            seconds=5,
            last=lambda: [*map(str, everybody)],
        )
    assert producers_created(estate, business.topic) == opened == 3


def test_a_bad_answer_to_the_challenge_closes_the_connection(
    estate: Estate, business: Business, center_key: CenterKey
) -> None:
    accounts = {kind: business.service(kind, WRITE_TOPIC)[0] for kind in ("expired", "revoked", "another", "none")}
    other, _ = business.service("other", WRITE_TOPIC)
    revoked = business.owner.token(accounts["revoked"].id, "revoked")
    tokens = business.owner.get(f"/api/v1/users/{accounts['revoked'].id}/tokens")["items"]
    named = next(token["id"] for token in tokens if token["name"] == "revoked")
    business.owner.delete(f"/api/v1/users/{accounts['revoked'].id}/tokens/{named}")
    business.wait_until_enforced()
    bad = {
        "expired": center_key.token(accounts["expired"].username, -1),
        "revoked": revoked,
        "another": center_key.token(other.username),
        "none": "",
    }
    with contextlib.ExitStack() as running:
        producing = {}
        for kind, account in accounts.items():
            supplier = center_key.supplier(account.username, 2)
            producing[kind] = running.enter_context(Producing(business.url, by_supplier(supplier), business.topic))
            supplier.make = functools.partial(bad.__getitem__, kind)
        closed = ("expired", "revoked", "none")
        wait_until("these to be refused", lambda: all(producing[kind].error for kind in closed), seconds=20)
        # This one may come back as the other user, who may; but never on the same connection.
        refused = f"operation=authentication-refresh, principal={accounts['another'].username}"
        wait_until("the change to be refused", lambda: refused in estate.broker.log_text(), seconds=20, pause=0.3)


@pytest.mark.soak
def test_a_static_token_ends_with_its_time(business: Business, center_key: CenterKey) -> None:
    account, _ = business.service("static", WRITE_TOPIC)
    token = center_key.token(account.username, 2)
    with Producing(business.url, python.by_token(token), business.topic) as producing:
        wait_until("the end of the token", lambda: producing.error, seconds=20, last=producing)


@pytest.mark.soak
def test_the_java_client_reads_its_token_again(
    estate: Estate, business: Business, center_key: CenterKey, tmp_path: Path
) -> None:
    account, _ = business.service("java", WRITE_TOPIC)
    file = tmp_path / "token"
    before = producers_created(estate, business.topic)
    sign_in = JavaSignIn.token_file(file)
    with (
        renewed(file, lambda: center_key.token(account.username, 4)),
        java_producing(business.url, sign_in, business.topic, tmp_path / "java.log") as producing,
    ):
        first = verifications(estate, account.username)
        wait_until("two refreshes", lambda: verifications(estate, account.username) - first >= 2, seconds=60, pause=0.3)
        count = producing.accepted()
        wait_until("it goes on", lambda: producing.accepted() > count + 5, seconds=10, pause=0.1)
    assert producers_created(estate, business.topic) == before + 1


@contextlib.contextmanager
def renewed(file: Path, make: Callable[[], str]) -> Iterator[None]:
    """The file holds a fresh token at any time, as if a sidecar wrote it."""
    ended = threading.Event()

    def renew() -> None:
        while not ended.wait(0.5):
            write()

    def write() -> None:
        fresh = file.with_suffix(".fresh")
        fresh.write_text(make())
        fresh.rename(file)

    write()
    thread = threading.Thread(target=renew, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
