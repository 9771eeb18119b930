"""How long the body of a request may be: 413 beyond that, also when its length was not announced (plain ASGI)."""

from starlette.exceptions import HTTPException

from app.api.fast_path import Message, Receive, Scope


class BodyTooLargeError(HTTPException):
    """The body is longer than the settings allow. It is an HTTPException, because the framework lets only those through
    while it reads a body."""

    def __init__(self) -> None:
        super().__init__(413)


def limit_body(scope: Scope, receive: Receive, limit: int) -> Receive:
    """The body, refused with BodyTooLargeError beyond `limit` bytes."""
    announced = dict(scope["headers"]).get(b"content-length", b"0")
    length = int(announced) if announced.isdigit() and len(announced) < 16 else limit + 1
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        # Whoever asks again, after the refusal, gets the same refusal. What was refused never comes again.
        if max(length, seen) > limit:
            raise BodyTooLargeError()
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            raise BodyTooLargeError()
        return message

    return limited
