"""Clients that come from another address of this machine: all of 127.0.0.0/8 is its own."""

import httpx

from app.tokens import issuing
from tests.center import Center
from tests.factories import Person

INSIDE, OUTSIDE = "127.0.0.1", "127.0.9.9"
NETWORK, SMALLER, ELSEWHERE = "127.0.0.0/16", "127.0.0.0/24", "10.0.0.0/8"
"""`NETWORK` holds both addresses, `SMALLER` only `INSIDE`."""


def client(center: Center, address: str, **headers: str) -> httpx.Client:
    """A client without a session that comes from this address."""
    transport = httpx.HTTPTransport(local_address=address, trust_env=False)
    made = httpx.Client(base_url=center.url, headers={"Origin": center.url, **headers}, transport=transport, timeout=30)
    center.close_at_end(made)
    return made


def token_client(center: Center, person: Person, address: str, networks: tuple[str, ...] | None = None) -> httpx.Client:
    """A client of the person, with a token for this API, from this address. `networks`: what the token is limited
    to."""
    token = center.make(
        issuing.issue,
        center.settings,
        person.username,
        audiences=(center.settings.issuer,),
        seconds=600,
        networks=networks,
    )
    return client(center, address, Authorization=f"Bearer {token.reveal()}")
