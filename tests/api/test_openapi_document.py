"""Strangers may ask for the OpenAPI document often, so it is rendered once."""

import json
from typing import Any

import pytest
from fastapi import FastAPI

from app.api import openapi_document, problems
from app.api.openapi_document import ADDRESS
from app.platform.settings import Settings
from app.server.main import create_app
from tests import plain_http
from tests.center import Server


def test_the_document_is_rendered_once_until_a_route_is_added(
    server: tuple[Server, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written, dumps = list[object](), json.dumps

    def note_and_dump(what: object, **how: Any) -> str:
        written.append(what)
        return dumps(what, **how)

    server[0].application = app = FastAPI(openapi_url=None)
    problems.install(app)
    openapi_document.install(app)
    app.get("/now")(list)
    with plain_http.client(server[1], timeout=60) as client:
        monkeypatch.setattr(json, "dumps", note_and_dump)
        answers = [client.get(ADDRESS).json() for _ in range(3)]
        assert len(written) == 1
        app.get("/later")(list)
        later = client.get(ADDRESS).json()
    assert answers[0] == answers[2]
    assert all("Problem" in document["components"]["schemas"] for document in (answers[0], later))
    assert (set(answers[0]["paths"]), set(later["paths"])) == ({"/now"}, {"/now", "/later"})
    assert len(written) == 2


def test_no_other_route_answers_the_document(settings: Settings) -> None:
    assert create_app(settings).openapi_url is None
