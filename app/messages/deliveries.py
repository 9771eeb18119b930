"""Brings notices to web hooks. Periodic; several instances share the work, as in `sending`.

Signed as Standard Webhooks say: HMAC-SHA256 over `id.timestamp.body`. No redirects are followed and no answer is read.
"""

import base64
import hashlib
import hmac
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx
from cryptography.exceptions import InvalidTag
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.database import Database, clear_away
from app.messages import hook_addresses, hooks
from app.messages.hook_addresses import AddressRefusedError
from app.outbox.models import DEAD, SENT, WAITING, HookDelivery, WebHook
from app.settings import Settings
from app.telemetry import logger
from app.trail import trail

_log = logger(__name__)
_MINUTE_MS = 60_000
_LEASE_MS = 2 * _MINUTE_MS
_LONGEST_MS = 240 * _MINUTE_MS
_ATTEMPTS = 12
_AT_ONCE = 50
_ROUND_SECONDS = 20.0
_SECONDS = httpx.Timeout(5.0)
_GIVEN_UP_MS = 5 * 24 * 60 * _MINUTE_MS
_KEPT_MS = 30 * 24 * 60 * _MINUTE_MS


@dataclass(frozen=True)
class _Begun:
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
    end = time.monotonic() + _ROUND_SECONDS
    for delivery_id in _due(database, now):
        if time.monotonic() > end:
            break
        if (begun := begin(database, settings, delivery_id, now)) is not None:
            problem = _send(settings, begun)
            _ended(database, begun, problem, now)
            if problem is not None:
                _give_up(database, begun.hook_id, now)


def begin(database: Database, settings: Settings, delivery_id: int, now: int) -> _Begun | None:
    """Begin an attempt; None when another instance did, or its time has not come."""
    with database.writing() as session:
        row = session.get(HookDelivery, delivery_id)
        if row is None or row.state != WAITING or row.next_try > now:
            return None
        mine = HookDelivery.id == row.id, HookDelivery.state == WAITING, HookDelivery.attempts == row.attempts
        attempt = row.attempts + 1
        begun = update(HookDelivery).where(*mine).values(attempts=attempt, next_try=now + _LEASE_MS)
        done: Any = session.execute(begun.execution_options(synchronize_session=False))
        if done.rowcount != 1:
            return None
        hook = session.get_one(WebHook, row.hook_id)
        body, headers = row.body.encode(), dict[str, str]()
        with suppress(InvalidTag):
            headers = _signed(hooks.secrets_of(settings, hook, now), f"msg_{row.id}", now // 1000, body)
        return _Begun(row.id, hook.id, attempt, hook.url, body, headers)


def _signed(keys: list[bytes], message_id: str, seconds: int, body: bytes) -> dict[str, str]:
    text = f"{message_id}.{seconds}.".encode() + body
    signatures = [base64.b64encode(hmac.digest(key, text, hashlib.sha256)).decode() for key in keys]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(f"v1,{one}" for one in signatures),
        "content-type": "application/json",
        "user-agent": "pulsar-user-center",
    }


def _send(settings: Settings, begun: _Begun) -> str | None:
    """None when it was taken, else what went wrong."""
    if not begun.headers:
        return "its secret cannot be opened with PUC_SECRET_KEY; make a new one"
    try:
        where = hook_addresses.target(settings, begun.url)
        with httpx.Client(follow_redirects=False, trust_env=False, timeout=_SECONDS) as client:
            headers = begun.headers | {"host": where.host_header}
            sent: dict[str, Any] = {"content": begun.body, "headers": headers, "extensions": _tls_name(where.host)}
            with client.stream("POST", where.url, **sent) as answer:
                return None if answer.is_success else f"it answered {answer.status_code}"
    except AddressRefusedError as error:
        return str(error)
    except httpx.HTTPError as error:
        return f"it could not be reached ({type(error).__name__})"


def _tls_name(host: str) -> dict[str, str]:
    return {"sni_hostname": host}


def _ended(database: Database, begun: _Begun, problem: str | None, now: int) -> None:
    with database.writing() as session:
        hook = session.get(WebHook, begun.hook_id, with_for_update=True)
        if hook is None:
            return
        if problem is None:
            hook.failing_since = None
            _change(session, begun, state=SENT, end_time=now, problem=None)
            return
        _log.warning("a web hook was not reached", hook=hook.name, delivery=begun.delivery_id, problem=problem)
        hook.failing_since = hook.failing_since or now
        if begun.attempt >= _ATTEMPTS or hook.status == hooks.FAILED:
            _change(session, begun, state=DEAD, end_time=now, problem=problem)
        else:
            pause = min(_MINUTE_MS * 2 ** (begun.attempt - 1) // 2, _LONGEST_MS)
            _change(session, begun, next_try=now + pause, problem=problem)


def _give_up(database: Database, hook_id: int, now: int) -> None:
    """Switch it off after days without a success. In a transaction of its own, which locks the revision first."""
    with database.reading() as session:
        hook = session.get(WebHook, hook_id)
        if hook is None or hook.status != hooks.ON or now - (hook.failing_since or now) < _GIVEN_UP_MS:
            return
    with database.writing() as session:
        trail.lock_revision(session)
        session.info[trail.ORIGIN] = trail.SYSTEM
        hook = session.get(WebHook, hook_id)
        if hook is not None and hook.status == hooks.ON:
            hooks.switch(session, "system", hook, hooks.FAILED, now)


def _change(session: Session, begun: _Begun, **values: Any) -> None:
    mine = HookDelivery.id == begun.delivery_id, HookDelivery.attempts == begun.attempt, HookDelivery.state == WAITING
    session.execute(update(HookDelivery).where(*mine).values(**values))


def _due(database: Database, now: int) -> list[int]:
    with database.reading() as session:
        due = select(HookDelivery.id).where(HookDelivery.state == WAITING, HookDelivery.next_try <= now)
        return list(session.scalars(due.order_by(HookDelivery.next_try, HookDelivery.id).limit(_AT_ONCE)))


def purge(session: Session, now: int) -> None:
    """Delete deliveries that ended thirty days ago."""
    clear_away(session, select(HookDelivery).where(HookDelivery.end_time < now - _KEPT_MS))
