"""Brings notices to web hooks. Periodic; several instances share the work, as in `sending`."""

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx
from cryptography.exceptions import InvalidTag
from sqlalchemy import Select, select, update
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.messages import hook_addresses, hook_request, hooks
from app.messages.hook_addresses import AddressRefusedError
from app.platform.database import Database, clear_away
from app.platform.errors import NotFound
from app.platform.outbox.message_problems import NONE, MessageProblem
from app.platform.outbox.models import DEAD, SENT, WAITING, HookDelivery, WebHook
from app.platform.settings import Settings
from app.platform.telemetry import logger
from app.platform.tracing import spans

_log = logger(__name__)
_MINUTE_MS = 60_000
_LEASE_MS = 2 * _MINUTE_MS
_FIRST_PAUSE_MS, _LONGEST_PAUSE_MS = _MINUTE_MS // 2, 240 * _MINUTE_MS
"""Pauses double between attempts."""
_ATTEMPTS = 12
_AT_ONCE = 20
"""Of one web hook in a round."""
_ROUND_SECONDS = 20.0
_GIVEN_UP_MS = 5 * 24 * 60 * _MINUTE_MS
_KEPT_MS = 30 * 24 * 60 * _MINUTE_MS


@dataclass(frozen=True)
class _DeliveryAttempt:
    """An attempt that is ours."""

    delivery_id: int
    hook_id: int
    attempt: int
    url: str
    body: bytes
    headers: dict[str, str]
    """Empty when its secret cannot be opened."""


def run(database: Database, settings: Settings, now: int) -> None:
    """One round, of some twenty seconds at most."""
    if not settings.allowed_web_hook_hosts():
        return
    end, failing = time.monotonic() + _ROUND_SECONDS, set[int]()
    for hook_id, delivery_id in _due(database, now):
        if time.monotonic() > end:
            break
        if hook_id in failing:
            continue
        if (attempt := begin(database, settings, delivery_id, now)) is not None:
            with spans.job("web hook"):
                problem = _send(settings, attempt)
            _note_end(database, attempt, problem, now)
            if problem is not None:
                failing.add(hook_id)  # the others of this web hook wait for the next round, and keep nobody waiting
                _give_up(database, hook_id, now)


def begin(database: Database, settings: Settings, delivery_id: int, now: int) -> _DeliveryAttempt | None:
    """Begin an attempt; None when another instance did, or its time has not come."""
    with database.writing() as session:
        row = session.get(HookDelivery, delivery_id)
        if row is None or row.state != WAITING or row.next_try > now:
            return None
        conditions = HookDelivery.id == row.id, HookDelivery.state == WAITING, HookDelivery.attempts == row.attempts
        attempt = row.attempts + 1
        claim = update(HookDelivery).where(*conditions).values(attempts=attempt, next_try=now + _LEASE_MS)
        done: Any = session.execute(claim.execution_options(synchronize_session=False))
        if done.rowcount != 1:
            return None
        hook = session.get_one(WebHook, row.hook_id)
        body, headers = row.body.encode(), dict[str, str]()
        with suppress(InvalidTag):
            headers = hook_request.signed_headers(
                hooks.secrets_of(settings, hook, now), f"msg_{row.id}", now // 1000, body
            )
        return _DeliveryAttempt(row.id, hook.id, attempt, hook.url, body, headers)


def _send(settings: Settings, attempt: _DeliveryAttempt) -> MessageProblem | None:
    """None when it was taken, else what went wrong."""
    if not attempt.headers:
        return MessageProblem("secret_lost")
    try:
        target = hook_addresses.target(settings, attempt.url)
        status = hook_request.post(target, attempt.body, attempt.headers, ca_file=settings.web_hook_ca_file)
        return None if 200 <= status < 300 else MessageProblem("answered", status)
    except AddressRefusedError as error:
        return MessageProblem(error.code, detail=str(error) if error.code == "not_allowed" else None)
    except httpx.HTTPError as error:
        return hook_request.reason(error)
    except OSError as error:  # also when it holds no certificate
        return MessageProblem("ca_file", detail=error.strerror)


def _note_end(database: Database, attempt: _DeliveryAttempt, problem: MessageProblem | None, now: int) -> None:
    """Notes what came of an attempt: sent, to be tried again after a pause, or given up."""
    with database.writing() as session:
        hook = session.get(WebHook, attempt.hook_id, with_for_update=True)
        if hook is None:
            return
        if problem is None:
            hook.failing_since = None
            _change(session, attempt, state=SENT, end_time=now, **NONE)
            return
        _log.warning("a web hook was not reached", hook=hook.name, delivery=attempt.delivery_id, problem=str(problem))
        hook.failing_since = hook.failing_since or now
        if attempt.attempt >= _ATTEMPTS or hook.status == hooks.FAILED:
            _change(session, attempt, state=DEAD, end_time=now, **problem.columns())
        else:
            pause = min(_FIRST_PAUSE_MS * 2 ** (attempt.attempt - 1), _LONGEST_PAUSE_MS)
            _change(session, attempt, next_try=now + pause, **problem.columns())


def _give_up(database: Database, hook_id: int, now: int) -> None:
    """Switch it off after days without a success. In a transaction of its own, which locks the revision first."""
    with database.reading() as session:
        hook = session.get(WebHook, hook_id)
        if hook is None or hook.status != hooks.ON or now - (hook.failing_since or now) < _GIVEN_UP_MS:
            return
    with trail.center_transaction(database) as session:
        hook = session.get(WebHook, hook_id)
        if hook is not None and hook.status == hooks.ON:
            hooks.switch(session, "system", hook, hooks.FAILED, now)


def _change(session: Session, attempt: _DeliveryAttempt, **values: Any) -> None:
    conditions = (
        HookDelivery.id == attempt.delivery_id,
        HookDelivery.attempts == attempt.attempt,
        HookDelivery.state == WAITING,
    )
    session.execute(update(HookDelivery).where(*conditions).values(**values))


def _due(database: Database, now: int) -> list[tuple[int, int]]:
    """(web hook, delivery): some of each web hook, those first that do not fail."""
    with database.reading() as session:
        every = session.execute(select(WebHook.id, WebHook.failing_since)).all()
        order = sorted(every, key=lambda hook: (hook[1] is not None, hook[0]))
        return [
            (hook_id, delivery_id) for hook_id, _ in order for delivery_id in session.scalars(_due_of(hook_id, now))
        ]


def _due_of(hook_id: int, now: int) -> Select[int]:
    due = HookDelivery.hook_id == hook_id, HookDelivery.state == WAITING, HookDelivery.next_try <= now
    oldest_first = select(HookDelivery.id).where(*due).order_by(HookDelivery.next_try, HookDelivery.id)
    return oldest_first.limit(_AT_ONCE)


def of_hook(hook_id: int) -> Select[HookDelivery]:
    """What was, and is to be, sent to a web hook."""
    return select(HookDelivery).where(HookDelivery.hook_id == hook_id)


def send_again(session: Session, hook: WebHook, delivery_id: int, now: int) -> HookDelivery:
    """Send it again at once, with the same id, whatever its state. Raises NotFound."""
    row = session.get(HookDelivery, delivery_id)
    if row is None or row.hook_id != hook.id:
        raise NotFound("There is no such delivery of this web hook.")
    # Attempts go on being counted: an attempt that has not ended here can never end this one.
    row.state, row.next_try, row.end_time = WAITING, min(row.next_try, now) if row.state == WAITING else now, None
    session.flush()
    return row


def purge(session: Session, now: int) -> None:
    """Delete deliveries that ended thirty days ago."""
    clear_away(session, select(HookDelivery).where(HookDelivery.end_time < now - _KEPT_MS))
