"""The center's API: what commands ask it, and paging."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Self

from app.cli.exit_status import CommandError
from app.cli.refusals import refusal
from app.platform.clock import machine_ms

if TYPE_CHECKING:
    import httpx

_EARLY_MS = 30_000
_PAGE = 500


class RenewedToken:
    """Gives a token that lasts for the next request, and fetches a new one when the last is about to end. `fetch`
    answers a token and its end (epoch ms); it is given the token that the center refused, if it did."""

    def __init__(self, fetch: Callable[[str | None], tuple[str, int]]) -> None:
        self._fetch = fetch
        self._token, self._expires = fetch(None)

    def __call__(self) -> str:
        if machine_ms() >= self._expires - _EARLY_MS:
            self._token, self._expires = self._fetch(None)
        return self._token

    def instead_of(self, refused: str) -> str:
        """Another token, when the center refused this one before its end: because its signing key was revoked, say."""
        self._token, self._expires = self._fetch(refused)
        return self._token


class CenterConnection:
    """One center and one credential, to be used in a `with` block. Raises CommandError for every failure."""

    def __init__(self, server: str, token: str | RenewedToken | None = None) -> None:
        from app.cli.http_client import HttpClient  # here, because it takes longer than all of `--help`

        self.server = server
        self._client = HttpClient(server, token)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self._client.close()
        if isinstance(error, json.JSONDecodeError):  # of an answer: what files hold is read elsewhere
            raise CommandError(f"{self.server} answered something else than JSON: is it a user center?") from error

    def ask(self, method: str, path: str, **options: Any) -> "httpx.Response":
        """The successful answer. Raises CommandError with the center's message and code otherwise."""
        answer = self.send(method, path, **options)
        if answer.is_success:
            return answer
        raise refusal(answer)

    def get(self, path: str, **query: Any) -> Any:
        """The JSON of a GET; parameters that are None are left out."""
        return self.ask("GET", path, params=without_none(query)).json()

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

    def stream(self, path: str, **query: Any) -> "AbstractContextManager[httpx.Response]":
        """The lines of a long answer, read as they arrive."""
        return self._client.stream(path, without_none(query), refusal)

    def send(self, method: str, path: str, **options: Any) -> "httpx.Response":
        """The answer, successful or not."""
        return self._client.send(method, path, **options)


def without_none(query: dict[str, Any]) -> dict[str, Any]:
    """What has a value."""
    return {parameter: value for parameter, value in query.items() if value is not None}
