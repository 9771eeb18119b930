"""Tells brokers the center's time, in a header of every answer and in the change feed when there are no changes.
Brokers judge windows and tokens by this time and not by their own clocks (decision 0016)."""

from app.api.fast_path import STARTS, Application, Message, Receive, Scope, Send
from app.brokers.feed_events import server_sent_event
from app.platform.clock import now_ms

HEADER = "Center-Time"
_PREFIX = "/api/broker/"


class StatedTime:
    """Plain ASGI. The header is written when the answer begins, so that a cached or long body does not make it
    older."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI connection."""
        concerned = scope["type"] != "lifespan" and scope["path"].startswith(_PREFIX)
        await self._app(scope, receive, _with_time(send) if concerned else send)


def event() -> bytes:
    """The event of the change feed without changes. Readers skip events that they do not know."""
    return server_sent_event("time", {"time": now_ms()})


def _with_time(send: Send) -> Send:
    async def send_with_time(message: Message) -> None:
        if message["type"] in STARTS:
            time_header = (HEADER.lower().encode(), str(now_ms()).encode())
            message = {**message, "headers": [*message.get("headers", ()), time_header]}
        await send(message)

    return send_with_time
