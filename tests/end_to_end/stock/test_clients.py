"""Stock clients with their own OAuth2, straight at the token endpoint: they go on past the end of their tokens."""

import base64
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.java import JavaSignIn, java_client, java_producing
from tests.end_to_end.clients.python import Consuming, Producing
from tests.end_to_end.estate import secret_file
from tests.end_to_end.stock.go import go_producing
from tests.end_to_end.stock.sides import TOKEN_SECONDS, Service, Side
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
ENDS = 2
OAUTH2_PLUGIN = "org.apache.pulsar.client.impl.auth.oauth2.AuthenticationOAuth2"


def key_of(side: Side, service: Service) -> str:
    """The key file that Java's and Go's clients read."""
    key = {"type": "client_credentials", "client_id": service.client_id, "client_secret": service.secret}
    return json.dumps({**key, "issuer_url": side.estate.center.url})


def java_sign_in(side: Side, private_key: str, audience: str = "") -> JavaSignIn:
    """Java's own OAuth2 plugin."""
    parameters = {"type": "client_credentials", "issuerUrl": side.estate.center.url, "privateKey": private_key}
    return JavaSignIn(OAUTH2_PLUGIN, json.dumps({**parameters, "audience": audience} if audience else parameters))


def openings(side: Side) -> int:
    """How often a producer or a consumer was opened at the broker so far; who connects again opens anew."""
    lines = side.estate.broker.log_text().splitlines()
    return sum("Created new producer" in line or "Created subscription on topic" in line for line in lines)


def test_java_takes_its_key_from_a_data_url(side: Side) -> None:
    """For operators who cannot install a file; the file is tested below."""
    key = key_of(side, side.service("java"))
    inline = java_sign_in(side, "data:application/json;base64," + base64.b64encode(key.encode()).decode(), "pulsar")
    assert java_client(side.estate.broker.service_url, inline, "produce", side.topic).startswith("OK")


def test_all_go_on_past_the_end_of_their_tokens(side: Side, tmp_path: Path, go_producer: Path) -> None:
    url, center = side.estate.broker.service_url, side.estate.center.url
    services = {name: side.service(f"{name}-on") for name in ("python", "reading", "java", "go")}
    keys = {name: secret_file(tmp_path, f"{name}.json", key_of(side, service)) for name, service in services.items()}
    oauth2 = {name: python.by_oauth2(center, service.client_id, service.secret) for name, service in services.items()}
    java = java_sign_in(side, f"file://{keys['java']}")
    before = openings(side)
    with (
        Producing(url, oauth2["python"], side.topic) as producing,
        Consuming(url, oauth2["reading"], side.topic, "on") as consuming,
        java_producing(url, java, side.topic, tmp_path / "java.log") as java_program,
        go_producing(go_producer, side, services["go"].client_id, keys["go"], tmp_path / "go.log") as go_program,
    ):
        counts: dict[str, Callable[[], int]] = {
            "python": lambda: len(producing.accepted),
            "reading": lambda: len(consuming.received),
            "java": java_program.accepted,
            "go": go_program.accepted,
        }
        for _ in range(ENDS):
            time.sleep(TOKEN_SECONDS + 1)
            all_go_on(counts)
    assert openings(side) - before == len(services), "somebody connected again"


def all_go_on(counts: dict[str, Callable[[], int]]) -> None:
    """Wait until each count has grown."""
    before = {name: count() for name, count in counts.items()}

    def behind() -> list[str]:
        return [name for name, count in counts.items() if count() <= before[name]]

    wait_until("all go on", lambda: not behind(), seconds=10, last=behind)
