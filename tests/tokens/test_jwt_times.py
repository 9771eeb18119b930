"""When a token counts is judged by the common time of all instances, not by this machine's clock."""

from collections.abc import Iterator
from typing import Any

import jwt
import pytest

from app.platform import clock
from app.platform.errors import NotSignedIn
from app.tokens import issuing, strict_jwt
from tests.center import Center
from tests.factories import a_user

pytestmark = pytest.mark.any_database
_NOW = 1_800_000_000


@pytest.fixture(autouse=True)
def put_clock_back() -> Iterator[None]:
    yield
    clock.correct(0)


@pytest.mark.parametrize(
    "claims",
    [
        {},
        {"exp": _NOW + 1, "nbf": _NOW, "iat": _NOW},
        {"exp": _NOW + 1},
        {"nbf": 0, "iat": -1},
        {"nbf": _NOW + 2, "iat": _NOW + 2},
    ],
)
def test_a_token_that_counts_now(claims: dict[str, Any]) -> None:
    strict_jwt.refuse_untimely(claims, _NOW * 1000 + 999)


@pytest.mark.parametrize(
    "claims",
    [
        {"exp": _NOW},
        {"nbf": _NOW + 3},
        {"iat": _NOW + 3},
        *({name: wrong} for name in ("exp", "nbf", "iat") for wrong in (None, True, 1.5, "1", [1])),
    ],
)
def test_a_token_that_does_not_count_now(claims: dict[str, Any]) -> None:
    with pytest.raises(jwt.InvalidTokenError):
        strict_jwt.refuse_untimely(claims, _NOW * 1000)


def test_a_corrected_clock_signs_and_judges_by_the_common_time(center: Center) -> None:
    alice = center.make(a_user)
    audience = center.settings.audience

    def token() -> str:
        return center.make(issuing.issue, center.settings, alice.username, audiences=(audience,), seconds=60).reveal()

    now = token()
    center.read(issuing.verify, center.settings, now, audience)
    clock.correct(300_000)
    later = token()
    center.read(issuing.verify, center.settings, later, audience)
    with pytest.raises(NotSignedIn):
        center.read(issuing.verify, center.settings, now, audience)
    clock.correct(0)
    with pytest.raises(NotSignedIn):
        center.read(issuing.verify, center.settings, later, audience)
