"""The classes of all routers and of the routes that change something.

Routes that change something offer a trial (`dry_run`) and a repetition (Idempotency-Key). `ChangingRouter` cannot
forget them; a test checks the OpenAPI document. Its routes that read stay as they are.
"""

from collections.abc import Callable, Coroutine, Sequence
from enum import Enum
from functools import cached_property
from typing import Any

from fastapi import APIRouter, Depends, Request, Response, params
from fastapi.concurrency import run_in_threadpool
from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Scope

from app.api import dry_run, idempotency
from app.api.callers import SAFE
from app.platform.errors import InvalidInput

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


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
        offered = [*(dependencies or ()), *_offers(set(methods))]
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
