"""Errors that callers may see: a status, a stable code, and a message for people (RFC 9457).

Messages may change; programs read `code`. `detail` and `extra` must not contain secrets.
"""

from typing import Any, ClassVar, TypeVar

T = TypeVar("T")


class UserCenterError(Exception):
    """Base of every error that the API answers. Subclasses fix `status` and `code`; `detail` says what to do."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal_error"
    title: ClassVar[str] = "Internal error"

    def __init__(self, detail: str, *, code: str | None = None, **extra: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.stable_code = code or self.code
        self.extra = extra
        self.headers: dict[str, str] = {}


class InvalidInput(UserCenterError):
    """The request is well-formed, but a value in it is not allowed. `errors` names each field; `field` the only one, of
    which `wrong` says what is wrong with it, else the detail does."""

    status, code, title = 422, "invalid_input", "The input is not valid"

    def __init__(
        self, detail: str, *, code: str | None = None, field: str | None = None, wrong: str | None = None, **extra: Any
    ) -> None:
        if field is not None:
            extra["errors"] = [{"field": field, "message": wrong or detail}]
        super().__init__(detail, code=code, **extra)


class NotSignedIn(UserCenterError):
    """There is no credential, or it is not valid (any more)."""

    status, code, title = 401, "not_signed_in", "Sign in first"


class NotAllowed(UserCenterError):
    """The caller may see the resource, but not do this to it."""

    status, code, title = 403, "not_allowed", "Not allowed"


class NotFound(UserCenterError):
    """The resource does not exist, or the caller must not know that it does."""

    status, code, title = 404, "not_found", "Not found"


def existing(row: T | None, message: str) -> T:
    """The row. Raises NotFound with this sentence when there is none."""
    if row is None:
        raise NotFound(message)
    return row


class Conflict(UserCenterError):
    """The state of the center does not permit it: for instance a duplicate, or a resource with children."""

    status, code, title = 409, "conflict", "Conflict"


class ChangedMeanwhile(UserCenterError):
    """Somebody else has changed it since the caller read it (If-Match, RFC 9110 §13.1.1)."""

    status, code, title = 412, "changed_meanwhile", "Changed meanwhile"


class PreconditionRequired(UserCenterError):
    """A change without If-Match: the caller must say which version it has seen (RFC 6585 §3)."""

    status, code, title = 428, "if_match_required", "If-Match is required"


class Busy(UserCenterError):
    """Too many requests at once; try again after `retry_after` seconds."""

    status, code, title = 503, "busy", "Busy"

    def __init__(self, detail: str, *, retry_after: int, code: str | None = None, **extra: Any) -> None:
        super().__init__(detail, code=code, **extra)
        self.headers["Retry-After"] = str(retry_after)


class TooManyAttempts(Busy):
    """A growing delay is in force for this user or address."""

    status, code, title = 429, "too_many_attempts", "Too many attempts"
