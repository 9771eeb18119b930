"""Simulated brokers over real HTTP: each follows the feed, applies changes, reports, and answers questions."""

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from app.audit.trail import trail
from app.resources.models import Cluster
from tests.brokers.plugin import BASE, Listening, Plugin, a_plugin
from tests.center import Center


@dataclass
class SimulatedBroker:
    """One broker with a plugin. `lags`: it hears of changes but does not apply them. `reported`: what its heartbeats
    say besides the revision."""

    plugin: Plugin
    name: str
    revision: int
    connections: list[dict[str, Any]] = field(default_factory=list)
    lags: bool = False
    mute: bool = False
    reported: dict[str, Any] = field(default_factory=dict)

    def __enter__(self) -> "SimulatedBroker":
        self._report()
        self._listening = Listening(self.plugin.client, self.revision)
        self._listening.__enter__()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.__exit__()
        self._thread.join(10)

    def _report(self) -> None:
        assert self.plugin.heartbeat(self.revision, self.name, **self.reported).is_success

    def _serve(self) -> None:
        while (frame := self._listening.next(60)) is not None:
            event, data = frame
            if event == "delta" and not self.lags:
                self.revision = data["revision"]
                self._report()
            elif event == "time":  # every 10 s
                self._report()
            elif event == "connections" and not self.mute:
                self._answer(data)

    def _answer(self, question: dict[str, Any]) -> None:
        def fits(connection: dict[str, Any]) -> bool:
            return question["principal"] in (None, connection["principal"]) and question["resource"] in (
                None,
                connection["topic"],
            )

        found = [connection for connection in self.connections if fits(connection)]
        body = {"question": question["id"], "broker": self.name, "boot": self.plugin.boot, "total": len(found)}
        given = self.plugin.client.post(f"{BASE}/connections", json={**body, "connections": found[: question["most"]]})
        assert given.status_code in (204, 404), given.text


@contextlib.contextmanager
def brokers_of(center: Center, cluster: Cluster, count: int) -> Iterator[list[SimulatedBroker]]:
    """So many brokers of the cluster, listening."""
    first = a_plugin(center, cluster)
    revision = center.read(trail.current_revision)
    token = first.client.headers["Authorization"]
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(
                SimulatedBroker(Plugin(center.client(Authorization=token)), f"broker-{number}:8080", revision)
            )
            for number in range(count)
        ]
