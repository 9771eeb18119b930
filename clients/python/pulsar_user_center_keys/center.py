"""Calls of the center's API."""

import json
from collections.abc import Callable
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

_SECONDS = 10
_MOST = 1 << 20
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_SAFE = (("https", True), ("https", False), ("http", True))
_REQUEST_TIMEOUT, _TOO_MANY_REQUESTS = 408, 429


class KeyProblem(Exception):
    """Why there is no key."""


class KeyRefused(KeyProblem):
    """The right is not there, or there is no such key, or no such key for this client."""


class CenterUnavailable(KeyProblem):
    """The center cannot be asked now. What is remembered stays."""


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Never: the token is for the center alone."""


class Center:
    """The center at this address, asked by the user of these tokens. Raises ValueError for no address."""

    def __init__(self, url: str, token: Callable[[], str]) -> None:
        address = urlsplit(url)
        if not address.hostname or (address.scheme, address.hostname in _THIS_MACHINE) not in _SAFE:
            raise ValueError("the center's address begins with https:// (http:// on this machine alone)")
        self._url, self._token = url.rstrip("/"), token
        self._opener = build_opener(_NoRedirects)

    def ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """The answer. Raises KeyRefused, CenterUnavailable."""
        headers = {"Authorization": f"Bearer {self._bearer()}", "Content-Type": "application/json"}
        request = Request(f"{self._url}/api/v1/encryption-keys/{path}", json.dumps(body).encode(), headers)  # noqa: S310
        problem: KeyProblem = CenterUnavailable(f"what answers at {self._url} is not the center")
        found = None
        try:
            with self._opener.open(request, timeout=_SECONDS) as answer:
                found = _parsed(answer.read(_MOST))
        except HTTPError as error:
            with error:
                problem = _problem(error)
        except (OSError, HTTPException) as error:
            problem = CenterUnavailable(f"the center at {self._url} does not answer: {error}")
        if found is None:  # not raised where errors may hold part of an answer with a key
            raise problem
        return found

    def _bearer(self) -> str:
        try:
            token = self._token().strip()
        except Exception as error:  # whatever the caller's client raises
            raise CenterUnavailable(f"there is no token for the center: {type(error).__name__}") from error
        if not (token.isascii() and token.isprintable()):
            raise CenterUnavailable("the token for the center is not one line of ASCII")
        return token


def _problem(error: HTTPError) -> KeyProblem:
    try:
        answer = _parsed(error.read(_MOST)) or {}
    except (OSError, HTTPException):
        answer = {}
    said = f"{error.code} {answer.get('code', '')}: {answer.get('detail', '')}"
    if 400 <= error.code < 500 and error.code not in (_REQUEST_TIMEOUT, _TOO_MANY_REQUESTS):
        return KeyRefused(f"the center refuses ({said})")
    return CenterUnavailable(f"the center cannot answer now ({said})")


def _parsed(content: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(content)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
