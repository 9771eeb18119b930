"""HTTP to a cluster's admin API: one call after the other, limited in time, with redirects to allowed hosts only (spec
6).

A broker redirects to the owner of a bundle. Redirects are followed here, so that each address is checked first.
"""

import re
import ssl
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urljoin, urlsplit

import httpx

from app.platform.outgoing.look_up import AddressNotAllowedError, NameUnknownError
from app.platform.outgoing.tls import Tls, context
from app.platform.tracing import spans
from app.resources.pulsar import cluster_json
from app.resources.pulsar.addresses import admin_base, checked_url
from app.resources.pulsar.admin_path import TOPIC_ROUTES, AdminPath
from app.resources.pulsar.cluster_errors import ClusterRefusedError as ClusterRefusedError
from app.resources.pulsar.cluster_errors import ClusterUnreachableError as ClusterUnreachableError
from app.resources.pulsar.endpoint import Endpoint

MESSAGE_LENGTH = 500
"""Length to which a cluster's message is cut."""
_BODY_LIMIT = 8 * 1024 * 1024  # the list of a namespace with 100,000 topics has some 6 MB
_REDIRECTS = 5
_REQUEST_SECONDS = 20.0
_CONNECT_SECONDS = 4.0
_ADMIN = "/admin/v2"
_STORED_LISTS = {"User-Center-Stored-Lists": "true"}
"""Asks our plugin for the lists of rights that Pulsar stores: it answers others with what the center holds."""
_TITLE = re.compile("<title>([^<]*)</title>")
_PORTS = {"http": 80, "https": 443}
_KINDS = ("bookies", "brokers", "broker-stats", "clusters", "namespaces", *TOPIC_ROUTES.values(), "tenants")
"""First words of paths of the admin API. A cluster may redirect to any other path."""


@dataclass(frozen=True)
class AdminAnswer:
    """What a cluster answered."""

    status: int
    body: bytes

    @property
    def ok(self) -> bool:
        """True for 2xx."""
        return 200 <= self.status < 300

    def require_success(self, *, gone_is_fine: bool = False) -> Self:
        """The same answer. Raises ClusterRefusedError unless it is a success, or 404 with `gone_is_fine`."""
        if self.ok or (gone_is_fine and self.status == 404):
            return self
        raise ClusterRefusedError(f"{self.status}: {self.reason()}")

    def names(self) -> list[str]:
        """The body as a list of names. Raises ClusterRefusedError when it is something else."""
        names = self._json()
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise _makes_no_sense()
        return names

    def members(self) -> dict[str, Any]:
        """The body as an object. Raises ClusterRefusedError when it is something else."""
        members = self._json()
        if not isinstance(members, dict):
            raise _makes_no_sense()
        return members

    def value(self) -> Any:
        """The body as JSON; None when it is empty. Raises ClusterRefusedError when it is something else."""
        return self._json() if self.body.strip() else None

    def _json(self) -> Any:
        try:
            return cluster_json.read(self.body)
        except ValueError as error:
            raise _makes_no_sense() from error

    def reason(self) -> str:
        """The cluster's message, on one line and cut; the title of a web page, which is what Jetty answers itself."""
        text = self.body.decode("utf-8", "replace")
        try:
            answer = cluster_json.read(self.body)
        except ValueError:
            title = _TITLE.search(text)
            answer = text if title is None else title[1]
        reason = answer.get("reason") if isinstance(answer, Mapping) else answer
        printable = "".join(
            character if character.isprintable() else " " for character in str(reason or "no reason given")
        )
        return " ".join(printable.split())[:MESSAGE_LENGTH]


class AdminHttp:
    """Calls to one cluster, for the length of one job. `seconds`: the limit for all of them together.

    Raises AddressNotAllowedError at once when the host is not allowed.
    """

    def __init__(self, endpoint: Endpoint, token: str, *, seconds: float = 60.0) -> None:
        from app.platform.outgoing.transport import CheckedTransport

        self._base = admin_base(endpoint.url, endpoint.allowed_hosts)
        self._allowed = endpoint.allowed_hosts
        self._token = token.encode()
        self._end = time.monotonic() + seconds
        # Proxies and certificates from the environment are ignored: calls must go to the checked address.
        self._http = httpx.Client(
            follow_redirects=False,
            trust_env=False,
            transport=CheckedTransport(endpoint.reach, _context(endpoint.tls), self._end),
            # Nothing compressed is read: a short answer could become an endless one.
            headers={"Authorization": f"Bearer {token}", "Accept-Encoding": "identity", **_STORED_LISTS},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def call(self, method: str, path: AdminPath, body: object | None = None) -> AdminAnswer:
        """One call below /admin/v2. Raises ClusterUnreachableError, ClusterRefusedError, AddressNotAllowedError."""
        url = f"{self._base}{_ADMIN}{path}"
        for _ in range(_REDIRECTS + 1):
            with spans.call(f"{method} cluster", _attributes(method, url)) as span:
                answer, location = self._send(method, url, body)
                spans.say(span, {"http.response.status_code": answer.status}, failed=answer.status >= 400)
            if location is None:
                return answer
            url = self._redirect_target(url, location)
        raise ClusterRefusedError("the cluster redirects in a circle", "cluster_redirects")

    def _send(self, method: str, url: str, body: object | None) -> tuple[AdminAnswer, str | None]:
        left = self._end - time.monotonic()
        if left <= 0:
            raise ClusterRefusedError("not finished in time; what is done stays done, the rest is tried again")
        timeout = httpx.Timeout(min(_REQUEST_SECONDS, left), connect=min(_CONNECT_SECONDS, left))
        try:
            with self._http.stream(method, url, json=body, timeout=timeout, headers=_trace()) as response:
                redirect = response.headers.get("location") if response.status_code in (301, 302, 307, 308) else None
                body = self._body(response.iter_raw())
                # Some error pages repeat the request; the token must not end up in a message.
                return AdminAnswer(response.status_code, body.replace(self._token, b"(token)")), redirect
        except httpx.TimeoutException as error:
            raise _too_slow() from error
        except httpx.HTTPError as error:
            raise unreachable(error) from error
        except NameUnknownError as error:
            raise ClusterUnreachableError(f"the cluster cannot be reached: {error}", "cluster_name_unknown") from error

    def _body(self, chunks: Iterable[bytes]) -> bytes:
        # A server that sends byte by byte never exceeds the time-out of a single read.
        body = bytearray()  # bytes would be copied with each chunk, and a chunk may be small
        for chunk in chunks:
            body += chunk
            if len(body) > _BODY_LIMIT:
                raise ClusterRefusedError("the cluster's answer is too long", "cluster_answer_too_long")
            if time.monotonic() > self._end:
                raise _too_slow()
        return bytes(body)

    def _redirect_target(self, url: str, location: str) -> str:
        try:
            base, scheme, rest = checked_url(urljoin(url, location), self._allowed)
        except AddressNotAllowedError as error:
            raise AddressNotAllowedError(f"The cluster redirects to another address. {error}") from error
        if self._base.startswith("https:") and scheme != "https":
            raise AddressNotAllowedError("The cluster redirects from https to http.")
        return base + rest


def _trace() -> dict[str, str]:
    """The trace of the request that wished for it, for the cluster's own tracing."""
    traceparent = spans.traceparent()
    return {} if traceparent is None else {"traceparent": traceparent}


def _attributes(method: str, url: str) -> spans.Attributes:
    """The rest of the path names tenants and topics."""
    parts = urlsplit(url)
    kind = parts.path.partition(f"{_ADMIN}/")[2].split("/", 1)[0]
    return {
        "http.request.method": method,
        "url.template": f"{_ADMIN}/{kind if kind in _KINDS else '…'}/…",
        "server.address": parts.hostname or "",
        "server.port": parts.port or _PORTS.get(parts.scheme, 0),
    }


def unreachable(error: BaseException) -> ClusterUnreachableError:
    """What failed, without the other side's text."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            message = f"its certificate is not trusted ({cause.verify_message.rstrip('.')})"
            return ClusterUnreachableError(
                f"the cluster cannot be reached: {message}", "cluster_certificate_not_trusted"
            )
        if isinstance(cause, ssl.SSLError):
            message = f"TLS failed ({cause.reason or 'no reason given'})"
            return ClusterUnreachableError(f"the cluster cannot be reached: {message}", "cluster_tls_failed")
        cause = cause.__cause__ or cause.__context__
    return ClusterUnreachableError(f"the cluster cannot be reached ({type(error).__name__})")


def _context(tls: Tls) -> ssl.SSLContext:
    try:
        return context(tls)
    except (ssl.SSLError, ValueError) as error:
        message = "the center's own certificate for this cluster cannot be used: give it again"
        raise ClusterUnreachableError(message, "cluster_tls_failed") from error


def _too_slow() -> ClusterUnreachableError:
    return ClusterUnreachableError("the cluster did not answer in time", "cluster_too_slow")


def _makes_no_sense() -> ClusterRefusedError:
    message = "the cluster's answer makes no sense: is this Pulsar's admin address?"
    return ClusterRefusedError(message, "cluster_makes_no_sense")
