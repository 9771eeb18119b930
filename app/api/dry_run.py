"""`?dry_run=true`: the change is made, checked and answered, then rolled back (by app.api.guard).

Nothing is stored, pushed or started. Secrets in the answer are null, because they never come into force. Decision 0014.
"""

import json
from typing import Annotated, Any, Literal

from fastapi import Query, Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.audit.trail.models import TrailEntry
from app.platform import telemetry
from app.platform.database import row_count

_SHOWN = 1000
_NOT_PASSED_ON = ("content-length", "content-type", "set-cookie")
Asked = Annotated[
    Literal["false", "true", "entries"],
    Query(
        alias="dry_run",
        description="`true`: check and answer as usual, then roll back (`X-Dry-Run: true`, no `X-Revision`, secrets "
        "are null; `X-Would-Record` counts the entries of the trail). `entries`: answer `{answer, status, "
        "would_record}` with these entries.",
    ),
]


async def offer_dry_run(_: Asked = "false") -> None:
    """Dependency of every route that can be tried: documents and validates the parameter."""


def is_asked(request: Request) -> bool:
    """True for any value except `false`, so that a mistyped value changes nothing."""
    return any(value != "false" for value in request.query_params.getlist("dry_run"))


def show_changes(request: Request, response: Response, *, in_full: bool) -> Response:
    """The answer to a change that is about to be rolled back. `in_full`: the caller may read the whole audit log."""
    session: Session = request.state.session
    since: int = request.state.revision_before
    number = row_count(session, trail.since(since), TrailEntry.id)
    answer = _without_secrets(json.loads(bytes(response.body))) if response.body else None
    headers = {header: value for header, value in response.headers.items() if header not in _NOT_PASSED_ON}
    headers.update({"X-Dry-Run": "true", "X-Would-Record": str(number), "Cache-Control": "no-store"})
    if request.query_params.get("dry_run") == "entries":
        listed = [_entry(entry, in_full) for entry in trail.entries(session, after=since, limit=_SHOWN)]
        whole = {"answer": answer, "status": response.status_code, "would_record": listed}
        return JSONResponse(whole, 200, headers)
    if answer is None:
        return Response(None, response.status_code, headers)
    return JSONResponse(answer, response.status_code, headers)


def _entry(entry: TrailEntry, in_full: bool) -> dict[str, Any]:
    summary = {"action": entry.action, "entity": entry.entity, "key": entry.entity_key}
    if not in_full:
        return summary
    values = {side: json.loads(text) if text else None for side, text in _contents(entry)}
    return {**summary, **values}


def _contents(entry: TrailEntry) -> list[tuple[str, str | None]]:
    return [("before", entry.before), ("after", entry.after)]


def _without_secrets(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            member: None if _is_secret(member, inner) else _without_secrets(inner) for member, inner in value.items()
        }
    return [_without_secrets(inner) for inner in value] if isinstance(value, list) else value


def _is_secret(name: str, value: object) -> bool:
    return isinstance(value, str) and telemetry.sounds_secret(name)
