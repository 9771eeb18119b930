"""Limits of requests per minute, by address and by user, on routes that anybody may call (decision 0082).

The answer tells in `RateLimit` how many are left. Routes of RFC 6749 answer refusals in their own form.
"""

from collections.abc import Awaitable, Callable
from typing import Literal

from fastapi import Request

from app.api.app_state import settings_of
from app.api.origin import address_of
from app.identity.network_of_address import network_of
from app.identity.rates import Rates
from app.platform.clock import now_ms

Kind = Literal["sign_in", "token", "device", "registration", "reset", "key_release"]


def count(request: Request, kind: Kind, user: str | None = None) -> None:
    """Count the request for the caller's network, or for the `user`. Raises TooManyAttempts `rate_limit`."""
    most: int = getattr(settings_of(request), f"{kind}_per_minute")
    if not most:
        return
    rates: Rates = request.app.state.rates
    source = f"user {user[:128]}" if user is not None else network_of(address_of(request))
    rate = rates.count(kind, source, most, now_ms())
    before = getattr(request.state, "rate", None)
    if before is None or rate.left < before[1].left:
        request.state.rate = kind, rate


def count_once(request: Request, kind: Kind) -> None:
    """The same by network, for one request in front of the framework and in it: only the first call counts."""
    if getattr(request.state, "counted", None) != kind:
        request.state.counted = kind
        count(request, kind)


def limited(kind: Kind) -> Callable[[Request], Awaitable[None]]:
    """A dependency that counts requests by network."""

    async def check(request: Request) -> None:
        count(request, kind)

    return check
