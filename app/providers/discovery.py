"""What a provider says of itself (OpenID Connect Discovery), checked, and its keys; both remembered for ten minutes.

An unknown key id has the keys read once more, at most twice a minute, for two new keys in a row: strangers must not
make us call the provider.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from app.platform.settings import Settings
from app.providers.provider_http import ProviderFailed, ProviderHttp, checked_address

ALGORITHMS = ("RS256", "PS256", "ES256")
_REMEMBERED_SECONDS, _COOL_DOWN_SECONDS = 600.0, 60.0
_MOST_AGAIN, _MOST_KEYS = 2, 50


@dataclass(frozen=True)
class Metadata:
    """The checked addresses of a provider."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    secret_by_post: bool
    """It takes the client's secret in the form only."""
    sends_iss: bool
    """It promises `iss` in its answers (RFC 9207); then one without is refused."""


@dataclass
class _KnownProvider:
    metadata: Metadata
    keys: list[dict[str, Any]]
    read_at: float
    asked_again: list[float] = field(default_factory=list)
    """When, in the last minute."""


class Discovery:
    """Metadata and keys of all providers, for one instance of the center."""

    def __init__(self, settings: Settings, http: ProviderHttp, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings, self._http, self._clock = settings, http, clock
        self._by_issuer: dict[str, _KnownProvider] = {}
        self._lock = threading.Lock()

    def metadata(self, issuer: str) -> Metadata:
        """Where to ask. Raises ProviderFailed."""
        return self._current(issuer).metadata

    def keys(self, issuer: str, kid: str | None) -> list[dict[str, Any]]:
        """The provider's keys, read anew when this one is not among them. Raises ProviderFailed."""
        entry = self._current(issuer)
        if kid is not None and all(key.get("kid") != kid for key in entry.keys) and self._may_ask_again(entry):
            entry.keys = self._request_keys(entry.metadata)
        return entry.keys

    def fetch_document(self, issuer: str) -> tuple[dict[str, Any], int | None]:
        """What the provider says of itself now, unchecked, and its time (epoch ms). Raises ProviderFailed."""
        return self._http.get_dated(f"{issuer.rstrip('/')}/.well-known/openid-configuration")

    def checked(self, issuer: str, said: dict[str, Any]) -> Metadata:
        """The same, checked. Raises ProviderFailed."""
        return checked(self._settings, issuer, said)

    def fetch_keys(self, metadata: Metadata) -> list[dict[str, Any]]:
        """Ask the provider for its keys, and remember metadata and keys. Raises ProviderFailed."""
        keys, now = self._request_keys(metadata), self._clock()
        with self._lock:
            self._by_issuer[metadata.issuer] = _KnownProvider(metadata, keys, now)
        return keys

    def _current(self, issuer: str) -> _KnownProvider:
        entry = self._by_issuer.get(issuer)
        if entry is None or self._clock() - entry.read_at > _REMEMBERED_SECONDS:
            self.fetch_keys(self.checked(issuer, self.fetch_document(issuer)[0]))
            entry = self._by_issuer[issuer]
        return entry

    def _may_ask_again(self, entry: _KnownProvider) -> bool:
        with self._lock:
            now = self._clock()
            entry.asked_again = [moment for moment in entry.asked_again if now - moment < _COOL_DOWN_SECONDS]
            may = len(entry.asked_again) < _MOST_AGAIN
            entry.asked_again += [now] if may else []
            return may

    def _request_keys(self, metadata: Metadata) -> list[dict[str, Any]]:
        keys = self._http.get(metadata.jwks_uri).get("keys")
        if not isinstance(keys, list) or not all(isinstance(key, dict) for key in keys) or len(keys) > _MOST_KEYS:
            raise ProviderFailed("provider_makes_no_sense", "The provider's key set is none.")
        return keys


class Providers:
    """Calls to providers and what they found, shared by all requests of one instance."""

    def __init__(self, settings: Settings) -> None:
        self.http = ProviderHttp(settings)
        self.discovery = Discovery(settings, self.http)


def checked(settings: Settings, issuer: str, metadata: dict[str, Any]) -> Metadata:
    """The metadata, if it is this issuer's and we can use it. Raises ProviderFailed."""
    if metadata.get("issuer") != issuer:
        raise ProviderFailed("issuer_differs", "The provider calls itself by another issuer.")
    if "code" not in _texts(metadata, "response_types_supported", ["code"]):
        raise ProviderFailed("provider_not_supported", "The provider offers no authorization code.")
    if "S256" not in _texts(metadata, "code_challenge_methods_supported", ["S256"]):
        raise ProviderFailed("provider_not_supported", "The provider offers no PKCE with S256.")
    if not set(ALGORITHMS) & set(_texts(metadata, "id_token_signing_alg_values_supported", ["RS256"])):
        raise ProviderFailed("provider_not_supported", f"The provider signs with none of {', '.join(ALGORITHMS)}.")
    ways = _texts(metadata, "token_endpoint_auth_methods_supported", ["client_secret_basic"])
    return Metadata(
        issuer=issuer,
        authorization_endpoint=checked_address(settings, metadata.get("authorization_endpoint")),
        token_endpoint=checked_address(settings, metadata.get("token_endpoint")),
        jwks_uri=checked_address(settings, metadata.get("jwks_uri")),
        secret_by_post="client_secret_basic" not in ways and "client_secret_post" in ways,
        sends_iss=metadata.get("authorization_response_iss_parameter_supported") is True,
    )


def _texts(said: dict[str, Any], name: str, default: list[str]) -> list[str]:
    texts = said.get(name, default)
    return [text for text in texts if isinstance(text, str)] if isinstance(texts, list) else []
