"""HTTP to a provider: allowed hosts only, no redirects, little time, short answers (decision 0086)."""

import json
import ssl
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

import httpx

from app.platform.outgoing.look_up import AddressNotAllowedError, NameUnknownError, Reach
from app.platform.settings import Settings
from app.platform.tracing import spans
from app.resources.pulsar.addresses import checked_url

_LONGEST = 512 * 1024
_SECONDS, _CONNECT_SECONDS = 8.0, 3.0
_REACH = Reach(setting="PUC_PROVIDER_ADDRESSES")
"""A name of a provider leads to no address of the center's own machine or cloud; private networks are fine."""
_LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))


class ProviderFailed(Exception):
    """The provider cannot be asked, or its answer makes no sense. `code` is stable; the text is for administrators and
    holds nothing that the provider said."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def checked_address(settings: Settings, url: object) -> str:
    """The address, put together from checked parts. Raises ProviderFailed `address_not_allowed`."""
    if not isinstance(url, str) or len(url) > 2048:
        raise ProviderFailed("address_not_allowed", "An address is missing or too long.")
    try:
        base, scheme, rest = checked_url(url, settings.allowed_provider_hosts(), "PUC_PROVIDER_ADDRESSES")
    except AddressNotAllowedError as error:
        raise ProviderFailed("address_not_allowed", str(error)) from error
    if scheme != "https" and urlsplit(base).hostname not in _LOOPBACK:
        raise ProviderFailed("address_not_allowed", "A provider is called by https.")
    return base + rest


class ProviderHttp:
    """Calls to providers. One for the application; safe in several threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._trusted: ssl.SSLContext | None = None

    def get(self, url: object) -> dict[str, Any]:
        """The JSON object at an address. Raises ProviderFailed."""
        return self.get_dated(url)[0]

    def get_dated(self, url: object) -> tuple[dict[str, Any], int | None]:
        """The same, and what time it is there (epoch ms), if the answer tells. Raises ProviderFailed."""
        answer, content = self._call("GET", url)
        if answer.status_code != 200:
            raise ProviderFailed("provider_refused", f"The provider answered {answer.status_code}.")
        return content, _date(answer)

    def post(
        self, url: object, form: Mapping[str, str], basic: tuple[str, str] | None = None
    ) -> tuple[int, dict[str, Any]]:
        """Status and JSON object. Raises ProviderFailed."""
        answer, content = self._call("POST", url, data=dict(form), auth=httpx.BasicAuth(*basic) if basic else None)
        return answer.status_code, content

    def _call(self, method: str, url: object, **more: Any) -> tuple[httpx.Response, dict[str, Any]]:
        address, end = checked_address(self._settings, url), time.monotonic() + _SECONDS
        timeout = httpx.Timeout(_SECONDS, connect=_CONNECT_SECONDS)
        try:
            with (
                spans.call(f"{method} provider", {"http.request.method": method}),
                httpx.Client(follow_redirects=False, trust_env=False, transport=self._transport(end)) as client,
                client.stream(
                    method, address, timeout=timeout, headers={"Accept": "application/json"}, **more
                ) as answer,
            ):
                if answer.is_redirect:
                    raise ProviderFailed("provider_redirects", "The provider redirects; that is not followed.")
                return answer, _object(_body(answer, end))
        except httpx.TimeoutException as error:
            raise _too_slow() from error
        except AddressNotAllowedError as error:
            raise ProviderFailed("address_not_allowed", str(error)) from error
        except (httpx.HTTPError, NameUnknownError) as error:
            kind = type(error).__name__
            raise ProviderFailed("provider_unreachable", f"The provider cannot be reached ({kind}).") from error

    def _transport(self, end: float) -> httpx.BaseTransport:
        from app.platform.outgoing.transport import CheckedTransport

        return CheckedTransport(_REACH, self._certificates(), end)

    def _certificates(self) -> ssl.SSLContext:
        if self._trusted is None:
            context = httpx.create_ssl_context(trust_env=False)
            if self._settings.provider_ca_file is not None:
                context.load_verify_locations(self._settings.provider_ca_file)
            self._trusted = context
        return self._trusted


def _body(answer: httpx.Response, end: float) -> bytes:
    # A server that sends byte by byte never exceeds the time-out of a single read.
    body = bytearray()
    for chunk in answer.iter_bytes():
        body += chunk
        if len(body) > _LONGEST:
            raise ProviderFailed("provider_answer_too_long", "The provider's answer is too long.")
        if time.monotonic() > end:
            raise _too_slow()
    return bytes(body)


def _date(answer: httpx.Response) -> int | None:
    try:
        return int(parsedate_to_datetime(answer.headers.get("date", "")).timestamp() * 1000)
    except (ValueError, OverflowError):
        return None


def _object(body: bytes) -> dict[str, Any]:
    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ProviderFailed("provider_makes_no_sense", "The provider's answer is no JSON.") from error
    if not isinstance(content, dict):
        raise ProviderFailed("provider_makes_no_sense", "The provider's answer is no JSON object.")
    return content


def _too_slow() -> ProviderFailed:
    return ProviderFailed("provider_unreachable", "The provider did not answer in time.")
