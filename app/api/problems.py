"""Answers every error as a problem document (RFC 9457) with a stable code, without internal details."""

from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from cryptography.exceptions import InvalidTag
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from pydantic.json_schema import models_json_schema
from sqlalchemy.exc import DataError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.exceptions import HTTPException

from app.api.routing import STRICT
from app.platform import spelling
from app.platform.database_failures import is_conflict, refuses_writes
from app.platform.errors import Busy, UserCenterError
from app.platform.telemetry import logger

_BUSY_SECONDS = 2
_MEDIA_TYPE = "application/problem+json"
_CODES = {
    400: "malformed_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
    415: "unsupported_media_type",
    503: "busy",
}
_NEVER_MISSING = ("/api/v1/sessions/{session_id}", "/api/v1/signing-keys/{kid}/tokens")
"""Their answers do not tell whether there is such a session or key."""
log = logger(__name__)
_NOT_JSON = "The body is not valid JSON."
_MEND = (
    "PUC_SECRET_KEY has to be that of all instances, with the earlier one as PUC_SECRET_KEY_PREVIOUS; restart this one"
)


class FieldProblem(BaseModel):
    """What is wrong with one value."""

    field: str = Field(examples=["username"])
    message: str = Field(examples=["must not be empty"])


class Problem(BaseModel):
    """An error. Programs read `code`, people read `detail`; some codes add members of their own."""

    type: str = Field(examples=["urn:puc:error:not_found"])
    title: str = Field(examples=["Not found"])
    status: int = Field(examples=[404])
    code: str = Field(examples=["not_found"])
    detail: str = Field(examples=["There is no such user."])
    errors: list[FieldProblem] | None = None


def answer(
    status: int, code: str, title: str, detail: str, extra: Mapping[str, Any] | None = None, **headers: str
) -> JSONResponse:
    """One problem document. `headers`: by name, with underscores for hyphens."""
    content = {"type": f"urn:puc:error:{code}", "title": title, "status": status, "code": code, "detail": detail}
    named = {header.replace("_", "-"): value for header, value in headers.items()}
    return JSONResponse({**content, **(extra or {})}, status, {"Cache-Control": "no-store", **named}, _MEDIA_TYPE)


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For the OpenAPI document: these statuses have a problem document as answer."""
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {status: {"description": HTTPStatus(status).phrase, "content": {_MEDIA_TYPE: schema}} for status in statuses}


def install(app: FastAPI) -> None:
    """Make the application answer every error this way and declare it in the OpenAPI document."""
    generate, described = app.openapi, list[dict[str, Any]]()

    def openapi() -> dict[str, Any]:
        # The framework generates another document when a route was added.
        document = generate()
        if not described or document is not described[0]:
            _describe_problems(document)
            _describe_refusals(document)
            described[:] = [document]
        return document

    setattr(app, "openapi", openapi)  # noqa: B010  the documented way to extend the document
    for kind, handler in _HANDLERS.items():
        app.add_exception_handler(kind, handler)


def of(error: Exception) -> JSONResponse:
    """The answer for an error in front of the framework. Raises it when it is unexpected, for the edge."""
    for kind, handler in _HANDLERS.items():
        if isinstance(error, kind):
            return handler(None, error)
    raise error


def unexpected_problem(error: Exception) -> JSONResponse:
    """A bug of ours: logged with the request's id; the answer contains none of its text."""
    log.error("unexpected error", exc_info=error)
    return answer(500, "internal_error", "Internal error", "The center failed; its log tells more.")


def wrong_host() -> JSONResponse:
    """The request names a host that is not a name of this service."""
    detail = "This service is not known by the host that the request names: see PUC_ISSUER and PUC_ALLOWED_HOSTS."
    return answer(421, "wrong_host", HTTPStatus(421).phrase, detail)


def busy(path: str) -> JSONResponse:
    """The center cannot keep up (`app.api.admission.reader_slots`). For OAuth as RFC 6749 names it."""
    detail = "The center has more to do than it can at the moment; try again in a few seconds."
    if path.startswith("/oauth2/"):
        content = {"error": "temporarily_unavailable", "error_description": detail}
        return JSONResponse(content, 503, {"Retry-After": str(_BUSY_SECONDS), "Cache-Control": "no-store"})
    return of(Busy(detail, retry_after=_BUSY_SECONDS))


def _describe_problems(document: dict[str, Any]) -> None:
    """Add the schema that `responses` refers to. As the model of each answer, the framework would make a validator for
    every one of 700 answers, a twentieth of a start."""
    _, described = models_json_schema([(Problem, "serialization")], ref_template="#/components/schemas/{model}")
    components = document.setdefault("components", {})
    schemas = components.get("schemas", {}) | described["$defs"]
    components["schemas"] = {schema: schemas[schema] for schema in sorted(schemas)}


def _describe_refusals(document: dict[str, Any]) -> None:
    """What takes If-Match may find no version, or another one; what may be asked with a wrong parameter refuses it, and
    what is named in a path may not be there."""
    for path, operations in document["paths"].items():
        refusals = (422, 404) if "{" in path and path not in _NEVER_MISSING else (422,)
        for operation in operations.values():
            if path.startswith(STRICT):
                also = {str(status): response for status, response in responses(*refusals).items()}
                operation["responses"] = also | operation["responses"]
            if any(parameter["name"] == "if-match" for parameter in operation.get("parameters", ())):
                operation["responses"] |= {str(status): response for status, response in responses(412, 428).items()}


def _expected_problem(_: object, error: Exception) -> JSONResponse:
    assert isinstance(error, UserCenterError)  # noqa: S101  registered for it
    problem = answer(error.status, error.stable_code, error.title, error.detail, error.extra)
    problem.headers.update(error.headers)
    if error.status == 401:
        problem.headers["WWW-Authenticate"] = 'Bearer realm="pulsar-user-center"'
    return problem


def _invalid(request: object, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError | WebSocketRequestValidationError)  # noqa: S101
    faults = error.errors()
    if any(fault["type"] == "json_invalid" for fault in faults):
        return answer(400, "malformed_request", "Bad Request", _NOT_JSON)
    unknown = all(fault["type"] == "extra_forbidden" for fault in faults)
    errors = [{"field": _field(fault["loc"]), "message": _message(request, fault)} for fault in faults]
    detail = "; ".join(f"{fault['field']}: {fault['message']}" for fault in errors[:5])
    code = "unknown_field" if unknown else "invalid_input"
    return answer(422, code, "The input is not valid", detail, {"errors": errors})


def _message(request: object, error: Mapping[str, Any]) -> str:
    if isinstance(error.get("input"), bytes):  # what the framework did not read: curl says it is a form
        return "Send JSON, with the header `Content-Type: application/json`."
    body = request.scope["route"].body_field if isinstance(request, Request) else None
    return spelling.message(None if body is None else body.field_info.annotation, error)


def _field(location: Sequence[int | str]) -> str:
    """`authorities.2` of ("body", "authorities", 2)."""
    inner = location[1:] if len(location) > 1 else location
    return ".".join(str(part) for part in inner)[:256]


def _from_the_framework(_: object, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101
    if error.status_code not in _CODES:
        return unexpected_problem(error)
    title = HTTPStatus(error.status_code).phrase
    detail = _NOT_JSON if isinstance(error.__cause__, ValueError | RecursionError) else f"{title}."
    problem = answer(error.status_code, _CODES[error.status_code], title, detail)
    problem.headers.update(error.headers or {})
    return problem


def _contradiction(_: object, error: Exception) -> JSONResponse:
    assert isinstance(error, IntegrityError)  # noqa: S101
    # One of our checks is missing; the log says which. It has no values, as these may be secrets.
    log.error("the database refused a change", statement=error.statement, kind=type(error.orig).__name__)
    detail = "The change contradicts what is stored; nothing was changed. Read again what it is about."
    return answer(409, "conflict", "Conflict", detail)


def _not_storable(_: object, error: Exception) -> JSONResponse:
    assert isinstance(error, DataError)  # noqa: S101
    # One of our limits is missing; the log says where. It has no values, as these may be secrets.
    log.error("the database cannot keep a value", statement=error.statement, kind=type(error.orig).__name__)
    return answer(422, "invalid_input", "The input is not valid", "A value is too long, too large, or not text.")


def _database_failed(_: object, error: Exception) -> JSONResponse:
    if isinstance(error, OperationalError) and is_conflict(error):
        log.warning("the database undid a change for another one")
        detail = "Somebody changed the same at the same moment; nothing was changed here. Try again."
        return answer(503, "try_again", "Try again", detail, Retry_After="1")
    if isinstance(error, OperationalError) and refuses_writes(error):
        log.error("the database stores nothing: its disk is full, or it may only be read")
        detail = "The database cannot store anything: its disk is full, or it may only be read. Nothing was changed."
        return answer(503, "database_not_writable", "Database not writable", detail, Retry_After="30")
    log.error("database is not available", exc_info=error)
    detail = "The database does not answer; nothing was changed. Try again."
    return answer(503, "database_unavailable", "Database unavailable", detail, Retry_After="2")


def _sealed_otherwise(_: object, error: Exception) -> JSONResponse:
    # An instance that was not restarted while the key was changed, or one whose earlier key was taken away too early.
    log.error("what is stored was sealed with another key", mend=_MEND, exc_info=error)
    detail = "This instance of the center has not the key that opens what is needed here; its log tells more."
    return answer(503, "key_differs", "The key differs", detail, Retry_After="5")


_HANDLERS: dict[type[Exception], Callable[[object, Exception], JSONResponse]] = {
    UserCenterError: _expected_problem,
    RequestValidationError: _invalid,
    WebSocketRequestValidationError: _invalid,
    HTTPException: _from_the_framework,
    IntegrityError: _contradiction,
    DataError: _not_storable,
    InvalidTag: _sealed_otherwise,
    OperationalError: _database_failed,
    PoolTimeoutError: _database_failed,
}
