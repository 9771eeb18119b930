"""One signed POST to a checked address, bounded in all: a receiver that sends a byte every few seconds is cut off, too.

No redirects are followed and no answer is read.
"""

import base64
import hashlib
import hmac
import socket
import ssl
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from app.messages import network_problems
from app.messages.hook_addresses import HookTarget
from app.platform.outbox.message_problems import MessageProblem
from app.platform.tracing import spans

_EACH = httpx.Timeout(5.0)
_IN_ALL_SECONDS = 10.0
_OPENED = ("connection.connect_tcp.complete", "connection.start_tls.complete")


def signed_headers(keys: list[bytes], message_id: str, seconds: int, body: bytes) -> dict[str, str]:
    """The headers of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, with each key. `seconds`: epoch."""
    text = f"{message_id}.{seconds}.".encode() + body
    signatures = [base64.b64encode(hmac.digest(key, text, hashlib.sha256)).decode() for key in keys]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
        "content-type": "application/json",
        "user-agent": "pulsar-user-center",
    }


def post(
    target: HookTarget,
    body: bytes,
    headers: dict[str, str],
    *,
    seconds: float = _IN_ALL_SECONDS,
    ca_file: Path | None = None,
) -> int:
    """The status of the answer, of which nothing else is read. `ca_file`: certificates that are trusted besides the
    usual ones. Raises httpx.HTTPError."""
    trusted = _tls_context(ca_file)
    opened: list[Any] = []

    def note_connection(name: str, details: dict[str, Any]) -> None:
        if name in _OPENED:
            opened.append(details["return_value"])

    # The name goes into TLS and the Host header; the connection goes to the address that was checked.
    extensions: dict[str, Any] = {"sni_hostname": target.host, "trace": note_connection}
    sent = headers | {"host": target.host_header}
    end = threading.Timer(seconds, _cut, (opened,))
    end.daemon = True
    end.start()
    try:
        with (
            spans.call("POST web hook", {"http.request.method": "POST"}),
            httpx.Client(follow_redirects=False, trust_env=False, timeout=_EACH, verify=trusted) as client,
            client.stream("POST", target.url, content=body, headers=sent, extensions=extensions) as answer,
        ):
            return answer.status_code
    finally:
        end.cancel()


def reason(error: httpx.HTTPError) -> MessageProblem:
    """What failed, without the receiver's text."""
    if isinstance(error, httpx.TimeoutException):
        return MessageProblem("no_answer")
    if isinstance(error, httpx.ProtocolError) and not isinstance(error.__cause__, OSError):
        return MessageProblem("not_http")
    if isinstance(error, httpx.ReadError | httpx.WriteError):
        return MessageProblem("connection_cut")
    return network_problems.of(error)


def _tls_context(ca_file: Path | None) -> ssl.SSLContext:
    context = httpx.create_ssl_context(trust_env=False)
    if ca_file is not None:
        context.load_verify_locations(ca_file)
    return context


def _cut(opened: list[Any]) -> None:
    for stream in opened:
        with suppress(OSError):
            stream.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
