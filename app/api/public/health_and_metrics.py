"""Health, readiness and metrics, for orchestrators and monitoring."""

from contextlib import suppress
from typing import Literal

from cryptography.exceptions import InvalidTag
from fastapi import Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import Field
from sqlalchemy.exc import SQLAlchemyError

from app.api.app_state import Configured, Connected
from app.api.paging import ApiModel
from app.api.problems import responses
from app.api.routing import Router
from app.audit.trail import trail
from app.platform import schema
from app.platform.database import Database
from app.platform.errors import Busy, NotFound
from app.platform.settings import Settings
from app.platform.telemetry import Metrics
from app.tokens import keys

router = Router(tags=["operations"])
_FROM_A_PROXY = {"forwarded", "x-forwarded-for"}
"""Not X-Forwarded-Proto, which the proxies of a service mesh add on the way from Prometheus, too."""
_WRONG_TABLES = {
    "older": "The tables are of an older version: run `usercenter migrate`.",
    "too_new": "The tables are of a newer version, with which this one cannot work: upgrade this instance.",
}


class Health(ApiModel):
    """The service answers."""

    status: Literal["ok"] = "ok"


class Readiness(Health):
    """The service can work."""

    revision: int = Field(description="Newest revision of the rights.", examples=[42])
    writable: bool = Field(description="False: within the last 15 s the database refused to store something.")


@router.get("/health/live", summary="Does the process answer?")
async def live() -> Health:
    """Uses nothing: a lost database is no reason to kill the process."""
    # It uses no thread either, as all threads may be waiting for the database.
    return Health()


@router.get("/health/ready", summary="Can it work?", responses=responses(503))
def ready(database: Connected, settings: Configured) -> Readiness:
    """The database answers, has tables that this version can work with, and keys that this instance can open; otherwise
    503 `not_ready`.

    Tables of a newer version are such, unless that version says otherwise: old instances serve during an upgrade.
    Where it stores nothing (`writable`), reading, tokens and brokers go on: a balancer must not send them away."""
    try:
        return Readiness(revision=_revision(database, settings), writable=database.writable)
    except SQLAlchemyError as error:
        raise _not_ready("The database does not answer.") from error
    except InvalidTag as error:
        raise _not_ready("This instance does not open the signing keys: their key was changed.") from error


@router.get("/metrics", summary="Numbers for Prometheus", response_class=Response, responses=responses(404))
def metrics(request: Request) -> Response:
    """Requests, password slots, revision, what waits, findings, drift by number of the cluster. Contains no names.

    404 for a request that a proxy passed on (`X-Forwarded-For` and the like): monitoring asks each instance itself."""
    if not _FROM_A_PROXY.isdisjoint(request.headers):
        raise NotFound("Metrics are not for callers from outside; ask the instance itself.")
    metrics: Metrics = request.app.state.metrics
    page = b"".join(generate_latest(registry) for registry in metrics.registries)
    return Response(page, media_type=CONTENT_TYPE_LATEST)


def _revision(database: Database, settings: Settings) -> int:
    with database.reading() as session:
        if problem := _WRONG_TABLES.get(schema.state(session.connection())):
            raise _not_ready(problem)
        with suppress(LookupError):  # a database that no center has started on
            keys.private_key(keys.signer(session), settings)
        return trail.current_revision(session)


def _not_ready(detail: str) -> Busy:
    return Busy(detail, retry_after=5, code="not_ready")
