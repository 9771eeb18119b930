"""Answers the OpenAPI document. It is written once: that takes a second, and strangers may ask for it, so it must not
be done for each of them, least of all where the change feeds of brokers wait for it."""

import json
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from http import HTTPStatus
from typing import Any

from anyio import CapacityLimiter, to_thread
from fastapi import Depends, FastAPI, Request, Response

from app.api.routing import refuse_unknown

ADDRESS = "/api/v1/openapi.json"
_Place = tuple[Any, Any]
"""A list or table, and where in it something stands."""


def with_components(document: dict[str, Any]) -> dict[str, Any]:
    """The same document, in which answers, parameters and bodies that several operations have are written once, as
    components: a third of it. The framework writes them out for each operation."""
    paths = deepcopy(document["paths"])
    operations = [operation for of_path in paths.values() for operation in of_path.values()]
    answers = [(operation["responses"], status) for operation in operations for status in operation["responses"]]
    listed = [operation["parameters"] for operation in operations if "parameters" in operation]
    parameters = [(parameters, number) for parameters in listed for number in range(len(parameters))]
    bodies = [(operation, "requestBody") for operation in operations if "requestBody" in operation]
    components = {
        "responses": _move_to_components("responses", answers, _name_of_answer),
        "parameters": _move_to_components("parameters", parameters, lambda _, parameter: parameter["name"]),
        "requestBodies": _move_to_components("requestBodies", bodies, _name_of_body),
    }
    return {**document, "paths": paths, "components": {**document["components"], **components}}


def _name_of_answer(status: str, answer: dict[str, Any]) -> str:
    return _name_of_schema(answer, HTTPStatus(int(status)).phrase.replace(" ", ""))


def _name_of_body(_: str, body: dict[str, Any]) -> str:
    return _name_of_schema(body, next(iter(body["content"])))


def _name_of_schema(described: dict[str, Any], otherwise: str) -> str:
    schema = described.get("content", {}).get("application/json", {}).get("schema", {})
    return str(schema.get("$ref", otherwise)).rsplit("/", 1)[-1]


def _move_to_components(kind: str, places: list[_Place], name: Callable[[Any, dict[str, Any]], str]) -> dict[str, Any]:
    """Replace by a reference what stands in several places; returns the components. Of several with one name, the
    rarer ones get a number."""
    written = Counter((name(key, items[key]), repr(items[key])) for items, key in places)
    names, taken = dict[str, str](), Counter[str]()
    for (component, text), times in written.most_common():
        if times > 1 and text not in names:
            taken[component] += 1
            names[text] = component if taken[component] == 1 else f"{component}-{taken[component]}"
    components = {}
    for items, key in places:
        if (text := repr(items[key])) in names:
            components[names[text]] = items[key]
            items[key] = {"$ref": f"#/components/{kind}/{names[text]}"}
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
