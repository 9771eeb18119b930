"""How connections are read: HTTP with bounds that uvicorn's own protocol lacks, and the WebSockets of brokers."""

import asyncio
import logging
from typing import Any
from urllib.parse import urlsplit

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_HEAD_BYTES = 65_536
"""Limit for a request without its body."""
_LINK = b"/api/broker/v1/link"
"""The one path for WebSockets."""
REQUEST_SECONDS = 60
"""For a request with its body, from the connection or its first byte on, and for a client to take what it is sent."""


class _TakenInTime(asyncio.Protocol):
    """Ends a connection whose other side is too slow to take what it is sent."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _taken_due: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Called when the client is slow to take what it is sent."""
        super().pause_writing()
        self._taken_due = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Called when the client has taken most of it."""
        _cancel(self._taken_due)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called when the connection has ended."""
        _cancel(self._taken_due)
        super().connection_lost(exc)


class LinkProtocol(_TakenInTime, WebSocketsSansIOProtocol):
    """A WebSocket. The application logs it, as each request."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.logger = self.conn.logger = logging.getLogger("uvicorn.websocket")
        self.logger.setLevel(logging.WARNING)

    async def send(self, message: Any) -> None:
        """Send a message of the application."""
        await super().send(message)
        # uvicorn forgets it, and logs that the application did not answer.
        self.handshake_complete |= message["type"] == "websocket.http.response.body"


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


class BoundedProtocol(_TakenInTime, HttpToolsProtocol):
    """Limits the size of a request's head and the time of a request, and wants its one host. httptools is twice as fast
    as h11 but does none of it; uvicorn knows no time but that of idle connections.

    The application limits bodies. Each byte of a body allows one byte of other data, such as separators of chunks.
    """

    _beside_body = 0
    _head_is_read = False
    _request_due: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.parser = _Parser(self)

    def data_received(self, data: bytes) -> None:
        """Called for data from the connection."""
        self._await_request()
        self._beside_body += len(data)
        super().data_received(data)
        if self._beside_body > _HEAD_BYTES:
            self._refuse()

    def on_message_begin(self) -> None:
        """Called when a request begins."""
        self._beside_body = 0
        self._head_is_read = False
        self._await_request()
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Called for a header, and for a trailer, which is none (RFC 9110 §6.5.1): the application would take it for
        one, behind what proxies say of the caller's address."""
        if not self._head_is_read:
            super().on_header(name, value)
        elif name.lower() == b"connection":  # httptools would obey, and read no other request
            raise ValueError("RFC 9110 §6.5.1: no trailer says how a connection goes on")

    def on_headers_complete(self) -> None:
        """Called when the head is complete. What this raises is answered with 400."""
        if self._wants_another_protocol():
            return
        self._head_is_read = True
        if self.parser.get_method() == b"CONNECT":
            raise ValueError("RFC 9110 §9.3.6: this is no proxy")
        hosts = sum(header == b"host" for header, _ in self.headers)
        if hosts != 1 and self.parser.get_http_version() == "1.1":
            raise ValueError("RFC 9112 §3.2: one Host")
        # Of what came with the beginning of the request, `data_received` counts nothing.
        if len(self.url) + sum(len(header) + len(value) for header, value in self.headers) > _HEAD_BYTES:
            raise ValueError("the head is too long")
        self._take_absolute_target()
        codings = b",".join(value for header, value in self.headers if header == b"transfer-encoding")
        if codings.strip().lower() not in (b"", b"chunked"):
            self.app = _refuse_coding
        super().on_headers_complete()

    def _take_absolute_target(self) -> None:
        """RFC 9112 §3.2.2: of `GET http://host/path` the host counts, whatever the header says."""
        if not self.url.startswith((b"/", b"*")):
            target = urlsplit(self.url)
            self.url = (target.path or b"/") + (b"?" + target.query if target.query else b"")
            self.headers[:] = [(b"host", target.netloc), *(header for header in self.headers if header[0] != b"host")]

    def on_body(self, body: bytes) -> None:
        """Called for a piece of a body."""
        self._beside_body -= 2 * len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Called when a request with its body is complete."""
        if self._wants_another_protocol():
            return
        _cancel(self._request_due)
        self._request_due = None
        super().on_message_complete()

    def _wants_another_protocol(self) -> bool:
        wishes = self.parser.should_upgrade() and any(header == b"upgrade" for header, _ in self.headers)
        return wishes and not self.becomes_link()

    def becomes_link(self) -> bool:
        """Whether the head that was read last makes this connection a WebSocket: not while another answer is due."""
        wishes = self.parser.should_upgrade() and self._get_upgrade() == b"websocket"
        idle = self.cycle is None or self.cycle.response_complete
        return wishes and idle and self.parser.get_method() == b"GET" and self.url.partition(b"?")[0] == _LINK

    def head_for_this_protocol(self) -> bytes:
        """The head that was read last, without the wish for another protocol."""
        version = self.parser.get_http_version().encode()
        headers = [b"%s: %s\r\n" % header for header in self.headers if header[0] != b"upgrade"]
        return b"%s %s HTTP/%s\r\n%s\r\n" % (self.parser.get_method(), self.url, version, b"".join(headers))

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Called for a new connection."""
        super().connection_made(transport)
        if self.client is not None:  # IPv4 at an IPv6 socket (`::`): proxies and networks are named as IPv4
            self.client = (self.client[0].removeprefix("::ffff:"), self.client[1])
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called when the connection has ended."""
        _cancel(self._request_due)
        super().connection_lost(exc)

    def timeout_keep_alive_handler(self) -> None:
        """Called for a connection that was idle for long: closing it would wait for a client that reads nothing."""
        self.transport.abort()

    def _await_request(self) -> None:
        if self._request_due is None:
            self._request_due = self.loop.call_later(REQUEST_SECONDS, self._end_slow_request)

    def _end_slow_request(self) -> None:
        self._request_due = None
        answering = self.cycle is not None and not (self.cycle.response_complete or self.cycle.more_body)
        if answering or self.flow.read_paused:  # the client waits for us
            self._await_request()
        else:
            self.transport.abort()

    def _refuse(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.send_400_response("The head of the request is too long.")
        else:
            self.transport.abort()


class _Parser(httptools.HttpRequestParser):
    """Ignores a wish for another protocol (RFC 9110 §7.8) but that of a link, as Java's client has over plain HTTP: it
    reads such a head again without it. httptools itself leaves the body to that protocol, and takes what comes later
    for a request, or for nothing after the last request of a connection: another parser reads on."""

    def __init__(self, protocol: BoundedProtocol) -> None:
        super().__init__(protocol)
        self._protocol = protocol
        self.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn does

    def feed_data(self, data: Any) -> None:
        """Read some bytes. Raises HttpParserError."""
        rest, read = memoryview(data), super().feed_data
        while True:
            try:
                read(rest)
            except httptools.HttpParserUpgrade as wish:
                if self._protocol.becomes_link():
                    raise
                rest, head = rest[wish.args[0] :], self._protocol.head_for_this_protocol()
                self._protocol.parser = _Parser(self._protocol)
                read = super(_Parser, self._protocol.parser).feed_data
                read(head)
            else:
                return


async def _refuse_coding(_scope: Any, _receive: Any, send: Any) -> None:
    """RFC 9112 §6.1: a body in a coding that is not known here would be misread."""
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 501, "headers": headers})
    await send({"type": "http.response.body"})
