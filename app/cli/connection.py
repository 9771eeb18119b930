"""The center's API over HTTP: retries, paging, errors as messages. TLS is always verified."""

import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx

from app.cli.bearer import Bearer, Renewed
from app.cli.ending import CommandError, Status, not_signed_in
from app.cli.output import printable, utc

_TRIES = 4
_FIRST_PAUSE_SECONDS = 0.25
_TIMEOUT = httpx.Timeout(60, connect=10)
_PAGE = 500
_FIRST_MOMENT_MS = 10**12
_SAFE_TO_REPEAT = ("GET", "PUT", "POST")
"""POST is included because it carries an Idempotency-Key: the center answers a repeated one like the first."""


class Connection:
    """One center and one credential, to be used in a `with` block. Raises CommandError for every failure."""

    def __init__(self, server: str, token: str | Renewed | None = None) -> None:
        self.server = server
        # A proxy from the environment could not reach a center on this machine.
        local = urlsplit(server).hostname in ("127.0.0.1", "localhost", "::1")
        headers, auth = {"User-Agent": "usercenter"}, Bearer(token) if token else None
        self._client = httpx.Client(base_url=server, headers=headers, auth=auth, timeout=_TIMEOUT, trust_env=not local)

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """The successful answer. Raises CommandError with the center's message and code otherwise."""
        answer = self.send(method, path, **options)
        if answer.is_success:
            return answer
        raise refusal(answer)

    def get(self, path: str, **query: Any) -> Any:
        """The JSON of a GET; parameters that are None are left out."""
        return self.ask("GET", path, params=_without_none(query)).json()

    def get_by_post(self, path: str, body: Any) -> Any:
        """The JSON of a question that is too long for a URL."""
        return self.ask("POST", path, json=body).json()

    def pages(self, path: str, limit: int | None = None, **query: Any) -> Iterator[dict[str, Any]]:
        """Page after page of a list, `limit` items at most."""
        cursor, left = None, limit
        while left is None or left > 0:
            size = _PAGE if left is None else min(_PAGE, left)
            page: dict[str, Any] = self.get(path, limit=size, cursor=cursor, **query)
            yield page
            cursor = page.get("next_cursor")
            left = None if left is None else left - len(page["items"])
            if not cursor:
                return

    @contextmanager
    def stream(self, path: str, **query: Any) -> Iterator[httpx.Response]:
        """The lines of a long answer, read as they arrive."""
        try:
            with self._client.stream("GET", path, params=_without_none(query)) as answer:
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
        return CommandError(f"{self.server} cannot be reached: {error}")


def refusal(answer: httpx.Response) -> CommandError:
    """The message of a problem document (or OAuth error), with the code at its end."""
    try:
        problem = answer.json()
        detail = problem.get("detail") or problem["error_description"]
        code = problem.get("code") or problem["error"]
    except (ValueError, KeyError, AttributeError):
        return CommandError(f"{answer.url} answered {answer.status_code}: is it a user center?")
    if answer.status_code == 401:
        return not_signed_in(f"{detail} ({code})\nSign in: usercenter login --server {_origin(answer)}")
    return CommandError("\n".join([f"{detail} ({code})", *_more(problem, detail)]))


_TOLD = ("type", "title", "status", "code", "detail", "errors", "errors_total")


def _more(problem: dict[str, Any], detail: str) -> Iterator[str]:
    """Further facts of the problem: every wrong field, dependents, the places where it would be possible."""
    errors = problem.get("errors") or []
    for one in errors:
        told = _mistake(one)
        if told not in detail and not (len(errors) == 1 and one["message"] in detail):
            yield printable(f"  {told}")
    if problem.get("errors_total", 0) > len(errors):
        yield f"  … {problem['errors_total']} in all"
    for name, value in problem.items():
        if name not in _TOLD and value not in (None, [], {}):
            parts = value if isinstance(value, list) else [value]
            yield printable(f"  {name}: {'; '.join(utc(part) if _is_moment(part) else _short(part) for part in parts)}")


def _mistake(one: dict[str, Any]) -> str:
    place = [f"line {one['line']}"] if one.get("line") else []
    return f"{', '.join([*place, one['field']])}: {one['message']}"


def _is_moment(part: Any) -> bool:
    """True for epoch ms: no number of anything else is that large."""
    return isinstance(part, int) and part >= _FIRST_MOMENT_MS


def _short(part: Any) -> str:
    if not isinstance(part, dict):
        return str(part)
    return str(part["full_name"]) if "full_name" in part else ", ".join(f"{name} {one}" for name, one in part.items())


def _origin(answer: httpx.Response) -> str:
    return f"{answer.url.scheme}://{answer.url.netloc.decode()}"


def _without_none(query: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in query.items() if value is not None}
