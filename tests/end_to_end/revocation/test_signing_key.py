"""A signing key is replaced and then revoked at a real broker: only what it signed ends."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Any

import jwt
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.conftest import WRITE_TOPIC, Business, new_business
from tests.end_to_end.estate import Estate
from tests.end_to_end.revocation.test_revocation import stopped_after
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
PATH = "/api/v1/signing-keys"


@pytest.fixture
def own_estate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Estate]:
    """A center and a broker for this test alone: revoking a key ends the tokens of everybody."""
    made = Estate(tmp_path_factory.mktemp("keys"))
    try:
        made.start()
        yield made
    finally:
        made.kill()


def _kid(token: str) -> str:
    return str(jwt.get_unverified_header(token)["kid"])


def _age(estate: Estate) -> None:
    """Let the spare be published long ago."""
    file = estate.center.environment()["PUC_DATABASE_URL"].removeprefix("sqlite:///")
    with sqlite3.connect(file, timeout=10) as database:
        database.execute("UPDATE sys_signing_key SET add_time = 1")


def test_a_replaced_key_goes_on_and_a_revoked_one_ends(
    own_estate: Estate, record_measurement: Callable[[str], None]
) -> None:
    business: Business = new_business(own_estate)
    before, _ = business.service("before", WRITE_TOPIC)
    with Producing(business.url, python.by_token(before.token), business.topic) as old:
        _age(own_estate)
        own_estate.admin.post(PATH)
        # At once: the broker knew the next key before it signed.
        after, _ = business.service("after", WRITE_TOPIC)
        business.wait_until_enforced()
        assert _kid(after.token) != _kid(before.token)
        with Producing(business.url, python.by_token(after.token), business.topic) as new:
            rotated = time.monotonic()
            wait_until("both go on", lambda: _both(old, new, rotated), seconds=10, last=old)
            path = f"{PATH}/{_kid(before.token)}/revoke"
            late = stopped_after(old, lambda: own_estate.admin.post(path, reason="leaked"))
            revoked = time.monotonic()
            wait_until("the other one goes on", lambda: new.accepted_after(revoked) > 20, seconds=10, last=new)
            assert new.error is None
    business.refuses_sign_in(python.by_token(before.token))
    record_measurement(f"key revoked: last message {late:.1f} ms after the answer")


def _both(first: Producing, other: Producing, since: float) -> Any:
    return first.accepted_after(since) > 20 and other.accepted_after(since) > 20
