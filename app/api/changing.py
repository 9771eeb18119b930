"""Two features of every changing route of the console's API: trial (`dry_run`) and repetition (Idempotency-Key).

`offering` adds them to all routes of a router, so that no route can forget them. A test checks the OpenAPI document.
"""

from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.routing import APIRoute

from app.api import dry_run, guard, idempotency
from app.errors import InvalidInput

_CHANGING = {"POST", "PUT", "PATCH", "DELETE"}
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class ChangingRoute(APIRoute):
    """Handles the answer while the transaction of the change is still open."""

    def get_route_handler(self) -> Handler:
        """The framework's handler, wrapped by ours."""
        handle = super().get_route_handler()

        async def answered(request: Request) -> Response:
            if dry_run.is_asked(request):
                return await _try(request, handle)
            key = request.headers.get("idempotency-key")
            if request.method != "POST" or key is None:
                return await handle(request)
            with idempotency.alone(request, key):
                return await _once(request, handle)

        return answered


async def refuse_body(request: Request) -> None:
    """Dependency of changing routes without a body: refuses unknown fields as other routes do. Raises InvalidInput
    `unknown_field`."""
    if (await request.body()).strip() not in (b"", b"{}", b"null"):
        raise InvalidInput("This takes no body.", code="unknown_field", field="body", wrong="unknown")


def offering(router: APIRouter) -> APIRouter:
    """Add both features to the router's changing routes. Routes marked `changes_nothing` offer neither: they change
    nothing, or use transactions of their own."""
    for route in _changing(router):
        if route.body_field is None and "requestBody" not in (route.openapi_extra or {}):
            route.dependencies = [*route.dependencies, Depends(refuse_body)]
        if guard.is_marked_changing_nothing(route.endpoint):
            continue
        route.__class__ = ChangingRoute
        offers = [Depends(dry_run.offer_dry_run)]
        if "POST" in (route.methods or ()):
            offers.append(Depends(idempotency.once))
        route.dependencies = [*route.dependencies, *offers]
    return router


def _changing(router: APIRouter) -> list[APIRoute]:
    return [route for route in _routes(router) if (route.methods or set()) & _CHANGING]


def _routes(router: APIRouter) -> Iterator[APIRoute]:
    for route in router.routes:
        if isinstance(route, APIRoute):
            yield route
        elif isinstance(inner := getattr(route, "original_router", None), APIRouter):
            yield from _routes(inner)


async def _try(request: Request, handle: Callable[[Request], Awaitable[Response]]) -> Response:
    response = await handle(request)
    in_full: bool = request.state.is_administrator
    return await run_in_threadpool(lambda: dry_run.show_changes(request, response, in_full=in_full))


async def _once(request: Request, handle: Callable[[Request], Awaitable[Response]]) -> Response:
    try:
        response = await handle(request)
    except idempotency.ReplayedAnswer as found:
        return found.response()
    await run_in_threadpool(idempotency.keep, request, response)
    return response
