"""The OpenAPI document describes each operation, its errors and its bodies."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI

from app.api.paging import Body

pytestmark = pytest.mark.any_database

PROBLEM = "application/problem+json"
FORM = "application/x-www-form-urlencoded"
FILES = {
    "POST /api/v1/policy/plan",
    "POST /api/v1/policy/apply",
    "PUT /api/v1/audit/runs/{run}/parts/{kind}/{number}",
}
OAUTH_FORMS = {f"POST /oauth2/{name}" for name in ("device_authorization", "introspect", "revoke", "token")}
OAUTH_ERRORS = OAUTH_FORMS | {"GET /oauth2/userinfo", "POST /oauth2/userinfo"}


@pytest.fixture(scope="module")
def document(built_app: FastAPI) -> dict[str, Any]:
    return built_app.openapi()


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """`METHOD path` and what the document says about it."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def bodies(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """`METHOD path` and the name of the model of its JSON body."""
    for name, operation in operations(document):
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" in content:
            schema = content["application/json"]["schema"]
            choices = schema.get("anyOf", [schema])
            yield name, next(variant["$ref"] for variant in choices if "$ref" in variant).rsplit("/", 1)[-1]


def models(base: type[Body] = Body) -> dict[str, type[Body]]:
    """Every request body by its name."""
    found = {model.__name__: model for model in base.__subclasses__()}
    for model in list(found.values()):
        found.update(models(model))
    return found


def test_every_operation_has_a_summary_a_description_and_tags(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        assert not operation["summary"].istitle(), f"{name}: {operation['summary']} is only its function's name"
        assert operation.get("description"), name
        assert operation["tags"], name


NOT_BY_PAGES = {
    "GET /api/v1/authorities": "what the product knows",
    "GET /api/v1/operations": "what the product knows",
    "GET /api/v1/applications items": "500 at most",
    "GET /api/v1/signing-keys/{kid}/tokens services": "500 at most",
    "GET /api/v1/resources/tree/path items": "four at most, each with pages",
    "GET /api/v1/session/applications items": "100 at most",
    "GET /api/v1/settings items": "what the product knows",
    "GET /api/v1/policy-kinds": "what the product knows",
    "GET /api/v1/policy-presets": "what the product knows",
    "GET /api/v1/clusters/{cluster_id}/connection peers": "the clusters that it shares tenants with",
    "GET /api/v1/clusters/{cluster_id}/drift unread": "the first 200",
    "GET /api/v1/clusters/{cluster_id}/drift/lines/{line_id}/loss clusters": "one",
    "GET /api/v1/clusters/{cluster_id}/imports": "the newest 20, and one more",
    **{
        f"GET /api/v1/clusters/{{cluster_id}}/imports/{{import_id}}/report {name}": "the first 20,000"
        for name in (
            "differs", "kept", "left_out", "new_credentials", "not_carried", "proxies", "steps", "stronger",
            "super_users", "unread",
        )
    },
    "GET /api/v1/clusters/{cluster_id}/imports/{import_id}/report refused": "the steps that could not be made",
    "GET /api/v1/clusters/{cluster_id}/imports/{import_id}/undo keeps": "the first 20,000",
    "GET /api/v1/clusters/{cluster_id}/tls authorities": "20 certificates are kept at most",
    "GET /api/v1/clusters/{cluster_id}/tls certificate": "20 certificates are kept at most",
    "GET /api/v1/namespaces/{namespace_id}/policies/live clusters": "those of the tenant",
    "GET /api/v1/topics/{topic_id}/policies/live clusters": "those of the tenant",
    "GET /api/v1/registration-form clusters": "a setting names them",
    "GET /api/v1/clusters/{cluster_id}/connections items": "its own `limit`, 1,000 at most",
    **{
        f"GET /api/v1/clusters/{{cluster_id}}/{name}": "PUC_BROKERS_MAX"
        for name in (
            "connections late", "connections unfollowed", "enforcement behind", "enforcement vanished",
            "enforcement left", "enforcement observing", "enforcement unfollowed",
        )
    },
    "GET /api/v1/clusters/{cluster_id}/credentials items": "two at most",
    "GET /api/v1/clusters/{cluster_id}/credentials broker_tokens": "a hundred of a user do not expire at most",
    "GET /api/v1/identity-providers items": "twenty at most",
    "GET /api/v1/identity-providers/{provider_id} email_domains": "fifty at most",
    "GET /api/v1/identity-providers/{provider_id} groups": "five hundred at most",
    "GET /api/v1/session/providers providers": "twenty at most",
    "GET /api/v1/session/links items": "one for each provider",
    "GET /api/v1/signing-keys items": "two hundred at most",
    "GET /api/v1/signing-keys/{kid}/tokens items": "five hundred at most, and their number",
    "GET /api/v1/users/{user_id}/client-secrets items": "two at most",
    "GET /api/v1/users/{user_id}/keys items": "five keys at most",
    "GET /api/v1/search items": "six of each kind",
    "GET /api/v1/search more": "the kinds",
    "GET /api/v1/session methods": "the kinds of factors",
    "GET /api/v1/session/factors passkeys": "ten at most",
    "GET /api/v1/sessions items": "fifty at most",
    "GET /api/v1/users/{user_id} networks": "50 at most",
    "GET /api/v1/users/{user_id}/factors factors": "the kinds of factors",
    "GET /api/v1/networks/{network_id} networks": "50 at most",
    "GET /api/v1/users/{user_id} roles": "the roles that administrators put a user into",
    "GET /api/v1/home clusters": "fifty at most",
    "GET /api/v1/home unfinished": "the newest six",
    "GET /api/v1/home ending_grants": "the first six",
    "GET /api/v1/home ending_credentials": "the first six",
    "GET /api/v1/home use": "six tenants",
    "GET /api/v1/overview brokers": "one for each cluster",
    "GET /api/v1/overview reads": "fifty at most",
    "GET /api/v1/tenants/{tenant_id} cluster_ids": "its clusters",
    **{f"GET /api/v1/{kind}/loss clusters": "its clusters" for kind in (
        "tenants/{tenant_id}", "namespaces/{namespace_id}", "topics/{topic_id}",
    )},
    "GET /api/v1/clusters/{cluster_id}/live/brokers items": "60 at most",
    **{f"GET /api/v1/{kind} clusters": "its clusters" for kind in (
        "namespaces/{namespace_id}/live/bundles", "topics/{topic_id}/live/stats",
        "topics/{topic_id}/live/subscriptions", "topics/{topic_id}/live/internal-stats",
    )},
    "GET /api/v1/grants/{grant_id} authorities": "what the product knows",
    "GET /api/v1/grants/{grant_id}/usage days": "the newest 500",
    **{f"GET /api/v1/access-requests/{{request_id}} {name}": why for name, why in (
        ("authorities", "what the product knows"), ("approvals", "two people"), ("lacking", "what the product knows"),
        ("receivers", "an account and its main account"),
    )},
    "GET /api/v1/registrations/{registration_id} same_name": "PUC_REGISTRATION_OPEN_MAX",
    "GET /api/v1/audit/findings/{finding} evidence": "the audit writes so many of each",
    **{f"GET /api/v1/audit/suggestions/{{suggestion}} {name}": "the audit writes so many of each" for name in (
        "removes", "adds", "finding_ids", "gone", "come", "uses", "backtest",
    )},
    "GET /api/v1/namespaces/{namespace_id}/subscription-permissions items": "500 of a namespace at most",
    **{f"GET /api/v1/{kind}/encryption-keys items": "20 of a place at most" for kind in (
        "namespaces/{namespace_id}", "topics/{topic_id}",
    )},
    "GET /api/v1/remediations/{remediation_id} parts": "a hundred at most",
    "GET /api/v1/session/email topics_off": "three topics",
}  # fmt: skip
"""Lists in answers that have no pages, and what bounds them."""


def test_every_list_has_pages_or_a_bound(document: dict[str, Any]) -> None:
    found = set[str]()
    for name, operation in operations(document):
        pages = any(parameter["name"] == "cursor" for parameter in operation.get("parameters", []))
        if name.startswith("GET /api/v1/"):
            found.update(f"{name} {field}".strip() for field in _lists(document, operation) if not pages)
    assert found == NOT_BY_PAGES.keys()


def _lists(document: dict[str, Any], operation: dict[str, Any]) -> Iterator[str]:
    """The lists in an answer, by the name of their field; an answer that is one has no name."""
    schema = operation["responses"]["200"].get("content", {}).get("application/json", {}).get("schema", {})
    whole = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]] if "$ref" in schema else schema
    if whole.get("type") == "array":
        yield ""
    for name, field in whole.get("properties", {}).items():
        if any(variant.get("type") == "array" for variant in (field, *field.get("anyOf", []))):
            yield name


def test_every_operation_documents_how_it_fails(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        errors = {status: error for status, error in operation["responses"].items() if status >= "400"}
        assert errors, name
        for status, error in errors.items():
            as_rfc_6749 = name in OAUTH_ERRORS and status in ("400", "401", "403", "429")
            assert list(error["content"]) == ["application/json" if as_rfc_6749 else PROBLEM], f"{name} {status}"


def test_every_body_has_an_example_that_the_service_takes(document: dict[str, Any]) -> None:
    known, found = models(), dict(bodies(document))
    assert len(found) > 15
    for name, model in found.items():
        examples = document["components"]["schemas"][model].get("examples", [])
        assert examples, f"{name}: {model} has no example"
        for example in examples:
            known[model].model_validate_json(json.dumps(example))


def test_every_body_refuses_fields_that_nobody_knows(document: dict[str, Any]) -> None:
    """Except reports of brokers: a newer plugin may send more than this center knows."""
    schemas = document["components"]["schemas"]
    open_ones = {model for _, model in bodies(document) if schemas[model].get("additionalProperties") is not False}
    assert open_ones == {"HeartbeatBody", "ConnectionsBody"}


def test_no_model_is_both_sent_and_answered(document: dict[str, Any]) -> None:
    """Rules for input may grow stricter; stored values are still answered."""
    sent, answered = set[str](), set[str]()
    for _, operation in operations(document):
        sent |= _schemas(document, operation.get("requestBody"))
        answered |= _schemas(document, operation["responses"])
    assert sent & answered == set()


def _schemas(document: dict[str, Any], part: object) -> set[str]:
    """The names of all schemas that are reached from a part of the document."""
    found, parts = set[str](), [part]
    while parts:
        new = set(re.findall(r'#/components/schemas/([^"]+)', json.dumps(parts.pop()))) - found
        found |= new
        parts += [document["components"]["schemas"][name] for name in new]
    return found


def test_bodies_are_json_files_or_oauth_forms(document: dict[str, Any]) -> None:
    with_body = {
        name: operation["requestBody"]["content"]
        for name, operation in operations(document)
        if "requestBody" in operation
    }
    others = {name: content for name, content in with_body.items() if "application/json" not in content}
    files = {name for name, content in others.items() if list(content) == ["application/octet-stream"]}
    assert files == FILES
    assert others.keys() - files == OAUTH_FORMS | {
        f"POST /oauth2/{name}" for name in ("authorize", "logout", "userinfo")
    }
    for form in (others[name][FORM] for name in OAUTH_FORMS):
        assert set(form["schema"]["required"]) <= set(form["example"]) <= set(form["schema"]["properties"])


def test_names_are_made_for_people(document: dict[str, Any]) -> None:
    """Programs that make clients name functions and classes by them: no path, no module, none of them twice."""
    names = [operation["operationId"] for _, operation in operations(document)]
    assert len(names) == len(set(names)) > 40
    assert [name for name in names if not re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+){0,4}", name)] == []
    models = document["components"]["schemas"]
    assert [name for name in models if not re.fullmatch(r"[A-Z][A-Za-z]+|Listed_[A-Za-z]+_", name)] == []
    titles = [model["title"] for model in models.values()]
    assert sorted(titles) == sorted(set(titles))


def test_every_type_number_has_its_word_beside_it(document: dict[str, Any]) -> None:
    """`res_type` is a number of the tables; beside it stands `resource_type`, the word."""
    schemas = {name: set(schema.get("properties", {})) for name, schema in document["components"]["schemas"].items()}
    parameters = {
        f"{method} {path}": {parameter["name"] for parameter in operation.get("parameters", [])}
        for path, item in document["paths"].items()
        for method, operation in item.items()
    }
    numbered = {name: names for name, names in {**schemas, **parameters}.items() if "res_type" in names}
    assert len(numbered) > 6
    assert [name for name, names in numbered.items() if "resource_type" not in names] == []
