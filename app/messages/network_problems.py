"""What an error of a connection means, as a problem of a message."""

import socket
import ssl

from app.platform.outbox.message_problems import MessageProblem


def of(error: BaseException) -> MessageProblem:
    """The problem, by the error or its cause: libraries wrap errors of the system."""
    chain = list(_chain(error))
    for cause in chain:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return MessageProblem("not_trusted", detail=cause.verify_message)
        if isinstance(cause, ssl.SSLError):
            return MessageProblem("tls_failed", detail=getattr(cause, "reason", None))
        if isinstance(cause, socket.gaierror):
            return MessageProblem("name_unknown")
    if any(isinstance(cause, TimeoutError) for cause in chain):
        return MessageProblem("no_answer")
    if any(isinstance(cause, ConnectionRefusedError) for cause in chain):
        return MessageProblem("no_connection")
    return MessageProblem(
        "connection_cut" if any(isinstance(cause, ConnectionError) for cause in chain) else "no_connection"
    )


def _chain(error: BaseException | None) -> list[BaseException]:
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__
    return chain
