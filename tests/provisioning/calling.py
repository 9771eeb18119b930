"""Endpoints of clusters that tests play."""

from collections.abc import Collection

from app.platform.outgoing.look_up import Reach
from app.platform.outgoing.tls import USUAL, Tls
from app.resources.pulsar.endpoint import Endpoint


def endpoint(url: str, *hosts: str, reach: Reach | None = None, tls: Tls = USUAL) -> Endpoint:
    """`hosts`: those that may be called; by default this machine's address."""
    allowed: Collection[str] = hosts or ("127.0.0.1",)
    return Endpoint(url, allowed, reach or Reach(), tls)
