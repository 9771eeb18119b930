"""Commands of Pulsar's binary protocol, hand-made to send what no stock client sends.

The numbers of commands and fields are those of PulsarApi.proto.
"""

import socket
import struct

CONNECT, CONNECTED, ERROR, GET_SCHEMA, ADD_SCHEMA, AUTH_CHALLENGE = 2, 3, 14, 34, 39, 36
BEGIN, ADD_TOPIC, ADD_SUBSCRIPTION, JOIN_COORDINATOR = 50, 52, 54, 64
"""Of transactions."""


def frame(kind: int, fields: bytes) -> bytes:
    """A command as it is sent."""
    command = number(1, kind) + octets(kind, fields)
    return struct.pack(">II", len(command) + 4, len(command)) + command


def answer(at: socket.socket) -> bytes:
    """The next command of the broker; its kind is the second byte. Empty if the broker closes the connection first."""
    head = _exactly(at, 8)
    return _exactly(at, struct.unpack(">I", head[4:])[0]) if head else b""


def number(field: int, value: int) -> bytes:
    """A field with a number."""
    return _varint(field << 3) + _varint(value)


def octets(field: int, value: bytes) -> bytes:
    """A field with bytes, or with fields."""
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def text(field: int, value: str) -> bytes:
    """A field with a text."""
    return octets(field, value.encode())


def numbers(answered: bytes) -> dict[int, int]:
    """The fields with numbers of an answer's command."""
    _, at = _read(answered, 2)  # behind the kind stands the command's own field
    _, at = _read(answered, at)
    found = {}
    while at < len(answered):
        key, at = _read(answered, at)
        value, at = _read(answered, at)
        if key & 7:
            at += value
        else:
            found[key >> 3] = value
    return found


def _read(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if data[at - 1] < 128:
            return value, at


def _exactly(at: socket.socket, count: int) -> bytes:
    """So many bytes; none if the connection is closed before."""
    got = b""
    while len(got) < count and (more := at.recv(count - len(got))):
        got += more
    return got if len(got) == count else b""


def _varint(value: int) -> bytes:
    low, rest = value & 127, value >> 7
    return bytes([low | 128]) + _varint(rest) if rest else bytes([low])
