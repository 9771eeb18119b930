"""The outermost layer of the application (plain ASGI): request id, host, security headers, one log line and
one count per request. It also answers exceptions that escape the application, so every answer has these headers."""

import re
import time
import uuid
from collections.abc import Mapping
from contextlib import AbstractContextManager

import structlog

from app.api import problems
from app.api.admission.reader_slots import BackPressure
from app.api.body_limit import limit_body
from app.api.fast_path import STARTS, Application, Message, Receive, Scope, Send
from app.identity.rates import Rate
from app.platform import calling_address
from app.platform.hosts import host_name
from app.platform.telemetry import Metrics, logger
from app.platform.tracing import spans

_PREFIXES = ("/api/v1", "/api/broker/v1")
_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_POLICY, _CACHE = b"content-security-policy", b"cache-control"
_API = "/api/v1/"
"""Answers below it are somebody's own; no browser or proxy keeps them."""
_SECURITY = {
    # No answer loads or sends anything, if it is shown; the console's page has a policy of its own (website.py).
    _POLICY: b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
}
_FOR_ANY_HOST = ("/health/live", "/health/ready", "/metrics")
"""Paths that accept any host name: monitoring calls each instance by its own address."""
_NOT_TRACED = (*_FOR_ANY_HOST, "/api/broker/v1/changes", "/api/broker/v1/link")
"""Asked every few seconds by machines, or open for hours."""
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
REQUESTS = "app.rights.requests"
log = logger(REQUESTS)


class Edge:
    """Wraps the application. `body_limit`: in bytes, `larger`: limits by path; `hosts`: names that requests may use;
    `https`: adds Strict-Transport-Security; `back_pressure`: refuses requests when there are too many."""

    def __init__(
        self,
        app: Application,
        metrics: Metrics,
        body_limit: int,
        *,
        larger: Mapping[str, int],
        hosts: frozenset[str],
        https: bool,
        back_pressure: BackPressure,
    ) -> None:
        self._app, self._metrics, self._body_limit, self._larger = app, metrics, body_limit, larger
        self._hosts, self._back_pressure = hosts, back_pressure
        self._headers = list(_SECURITY.items())
        if https:
            self._headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        scope.setdefault("method", "GET")  # a WebSocket begins as one
        request = _Request(scope, send, self._headers)
        with _span(scope) as span:
            await self._respond(scope, receive, request, span)

    async def _respond(self, scope: Scope, receive: Receive, request: "_Request", span: spans.Span) -> None:
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request.id)
        limit = self._larger.get(scope["path"], self._body_limit)
        try:
            answering = self._refusal(scope) or self._app
            with calling_address.calling_from(_address(scope)):
                await answering(scope, limit_body(scope, receive, limit), request.send)
        except Exception as error:
            if request.status:
                raise  # the answer has begun; the server closes the connection, so that nobody takes it for complete
            await problems.unexpected_problem(error)(scope, receive, request.send)
        finally:
            self._count(scope, request, span)

    def _refusal(self, scope: Scope) -> Application | None:
        path = scope["path"]
        # DNS rebinding: a foreign name that resolves to our address would have our origin in a browser.
        if path not in _FOR_ANY_HOST and _host(scope) not in self._hosts:
            return problems.wrong_host()
        return problems.busy(path) if self._back_pressure.refuses(path) else None

    def _count(self, scope: Scope, request: "_Request", span: spans.Span) -> None:
        route, seconds = _route(scope), time.perf_counter() - request.started
        self._metrics.requests.labels(_method(scope), route, str(request.status)).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        revision = scope["state"].get("revision")
        if revision is not None:
            self._metrics.revision.set(revision)
        user_field = {"user": scope["state"]["username"]} if "username" in scope["state"] else {}
        milliseconds = round(seconds * 1000, 1)
        attributes = {"http.route": route, "http.response.status_code": request.status, "puc.request_id": request.id}
        spans.say(span, attributes, name=f"{_method(scope)} {route}", failed=request.status >= 500)
        log.info("request", method=scope["method"], route=route, status=request.status, ms=milliseconds, **user_field)


class _Request:
    """One request, as seen from outside the application."""

    def __init__(self, scope: Scope, send: Send, headers: list[tuple[bytes, bytes]]) -> None:
        self._state = scope.setdefault("state", {})
        self._send, self._headers = send, headers
        self._of_the_api = scope["path"].startswith(_API)
        sent = dict(scope["headers"]).get(b"x-request-id", b"")
        self.id = sent.decode() if _REQUEST_ID.fullmatch(sent) else uuid.uuid4().hex
        self._state["request_id"] = self.id
        self.started = time.perf_counter()
        self.status = 0

    async def send(self, message: Message) -> None:
        """Send the answer on with our headers."""
        if message["type"] in STARTS:
            self.status = message.get("status", 101)
            answer_headers = [*message.get("headers", ())]
            own = {header.lower() for header, _ in answer_headers}
            own_headers = [header for header in self._headers if header[0] != _POLICY or _POLICY not in own]
            if self._of_the_api and _CACHE not in own:
                own_headers.append((_CACHE, b"no-store"))
            own_headers.append((b"x-request-id", self.id.encode()))
            if "rate" in self._state:
                own_headers += _rate_headers(*self._state["rate"])
            if "revision" in self._state and self.status < 400:
                own_headers.append((b"x-revision", str(self._state["revision"]).encode()))
            message["headers"] = [*answer_headers, *own_headers]
        await self._send(message)


def _rate_headers(kind: str, rate: Rate) -> list[tuple[bytes, bytes]]:
    """As in the IETF's draft of header fields for limits of rates."""
    return [
        (b"ratelimit-policy", f'"{kind}";q={rate.most};w=60'.encode()),
        (b"ratelimit", f'"{kind}";r={rate.left};t={rate.seconds}'.encode()),
    ]


def _host(scope: Scope) -> str | None:
    """The only host that the request names, without port; None when there is none or several."""
    named = [value for header, value in scope["headers"] if header == b"host"]
    return host_name(named[0].decode("latin-1")) if len(named) == 1 else None


def _address(scope: Scope) -> str | None:
    """The caller's address. None for what a broker sends: it speaks for others, who are somewhere else."""
    client = scope.get("client")
    return None if client is None or scope["path"].startswith("/api/broker/") else client[0]


def _span(scope: Scope) -> AbstractContextManager[spans.Span]:
    return spans.NOTHING if scope["path"] in _NOT_TRACED else spans.request(_method(scope), scope["headers"])


def _method(scope: Scope) -> str:
    """The method, if it is a known one: strangers may send any word."""
    return scope["method"] if scope["method"] in _METHODS else "_OTHER"


def _route(scope: Scope) -> str:
    """The template of the route. The path itself would let anybody create any number of metric labels."""
    template = str(getattr(scope.get("route"), "path", "(none)"))
    # An included route does not know the prefix under which it was included.
    prefix = next((known_prefix for known_prefix in _PREFIXES if scope["path"].startswith(known_prefix + "/")), "")
    return template if template.startswith((prefix, "(")) else prefix + template
