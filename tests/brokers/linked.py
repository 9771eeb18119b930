"""A broker's link: one WebSocket, over which it hears of changes and reports."""

import contextlib
import json
import ssl
from dataclasses import dataclass, field
from typing import Any, Self

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from app.access.rights_snapshot import RULED_FORMAT
from tests.brokers.plugin import BASE, Plugin

_TRIES = 3
WHOLE = {
    **{"broker": "broker-1:8080", "boot": "boot-1", "plugin": "0.1.0", "pulsar": "4.0.8", "kicks": True},
    **dict.fromkeys(("snapshot_at", "events_written", "events_dropped", "connections"), 0),
}


@dataclass
class Link:
    """Used in a `with` block. `query`: what it says when it connects; `hello`: the last greeting."""

    plugin: Plugin
    after: int
    query: dict[str, Any] = field(default_factory=dict)
    trust: ssl.SSLContext | None = None
    times: list[int] = field(default_factory=list)
    hello: dict[str, Any] = field(default_factory=dict)
    _open: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def __enter__(self) -> Self:
        query = {"after": self.after, "format": RULED_FORMAT, **self.query}
        self.socket = self._open.enter_context(opened(self.plugin, query, self.trust))
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def say(self, **fields: Any) -> None:
        """Report these fields."""
        self.socket.send(json.dumps(fields))

    def report(self, revision: int, **more: Any) -> None:
        """Report everything."""
        self.say(**{**WHOLE, "revision": revision, **more})

    def next(self, seconds: float = 20) -> tuple[str, Any]:
        """The next event besides greetings and times. Raises TimeoutError, ConnectionClosed."""
        while True:
            ((event, data),) = json.loads(self.socket.recv(seconds)).items()
            if event == "time":
                self.times.append(data["time"])
            elif event == "hello":
                self.hello = data
            else:
                return event, data

    def end(self, seconds: float = 20) -> tuple[int, str]:
        """Code and reason when the center closes the link."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.socket.recv(seconds)
        assert self.socket.close_code is not None
        return self.socket.close_code, self.socket.close_reason or ""


def opened(
    plugin: Plugin, query: dict[str, Any], trust: ssl.SSLContext | None = None, **headers: str
) -> contextlib.AbstractContextManager[ClientConnection]:
    """The connection, in a `with` block, which raises InvalidStatus with the center's refusal."""
    url = plugin.client.build_request("GET", f"{BASE}/link", params=query).url.copy_with(
        scheme="wss" if trust else "ws"
    )
    shown = {"Authorization": plugin.client.headers.get("Authorization", ""), **headers}
    for _ in range(_TRIES - 1):
        # As brokers do: through nginx a handshake was left without an answer now and then, on a busy machine.
        with contextlib.suppress(TimeoutError):
            return connect(str(url), additional_headers=shown, compression=None, open_timeout=20, ssl=trust)
    return connect(str(url), additional_headers=shown, compression=None, open_timeout=60, ssl=trust)
