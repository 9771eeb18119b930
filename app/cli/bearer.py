"""A token that is renewed before it ends, or when the center refuses it."""

from collections.abc import Callable

from app.cli import sign_ins

_EARLY_MS = 30_000


class RenewedToken:
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
        """Another token, when the center refused this one before its end: because its signing key was revoked, say."""
        self._token, self._expires = self._fetch(refused)
        return self._token
