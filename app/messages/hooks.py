"""Web hooks: made, changed, removed, and told of notices in the notices' own transaction."""

import base64
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, insert, select
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.messages import hook_addresses
from app.platform import sealing
from app.platform.clock import later_than
from app.platform.database import row_count
from app.platform.errors import Conflict, existing
from app.platform.outbox.models import WAITING, HookDelivery, WebHook
from app.platform.resealing import SealedColumn
from app.platform.settings import Settings

_PURPOSE = "web hook"
SEALED = tuple(
    SealedColumn(column, _PURPOSE, lambda row: str(row.id))
    for column in (WebHook.secret_sealed, WebHook.secret_before_sealed)
)
_MOST = 20
_BOTH_MS = 24 * 3_600_000
ON, OFF, FAILED = "on", "off", "failed"


def find(session: Session, hook_id: int) -> WebHook:
    """Raises NotFound."""
    return existing(session.get(WebHook, hook_id), "There is no such web hook.")


def every() -> Select[WebHook]:
    """All web hooks."""
    return select(WebHook)


def create(
    session: Session, settings: Settings, actor: str, name: str, url: str, kinds: Iterable[str] | None, now: int
) -> tuple[WebHook, str]:
    """A web hook and its secret, shown only now. Raises Conflict `exists`, `too_many_web_hooks`, InvalidInput."""
    if session.scalars(select(WebHook.id).where(WebHook.name == name)).first() is not None:
        raise Conflict(f"There is a web hook called {name} already.", code="exists")
    if row_count(session, every(), WebHook.id) >= _MOST:
        raise Conflict(f"There are {_MOST} web hooks already.", code="too_many_web_hooks")
    row = WebHook(name=name, url=hook_addresses.checked(settings, url), status=ON, secret_sealed="")
    row.kinds, row.add_time, row.update_time = None if kinds is None else tuple(kinds), now, now
    session.add(row)
    session.flush()
    secret = _new_secret(settings, row)
    session.flush()
    trail.record(session, actor, "web_hook.create", name, after=contents.row(row))
    return row, secret


def renew_secret(session: Session, settings: Settings, actor: str, row: WebHook, now: int) -> str:
    """A new secret, shown only now. The one before signs, too, for 24 hours."""
    before = contents.row(row)
    row.secret_before_sealed, row.before_until = row.secret_sealed, now + _BOTH_MS
    secret = _new_secret(settings, row)
    _record_change(session, actor, "web_hook.secret", row, before, now)
    return secret


def switch(session: Session, actor: str, row: WebHook, status: str, now: int) -> None:
    """On or off. Waiting deliveries stay; new ones are dropped while it is off."""
    before = contents.row(row)
    row.status, row.failing_since = status, None
    _record_change(session, actor, "web_hook.update", row, before, now)


def remove(session: Session, actor: str, row: WebHook) -> None:
    """Remove it with its deliveries."""
    before = contents.row(row)
    session.delete(row)
    session.flush()
    trail.record(session, actor, "web_hook.delete", row.name, before=before)


def tell(session: Session, notices: Sequence[tuple[int, str, Mapping[str, Any]]], now: int) -> None:
    """Tell every web hook that is on of these notices: (user, kind, facts)."""
    on = list(session.scalars(select(WebHook).where(WebHook.status == ON)))
    rows = [
        _row(hook.id, kind, {"user_id": user_id, **facts}, now)
        for hook in on
        for user_id, kind, facts in notices
        if hook.kinds is None or kind in hook.kinds
    ]
    if rows:
        session.execute(insert(HookDelivery), rows)


def test(session: Session, row: WebHook, now: int) -> None:
    """Send a test, also to a web hook that is off."""
    session.execute(insert(HookDelivery), [_row(row.id, "test", {}, now)])


def secrets_of(settings: Settings, row: WebHook, now: int) -> list[bytes]:
    """The keys that sign now, the newest first."""
    sealed = [row.secret_sealed]
    if row.secret_before_sealed is not None and (row.before_until or 0) > now:
        sealed.append(row.secret_before_sealed)
    return [sealing.unseal(settings.secrets(), _PURPOSE, str(row.id), secret) for secret in sealed]


def _row(hook_id: int, kind: str, data: Mapping[str, Any], now: int) -> dict[str, Any]:
    body = json.dumps({"type": kind, "timestamp": now, "data": dict(data)}, ensure_ascii=False, sort_keys=True)
    times = {"next_try": now, "add_time": now}
    return {"hook_id": hook_id, "kind": kind, "body": body, "state": WAITING, "attempts": 0, **times}


def _new_secret(settings: Settings, row: WebHook) -> str:
    key = os.urandom(32)
    row.secret_sealed = sealing.seal(settings.secret_key, _PURPOSE, str(row.id), key)
    return f"whsec_{base64.b64encode(key).decode()}"


def _record_change(session: Session, actor: str, action: str, row: WebHook, before: dict[str, Any], now: int) -> None:
    row.update_time = later_than(row.update_time, now)
    session.flush()
    trail.record(session, actor, action, row.name, before=before, after=contents.row(row))
