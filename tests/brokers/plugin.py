"""A broker's plugin over real HTTP: fetches snapshots, listens to the change feed, reports."""

import contextlib
import json
import queue
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx

from app.access.rights_snapshot import RULED_FORMAT
from app.brokers import credentials
from app.identity import users
from app.resources.models import Cluster
from app.tokens import issuing
from tests.center import Center
from tests.factories import Person, the_user

BASE = "/api/broker/v1"


@dataclass
class Plugin:
    """A client that shows a cluster's credential."""

    client: httpx.Client
    boot: str = "boot-1"
    token_of: Callable[[str], str | None] = lambda _: None
    """User name → the token that this client has shown to the broker."""

    def snapshot(self, **headers: str) -> httpx.Response:
        """GET /snapshot."""
        return self.client.get(f"{BASE}/snapshot", headers=headers)

    def heartbeat(self, revision: int, broker: str = "broker-1:8080", **more: Any) -> httpx.Response:
        """Report that `revision` is enforced."""
        counts = dict.fromkeys(("events_written", "events_dropped", "connections"), 0)
        body = {"broker": broker, "boot": self.boot, "plugin": "0.1.0", "pulsar": "4.0.8", "snapshot_at": 1, **counts}
        return self.client.post(f"{BASE}/heartbeat", json={**body, "revision": revision, "kicks": True, **more})

    def permissions(self, action: str, **values: Any) -> httpx.Response:
        """A permission command of pulsar-admin, in the name of an actor who signed in with a token."""
        values.setdefault("proof", self.token_of(values.get("actor") or ""))
        return self.client.post(f"{BASE}/permissions", json={"action": action, **values})


@dataclass
class Listening:
    """An open change feed. `frames` receives (event, data), and None at the end. Greetings go to `hellos`. The epoch
    and mark that a delta leads to are removed from its frame and kept in `marks`. `reads`: the newest format of
    snapshots that the plugin says it reads; None for a plugin of before it said so."""

    client: httpx.Client
    after: int
    epoch: str | None = None
    mark: str | None = None
    reads: int | None = RULED_FORMAT
    hellos: "queue.Queue[dict[str, Any]]" = field(default_factory=queue.Queue)
    marks: list[tuple[str, str]] = field(default_factory=list)
    frames: "queue.Queue[tuple[str, Any] | None]" = field(default_factory=queue.Queue)
    status: "queue.Queue[int]" = field(default_factory=queue.Queue)

    def __enter__(self) -> "Listening":
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        assert self.status.get(timeout=60) == 200
        return self

    def __exit__(self, *_: object) -> None:
        # Closing the answer here would wait for the thread that reads it. Shutting the connection down wakes that.
        connection: socket.socket = self._answer.extensions["network_stream"].get_extra_info("socket")
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)

    def next(self, seconds: float = 10) -> tuple[str, Any] | None:
        """The next frame. Raises queue.Empty if none comes in time."""
        return self.frames.get(timeout=seconds)

    def _listen(self) -> None:
        event = ""
        said = {"after": self.after, "epoch": self.epoch, "mark": self.mark, "format": self.reads}
        params = {name: value for name, value in said.items() if value is not None}
        try:
            with self.client.stream("GET", f"{BASE}/changes", params=params) as self._answer:
                self.status.put(self._answer.status_code)
                for line in self._answer.iter_lines():
                    name, _, value = line.partition(": ")
                    if name == "event":
                        event = value
                    elif name == "data":
                        self._arrived(event, json.loads(value))
        except httpx.HTTPError:
            self.status.put(0)  # no answer came; after one, nobody looks at this any more
        self.frames.put(None)

    def _arrived(self, event: str, data: dict[str, Any]) -> None:
        if event == "hello":
            self.hellos.put(data)
            return
        if event == "delta":
            self.marks.append((data.pop("epoch"), data.pop("mark")))
        self.frames.put((event, data))


def a_plugin(center: Center, cluster: Cluster) -> Plugin:
    """A plugin with a new credential of the cluster."""
    _, text = center.make(credentials.issue, "test", cluster.id)
    return Plugin(center.client(Authorization=f"Bearer {text}"), token_of=partial(token_of, center))


def token_of(center: Center, name: str) -> str | None:
    """A token for brokers of this user, if there is one."""
    if center.read(users.by_name, name) is None:
        return None
    settings = center.settings
    return center.make(issuing.issue, settings, name, audiences=(settings.audience,), seconds=60).reveal()


def person(center: Center, name: str) -> Person:
    """An existing user by name."""
    return Person(center.read(the_user, name).id, name)
