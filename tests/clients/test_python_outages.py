"""clients/python when the center is away, answers otherwise, or is none."""

import json
import logging
from typing import Any

import pytest
from pulsar_user_center_keys import CenterUnavailable, ConsumerKeys, KeyRefused, ProducerKeys
from pulsar_user_center_keys.center import Center

from app.resources import encryption_halves
from tests.api.encryption import CREATED
from tests.api.given import Business
from tests.clients.places import answering, path_of, place, token_of
from tests.http_servers import serving

pytestmark = pytest.mark.any_database

PRIVATE_HALF = (encryption_halves.make("EC-P256").private or b"").decode()
CUT_OFF = json.dumps({"private_key": PRIVATE_HALF})[:-9].encode()
BROKEN: dict[str, tuple[int, bytes, dict[str, str]]] = {
    "busy": (429, b'{"code": "rate_limit"}', {"Retry-After": "7"}),
    "down": (503, b"<html>", {}),
    "no JSON": (200, CUT_OFF, {}),
    "cut off": (200, CUT_OFF, {"Content-Length": "4096"}),
    "elsewhere": (307, b"", {"Location": "http://127.0.0.1:1/"}),
}


@pytest.mark.parametrize("how", BROKEN)
def test_an_outage_leaves_what_there_is_and_stops_a_first_start(orders: Business, how: str) -> None:
    url, token, _ = place(orders, orders.third)
    with ConsumerKeys(url, token, CREATED, "orders@1") as reading, ProducerKeys(url, token, CREATED) as writing:
        before = path_of(reading).read_bytes()
        with serving(answering(*BROKEN[how])) as port:
            reading._center._url = writing._center._url = away = f"http://127.0.0.1:{port}"
            reading.renew()
            writing.renew()
            assert path_of(reading).read_bytes() == before
            assert not writing.outdated
            with pytest.raises(CenterUnavailable) as raised:
                ConsumerKeys(away, token, CREATED, "orders@1")
        assert "\n" not in str(raised.value)
        assert_nothing_secret(raised.value, token())
        with pytest.raises(CenterUnavailable, match="does not answer"):
            ProducerKeys(away, token, CREATED)


def assert_nothing_secret(error: BaseException, token: str) -> None:
    """Neither it nor what it hangs on holds a half or the token."""
    said, at = "", error
    while at is not None:
        said += repr(at) + repr(vars(at))
        at = at.__cause__ or at.__context__  # type: ignore[assignment]
    assert "PRIVATE" not in said
    assert token not in said


def test_tokens_come_from_the_caller(orders: Business) -> None:
    def broken() -> str:
        raise RuntimeError("with a secret")

    with pytest.raises(CenterUnavailable, match=r"there is no token for the center: RuntimeError$"):
        ProducerKeys(orders.center.url, broken, CREATED)
    with pytest.raises(CenterUnavailable, match="not one line") as raised:
        ProducerKeys(orders.center.url, lambda: "hidden\r\nX-Evil: 1", CREATED)
    assert "hidden" not in str(raised.value)
    token = token_of(orders, orders.third)
    ProducerKeys(orders.center.url, lambda: f"{token}\n", CREATED).close()  # as files have it


@pytest.mark.parametrize(
    "url",
    ["file:///etc", "https://", "center.example", "http://center.example", "http://localhost@center.example",
     "http://127.0.0.1.example:80", "http://127.0.0.2"],
)  # fmt: skip
def test_tokens_and_keys_are_not_sent_in_the_clear(url: str) -> None:
    with pytest.raises(ValueError, match="https"):
        ProducerKeys(url, lambda: "token", CREATED)


@pytest.mark.parametrize(
    "url", ["https://center.example:8443", "http://localhost", "http://127.0.0.1", "http://[::1]:1"]
)
def test_addresses_that_are_good(url: str) -> None:
    Center(url, lambda: "token")


HALF = {"name": "orders", "number": 1, "algorithm": "RSA-3072", "private_key": "PEM", "public_key": "PEM"}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": "other"}, "another key than orders@1"),
        ({"number": 2}, "another key than orders@1"),
        ({"number": None}, "another key than orders@1"),
        ({"algorithm": None}, "is of None"),
        ({"private_key": None}, "no private_key of orders@1"),
    ],
)
def test_another_answer_than_wanted_is_refused(changed: dict[str, Any], said: str) -> None:
    with (
        serving(answering(200, json.dumps(HALF | changed).encode())) as port,
        pytest.raises(KeyRefused, match=said),
    ):
        ConsumerKeys(f"http://127.0.0.1:{port}", lambda: "token", CREATED, "orders@1")


@pytest.mark.parametrize("items", [[], [{}], [HALF], [HALF | {"error": None, "public_key": None}]])
def test_an_answer_without_a_public_half_is_refused(items: list[Any]) -> None:
    answer = json.dumps({"items": items}).encode()
    with serving(answering(200, answer)) as port, pytest.raises(KeyRefused, match="the center gives no"):
        ProducerKeys(f"http://127.0.0.1:{port}", lambda: "token", CREATED)


def test_nothing_secret_is_said(orders: Business, caplog: pytest.LogCaptureFixture) -> None:
    url, token, topic = place(orders, orders.third)
    with caplog.at_level(logging.DEBUG), ConsumerKeys(url, token, topic, "orders@1") as keys:
        keys.renew()
        orders.set_status(orders.third, "disabled")
        keys.renew()
        said = caplog.text + repr(keys) + repr(vars(keys)) + str(keys.reader)
    assert "private halves are forgotten" in said
    assert "PRIVATE" not in said
    assert token() not in said
