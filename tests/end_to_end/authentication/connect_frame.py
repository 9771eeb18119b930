"""Pulsar's binary handshake, hand-made to send what no stock client sends."""

import socket

from tests.end_to_end.pulsar import frames
from tests.end_to_end.pulsar.frames import number, text


def connect_answer(
    port: int,
    token: str,
    original_principal: str | None = None,
    original_token: str | None = None,
    method: str = "token",
    before: bytes = b"",
) -> str:
    """Send CommandConnect; returns `connected`, `challenge`, the error message, or `closed` if there is no answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as open_socket:
        open_socket.sendall(before + _connect(token, original_principal, original_token, method))
        return _answer(open_socket)


def ends(port: int, token: str, original_principal: str | None, before: bytes = b"", wait: float = 10) -> bool:
    """Connect in this way; returns whether the broker closes the connection, whatever it answers first."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as open_socket:
        open_socket.sendall(before + _connect(token, original_principal, None, "token"))
        _answer(open_socket)
        open_socket.settimeout(wait)
        try:
            return open_socket.recv(1) == b""
        except ConnectionResetError:
            return True
        except TimeoutError:
            return False


def _connect(token: str, original_principal: str | None, original_token: str | None, method: str) -> bytes:
    fields = text(1, "hand made") + text(3, token) + number(4, 21) + text(5, method)
    if original_principal is not None:
        fields += text(7, original_principal)
    if original_token is not None:
        fields += text(8, original_token) + text(9, "token")
    return frames.frame(frames.CONNECT, fields)


def _answer(open_socket: socket.socket) -> str:
    command = frames.answer(open_socket)
    if not command:
        return "closed"
    kind = command[1]
    if kind == frames.ERROR:
        return command.decode("utf-8", "replace")
    return {frames.CONNECTED: "connected", frames.AUTH_CHALLENGE: "challenge"}.get(kind, f"command {kind}")
