"""Answers are written in the thread that made them.

The framework checks what a route answers in a thread of its own, and gives back the connection in a third: trips that
cost more than writing a page. Here the route's own thread does both; what is written is still what the route declares.
"""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

from fastapi import APIRouter, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel
from sqlalchemy.orm import Session

from app.api import transaction
from app.api.callers import Caller
from app.database import only_reads

Endpoint = Callable[..., Any]


def in_one_thread(router: APIRouter) -> APIRouter:
    """The router, whose plain functions that answer a model now answer its JSON, and end what they began as those do
    that answer nothing. It is complete: no route comes later."""
    for route in router.routes:
        if isinstance(route, APIRoute):
            _write(route)
        elif isinstance(inner := getattr(route, "original_router", None), APIRouter):
            in_one_thread(inner)
    return router


def _write(route: APIRoute) -> None:
    if inspect.iscoroutinefunction(route.endpoint):
        return
    model = route.response_model
    written = model if isinstance(model, type) and issubclass(model, BaseModel) else None
    route.endpoint = _writing(route.endpoint, written, route.status_code or 200)


def _writing(endpoint: Endpoint, model: type[BaseModel] | None, status: int) -> Endpoint:
    @functools.wraps(endpoint)
    def answered(**values: Any) -> Any:
        found = endpoint(**values)
        if model is None or isinstance(found, Response):
            if found is None:
                _give_back(values.values())
            return found
        written = Response(_json(found, model), status, media_type="application/json")
        _give_back(values.values())
        prepared = next((one for one in values.values() if isinstance(one, Response)), None)
        if prepared is not None:
            written.status_code = prepared.status_code or status
            written.headers.raw.extend(prepared.headers.raw)
        return written

    return answered


def _json(found: BaseModel, model: type[BaseModel]) -> bytes:
    """As the declared model, whatever else the object carries."""
    if type(found) is not model:
        # A list is made without its type; nothing in it is checked a second time.
        found = model.model_construct(**{name: getattr(found, name) for name in model.model_fields})
    return model.__pydantic_serializer__.to_json(found, by_alias=True)


def _give_back(values: Iterable[object]) -> None:
    """The connection of who only reads; and commit what was changed, as soon as its answer is written."""
    for one in values:
        session = one.session if isinstance(one, Caller) else one
        if isinstance(session, Session):
            if only_reads(session):
                session.close()
            else:
                transaction.commit(session)
