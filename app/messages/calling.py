"""One POST to a checked address, bounded in all: a receiver that sends a byte every few seconds is cut off, too."""

import socket
import ssl
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from app.messages.hook_addresses import Target

_EACH = httpx.Timeout(5.0)
_IN_ALL_SECONDS = 10.0
_OPENED = ("connection.connect_tcp.complete", "connection.start_tls.complete")


def post(
    where: Target,
    body: bytes,
    headers: dict[str, str],
    *,
    seconds: float = _IN_ALL_SECONDS,
    ca_file: Path | None = None,
) -> int:
    """The status of the answer, of which nothing else is read. `ca_file`: certificates that are trusted besides the
    usual ones. Raises httpx.HTTPError."""
    trusted = _trusted(ca_file)
    opened: list[Any] = []

    def seen(name: str, told: dict[str, Any]) -> None:
        if name in _OPENED:
            opened.append(told["return_value"])

    # The name goes into TLS and the Host header; the connection goes to the address that was checked.
    extensions: dict[str, Any] = {"sni_hostname": where.host, "trace": seen}
    sent = headers | {"host": where.host_header}
    end = threading.Timer(seconds, _cut, (opened,))
    end.daemon = True
    end.start()
    try:
        with (
            httpx.Client(follow_redirects=False, trust_env=False, timeout=_EACH, verify=trusted) as client,
            client.stream("POST", where.url, content=body, headers=sent, extensions=extensions) as answer,
        ):
            return answer.status_code
    finally:
        end.cancel()


def reason(error: httpx.HTTPError) -> str:
    """What failed, without the receiver's text."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"its certificate is not trusted: {cause.verify_message} (PUC_WEB_HOOK_CA_FILE)"
        if isinstance(cause, ssl.SSLError):
            return f"it could not be reached: TLS failed ({cause.reason})"
        cause = cause.__cause__ or cause.__context__
    return f"it could not be reached ({type(error).__name__})"


def _trusted(ca_file: Path | None) -> ssl.SSLContext:
    made = httpx.create_ssl_context(trust_env=False)
    if ca_file is not None:
        made.load_verify_locations(ca_file)
    return made


def _cut(opened: list[Any]) -> None:
    for stream in opened:
        with suppress(OSError):
            stream.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
