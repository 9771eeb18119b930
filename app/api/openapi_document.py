"""Answers the OpenAPI document. It is written once: that takes a second, and strangers may ask for it, so it must not
be done for each of them, least of all where the change feeds of brokers wait for it."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from http import HTTPStatus
from typing import Any

from anyio import CapacityLimiter, to_thread
from fastapi import Depends, FastAPI, Request, Response

from app.api.parameters import refuse_unknown

ADDRESS = "/api/v1/openapi.json"
_Name = Callable[[str, dict[str, Any]], str]


def with_components(document: dict[str, Any]) -> dict[str, Any]:
    """The same document, in which answers and parameters that several operations have are written once, as components:
    a third of it. The framework writes them out for each operation."""
    paths = deepcopy(document["paths"])
    places = {
        "responses": ([*_items(paths, "responses")], lambda status, _: HTTPStatus(int(status)).phrase),
        "parameters": ([*_items(paths, "parameters")], lambda _, parameter: parameter["name"]),
    }
    components = {
        kind: _move_to_components(kind, places_of_kind, name) for kind, (places_of_kind, name) in places.items()
    }
    return {**document, "paths": paths, "components": {**document["components"], **components}}


def _items(paths: dict[str, Any], kind: str) -> Iterator[tuple[Any, Any]]:
    """Each list or table of this kind, with each of its keys."""
    for operations in paths.values():
        for operation in operations.values():
            container = operation.get(kind, {})
            yield from (
                (container, key) for key in (range(len(container)) if isinstance(container, list) else list(container))
            )


def _move_to_components(kind: str, places: list[tuple[Any, Any]], name: _Name) -> dict[str, Any]:
    """Replace by a reference what stands in several places; returns the components. Of several with one name, the most
    frequent becomes one."""
    named = [(name(str(key), items[key]).replace(" ", ""), items, key) for items, key in places]
    written = Counter((component, repr(items[key])) for component, items, key in named)
    chosen: dict[str, str] = {}
    for (component, text), times in written.most_common():
        if times > 1:
            chosen.setdefault(component, text)
    components = {}
    for component, items, key in named:
        if chosen.get(component) == repr(items[key]):
            components[component] = items[key]
            items[key] = {"$ref": f"#/components/{kind}/{component}"}
    return dict(sorted(components.items()))


def install(app: FastAPI) -> None:
    """Serve it, with routes that are added later."""
    written: list[tuple[dict[str, Any], bytes]] = []
    # One thread for all who ask: those who are first would otherwise take every thread.
    lane = CapacityLimiter(1)

    def write() -> bytes:
        now = app.openapi()
        if not written or written[0][0] is not now:
            written[:] = [(now, json.dumps(with_components(now), ensure_ascii=False, separators=(",", ":")).encode())]
        return written[0][1]

    async def document(_: Request) -> Response:
        return Response(await to_thread.run_sync(write, limiter=lane), media_type="application/json")

    strict = [Depends(refuse_unknown)]
    app.add_api_route(ADDRESS, document, methods=["GET", "HEAD"], dependencies=strict, include_in_schema=False)
