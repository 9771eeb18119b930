"""Lost connections: asked again with the same Idempotency-Key, or not at all where that could do it twice."""

import socket
import threading
from collections.abc import Iterator

import httpx
import pytest

from app.cli import http_client, refusals
from app.cli.connection import CenterConnection
from app.cli.exit_status import CommandError

_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"


class Unreliable:
    """A server that hangs up on the first connections after it has read the request."""

    def __init__(self, losses: int) -> None:
        self.requests: list[bytes] = []
        self._losses = losses
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            with client:
                self.requests.append(client.recv(65536))
                if len(self.requests) > self._losses:
                    client.sendall(_ANSWER)

    def close(self) -> None:
        """Stop listening."""
        self._listening.close()


@pytest.fixture
def unreliable(monkeypatch: pytest.MonkeyPatch) -> Iterator[Unreliable]:
    monkeypatch.setattr(http_client, "_FIRST_PAUSE_SECONDS", 0)
    made = Unreliable(losses=2)
    yield made
    made.close()


def _keys(requests: list[bytes]) -> set[str]:
    lines = [line for request in requests for line in request.decode().splitlines()]
    return {line for line in lines if line.lower().startswith("idempotency-key:")}


def test_a_post_is_repeated_with_its_key(unreliable: Unreliable) -> None:
    with CenterConnection(unreliable.url) as connection:
        assert connection.ask("POST", "/api/v1/users", json={}).status_code == 200
        assert len(unreliable.requests) == 3
        assert len(_keys(unreliable.requests)) == 1
        connection.ask("POST", "/api/v1/users", json={})
    assert len(_keys(unreliable.requests)) == 2


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_a_request_that_could_take_effect_twice_is_not_repeated(unreliable: Unreliable, method: str) -> None:
    with CenterConnection(unreliable.url) as connection, pytest.raises(CommandError, match="cannot be reached"):
        connection.ask(method, "/api/v1/users/1")
    assert len(unreliable.requests) == 1


def test_a_server_that_is_no_center_is_named(unreliable: Unreliable) -> None:
    with CenterConnection(unreliable.url) as to_center:
        answer = to_center.send("GET", "/")
        answer.status_code = 502
        assert "is it a user center?" in str(refusals.refusal(answer))


def test_every_mistake_of_a_file_is_reported_with_its_line() -> None:
    same = "is about another tenant"
    errors = [{"field": part, "message": same, "line": line} for part, line in (("groups", 4), ("users", 7))]
    problem = {"code": "outside_scope", "detail": f"line 4, groups: {same}", "errors": errors, "errors_total": 2}
    answer = httpx.Response(422, json=problem, request=httpx.Request("POST", "http://127.0.0.1/"))
    assert str(refusals.refusal(answer)).splitlines() == [
        f"line 4, groups: {same} (outside_scope)",
        f"  line 7, users: {same}",
    ]
