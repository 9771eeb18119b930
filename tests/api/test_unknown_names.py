"""Unknown parameters, words and fields are refused: an unknown filter would filter nothing."""

from typing import Any

import httpx
import pytest

from app.identity import client_secrets, users
from tests.api.estate import Estate, problem
from tests.api.rows import differences, rows
from tests.api.test_guard import address, operations
from tests.center import Center
from tests.factories import a_user

pytestmark = pytest.mark.any_database

_OPEN = ("/oauth2/", "/.well-known/", "/health/", "/metrics", "/api/broker/v1/")
"""RFC 6749 (3.1, 3.2), RFC 7662, RFC 8414 and OpenID Connect demand that unknown parameters are ignored; what asks for
health adds its own; a plugin may be newer than the center."""

_NEEDS_PLACE = ("/api/v1/access/principals", "right")


def test_every_operation_refuses_unknown_parameters(center: Center) -> None:
    document, client = center.app.openapi(), center.client()
    strict = [operation for operation in operations(center.app) if not operation[1].startswith(_OPEN)]
    assert len(strict) > 240
    for method, path in strict:
        operation = document["paths"][path][method.lower()]
        known = {parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query"}
        answer = client.request(method, address(path), params={"colour": "red"})
        assert problem(answer) == (422, "unknown_parameter"), f"{method} {path}"
        assert set(answer.json()["known"]) == known, f"{method} {path}"
        assert "422" in operation["responses"], f"{method} {path} does not say so"


def test_the_route_of_the_document_refuses_unknown_parameters(center: Center) -> None:
    client, path = center.client(), "/api/v1/openapi.json"
    assert problem(client.get(path, params={"x": "1"})) == (422, "unknown_parameter")
    assert (client.get(path).json()["openapi"], client.head(path).status_code) == ("3.1.0", 200)


def test_an_unknown_word_in_a_filter_is_refused_with_a_suggestion(root: httpx.Client, center: Center) -> None:
    """It would list nothing, or everything. A filter with a few values has an enum."""
    document, counted = center.app.openapi(), 0
    for method, path in operations(center.app):
        for parameter in document["paths"][path][method.lower()].get("parameters", []):
            kinds = parameter["schema"].get("anyOf", [parameter["schema"]])
            words = [word for kind in kinds for word in kind.get("enum", ())]
            if parameter["in"] == "query" and words and parameter["name"] not in ("sort", "dry_run"):
                place = {"res_type": "1", "res_id": "1"} if (path, parameter["name"]) == _NEEDS_PLACE else {}
                query = {**place, parameter["name"]: words[0][:-1] + "_"}
                answer = root.request(method, address(path), params=query)
                assert answer.status_code == 422, f"{method} {path} {parameter['name']}"
                assert f"'{words[0]}'" in answer.text, f"{method} {path} {parameter['name']}"
                assert "did you mean " in answer.text, f"{method} {path} {parameter['name']}"
                counted += 1
            if not parameter["name"].startswith("given_"):  # `me`, or an id
                assert not any("|" in kind.get("pattern", "") for kind in kinds), f"{method} {path}"
    assert counted > 25


def test_an_unknown_word_in_a_body_is_refused_with_a_suggestion(root: httpx.Client) -> None:
    refusal = root.post("/api/v1/users", json={"username": "bob", "kind": "servce"}).json()
    message = "Input should be 'person' or 'service'; did you mean service?"
    assert refusal["errors"] == [{"field": "kind", "message": message}]


def test_filters_refuse_empty_texts(center: Center) -> None:
    """An empty variable of a script would list everything. `q` searches, the others filter nothing."""
    document = center.app.openapi()
    others = {"q", "cursor", "confirm", "prune", "parent"}
    for method, path in operations(center.app):
        for parameter in document["paths"][path][method.lower()].get("parameters", []):
            kinds = parameter["schema"].get("anyOf", [parameter["schema"]])
            text = [kind for kind in kinds if kind.get("type") == "string" and not kind.keys() & {"enum", "pattern"}]
            if parameter["in"] == "query" and path.startswith("/api/v1/") and parameter["name"] not in others:
                assert all(kind.get("minLength") for kind in text), f"{method} {path} {parameter['name']}"


def test_standard_protocols_ignore_unknown_parameters(center: Center) -> None:
    client = center.client()
    open_ones = [operation for operation in operations(center.app) if operation[1].startswith(_OPEN)]
    assert len(open_ones) > 20
    for method, path in open_ones:
        plain, more = (client.request(method, address(path), params=params) for params in ({}, {"colour": "red"}))
        assert (plain.status_code, "unknown_parameter" in more.text) == (more.status_code, False), f"{method} {path}"


def test_a_token_is_issued_whatever_else_is_asked(center: Center) -> None:
    """RFC 6749, 3.2: the authorization server must ignore unrecognized request parameters."""
    bot = center.make(a_user, "bot", kind="service")
    secret = center.make(lambda session: client_secrets.create(session, "root", users.find(session, bot.id)))[1]
    form = {"grant_type": "client_credentials", "client_id": "bot", "client_secret": secret, "colour": "red"}
    answer = center.client().post("/oauth2/token", params={"colour": "red", "dry_run": "true"}, data=form)
    assert answer.status_code == 200, answer.text


def test_an_unknown_parameter_is_refused_with_a_suggestion_and_the_known_names(root: httpx.Client) -> None:
    answer = root.get("/api/v1/grants", params={"user": "globex", "limit": 5}).json()
    assert answer["detail"].startswith("user: unknown; did you mean user_id? Known: authority, cursor, ")
    assert answer["errors"] == [{"field": "user", "message": answer["detail"].removeprefix("user: ")}]
    assert {"user_id", "role_id", "limit"} < set(answer["known"])


@pytest.mark.parametrize("query", ["user_id=1&user_id=2", "user_id=&user_id=2", "limit=5&%6cimit=5"])
def test_a_parameter_counts_once(root: httpx.Client, query: str) -> None:
    """Only the last one would count: a list of the grants of two users would show those of one."""
    assert problem(root.get(f"/api/v1/grants?{query}")) == (422, "invalid_input")


def test_a_change_with_an_unknown_parameter_changes_nothing(estate: Estate) -> None:
    before = rows(estate.center)
    for query in ("dryrun=true", "dry_run=true&colour=red", "DRY_RUN=true", "%64ryrun", "dry_run=false&=x"):
        answer = estate.root.post(f"/api/v1/groups?{query}", json={"name": "x"})
        assert problem(answer) == (422, "unknown_parameter"), query
    assert differences(before, rows(estate.center)) == {}


@pytest.mark.parametrize(
    ("path", "body", "field", "message"),
    [
        ("groups", {"nam": "x"}, "nam", "unknown; did you mean name? Known: name, remark."),
        ("grants/bulk", {"grant": [{"autorities": []}]}, "grant.0.autorities", "unknown; did you mean authorities? "),
        ("grants/bulk", {"grants": []}, "grants", "unknown; did you mean grant? Known: "),
        ("grants", {"limits": {"prefixx": "a"}}, "limits.prefixx", "unknown; did you mean prefix? Known: "),
        ("access/check", {"questions": [{"colour": 1}]}, "questions.0.colour", "unknown. Known: "),
        (
            "access/simulate",
            {"changes": {"revok": [1]}},
            "changes.revok",
            "unknown; did you mean revoke? Known: approve, change, ",
        ),
        ("groups", {"": 1}, "", "unknown. Known: name, remark."),
    ],
)
def test_fields_of_bodies_at_every_depth(
    root: httpx.Client, path: str, body: dict[str, Any], field: str, message: str
) -> None:
    answer = root.post(f"/api/v1/{path}", json=body).json()
    assert [error["message"].startswith(message) for error in answer["errors"] if error["field"] == field] == [True], (
        answer
    )
