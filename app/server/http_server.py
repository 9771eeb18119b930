"""The one HTTP server, used by `usercenter run`, the tests and the benchmarks.

A test checks that no other code but its protocol imports uvicorn: the server under test is the one that users start.
"""

import ipaddress
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app.platform.hosts import in_address
from app.server.http_protocol import BoundedProtocol, LinkProtocol

Application = Callable[..., Any]
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
    trusted. `ready`: called once when the server accepts connections. `beat`: called every second while the event loop
    runs."""

    def __init__(
        self,
        application: Application,
        *,
        proxies: Sequence[str] = (),
        ready: Callable[[], None] = lambda: None,
        beat: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        config = uvicorn.Config(
            _ForwardedAddress(application, proxies) if proxies else application,
            proxy_headers=False,
            interface="asgi3",
            http=BoundedProtocol,
            lifespan="off",
            ws=LinkProtocol,
            ws_max_size=_MESSAGE_BYTES,
            ws_ping_interval=None,
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
            timeout_keep_alive=_KEEP_ALIVE_SECONDS,
            callback_notify=beat,
            timeout_notify=0,
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


class _ForwardedAddress:
    """Takes the caller's address from a trusted proxy, if it is a valid address."""

    def __init__(self, application: Application, proxies: Sequence[str]) -> None:
        self._application = application
        self._believing = ProxyHeadersMiddleware(self._check_client, list(proxies))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        scope["peer"] = scope["client"]
        await self._believing(scope, receive, send)

    async def _check_client(self, scope: Any, receive: Any, send: Any) -> None:
        peer = scope.pop("peer")
        try:
            scope["client"] = (str(ipaddress.ip_address(scope["client"][0])), scope["client"][1])
        except ValueError:
            scope["client"] = peer
        await self._application(scope, receive, send)
