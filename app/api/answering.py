"""Serialises answers in the thread that computed them.

FastAPI would validate the answer in a second thread and close the session in a third; these hand-overs cost more than
serialising a page. Here the route's own thread does both. The answer still follows the declared model.
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from fastapi import APIRouter, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel
from sqlalchemy.orm import Session

from app.api import expected, transaction
from app.api.callers import Caller
from app.api.expected import Expected
from app.api.transaction import Change
from app.database import only_reads

Endpoint = Callable[..., Any]


def in_one_thread(router: APIRouter) -> APIRouter:
    """Change the router's plain functions so that they return the JSON of their model and end their session themselves.
    Call it when the router is complete: later routes are not changed."""
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
    endpoint = route.endpoint
    route.endpoint = _writing(endpoint, written, route.status_code or 200)
    expected.find_late(route.dependant, route.endpoint)


def _writing(endpoint: Endpoint, model: type[BaseModel] | None, status: int) -> Endpoint:
    @functools.wraps(endpoint)
    def answered(**values: Any) -> Any:
        values = {name: _found(one) for name, one in values.items()}
        try:
            return _answer(endpoint, values, model, status)
        except BaseException as error:
            for session in _sessions(values.values()):
                transaction.undo(session, error)
            raise

    return answered


def _found(value: Any) -> Any:
    """Find the caller of an `Expected`; begin the session of a `Change`."""
    if isinstance(value, Expected):
        return value.find()
    return value.begin() if isinstance(value, Change) else value


def _answer(endpoint: Endpoint, values: dict[str, Any], model: type[BaseModel] | None, status: int) -> Any:
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


def _json(found: BaseModel, model: type[BaseModel]) -> bytes:
    """JSON by the declared model; other attributes of the object are left out."""
    if type(found) is not model:
        # Built without validation: a list and its items were validated when they were made.
        found = model.model_construct(**{name: getattr(found, name) for name in model.model_fields})
    return model.__pydantic_serializer__.to_json(found, by_alias=True)


def _give_back(values: Iterable[object]) -> None:
    """Close a reading session; commit a change as soon as its answer is serialised."""
    for session in _sessions(values):
        if only_reads(session):
            session.close()
        else:
            transaction.commit(session)


def _sessions(values: Iterable[object]) -> Iterator[Session]:
    for one in values:
        session = one.session if isinstance(one, Caller) else one
        if isinstance(session, Session):
            yield session
