"""Three real brokers: with the plugin, with Pulsar's own token and authorization providers, and without any."""

import base64
import contextlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import jwt
import pulsar

from tests.end_to_end.clients import python
from tests.end_to_end.conftest import READ_TOPIC, WRITE_TOPIC, new_business
from tests.end_to_end.estate import Estate
from tests.end_to_end.pulsar.standalone import PulsarStandalone
from tests.end_to_end.waiting import wait_until

_PROVIDER = "org.apache.pulsar.broker"
_NAMESPACE = "public/default"
# A turn lasts longer than the 60 s after which a broker deletes an idle topic, and our producers may not create topics.
_KEPT = {"brokerDeleteInactiveTopicsEnabled": "false"}


@dataclass(frozen=True)
class Side:
    """A broker, and how its clients sign in (no token: not at all)."""

    name: str
    service_url: str
    topic: str
    token: str | None

    def authentication(self) -> pulsar.Authentication | None:
        """For the Python client."""
        return python.by_token(self.token) if self.token else None


@contextlib.contextmanager
def estate(directory: Path) -> Iterator[Estate]:
    """Center and broker with the plugin, enforcing."""
    made = Estate(directory)
    made.broker.as_delivered = True
    try:
        made.start_center()
        made.register_cluster()
        made.broker.settings |= _KEPT
        made.broker.start()
        made.wait_for_broker()
        yield made
    finally:
        made.stop()


@contextlib.contextmanager
def three(directory: Path) -> Iterator[list[Side]]:
    """All three, started one after the other."""
    with contextlib.ExitStack() as running:
        business = new_business(running.enter_context(estate(directory / "plugin")))
        account, _ = business.service("perf", WRITE_TOPIC, READ_TOPIC)
        ours = Side("plugin", business.url, business.topic, account.token)
        stock = running.enter_context(_stock(directory / "stock"))
        bare = PulsarStandalone(directory / "open", _KEPT)
        bare.as_delivered = True
        running.callback(bare.stop)
        bare.start()
        yield [ours, stock, Side("open", bare.service_url, f"persistent://{_NAMESPACE}/perf", None)]


@contextlib.contextmanager
def _stock(directory: Path) -> Iterator[Side]:
    key = secrets.token_bytes(32)
    admin, perf = (jwt.encode({"sub": name}, key, algorithm="HS256") for name in ("admin", "perf"))
    settings = _KEPT | {
        "authenticationEnabled": "true",
        "authorizationEnabled": "true",
        "authenticationProviders": f"{_PROVIDER}.authentication.AuthenticationProviderToken",
        "authorizationProvider": f"{_PROVIDER}.authorization.PulsarAuthorizationProvider",
        "tokenSecretKey": f"data:;base64,{base64.b64encode(key).decode()}",
        "superUserRoles": "admin",
        "brokerClientAuthenticationPlugin": "org.apache.pulsar.client.impl.auth.AuthenticationToken",
        "brokerClientAuthenticationParameters": f"token:{admin}",
    }
    broker = PulsarStandalone(directory, settings)
    broker.as_delivered = True
    try:
        broker.start()
        url = f"{broker.admin_url}/admin/v2/namespaces/{_NAMESPACE}/permissions/perf"
        options = {"json": ["produce", "consume"], "headers": {"Authorization": f"Bearer {admin}"}}
        # The broker makes this namespace itself, a moment after it answers.
        wait_until("the stock grant", lambda: httpx.post(url, timeout=30, **options).is_success, 60)  # type: ignore[arg-type]
        yield Side("stock", broker.service_url, f"persistent://{_NAMESPACE}/perf", perf)
    finally:
        broker.stop()
