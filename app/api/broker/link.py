"""One WebSocket for each broker: changes down, reports up (decision 0112; docs/broker-protocol.md describes it)."""

import asyncio
from contextlib import aclosing, suppress
from time import monotonic
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from pydantic_core import from_json
from sqlalchemy.exc import SQLAlchemyError

from app.access import rights_snapshot
from app.api.broker.batches import Batches
from app.api.broker.caller import Calling, Reads
from app.api.broker.followed_rights import KEEP_ALIVE_SECONDS, SEND_SECONDS, Position
from app.api.broker.reports import HeartbeatBody, report_of
from app.api.routing import Router
from app.audit.trail.epochs import StateVersion
from app.brokers.broker_states import LIVE_INTERVALS
from app.brokers.credentials import CredentialHolder
from app.brokers.feed import ChangeFeed, KeepAlive
from app.brokers.feed_events import Values, link_message
from app.brokers.heartbeats import Report
from app.platform.clock import now_ms
from app.platform.errors import UserCenterError
from app.platform.telemetry import logger

router = Router(tags=["broker"])
_A_SECOND = 1_000
"""Messages of a broker: many more than there are changes."""
_RETRY_SECONDS = 2
_REASON_BYTES = 120
_FEED_ENDED, _NO_TEXT, _WRONG, _NOT_ALLOWED = 1001, 1003, 1007, 1008
_KEPT = frozenset(HeartbeatBody.model_fields) - {"used"}
log = logger(__name__)


class LinkEndedError(Exception):
    """The link is over. `code` (RFC 6455 §7.4) and `reason` for the broker; 0 when there is nobody to tell."""

    def __init__(self, code: int = 0, reason: str = "") -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason.encode()[:_REASON_BYTES].decode(errors="ignore")


@router.websocket("/link")
async def link(socket: WebSocket, cluster: Calling, after: Position, reads: Reads = rights_snapshot.FORMAT) -> None:
    """Serve a broker until its connection, its credential or the feed ends, or until it sends what it may not."""
    await socket.accept()
    serving = _Link(socket, cluster)
    try:
        async with asyncio.TaskGroup() as tasks:
            for work in (serving.push(after, reads), serving.read(), serving.store()):
                tasks.create_task(work)
    except* LinkEndedError as ended:
        await serving.close(ended.exceptions[0])


class _Link:
    """An open link. `_said`: the fields of its reports so far; later ones name only those that changed."""

    def __init__(self, socket: WebSocket, cluster: CredentialHolder) -> None:
        self._socket, self._cluster, self._state = socket, cluster, socket.app.state
        self._interval: int = self._state.settings.heartbeat_seconds
        self._said: dict[str, Any] = {}
        self._report: Report | None = None
        self._reported = asyncio.Event()
        self._heard = monotonic()

    async def push(self, after: StateVersion, reads: int) -> None:
        """Send the events of the feed."""
        feed: ChangeFeed = self._state.feed
        cluster_id, credential_id = self._cluster.cluster_id, self._cluster.credential_id
        keep_alive = KeepAlive(KEEP_ALIVE_SECONDS, self._time)
        await self._send(self._time())
        async with aclosing(feed.listen(cluster_id, credential_id, after, keep_alive, reads, link_message)) as events:
            async for event in events:
                await self._send(event)
        raise LinkEndedError(_FEED_ENDED, "the change feed has ended")

    async def read(self) -> None:
        """Take the messages of the broker."""
        count = 0
        while True:
            text, now = await self._text(), monotonic()
            count = count + 1 if int(now) == int(self._heard) else 1
            self._heard = now
            if count > _A_SECOND:
                raise LinkEndedError(_NOT_ALLOWED, f"more than {_A_SECOND} reports in a second")
            self._take(text)

    async def store(self) -> None:
        """Have the newest report stored, together with those of others. What is refused is tried again."""
        stored: Batches[Report, StateVersion] = self._state.heartbeats
        while await self._reported.wait() and self._report:
            self._reported.clear()
            try:
                await stored.ask(self._report)
            except (UserCenterError, SQLAlchemyError) as error:
                self._reported.set()
                await self._send(link_message("refused", _refusal(error)))
                await asyncio.sleep(_RETRY_SECONDS)

    async def close(self, ended: BaseException) -> None:
        """Tell the broker why, and the log."""
        assert isinstance(ended, LinkEndedError)  # noqa: S101
        if ended.code:
            broker = self._said.get("broker")
            log.warning("link closed", cluster=self._cluster.name, broker=broker, code=ended.code, reason=ended.reason)
            with suppress(WebSocketDisconnect, RuntimeError):  # the connection has ended meanwhile
                await self._socket.close(ended.code, ended.reason)

    def _time(self) -> bytes:
        if monotonic() > self._heard + LIVE_INTERVALS * self._interval:
            raise LinkEndedError(_NOT_ALLOWED, "no report came in time")
        return link_message("time", {"time": now_ms(), "interval_seconds": self._interval})

    async def _send(self, event: bytes) -> None:
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_text(event.decode())
        except TimeoutError:
            raise LinkEndedError(_NOT_ALLOWED, "the broker does not read") from None
        except (WebSocketDisconnect, RuntimeError):
            raise LinkEndedError() from None

    async def _text(self) -> str:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            # With a reason when the protocol was violated, as by a message that is too long; closed already.
            raise LinkEndedError(message["code"] if message.get("reason") else 0, message.get("reason") or "")
        if message.get("text") is None:
            raise LinkEndedError(_NO_TEXT, "a report is a text")
        return str(message["text"])

    def _take(self, text: str) -> None:
        try:
            said = self._said | from_json(text)
            body = HeartbeatBody.model_validate(said)
        except ValidationError as error:
            wrong = error.errors(include_url=False, include_input=False)[0]
            field = ".".join(str(part) for part in wrong["loc"])
            raise LinkEndedError(_WRONG, f"{field}: {wrong['msg']}") from None
        except (ValueError, TypeError):
            raise LinkEndedError(_WRONG, "a report is a JSON object") from None
        if self._report and (body.broker, body.boot) != (self._report.beat.broker, self._report.beat.boot):
            raise LinkEndedError(_WRONG, "broker: a link is of one, since its start")
        self._said = {name: value for name, value in said.items() if name in _KEPT}
        self._report = report_of(self._cluster, body, self._state.last_uses)
        self._reported.set()


def _refusal(error: Exception) -> Values:
    if isinstance(error, UserCenterError):
        return {"code": error.stable_code, "detail": error.detail}
    return {"code": "database_unavailable", "detail": "The database stored nothing."}
