"""Health, readiness and metrics, for orchestrators and monitoring."""

from pathlib import Path
from typing import Literal

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel, Field
from sqlalchemy.exc import SQLAlchemyError

from app.api.guard import Connected
from app.api.problems import responses
from app.database import Database
from app.errors import Busy
from app.telemetry import Metrics
from app.trail import trail

router = APIRouter(tags=["operations"])
_MIGRATIONS = Path(__file__).parents[3] / "migrations"


class Health(BaseModel):
    """The service answers."""

    status: Literal["ok"] = "ok"


class Readiness(Health):
    """The service can work."""

    revision: int = Field(description="Newest revision of the rights.", examples=[42])


@router.get("/health/live", summary="Does the process answer?")
async def live() -> Health:
    """Uses nothing: a lost database is no reason to kill the process."""
    # It uses no thread either, as all threads may be waiting for the database.
    return Health()


@router.get("/health/ready", summary="Can it work?", responses=responses(503))
def ready(database: Connected) -> Readiness:
    """The database answers and has the tables of this version; otherwise 503 `not_ready`."""
    try:
        return Readiness(revision=_revision(database))
    except SQLAlchemyError as error:
        raise _not_ready("The database does not answer.") from error


@router.get("/metrics", summary="Numbers for Prometheus", response_class=Response)
def metrics(request: Request) -> Response:
    """Requests by route and status, password slots, revision. Contains no names of users or resources."""
    found: Metrics = request.app.state.metrics
    return Response(generate_latest(found.registry), media_type=CONTENT_TYPE_LATEST)


def _revision(database: Database) -> int:
    with database.reading() as session:
        at = set(MigrationContext.configure(session.connection()).get_current_heads())
        if at != _wanted_heads():
            raise _not_ready("The tables are of another version: run `usercenter migrate`.")
        return trail.current_revision(session)


def _wanted_heads() -> set[str]:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    return set(ScriptDirectory.from_config(config).get_heads())


def _not_ready(detail: str) -> Busy:
    return Busy(detail, retry_after=5, code="not_ready")
