"""HTTP over connections to checked addresses only, all of them bounded by one end.

The name stays in the request, so the certificate is checked against it (RFC 9110 §4.3.4), while the connection goes to
an address that was looked up and judged a moment before: a name that changes in between (DNS rebinding) leads nowhere.
"""

import ssl
import time
from collections.abc import Iterable
from typing import Any, Self

import httpcore
import httpx

from app.platform.outgoing.look_up import Reach

_KEPT_SECONDS = 5.0
_CONNECTIONS = 16


class CheckedTransport(httpx.HTTPTransport):
    """For `httpx.Client(transport=…)`. `end`: when everything has to be over (`time.monotonic`); infinite if left out.

    Raises NameUnknownError and AddressNotAllowedError beside what httpx raises.
    """

    def __init__(self, reach: Reach, trusted: ssl.SSLContext, end: float = float("inf")) -> None:
        super().__init__(verify=trusted, trust_env=False)
        # httpx has no parameter for it. Its own pool would look names up a second time.
        self._pool = httpcore.ConnectionPool(
            ssl_context=trusted,
            max_connections=_CONNECTIONS,
            max_keepalive_connections=_CONNECTIONS,
            keepalive_expiry=_KEPT_SECONDS,
            network_backend=_CheckedBackend(reach, end),
        )


class _CheckedBackend(httpcore.NetworkBackend):
    def __init__(self, reach: Reach, end: float) -> None:
        self._reach, self._end = reach, end
        self._real = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        failed: Exception = httpcore.ConnectError("no address")
        for address in self._reach.checked(host, port):
            try:
                made = self._real.connect_tcp(
                    address, port, _seconds_left(self._end, timeout), local_address, socket_options
                )
                return _BoundedStream(made, self._end)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
        raise failed


class _BoundedStream(httpcore.NetworkStream):
    """Bytes that come one by one never exceed the time-out of a single read, but the end of all."""

    def __init__(self, real: httpcore.NetworkStream, end: float) -> None:
        self._real, self._end = real, end

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._real.read(max_bytes, _seconds_left(self._end, timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._real.write(buffer, _seconds_left(self._end, timeout))

    def close(self) -> None:
        self._real.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> Self:
        real = self._real.start_tls(ssl_context, server_hostname, _seconds_left(self._end, timeout))
        return type(self)(real, self._end)

    def get_extra_info(self, info: str) -> Any:
        return self._real.get_extra_info(info)


def _seconds_left(end: float, timeout: float | None) -> float | None:
    left = end - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("the time for all calls is over")
    if left == float("inf"):
        return timeout
    return left if timeout is None else min(left, timeout)
