"""A cluster that is played: the answers of Pulsar 4.0.8's admin API that an import asks for, and wrong ones on demand.

The end-to-end suite uses a real Pulsar. This one can be large, slow, half or broken.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import unquote, urlsplit

from tests import http_servers

Reply = tuple[int, bytes]
_NO_EVENTS = {"numberOfEntries": 0}


@dataclass
class PlayedCluster:
    """What it has, by Pulsar's names. `wrong`: path below /admin/v2 → the answer instead of the real one."""

    name: str = "prod"
    tenants: dict[str, dict[str, Any]] = field(default_factory=dict)
    namespaces: dict[str, dict[str, Any]] = field(default_factory=dict)
    topics: dict[str, int] = field(default_factory=dict)
    topic_policies: dict[str, dict[str, Any]] = field(default_factory=dict)
    runtime: dict[str, str] = field(default_factory=lambda: {"superUserRoles": "[root]", "proxyRoles": "[]"})
    wrong: dict[str, Callable[[], Reply]] = field(default_factory=dict)
    changes: list[str] = field(default_factory=list)
    """Requests that are no GET: there must be none."""
    calls: int = 0
    url: str = ""

    def tenant(self, name: str, *admins: str, clusters: tuple[str, ...] = ()) -> None:
        """Add a tenant."""
        self.tenants[name] = {"adminRoles": list(admins), "allowedClusters": list(clusters or (self.name,))}

    def namespace(self, name: str, roles: dict[str, list[str]] | None = None, **policies: Any) -> None:
        """Add a namespace with its grants."""
        grants = {"namespace_auth": roles or {}, "destination_auth": {}, "subscription_auth_roles": {}}
        plain = {"bundles": {"numBundles": 4}, "subscription_auth_mode": "None"}
        self.namespaces[name] = {"auth_policies": grants, **plain, **policies}

    def grant(self, topic: str, role: str, *actions: str) -> None:
        """Grant on a topic, whether it exists or not."""
        space = topic.partition("://")[2].rsplit("/", 1)[0]
        grants = self.namespaces[space]["auth_policies"]["destination_auth"]
        grants.setdefault(topic, {})[role] = list(actions)

    def only(self, namespace: str, subscription: str, *roles: str) -> None:
        """Let these roles alone use a subscription."""
        self.namespaces[namespace]["auth_policies"]["subscription_auth_roles"][subscription] = list(roles)

    @contextmanager
    def running(self) -> Iterator["PlayedCluster"]:
        """Listen on a free port."""
        with http_servers.serving(_handler(self)) as port:
            self.url = f"http://127.0.0.1:{port}"
            yield self

    def answer(self, path: str) -> Reply:
        """The answer of a path below /admin/v2."""
        self.calls += 1
        if path in self.wrong:
            return self.wrong[path]()
        found = self._found(path.strip("/").split("/"))
        if found is None:
            return 404, b'{"reason":"not found"}'
        return 200, b"" if found is _UNSET else json.dumps(found).encode()

    def change(self, method: str, path: str, body: bytes) -> Reply:
        """The answer to a request that is no GET. Nothing is changed."""
        del method, body
        return self.answer(path)

    def _found(self, parts: list[str]) -> Any:
        match parts:
            case ["tenants"]:
                return [*self.tenants, "pulsar"]
            case ["tenants", name]:
                return self.tenants.get(name)
            case ["namespaces", tenant]:
                return [name for name in self.namespaces if name.startswith(f"{tenant}/")]
            case ["namespaces", tenant, name]:
                return self.namespaces.get(f"{tenant}/{name}")
            case ["brokers", "configuration", "runtime"]:
                return self.runtime
            case [domain, tenant, name]:
                return self._listed(domain, f"{tenant}/{name}/")
            case [domain, tenant, name, "partitioned"]:
                begin = f"{domain}://{tenant}/{name}/"
                return [topic for topic, count in self.topics.items() if count and topic.startswith(begin)]
            case [_, tenant, name, "__change_events", "internalStats"]:
                return {"numberOfEntries": 1} if self._has_policies(f"{tenant}/{name}/") else _NO_EVENTS
            case [domain, tenant, name, topic, what]:
                return self._about(f"{domain}://{tenant}/{name}/{topic}", what)
        return None

    def _about(self, topic: str, what: str) -> Any:
        if topic not in self.topics:
            return None
        if what == "partitions":
            return {"partitions": self.topics[topic], "deleted": False}
        return self.topic_policies.get(topic, {}).get(what, _UNSET)

    def _listed(self, domain: str, space: str) -> list[str] | None:
        """None: a cluster before 5.0 has no list of scalable topics."""
        if domain == "scalable":
            return list(self._plain(f"topic://{space}")) or None
        return list(self._plain(f"{domain}://{space}"))

    def _plain(self, begin: str) -> Iterator[str]:
        if begin.startswith("persistent"):
            yield f"{begin}__change_events"
        for topic, count in self.topics.items():
            if topic.startswith(begin):
                yield from [f"{topic}-partition-{number}" for number in range(count)] or [topic]

    def _has_policies(self, space: str) -> bool:
        return any(f"://{space}" in topic for topic in self.topic_policies)


_UNSET = object()


def _handler(cluster: PlayedCluster) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # one packet: with two, the second waits 40 ms for an acknowledgement

        def _serve(self) -> None:
            if self.command != "GET":
                cluster.changes.append(f"{self.command} {self.path}")
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            path = unquote(urlsplit(self.path).path.removeprefix("/admin/v2"))
            status, body = cluster.answer(path) if self.command == "GET" else cluster.change(self.command, path, body)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_PUT = do_POST = do_DELETE = _serve  # noqa: N815

    return Handler
