"""An HTTP server on loopback that web hooks call, and what tests of web hooks ask of the center."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

import httpx
from sqlalchemy import select

from app.platform.clock import now_ms
from app.platform.outbox.models import HookDelivery
from app.rights.requests import notices
from app.rights.requests.notices import NewNotice
from tests import http_servers
from tests.center import Center
from tests.factories import an_administrator


class Receiver:
    """The requests that came, and the answers to give."""

    def __init__(self) -> None:
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.status, self.location = 204, ""
        self.port = 0

    def take(self, handler: BaseHTTPRequestHandler) -> None:
        """One request."""
        body = handler.rfile.read(int(handler.headers["content-length"]))
        self.requests.append(({name.lower(): value for name, value in handler.headers.items()}, body))
        handler.send_response(self.status)
        if self.location:
            handler.send_header("location", self.location)
        handler.end_headers()


@contextmanager
def receiving() -> Iterator[Receiver]:
    """An HTTP server on loopback."""
    made = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            made.take(self)

    with http_servers.serving(Handler) as made.port:
        yield made


def set_up(center: Center, receiver: Receiver, **more: object) -> tuple[httpx.Client, dict[str, Any]]:
    """An administrator's browser, and the new web hook."""
    administrator = center.signed_in(center.make(an_administrator))
    body = {"name": "chat", "url": f"http://127.0.0.1:{receiver.port}/in?x=1", **more}
    answer = administrator.post("/api/v1/web-hooks", json=body)
    assert answer.status_code == 201, answer.text
    return administrator, answer.json()


def tell(center: Center, kind: str = notices.TO_DECIDE, about: str = "1") -> None:
    """Let the center tell something."""
    center.make(lambda session: notices.tell(session, [NewNotice(1, kind, about, {"requester": "爱丽丝"})], now_ms()))


def deliveries_of(center: Center) -> list[HookDelivery]:
    """All, oldest first."""
    return list(center.read(lambda session: session.scalars(select(HookDelivery).order_by(HookDelivery.id)).all()))
