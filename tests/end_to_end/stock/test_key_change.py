"""The signing key changes, and is revoked, while a stock broker runs that finds the keys by discovery."""

import re
from collections.abc import Iterator

import httpx
import jwt
import pytest
from sqlalchemy import create_engine, text

from tests.end_to_end.authentication.connect_frame import connect_answer
from tests.end_to_end.center.process import QUICK_HASHES
from tests.end_to_end.stock import sides
from tests.end_to_end.stock.sides import Stock
from tests.end_to_end.stock.test_tokens import fetch_token
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


@pytest.fixture(scope="module")
def stock(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stock]:
    """It asks for keys that it does not know each second, not each five minutes; all else is Pulsar's default."""
    estate = sides.without_plugin(tmp_path_factory.mktemp("key-change"))
    estate.center.settings |= QUICK_HASHES
    try:
        yield sides.stock(estate, "openid", openIDKeyIdCacheMissRefreshSeconds="1")
    finally:
        estate.kill()


def opens(stock: Stock, token: str) -> bool:
    return connect_answer(stock.estate.broker.binary_port, token) == "connected"


def rotate(stock: Stock) -> None:
    """Let the spare sign, as if it had been published long ago."""
    engine = create_engine(stock.estate.center.environment()["PUC_DATABASE_URL"])
    with engine.begin() as connection:
        connection.execute(text("UPDATE sys_signing_key SET add_time = 1 WHERE status = 'published'"))
    engine.dispose()
    stock.estate.admin.post("/api/v1/signing-keys")


def times_fetched(stock: Stock) -> int:
    """How often anybody read the center's keys."""
    metrics = httpx.get(f"{stock.estate.center.url}/metrics", timeout=60).text
    counts = re.findall(r"^puc_requests_total\{.*/oauth2/jwks.*\} (\S+)$", metrics, re.MULTILINE)
    return sum(int(float(count)) for count in counts)


def test_keys_change_and_one_is_revoked(stock: Stock) -> None:
    service = stock.service("reader")
    first = fetch_token(stock, service)
    assert opens(stock, first)
    before = times_fetched(stock)
    assert before > 0

    rotate(stock)
    second = fetch_token(stock, service)
    assert kid(second) != kid(first)
    assert opens(stock, second), "the spare was published before it signed"
    assert times_fetched(stock) == before, "so nothing was asked again"
    assert opens(stock, first), "and the key before verifies until its last token has expired"

    rotate(stock)
    third = fetch_token(stock, service)
    assert kid(third) not in {kid(first), kid(second)}
    wait_until("the broker knows the key after the next one", lambda: opens(stock, third))
    assert times_fetched(stock) > before
    assert opens(stock, first)
    assert opens(stock, second)

    stock.estate.admin.post(f"/api/v1/signing-keys/{kid(third)}/revoke", reason="leaked")
    assert kid(third) not in {
        key["kid"] for key in httpx.get(f"{stock.estate.center.url}/oauth2/jwks", timeout=60).json()["keys"]
    }
    assert opens(stock, third), "what docs/operators/stock-brokers.md says is lost without the plugin"
    assert opens(stock, fetch_token(stock, service)), "the spare, which was published with the third"


def kid(token: str) -> str:
    return str(jwt.get_unverified_header(token)["kid"])
