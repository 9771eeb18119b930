"""A fake admin API of a cluster over real HTTP, with answers recorded by hand from Pulsar 4.0.8.

The end-to-end suite uses a real Pulsar. This one can also refuse, be slow, redirect, or die.
"""

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import unquote, urlsplit

from tests import http_servers

Reply = tuple[int, object, dict[str, str]]
EMPTY: dict[str, Any] = {"publishers": [], "subscriptions": {}, "storageSize": 0}


def stats_in_use(producers: int, storage: int, **backlogs: int) -> dict[str, Any]:
    """Statistics of a topic: producers, bytes, and subscriptions with one consumer each and their backlogs."""
    consumed = {name: {"msgBacklog": behind, "consumers": [{}], "type": "Shared"} for name, behind in backlogs.items()}
    return {"publishers": [{}] * producers, "subscriptions": consumed, "storageSize": storage}


def reason(status: int, text: str) -> Reply:
    """An error in Pulsar's form."""
    return status, {"reason": text}, {}


class FakePulsar:
    """`tenants`, `namespaces`, `topics`: what the cluster has. `calls`: requests in order."""

    def __init__(self, *clusters: str) -> None:
        self.clusters = list(clusters)
        self.registered: dict[str, dict[str, Any]] = {}
        """Other clusters that were registered, and how."""
        self.tenants: dict[str, dict[str, Any]] = {}
        self.namespaces: dict[str, dict[str, Any]] = {}
        self.topics: dict[str, int] = {}
        self.scalable = True
        """Whether it has scalable topics, as Pulsar 5.0 and newer."""
        self.legacy: dict[str, str | None] = {}
        """Scalable topic → the topic whose messages are its first segment."""
        self.stats: dict[str, dict[str, Any]] = {}
        """Topic → what it tells of itself; others are empty."""
        self.calls: list[tuple[str, str]] = []
        self.tokens: list[str] = []
        self.traces: list[str] = []
        """`traceparent` of the requests that had one."""
        self.answers: list[Reply] = []
        """Given instead of real answers, first come, first served."""
        self.answer_always: Reply | None = None
        self.before_answer: Callable[[str, str], None] = lambda method, path: None
        """Called after the work is done and before it is answered: the place to wait, or to die."""
        self.url = ""

    @contextmanager
    def running(self) -> Iterator["FakePulsar"]:
        """Listen on a free port."""
        with http_servers.serving(self._handler()) as port:
            self.url = f"http://127.0.0.1:{port}"
            yield self

    def changes(self) -> list[tuple[str, str]]:
        """The calls that change something."""
        return [call for call in self.calls if call[0] != "GET"]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # one packet: with two, the second waits 40 ms for an acknowledgement

            def _serve(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(length)) if length else None
                fake.tokens.append(self.headers.get("Authorization", ""))
                fake.traces += self.headers.get_all("traceparent", [])
                sent = self.path.removeprefix("/admin/v2")
                path = unquote(sent)
                fake.calls.append((self.command, path))
                status, content, headers = fake._answer(self.command, sent, body)
                fake.before_answer(self.command, path)
                raw = (
                    content if isinstance(content, bytes) else b"" if content is None else json.dumps(content).encode()
                )
                with contextlib.suppress(ConnectionError):  # the caller has disconnected
                    self.send_response(status)
                    for name, value in headers.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(raw)))
                    self.end_headers()
                    self.wfile.write(raw)

            do_GET = do_PUT = do_POST = do_DELETE = _serve  # noqa: N815

        return Handler

    def _answer(self, method: str, path: str, body: Any) -> Reply:
        """`path`: as it was sent, below /admin/v2."""
        if self.answers:
            return self.answers.pop(0)
        if self.answer_always is not None:
            return self.answer_always
        parts = [unquote(part) for part in urlsplit(path).path.strip("/").split("/")]
        if parts == ["clusters"]:
            return 200, self.clusters, {}
        if parts[0] == "clusters":
            return self._cluster(method, parts[1], body)
        if parts[0] == "tenants":
            return self._tenant(method, parts[1], body)
        if parts[0] == "namespaces" and len(parts) == 2:
            return 200, [name for name in self.namespaces if name.startswith(f"{parts[1]}/")], {}
        if parts[0] == "namespaces":
            return self._namespace(method, "/".join(parts[1:]), body)
        if parts[0] in ("brokers", "broker-stats"):
            return 200, {}, {}
        if parts[0] == "scalable":
            parts[0] = "topic"
            return self._topics(method, parts, body) if self.scalable else reason(404, "HTTP 404 Not Found")
        return self._topics(method, parts, body)

    def _cluster(self, method: str, name: str, body: Any) -> Reply:
        if method == "PUT":
            if name in self.clusters:
                return reason(409, "Cluster already exists")
            self.clusters.append(name)
            self.registered[name] = body
            return 204, None, {}
        if name not in self.clusters:
            return reason(404, "Cluster does not exist")
        return 200, self.registered.get(name, {}), {}

    def _tenant(self, method: str, name: str, body: Any) -> Reply:
        if method == "PUT":
            if not set(body["allowedClusters"]) <= set(self.clusters):
                return reason(412, "Clusters do not exist")
            if name in self.tenants:
                return reason(409, "Tenant already exist")
            self.tenants[name] = body
            return 204, None, {}
        if name not in self.tenants:
            return reason(404, "Tenant doesn't exist")
        if method == "GET":
            return 200, self.tenants[name], {}
        if any(namespace.startswith(f"{name}/") for namespace in self.namespaces):
            return reason(409, "The tenant still has active namespaces")
        del self.tenants[name]
        return 204, None, {}

    def _namespace(self, method: str, name: str, body: Any) -> Reply:
        if method == "PUT":
            if name.split("/")[0] not in self.tenants:
                return reason(404, "Tenant does not exist")
            if name in self.namespaces:
                return reason(409, "Namespace already exists")
            self.namespaces[name] = body
            return 204, None, {}
        if name not in self.namespaces:
            return reason(404, f"Namespace {name} does not exist.")
        if method == "GET":
            return 200, self.namespaces[name], {}
        if any(f"//{name}/" in topic for topic in self.topics):
            return reason(409, "Cannot delete non empty namespace")
        del self.namespaces[name]
        return 204, None, {}

    def _topics(self, method: str, parts: list[str], body: Any) -> Reply:
        namespace = "/".join(parts[1:3])
        if method == "GET" and (len(parts) == 3 or parts[3:] == ["partitioned"]):
            prefix = f"{parts[0]}://{namespace}/"
            mine = {name: count for name, count in self.topics.items() if name.startswith(prefix)}
            if len(parts) == 4:
                return 200, [name for name, count in mine.items() if count], {}
            whole = [name for name, count in mine.items() if not count]
            return 200, whole + [f"{name}-partition-{n}" for name, count in mine.items() for n in range(count)], {}
        return self._topic(method, f"{parts[0]}://{namespace}/{parts[3]}", namespace, "".join(parts[4:]), body)

    def _topic(self, method: str, name: str, namespace: str, last: str, body: Any) -> Reply:
        if method == "PUT":
            if namespace not in self.namespaces:
                return reason(404, "Namespace not found")
            if name in self.topics:
                return reason(409, "This topic already exists")
            self.topics[name] = body or 0
            return 204, None, {}
        if name not in self.topics:
            return reason(404, f"Topic {name} not found")
        if method == "GET" and last.endswith("stats"):
            if bool(self.topics[name]) != (last == "partitioned-stats"):
                return reason(404, f"Topic {name} not found")
            return 200, self.stats.get(name, EMPTY), {}
        if method == "GET":
            return 200, self._metadata(name), {}
        if method == "POST":
            self.topics[name] = body
            return 204, None, {}
        if bool(self.topics[name]) != (last == "partitions"):
            return reason(409, f"{name} is a partitioned topic, instead of calling delete topic, …")
        del self.topics[name]
        return 204, None, {}

    def _metadata(self, name: str) -> dict[str, Any]:
        if not name.startswith("topic://"):
            return {"partitions": self.topics[name], "deleted": False}
        sealed = {"segmentId": 0, "state": "SEALED", "legacyTopicName": self.legacy.get(name)}
        return {"epoch": 0, "segments": {"0": sealed, "1": {"segmentId": 1, "state": "ACTIVE"}}}


def hold_until(until: threading.Event) -> Callable[[str, str], None]:
    """For `before_answer`: delays all answers until the event is set."""

    def wait(_method: str, _path: str) -> None:
        assert until.wait(60), "nobody let the answer go"

    return wait
