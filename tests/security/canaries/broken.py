"""Requests with a canary in every place that takes a secret, and in every place that should not have one."""

import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from tests.api.change import Change
from tests.api.every_change import CHANGES, READS, Ids, example, fill_path, with_ids
from tests.api.test_hostile_values import FORMS
from tests.security.canaries import sounding
from tests.security.canaries.sounding import Document

New = Callable[[str], str]
"""Makes a canary for a place, and remembers it."""
_STAYS_OPEN = "GET /api/broker/v1/changes"
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Broken:
    """One request; `right`: with the credential of who may call it."""

    operation: str
    path: str
    content: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    right: bool = False


def requests(document: Document, ids: Ids, new: New) -> Iterator[Broken]:
    """For every operation."""
    inputs = sounding.secret_inputs(document)
    for operation, what in sounding.operations(document):
        if operation == _STAYS_OPEN:
            continue
        method, template = operation.split(" ")
        change = CHANGES.get(operation) or READS.get(operation) or Change(example(document, method, template))
        path = fill_path(template, ids, change.of)
        fields = sorted(name for where, name in inputs if where == operation)
        yield from _with_wrong_credentials(operation, path, new)
        if template in FORMS:
            yield from _forms(operation, path, fields, new)
        elif method not in ("GET", "DELETE"):
            tried = f"{path}?dry_run=true" if _can_be_tried(what) else path
            yield from _bodies(operation, tried, with_ids(change.body, ids), fields, new)


def _can_be_tried(what: dict[str, Any]) -> bool:
    return any(parameter["name"] == "dry_run" for parameter in what.get("parameters", ()))


def _with_wrong_credentials(operation: str, path: str, new: New) -> Iterator[Broken]:
    def with_header(name: str, value: str) -> Broken:
        return Broken(operation, path, headers={name: value.replace("{}", new(f"{operation} header {name}"))})

    yield with_header("Authorization", "Bearer {}")
    yield with_header("Authorization", "Bearer eyJhbGciOiJFUzI1NiJ9.e30.{}")
    yield with_header("Authorization", "Basic {}")
    yield with_header("Authorization", "{}")
    yield with_header("Cookie", "puc_session={}; puc_sign_in={}; puc_browser={}")
    query = urlencode({"access_token": new(f"{operation} query"), "password": new(f"{operation} query")})
    yield Broken(operation, f"{path}?{query}")
    yield Broken(operation, f"{path}?{query}", right=operation.startswith("GET "))
    yield Broken(operation, f"{path}/{new(f'{operation} path')}", right=True)


def _bodies(operation: str, path: str, body: Any, fields: list[str], new: New) -> Iterator[Broken]:
    secret = {name: new(f"{operation} {name}") for name in fields}
    filled_in = json.dumps({**body, **secret} if isinstance(body, dict) else body).encode()
    whole = new(f"{operation} body")
    alone = [json.dumps({**more, name: value}).encode() for name, value in secret.items() for more in (body or {}, {})]
    for content, kind in (
        *((content, "application/json") for content in alone),
        (filled_in, "application/json"),
        (filled_in[:-1], "application/json"),
        (json.dumps(whole).encode(), "application/json"),
        (json.dumps({"unknown": whole}).encode(), "application/json"),
        (json.dumps({name: [value] for name, value in secret.items()}).encode(), "application/json"),
        (b"password=" + whole.encode(), "application/x-www-form-urlencoded"),
        (b"\xff" + whole.encode(), "application/json"),
    ):
        yield Broken(operation, path, content, {"Content-Type": kind}, right=True)


def _forms(operation: str, path: str, fields: list[str], new: New) -> Iterator[Broken]:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    base = FORMS[path]
    for name in fields:
        secret = new(f"{operation} {name}")
        yield Broken(operation, path, urlencode({**base, name: secret}).encode(), form)
        yield Broken(operation, path, urlencode({**base, name: secret}).encode() + b"&" + name.encode() + b"=x", form)
    every = {name: new(f"{operation} {name}") for name in fields}
    yield Broken(operation, path, urlencode({**base, **every}).encode(), form)
    yield Broken(operation, path, json.dumps(every).encode(), {"Content-Type": "application/json"})
    yield Broken(operation, path, urlencode(every).encode() + b"\xff%zz", form)
