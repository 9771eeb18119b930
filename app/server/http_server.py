"""The one HTTP server, used by `usercenter run`, the tests and the benchmarks; in this process, or in several.

A test checks that no other code but its protocol imports uvicorn: the server under test is the one that users start.
"""

import ipaddress
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.supervisors.multiprocess import Multiprocess

from app.platform.hosts import in_address
from app.platform.telemetry import logger
from app.server.http_protocol import BoundedProtocol, LinkProtocol

Application = Callable[..., Any]
_log = logger(__name__)
_START_SECONDS = 600
_SILENT_SECONDS = 30
"""A process that answers its supervisor nothing for so long hangs: it is killed, and another one started."""
_MESSAGE_BYTES = 65_536
"""Limit of a message of a WebSocket: a report with 500 ids of tokens takes half of it."""
_SHUTDOWN_SECONDS = 3
"""How long open change feeds may delay the shutdown."""
_KEEP_ALIVE_SECONDS = 75
"""Longer than clients keep an idle connection (httpx 5 s, load balancers often 60 s). The client has to close first: if
the server closes while a request is on its way, that request is lost."""


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to this address (IPv4, IPv6, or a name). Raises OSError.

    The protocol is set explicitly, because asyncio sets TCP_NODELAY only then. Without it each answer waits for 40 ms:
    it is written in two pieces, and the client delays its acknowledgement of the first.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE)
    # A name may resolve to both IPv6 and IPv4. IPv4 is preferred, as brokers and browsers try it too.
    family, kind, protocol, _, address = min(found, key=lambda entry: entry[0] != socket.AF_INET)
    listening = socket.socket(family, kind, protocol)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
    except OSError:
        listening.close()
        raise
    return listening


class HttpServer(uvicorn.Server):
    """Serves one application. `proxies`: addresses and networks whose X-Forwarded-For and X-Forwarded-Proto are
    trusted. `ready`: called once when the server accepts connections."""

    def __init__(
        self, application: Application, *, proxies: Sequence[str] = (), ready: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(_config(believing(application, proxies), lifespan="off"))
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextmanager
    def beside(self, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
        """Serve from another thread during the block, on a free port unless one is given. Yields the address."""
        listening = listen(host, port)
        thread = threading.Thread(target=self.run, args=([listening],), name="http server", daemon=True)
        thread.start()
        while thread.is_alive() and not self.started:
            time.sleep(0.01)
        try:
            yield f"http://{in_address(host)}:{listening.getsockname()[1]}"
        finally:
            self.should_exit = True
            thread.join(10)


class HttpProcesses(Multiprocess):
    """Several processes that answer on one socket. `make`: called in each, it makes the application, whose lifespan is
    that of the process. `ready`: called once when all accept connections. `metrics`: where they keep theirs.

    A process that ends, or is silent for too long, is started anew. SIGHUP does that with all, one after the other.
    """

    def __init__(
        self,
        make: Callable[[], Application],
        number: int,
        listening: socket.socket,
        ready: Callable[[], None],
        metrics: Path,
    ) -> None:
        config = _config(make, lifespan="on", factory=True, workers=number, timeout_worker_healthcheck=_SILENT_SECONDS)
        super().__init__(config, [listening])
        self._ready, self._metrics = ready, str(metrics)

    def init_processes(self) -> None:
        """Start all, and wait until they answer."""
        super().init_processes()
        if all(process.wait_until_ready(_START_SECONDS, self.should_exit) for process in self.processes):
            self._ready()

    def keep_subprocess_alive(self) -> None:
        """Start anew what has ended, and say which."""
        before = list(self.processes)
        super().keep_subprocess_alive()
        for number, (old, new) in enumerate(zip(before, self.processes, strict=True), start=1):
            if old is not new:
                mark_process_dead(old.pid, self._metrics)  # type: ignore[no-untyped-call]
                _log.warning(
                    "a worker has ended: another one was started",
                    **{"worker": number, "ended": old.pid, "exit_status": old.exitcode, "started": new.pid},
                )


def _config(application: Application, **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        application,
        proxy_headers=False,
        interface="asgi3",
        http=BoundedProtocol,
        ws=LinkProtocol,
        ws_max_size=_MESSAGE_BYTES,
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        **more,
    )


def believing(application: Application, proxies: Sequence[str]) -> Application:
    """The application behind these proxies: their `X-Forwarded-For` says who calls."""
    return _ForwardedAddress(application, proxies) if proxies else application


class _ForwardedAddress:
    """Takes the caller's address from a trusted proxy, if it is a valid address."""

    def __init__(self, application: Application, proxies: Sequence[str]) -> None:
        self._application = application
        self._believing = ProxyHeadersMiddleware(self._check_client, list(proxies))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        scope["peer"] = scope["client"]
        await self._believing(scope, receive, send)

    async def _check_client(self, scope: Any, receive: Any, send: Any) -> None:
        peer = scope.pop("peer")
        try:
            scope["client"] = (str(ipaddress.ip_address(scope["client"][0])), scope["client"][1])
        except ValueError:
            scope["client"] = peer
        await self._application(scope, receive, send)
