"""The classes of all routers and of the routes that change something; and what routes refuse that they do not have.

Routes that change something offer a trial (`dry_run`) and a repetition (Idempotency-Key). `ChangingRouter` cannot
forget them; a test checks the OpenAPI document. Its routes that read stay as they are.
"""

from collections.abc import Callable, Coroutine, Sequence
from enum import Enum
from functools import cached_property
from typing import Any

from fastapi import APIRouter, Depends, Request, Response, params
from fastapi.concurrency import run_in_threadpool
from fastapi.dependencies.utils import get_flat_params, get_parameterless_sub_dependant
from fastapi.params import Query
from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Scope

from app.api import dry_run, idempotency
from app.api.callers import SAFE
from app.platform import spelling
from app.platform.errors import InvalidInput

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
STRICT = "/api/v1/"
_SHOWN = 10
_KNOWN: dict[tuple[str, str], frozenset[str]] = {}
"""Query parameters, by name and path of the route."""


class Router(APIRouter):
    """FastAPI tries every route of every router, 270 regular expressions for each request; they took two thirds of the
    time of `GET /health/live`. A router without a route that begins like the path is passed over."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """As in FastAPI, which calls it for a router that was included."""
        if any(beginning in scope["path"] for beginning in self._beginnings):
            return super().matches(scope)
        return Match.NONE, {}

    @cached_property
    def _beginnings(self) -> frozenset[str]:
        """The part of each path before its first parameter; the prefix under which it was included comes before."""
        return frozenset(str(getattr(route, "path", "")).partition("{")[0] for route in self.routes)


class ChangingRoute(APIRoute):
    """Handles the answer while the transaction of the change is still open."""

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        *,
        methods: set[str] | list[str],
        dependencies: Sequence[params.Depends] = (),
        **options: Any,
    ) -> None:
        # `once` comes before the route's own, which may ask before the transaction whether the request was repeated.
        offered = [*_offers(set(methods)), *(dependencies or ())]
        super().__init__(path, endpoint, methods=methods, dependencies=offered, **options)

    def get_route_handler(self) -> Handler:
        """The framework's handler, wrapped by ours."""
        handle = super().get_route_handler()
        takes_body = self.body_field is not None or "requestBody" in (self.openapi_extra or {})

        async def answered(request: Request) -> Response:
            if not takes_body:
                await refuse_body(request)
            if dry_run.is_asked(request):
                return await _try(request, handle)
            key = request.headers.get("idempotency-key")
            if request.method != "POST" or key is None:
                return await handle(request)
            with idempotency.alone(request, key):
                return await _once(request, handle)

        return answered if self.methods and not self.methods <= set(SAFE) else handle


class ChangingRouter(Router):
    """A router of routes that change something."""

    def __init__(self, *, tags: list[str | Enum], prefix: str = "") -> None:
        super().__init__(route_class=ChangingRoute, tags=tags, prefix=prefix)


async def refuse_body(request: Request) -> None:
    """For changing routes without a body: refuse unknown fields as other routes do. Raises InvalidInput
    `unknown_field`."""
    if (await request.body()).strip() not in (b"", b"{}", b"null"):
        raise InvalidInput("This takes no body.", code="unknown_field", field="body", wrong="unknown")


async def refuse_unknown(request: Request) -> None:
    """Dependency of every route: a filter with a wrong name would list, or change, everything. Raises InvalidInput
    `unknown_parameter`, with the names that the route has.

    Not outside of /api/v1. RFC 6749 (3.1, 3.2) and its relatives demand that unknown parameters are ignored, and a
    broker's plugin may be of a newer version than the center (docs/broker-protocol.md).
    """
    if not request.scope["query_string"] or not request.scope["path"].startswith(STRICT):
        return
    known = _known_names(request.scope["route"])
    if strange := sorted(request.query_params.keys() - known):
        wrong = [
            {"field": parameter[:256], "message": spelling.unknown(parameter, known)} for parameter in strange[:_SHOWN]
        ]
        detail = f"{wrong[0]['field']}: {wrong[0]['message']}"
        raise InvalidInput(detail, code="unknown_parameter", errors=wrong, known=sorted(known))
    names = [parameter for parameter, _ in request.query_params.multi_items()]
    if twice := next((parameter for parameter in names if names.count(parameter) > 1), None):
        raise InvalidInput("is given several times, and one value would count.", field=twice)


def _known_names(route: APIRoute) -> frozenset[str]:
    """Computed at the route's first request with a query, not at the start."""
    key = route.name, route.path_format
    if key not in _KNOWN:
        late = [
            get_parameterless_sub_dependant(depends=dependency, path=route.path_format)
            for dependency in route.dependencies
        ]
        fields = [field for dependant in (route.dependant, *late) for field in get_flat_params(dependant)]
        _KNOWN[key] = frozenset(field.alias for field in fields if isinstance(field.field_info, Query))
    return _KNOWN[key]


def _offers(methods: set[str]) -> list[params.Depends]:
    if methods <= set(SAFE):
        return []
    once = [Depends(idempotency.once)] if "POST" in methods else []
    return [Depends(dry_run.offer_dry_run), *once]


async def _try(request: Request, handle: Handler) -> Response:
    response = await handle(request)
    in_full: bool = request.state.is_administrator
    return await run_in_threadpool(lambda: dry_run.show_changes(request, response, in_full=in_full))


async def _once(request: Request, handle: Handler) -> Response:
    try:
        response = await handle(request)
    except idempotency.ReplayedAnswer as replayed:
        return replayed.response()
    await run_in_threadpool(idempotency.keep, request, response)
    return response
