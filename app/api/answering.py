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

from app.api.callers import Caller
from app.database import only_reads

Endpoint = Callable[..., Any]


def in_one_thread(router: APIRouter) -> APIRouter:
    """The router, whose plain functions that answer a model now answer its JSON. It is complete: no route comes
    later."""
    for route in router.routes:
        if isinstance(route, APIRoute):
            _write(route)
        elif isinstance(inner := getattr(route, "original_router", None), APIRouter):
            in_one_thread(inner)
    return router


def _write(route: APIRoute) -> None:
    model, plain = route.response_model, not inspect.iscoroutinefunction(route.endpoint)
    if plain and isinstance(model, type) and issubclass(model, BaseModel):
        route.endpoint = _writing(route.endpoint, model, route.status_code or 200)


def _writing(endpoint: Endpoint, model: type[BaseModel], status: int) -> Endpoint:
    @functools.wraps(endpoint)
    def answered(**values: Any) -> Any:
        found = endpoint(**values)
        if isinstance(found, Response):
            return found
        _give_back(values.values())
        prepared = next((one for one in values.values() if isinstance(one, Response)), None)
        written = Response(_json(found, model), status, media_type="application/json")
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
    """The connection of who only reads; a change is committed by who opened it."""
    for one in values:
        session = one.session if isinstance(one, Caller) else one
        if isinstance(session, Session) and only_reads(session):
            session.close()
