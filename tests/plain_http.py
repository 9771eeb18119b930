"""HTTP clients for services of the tests, which speak no TLS."""

import ssl
from typing import Any

import httpx

_TRUSTS_NOBODY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def client(url: str, **options: Any) -> httpx.Client:
    """A client of this address. httpx's own would read all certificate authorities of the world first: 25 ms each."""
    return httpx.Client(base_url=url, verify=_TRUSTS_NOBODY, trust_env=False, **options)
