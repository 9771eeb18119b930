"""Pulsar's binary handshake, hand-made to send what no stock client sends (field numbers: PulsarApi.proto)."""

import socket
import struct

_CONNECT, _CONNECTED, _ERROR = 2, 3, 14
_AUTH_CHALLENGE = 36


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
    fields = _text(1, "hand made") + _text(3, token) + _number(4, 21) + _text(5, method)
    if original_principal is not None:
        fields += _text(7, original_principal)
    if original_token is not None:
        fields += _text(8, original_token) + _text(9, "token")
    command = _number(1, _CONNECT) + _bytes(_CONNECT, fields)
    return struct.pack(">II", len(command) + 4, len(command)) + command


def _answer(open_socket: socket.socket) -> str:
    head = _exactly(open_socket, 8)
    if len(head) < 8:
        return "closed"
    command = _exactly(open_socket, struct.unpack(">I", head[4:])[0])
    kind = command[1]
    if kind == _ERROR:
        return command.decode("utf-8", "replace")
    return {_CONNECTED: "connected", _AUTH_CHALLENGE: "challenge"}.get(kind, f"command {kind}")


def _exactly(open_socket: socket.socket, count: int) -> bytes:
    got = b""
    while len(got) < count and (more := open_socket.recv(count - len(got))):
        got += more
    return got


def _varint(value: int) -> bytes:
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _text(field: int, value: str) -> bytes:
    return _bytes(field, value.encode())
