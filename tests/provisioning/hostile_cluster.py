"""A server that answers as no cluster should: raw bytes over TCP or TLS, on 127.0.0.1."""

import contextlib
import gzip
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.end_to_end.authentication.certificates import Authority, CertificateFiles

Behaviour = Callable[[socket.socket], None]
_OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def says(body: bytes, status: str = "200 OK", *headers: str) -> Behaviour:
    """One whole answer."""
    own = f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close"
    head = "".join(f"{header}\r\n" for header in (*own, *headers))
    return lambda to: to.sendall(head.encode() + b"\r\n" + body)


def raw(text: bytes) -> Behaviour:
    """These bytes, then the end."""
    return lambda to: to.sendall(text)


def redirects(location: str) -> Behaviour:
    """To another place."""
    return says(b"", "307 Temporary Redirect", f"Location: {location}")


def drips(begin: bytes) -> Behaviour:
    """A byte at a time, for ever: no single read takes long."""

    def drip(to: socket.socket) -> None:
        to.sendall(begin)
        while True:
            to.sendall(b"x")
            if _closed.wait(0.05):
                return

    return drip


_closed = threading.Event()


def resets(to: socket.socket) -> None:
    """Reset the connection in the middle of an answer."""
    to.sendall(_OK + b"Content-Length: 100\r\n\r\n[")
    to.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def never_ends(to: socket.socket) -> None:
    """A body without an end."""
    to.sendall(_OK + b"\r\n")
    while True:
        to.sendall(b" " * 65536)


def bomb() -> bytes:
    """Some kilobytes that become 64 MB."""
    return gzip.compress(b" " * (64 * 1024 * 1024))


HEAD = _OK
"""The beginning of an answer, for behaviours that go on by themselves."""


@contextmanager
def hostile(behaviour: Behaviour, tls: ssl.SSLContext | None = None) -> Iterator[tuple[int, list[bytes]]]:
    """Port, and what was received on each connection that got so far."""
    received: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_serve, args=(listening, behaviour, tls, received), daemon=True).start()
        yield listening.getsockname()[1], received


def _serve(listening: socket.socket, behaviour: Behaviour, tls: ssl.SSLContext | None, received: list[bytes]) -> None:
    while True:
        try:
            plain, _ = listening.accept()
        except OSError:
            return
        threading.Thread(target=_answer, args=(plain, behaviour, tls, received), daemon=True).start()


def _answer(plain: socket.socket, behaviour: Behaviour, tls: ssl.SSLContext | None, received: list[bytes]) -> None:
    with contextlib.suppress(OSError), plain:
        plain.settimeout(5)
        with tls.wrap_socket(plain, server_side=True) if tls else plain as to:
            received.append(to.recv(65536))
            behaviour(to)


def serving(files: CertificateFiles, clients: Authority | None = None) -> ssl.SSLContext:
    """TLS of a server. `clients`: who must have signed the certificate of whoever calls."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(files.certificate, files.key)
    if clients is not None:
        made.load_verify_locations(clients.trust)
        made.verify_mode = ssl.CERT_REQUIRED
    return made
