"""The least that FastAPI can do with the same statements: no rights, no checks, no models, no log. It runs in its own
process behind the same HTTP server."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from sqlalchemy.orm import Session

from app.platform.database import Database

Statement = tuple[str, Any]


@dataclass(frozen=True)
class RecordedRequest:
    """What one of our requests sent to the database, and the content of its answer."""

    statements: list[Statement]
    content: Any


class GrantBody(BaseModel):
    """The body of a new grant."""

    user_id: int
    res_type: int
    res_id: int
    authorities: list[int]


def application(url: str, page: RecordedRequest, grants: Sequence[RecordedRequest]) -> FastAPI:
    """`GET /page`, `POST /grants` (the next of `grants` each time) and `GET /live`."""
    app, numbers, database = FastAPI(), itertools.count(), Database(url)

    @app.get("/page")
    def read_page() -> JSONResponse:
        with database.reading() as session:
            _repeat(session, page.statements)
        return JSONResponse(page.content)

    @app.post("/grants")
    def give(body: GrantBody) -> JSONResponse:
        grant = grants[next(numbers)]
        assert body.authorities
        with database.writing() as session:
            _repeat(session, grant.statements)
        return JSONResponse(grant.content, 201)

    @app.get("/live")
    def live() -> JSONResponse:
        return JSONResponse({"status": "live"})

    return app


def _repeat(session: Session, statements: Sequence[Statement]) -> None:
    connection = session.connection()
    for statement, values in statements:
        result = connection.exec_driver_sql(statement, values)
        if result.returns_rows:
            result.all()
