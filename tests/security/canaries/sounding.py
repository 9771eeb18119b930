"""Which values of the API sound like secrets, read from the OpenAPI document; and which of them are none, and why."""

import re
from collections.abc import Iterator
from typing import Any

Document = dict[str, Any]
Where = tuple[str, str]
"""An operation and a field: ("POST /api/v1/session", "password")."""

SOUNDS = re.compile(
    r"passw|secret|token|credential|assertion|receipt|recovery|cookie|jwk|otp|verifier|proof"
    r"|(^|_)codes?$|(^|_)key$|^current$|^new$|^picture$|^link$",
    re.IGNORECASE,
)
NO_SECRET = {
    "Problem.code": "names the error",
    "RefusedPlace.code": "names the error",
    "NotFollowed.code": "names the error",
    "BrokerLoadItem.code": "names the error",
    "CredentialsLine.code": "names the reason",
    "DecisionLine.code": "names the reason",
    "DifferenceLine.what_code": "names what differs",
    "KeptLine.code": "names the reason",
    "LineRefusal.code": "names the error",
    "NotCarriedLine.code": "names the reason",
    "NotCarriedLine.what_code": "names what is left",
    "ReasonLine.code": "names the reason",
    "RefusedLine.code": "names the error",
    "UnreadLine.code": "names the error",
    "BundlesOnCluster.code": "names the error",
    "DeliveryItem.problem_code": "names the error",
    "LiveBrokers.code": "names the error",
    "MailItem.problem_code": "names the error",
    "Standing.code": "names the error",
    "StillStored.code": "names the error",
    "StatsOnCluster.code": "names the error",
    "StoredOnCluster.code": "names the error",
    "SubscriptionsOnCluster.code": "names the error",
    "Principal.credential": "names it: `secret:7`",
    "ApplicationFields.id_token_algorithm": "names an algorithm",
    "ApplicationItem.id_token_algorithm": "names an algorithm",
    "NewApplication.id_token_algorithm": "names an algorithm",
    "SigningKeyItem.id_tokens_only": "yes or no",
    "TokenAnswer.token_type": "Bearer",
    "ProviderItem.client_jwk": "is public",
    "PublicHalf.public_key": "is public",
    "TrailItem.credential": "names it: `session:7`",
    "TrailItem.key": "what the changed thing is called",
    "client_assertion_type": "a constant",
    "token_type_hint": "a constant",
    "?credential": "filters the audit log by the name of a credential",
    "?key": "filters the audit log by what the changed thing is called",
}
"""`Model.field`; `field` of a form; `?name` of a query."""


def secret_inputs(document: Document) -> set[Where]:
    """Every field, parameter and form field that takes a secret."""
    return {
        (operation, name)
        for operation, what in operations(document)
        for key, name in (*_parameters(what), *_body(document, what))
        if SOUNDS.search(name) and key not in NO_SECRET
    }


def secret_outputs(document: Document) -> set[Where]:
    """Every field of an answer that tells a secret."""
    return {
        (operation, name)
        for operation, what in operations(document)
        for status, answer in what["responses"].items()
        if status.startswith("2")
        for key, name in _content(document, answer)
        if SOUNDS.search(name) and key not in NO_SECRET
    }


def operations(document: Document) -> Iterator[tuple[str, dict[str, Any]]]:
    """`METHOD path` and what the document says about it."""
    for path, item in document["paths"].items():
        for method, what in item.items():
            yield f"{method.upper()} {path}", what


def _parameters(what: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for parameter in what.get("parameters", ()):
        if parameter["in"] == "query" and _is_text(parameter["schema"]):
            yield f"?{parameter['name']}", parameter["name"]


def _is_text(schema: dict[str, Any]) -> bool:
    return any(variant.get("type") == "string" for variant in schema.get("anyOf", [schema]))


def _body(document: Document, what: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield from _content(document, what.get("requestBody", {}))


def _content(document: Document, holder: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for content in holder.get("content", {}).values():
        yield from _leaves(document, content.get("schema", {}), "", "", frozenset())


def _leaves(
    document: Document, schema: dict[str, Any], owner: str, field: str, above: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """`Model.field` and `field` of each text, and of each object whose fields nobody describes."""
    if "$ref" in schema:
        owner = schema["$ref"].rsplit("/", 1)[-1]
        if owner not in above:
            yield from _leaves(document, document["components"]["schemas"][owner], owner, field, above | {owner})
        return
    inner = [variant for name in ("anyOf", "oneOf", "allOf") for variant in schema.get(name, ())]
    inner += [schema["items"]] if "items" in schema else []
    for variant in inner:
        yield from _leaves(document, variant, owner, field, above)
    for name, property_schema in schema.get("properties", {}).items():
        yield from _leaves(document, property_schema, owner, name, above)
    if field and not inner and "properties" not in schema and schema.get("type") in ("string", "object"):
        yield (f"{owner}.{field}" if owner else field), field
