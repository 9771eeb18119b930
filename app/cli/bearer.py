"""The credential of each request. A token that the center refuses is replaced once, and the request repeated."""

from collections.abc import Callable, Generator

import httpx

from app.cli import sign_ins

_EARLY_MS = 30_000


class Renewed:
    """Gives a token that lasts for the next request, and fetches a new one when the last is about to end. `fetch`
    answers a token and its end (epoch ms); it is given the token that the center refused, if it did."""

    def __init__(self, fetch: Callable[[str | None], tuple[str, int]]) -> None:
        self._fetch = fetch
        self._token, self._expires = fetch(None)

    def __call__(self) -> str:
        if sign_ins.now_ms() >= self._expires - _EARLY_MS:
            self._token, self._expires = self._fetch(None)
        return self._token

    def instead_of(self, refused: str) -> str:
        """Another token, when this one ended early: its signing key was revoked, say."""
        self._token, self._expires = self._fetch(refused)
        return self._token


class Bearer(httpx.Auth):
    """Adds the token. What was refused with 401 has changed nothing, so it may be sent again."""

    def __init__(self, token: str | Renewed) -> None:
        self._token = token

    def sync_auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """One request, or two."""
        token = self._token if isinstance(self._token, str) else self._token()
        answer = yield _with(request, token)
        if isinstance(self._token, Renewed) and _is_refused(answer):
            yield _with(request, self._token.instead_of(token))


def _with(request: httpx.Request, token: str) -> httpx.Request:
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
