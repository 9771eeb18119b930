"""The one HTTP server: `usercenter run`, the tests and the benchmarks serve their applications with it.

A test demands that nobody else knows uvicorn, so that what is tested and measured is what users start.
"""

import ipaddress
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

Application = Callable[..., Any]
_HEAD_BYTES = 65_536
"""The most that a request may have besides its body."""
_SHUTDOWN_SECONDS = 3
"""How long open change feeds may delay the end."""
_KEEP_ALIVE_SECONDS = 75
"""Longer than clients keep a quiet connection (httpx 5 s, a load balancer often 60): whoever ends it first must not be
the one that is just being asked, or a request is lost."""


def listen(host: str, port: int) -> socket.socket:
    """A bound socket of that address (IPv4, IPv6, or a name that stands for one). Raises OSError.

    The protocol is named: asyncio looks at it, and sets TCP_NODELAY on the connections of no other socket. Without,
    each answer waits 40 ms, because it is written in two pieces and the client delays what it says to the first.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE)
    # A name may stand for both; brokers and browsers try IPv4 too.
    family, kind, protocol, _, address = min(found, key=lambda one: one[0] != socket.AF_INET)
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
    believed; `ready` is called once when it answers."""

    def __init__(
        self, application: Application, *, proxies: Sequence[str] = (), ready: Callable[[], None] = lambda: None
    ) -> None:
        config = uvicorn.Config(
            _Forwarded(application, proxies) if proxies else application,
            proxy_headers=False,
            interface="asgi3",
            http=_BoundedProtocol,
            lifespan="off",
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
            timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        )
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextmanager
    def beside(self, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
        """Serve from a thread of its own meanwhile, on any free port unless one is named; yields the address."""
        listening = listen(host, port)
        thread = threading.Thread(target=self.run, args=([listening],), name="http server", daemon=True)
        thread.start()
        while thread.is_alive() and not self.started:
            time.sleep(0.01)
        try:
            yield f"http://{_in_address(host)}:{listening.getsockname()[1]}"
        finally:
            self.should_exit = True
            thread.join(10)


class _BoundedProtocol(HttpToolsProtocol):
    """httptools takes half the time that h11 does, but keeps a head (or what follows a body) of any length. Bodies are
    the application's to bound; here each byte of a body allows one beside it, as what separates its pieces."""

    _beside_body = 0

    def data_received(self, data: bytes) -> None:
        """Something was read from the connection."""
        self._beside_body += len(data)
        super().data_received(data)
        if self._beside_body > _HEAD_BYTES:
            self._refuse()

    def on_message_begin(self) -> None:
        """A request begins."""
        self._beside_body = 0
        super().on_message_begin()

    def on_body(self, body: bytes) -> None:
        """A piece of a body was read."""
        self._beside_body -= 2 * len(body)
        super().on_body(body)

    def _refuse(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.send_400_response("The head of the request is too long.")
        else:
            self.transport.abort()


class _Forwarded:
    """Takes over what a believed proxy says of a caller, as far as it is an address."""

    def __init__(self, application: Application, proxies: Sequence[str]) -> None:
        self._application = application
        self._believing = ProxyHeadersMiddleware(self._checked, list(proxies))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        scope["peer"] = scope["client"]
        await self._believing(scope, receive, send)

    async def _checked(self, scope: Any, receive: Any, send: Any) -> None:
        peer = scope.pop("peer")
        try:
            scope["client"] = (str(ipaddress.ip_address(scope["client"][0])), scope["client"][1])
        except ValueError:
            scope["client"] = peer
        await self._application(scope, receive, send)


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
