"""Hostile values for every parameter and field of an operation, read from the OpenAPI document."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

Document = dict[str, Any]
LONG = "x" * 5000
TEXTS: tuple[str, ...] = ("a\0b", "\ud800", LONG)
"""NUL, which PostgreSQL cannot store; half a surrogate pair, which is no UTF-8; more than columns hold."""
NUMBERS: tuple[Any, ...] = (2**63, -(2**63) - 1, 1e308)
"""Beyond every integer column."""
_SENT_LATER = ("dry_run", "wait_ms")
"""Parameters that are not changed: they decide whether and how long a request works."""


@dataclass(frozen=True)
class Request:
    """One request, with texts as on the wire."""

    operation: str
    path: str
    query: dict[str, str] = field(default_factory=dict)
    body: Any = None
    form: dict[str, str] | None = None


def requests(document: Document, base: Request) -> Iterator[Request]:
    """The request, each time with one hostile value in one place."""
    template, what = base.operation.split(" ")[1], _operation(document, base.operation)
    for parameter in what.get("parameters", ()):
        name, values = parameter["name"], [quote(text, errors="surrogatepass") for text in _texts(parameter["schema"])]
        for value in values:
            if parameter["in"] == "path":
                yield Request(base.operation, _in_path(template, base.path, name, value), base.query, base.body)
            elif parameter["in"] == "query" and name not in _SENT_LATER:
                yield Request(base.operation, base.path, {**base.query, name: value}, base.body)
    for body in with_one_changed(base.body) if "requestBody" in what else ():
        yield Request(base.operation, base.path, base.query, body)
    for name in base.form or {}:
        for value in TEXTS:
            yield Request(
                base.operation, base.path, form={**(base.form or {}), name: quote(value, errors="surrogatepass")}
            )


def with_optional_fields(document: Document, operation: str, body: Any) -> Any:
    """The body with every field of its model, so that each is tested; added fields are null."""
    schema = _body_schema(document, operation)
    known = schema.get("properties", {}) if isinstance(body, dict) else {}
    return {**dict.fromkeys(known), **body} if known else body


def _texts(schema: dict[str, Any]) -> list[str]:
    kinds = {variant.get("type") for variant in schema.get("anyOf", [schema])}
    numbers = [str(number) for number in NUMBERS] if kinds & {"integer", "number"} else []
    return numbers or list(TEXTS)


def _in_path(template: str, path: str, name: str, value: str) -> str:
    parts = zip(template.split("/"), path.split("/"), strict=True)
    return "/".join(value if known == "{" + name + "}" else part for known, part in parts)


def with_one_changed(value: Any) -> Iterator[Any]:
    """The value with one leaf replaced, for each leaf and each hostile value."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from ({**value, name: other} for other in with_one_changed(inner))
    elif isinstance(value, list):
        for number, inner in enumerate(value[:1]):
            for other in with_one_changed(inner):
                changed = copy.copy(value)
                changed[number] = other
                yield changed
    else:
        yield from _others(value)


def _others(leaf: Any) -> tuple[Any, ...]:
    """Hostile values of the leaf's kind; of both kinds for a boolean or null."""
    if isinstance(leaf, bool | None):
        return (*TEXTS, *NUMBERS)
    return NUMBERS if isinstance(leaf, int | float) else TEXTS


def _operation(document: Document, operation: str) -> dict[str, Any]:
    method, path = operation.split(" ")
    return dict(document["paths"][path][method.lower()])


def _body_schema(document: Document, operation: str) -> dict[str, Any]:
    content = _operation(document, operation).get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return {}
    schema: dict[str, Any] = content["schema"]
    name = next((variant["$ref"] for variant in schema.get("anyOf", [schema]) if "$ref" in variant), "").rsplit("/", 1)[
        -1
    ]
    return dict(document["components"]["schemas"].get(name, schema))
