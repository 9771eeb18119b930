"""HTTP to a cluster's admin API: one call after the other, limited in time, with redirects to allowed hosts only (spec
6).

A broker redirects to the owner of a bundle. Redirects are followed here, so that each address is checked first.
"""

import json
import ssl
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import TracebackType
from typing import Any, Self
from urllib.parse import urljoin

import httpx

from app.pulsar.addresses import AddressNotAllowedError, admin_base, checked_url

MESSAGE_LENGTH = 500
"""Length to which a cluster's message is cut."""
_BODY_LIMIT = 8 * 1024 * 1024  # the list of a namespace with 100,000 topics has some 6 MB
_REDIRECTS = 5
_REQUEST_SECONDS = 20.0
_CONNECT_SECONDS = 4.0
_NOT_PULSAR = "the cluster's answer makes no sense: is this Pulsar's admin address?"


class ClusterRefusedError(Exception):
    """The cluster answered but refused; the text is its own message."""


class ClusterUnreachableError(Exception):
    """The cluster did not answer, or not in time."""


@dataclass(frozen=True)
class Answer:
    """What a cluster answered."""

    status: int
    body: bytes

    @property
    def ok(self) -> bool:
        """True for 2xx."""
        return 200 <= self.status < 300

    def names(self) -> list[str]:
        """The body as a list of names. Raises ClusterRefusedError when it is something else."""
        found = self._json()
        if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
            raise ClusterRefusedError(_NOT_PULSAR)
        return found

    def members(self) -> dict[str, Any]:
        """The body as an object. Raises ClusterRefusedError when it is something else."""
        found = self._json()
        if not isinstance(found, dict):
            raise ClusterRefusedError(_NOT_PULSAR)
        return found

    def _json(self) -> Any:
        try:
            return json.loads(self.body)
        except ValueError as error:
            raise ClusterRefusedError(_NOT_PULSAR) from error

    def reason(self) -> str:
        """The cluster's message, on one line and cut."""
        text = self.body.decode("utf-8", "replace")
        try:
            answer = json.loads(text)
        except ValueError:
            answer = text
        reason = answer.get("reason") if isinstance(answer, Mapping) else answer
        printable = "".join(c if c.isprintable() else " " for c in str(reason or "no reason given"))
        return " ".join(printable.split())[:MESSAGE_LENGTH]


@cache
def _trusted() -> ssl.SSLContext:
    """The trusted certificates. Loaded once, because loading them takes longer than most calls."""
    return httpx.create_ssl_context(trust_env=False)


class AdminHttp:
    """Calls to one cluster, for the length of one job. `seconds`: the limit for all of them together.

    Raises AddressNotAllowedError at once when the host is not allowed.
    """

    def __init__(self, url: str, token: str, allowed_hosts: Collection[str], *, seconds: float) -> None:
        self._base = admin_base(url, allowed_hosts)
        self._allowed = allowed_hosts
        self._token = token.encode()
        self._end = time.monotonic() + seconds
        # Proxies and certificates from the environment are ignored: calls must go to the checked address.
        self._http = httpx.Client(
            follow_redirects=False, trust_env=False, verify=_trusted(), headers={"Authorization": f"Bearer {token}"}
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._http.close()

    def call(self, method: str, path: str, body: object | None = None) -> Answer:
        """One call below /admin/v2. Raises ClusterUnreachableError, ClusterRefusedError, AddressNotAllowedError."""
        url = f"{self._base}/admin/v2{path}"
        for _ in range(_REDIRECTS + 1):
            answer, location = self._send(method, url, body)
            if location is None:
                return answer
            url = self._redirected(url, location)
        raise ClusterRefusedError("the cluster redirects in a circle")

    def _send(self, method: str, url: str, body: object | None) -> tuple[Answer, str | None]:
        left = self._end - time.monotonic()
        if left <= 0:
            raise ClusterRefusedError("not finished in time; what is done stays done, the rest is tried again")
        timeout = httpx.Timeout(min(_REQUEST_SECONDS, left), connect=min(_CONNECT_SECONDS, left))
        try:
            with self._http.stream(method, url, json=body, timeout=timeout) as response:
                redirect = response.headers.get("location") if response.status_code in (301, 302, 307, 308) else None
                body = self._body(response.iter_bytes())
                # Some error pages repeat the request; the token must not end up in a message.
                return Answer(response.status_code, body.replace(self._token, b"(token)")), redirect
        except httpx.TimeoutException as error:
            raise ClusterUnreachableError("the cluster did not answer in time") from error
        except httpx.HTTPError as error:
            raise ClusterUnreachableError(f"the cluster cannot be reached ({type(error).__name__})") from error

    def _body(self, chunks: Iterable[bytes]) -> bytes:
        # A server that sends byte by byte never exceeds the time-out of a single read.
        body = b""
        for chunk in chunks:
            body += chunk
            if len(body) > _BODY_LIMIT:
                raise ClusterRefusedError("the cluster's answer is too long")
            if time.monotonic() > self._end:
                raise ClusterUnreachableError("the cluster did not answer in time")
        return body

    def _redirected(self, url: str, location: str) -> str:
        try:
            base, scheme, rest = checked_url(urljoin(url, location), self._allowed)
        except AddressNotAllowedError as error:
            raise AddressNotAllowedError(f"The cluster redirects to another address. {error}") from error
        if self._base.startswith("https:") and scheme != "https":
            raise AddressNotAllowedError("The cluster redirects from https to http.")
        return base + rest
