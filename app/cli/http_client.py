"""Sends the requests: retries, and the credential of each. TLS is always verified.

A token that the center refuses is replaced once, and the request repeated.
"""

import time
import uuid
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx

from app.cli.connection import RenewedToken
from app.cli.exit_status import CommandError, Status, wrong_usage

_TRIES = 4
_FIRST_PAUSE_SECONDS = 0.25
_TIMEOUT = httpx.Timeout(60, connect=10)
_SAFE_TO_REPEAT = ("GET", "PUT", "POST")
"""POST is included because it carries an Idempotency-Key: the center answers a repeated one like the first."""


class HttpClient:
    """One center and one credential. Raises CommandError when the center cannot be reached."""

    def __init__(self, server: str, token: str | RenewedToken | None) -> None:
        self._server = server
        # A proxy from the environment could not reach a center on this machine.
        local = urlsplit(server).hostname in ("127.0.0.1", "localhost", "::1")
        headers, auth = {"User-Agent": "usercenter"}, BearerAuth(token) if token else None
        try:
            self._client = httpx.Client(
                base_url=server, headers=headers, auth=auth, timeout=_TIMEOUT, trust_env=not local
            )
        except OSError as error:
            raise wrong_usage(f"the certificates of SSL_CERT_FILE cannot be read: {error}") from error
        except (ImportError, ValueError, httpx.InvalidURL):  # its address may hold a password
            raise wrong_usage("HTTPS_PROXY, ALL_PROXY or NO_PROXY cannot be used: name a proxy as http://…") from None

    def close(self) -> None:
        """End the connections."""
        self._client.close()

    @contextmanager
    def stream(
        self, path: str, params: dict[str, Any], refusal: Callable[[httpx.Response], CommandError]
    ) -> Iterator[httpx.Response]:
        """A successful answer, to be read as it arrives; else `refusal` of it is raised."""
        try:
            with self._client.stream("GET", path, params=params) as answer:
                if not answer.is_success:
                    answer.read()
                    raise refusal(answer)
                yield answer
        except httpx.TransportError as error:
            raise self._unreachable(error) from error

    def send(self, method: str, path: str, **options: Any) -> httpx.Response:
        """The answer, successful or not. After a lost connection the request is repeated if that cannot take effect
        twice."""
        if method == "POST":
            options["headers"] = {"Idempotency-Key": str(uuid.uuid4()), **options.get("headers", {})}
        pause = _FIRST_PAUSE_SECONDS
        for left in reversed(range(_TRIES)):
            try:
                answer = self._client.request(method, path, **options)
                if answer.status_code != 503 or not left:
                    return answer
            except httpx.TransportError as error:
                if not left or not (method in _SAFE_TO_REPEAT or isinstance(error, httpx.ConnectError)):
                    raise self._unreachable(error) from error
            except httpx.InvalidURL as error:
                raise CommandError(f"{path!r} cannot be asked for: {error}", Status.USAGE) from error
            time.sleep(pause)
            pause *= 2
        raise AssertionError("the last try returns or raises")

    def _unreachable(self, error: Exception) -> CommandError:
        return CommandError(f"{self._server} cannot be reached: {error}")


class BearerAuth(httpx.Auth):
    """Adds the token. What was refused with 401 has changed nothing, so it may be sent again."""

    def __init__(self, token: str | RenewedToken) -> None:
        self._token = token

    def sync_auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """One request, or two."""
        token = self._token if isinstance(self._token, str) else self._token()
        answer = yield _with_token(request, token)
        if isinstance(self._token, RenewedToken) and _is_refused(answer):
            yield _with_token(request, self._token.instead_of(token))


def _with_token(request: httpx.Request, token: str) -> httpx.Request:
    request.headers["Authorization"] = f"Bearer {token}"
    return request


def _is_refused(answer: httpx.Response) -> bool:
    if answer.status_code != 401:
        return False
    answer.read()
    try:
        return bool(answer.json().get("code") == "invalid_token")
    except (ValueError, AttributeError):
        return False
