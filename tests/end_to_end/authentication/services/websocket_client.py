"""A minimal WebSocket client (RFC 6455) for Pulsar's WebSocket service: text frames only."""

import base64
import json
import os
import socket
import struct
from typing import Any, Self

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class WebSocketRefused(Exception):
    """The handshake was answered with another status than 101."""

    def __init__(self, status: int) -> None:
        super().__init__(f"status {status}")
        self.status = status


class WebSocketEnded(Exception):
    """The other side ended the connection."""


class WebSocket:
    """One connection. Raises WebSocketRefused when the handshake fails."""

    def __init__(self, port: int, path: str, headers: dict[str, str] | None = None) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        own = {
            "Host": f"127.0.0.1:{port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Version": "13",
            **(headers or {}),
        }
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in own.items()), "", ""]
        self._socket.sendall("\r\n".join(lines).encode())
        self._buffer = b""
        while b"\r\n\r\n" not in self._buffer:
            self._fill()
        head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        status = int(head.split()[1])
        if status != 101:
            self._socket.close()
            raise WebSocketRefused(status)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, message: dict[str, Any]) -> None:
        """One text frame with this as JSON."""
        self._frame(_TEXT, json.dumps(message).encode())

    def receive(self) -> dict[str, Any]:
        """The next text frame. Raises WebSocketEnded."""
        while True:
            kind, body = self._next()
            if kind == _TEXT:
                return dict(json.loads(body))
            if kind == _PING:
                self._frame(_PONG, body)
            if kind == _CLOSE:
                raise WebSocketEnded(body.decode("utf-8", "replace"))

    def _frame(self, kind: int, body: bytes) -> None:
        mask = os.urandom(4)
        size = bytes([128 | len(body)]) if len(body) < 126 else bytes([128 | 126]) + struct.pack(">H", len(body))
        masked = bytes(each ^ mask[place % 4] for place, each in enumerate(body))
        try:
            self._socket.sendall(bytes([128 | kind]) + size + mask + masked)
        except OSError as ended:
            raise WebSocketEnded(str(ended)) from ended

    def _next(self) -> tuple[int, bytes]:
        first, second = self._take(2)
        size = second & 127
        if size == 126:
            (size,) = struct.unpack(">H", self._take(2))
        return first & 15, self._take(size)

    def _take(self, count: int) -> bytes:
        while len(self._buffer) < count:
            self._fill()
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def _fill(self) -> None:
        try:
            more = self._socket.recv(65536)
        except ConnectionError as ended:
            raise WebSocketEnded(str(ended)) from ended
        if not more:
            raise WebSocketEnded("without a close frame")
        self._buffer += more
