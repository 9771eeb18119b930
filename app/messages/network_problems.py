"""What an error of a connection means, as a problem of a message."""

import socket
import ssl

from app.outbox.problems import Problem


def of(error: BaseException) -> Problem:
    """By the error, or what caused it. Libraries wrap those of the system in their own."""
    chain = list(_chain(error))
    for one in chain:
        if isinstance(one, ssl.SSLCertVerificationError):
            return Problem("not_trusted", detail=one.verify_message)
        if isinstance(one, ssl.SSLError):
            return Problem("tls_failed", detail=getattr(one, "reason", None))
        if isinstance(one, socket.gaierror):
            return Problem("name_unknown")
    if any(isinstance(one, TimeoutError) for one in chain):
        return Problem("no_answer")
    if any(isinstance(one, ConnectionRefusedError) for one in chain):
        return Problem("no_connection")
    return Problem("connection_cut" if any(isinstance(one, ConnectionError) for one in chain) else "no_connection")


def _chain(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found
