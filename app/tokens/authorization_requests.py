"""A request for authorization (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1): read, checked, carried to the console.

The checked request travels sealed in the console's address instead of waiting in a table, so that strangers write
nothing. It is bound to a cookie of the browser that began it.
"""

import hmac
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from app.identity.secret_format import digest
from app.platform import sealing
from app.platform.errors import NotFound
from app.platform.settings import Settings
from app.tokens import redirects
from app.tokens.application_models import Application

SCOPES = ("openid", "profile", "email", "groups", "offline_access")
_MINUTES = 30
_LONGEST = 1_024
"""Of state, nonce and scope."""
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
_PURPOSE = "authorization requests"
_PROMPTS = ({"none"}, {"login"}, {"consent"}, {"login", "consent"}, set[str]())


class NoAnswerAddress(Exception):
    """It is unknown where to send the browser: the console tells the person. `code` is one of ours."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class AuthorizationRefused(Exception):
    """The application gets this error by redirect."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(description)
        self.error, self.description = error, description


@dataclass(frozen=True)
class AnswerAddress:
    """Where the answer goes, whatever it is."""

    redirect_uri: str
    state: str | None


@dataclass(frozen=True)
class AuthorizationRequest:
    """A checked request. `time`: when it came (epoch ms). `hinted`: who alone may sign in; None: anybody."""

    client_id: str
    redirect_uri: str
    state: str | None
    challenge: str
    nonce: str | None
    scope: str
    audiences: tuple[str, ...]
    prompt: tuple[str, ...]
    max_age: int | None
    time: int
    hinted: str | None = None

    @property
    def answer(self) -> AnswerAddress:
        """Where the answer goes."""
        return AnswerAddress(self.redirect_uri, self.state)


def answer_address(application: Application | None, fields: Mapping[str, str]) -> AnswerAddress:
    """Where the browser may be sent. Raises NoAnswerAddress."""
    if application is None:
        raise NoAnswerAddress("unknown_application")
    uri = fields.get("redirect_uri", "")
    if not redirects.is_registered(uri, application.redirect_uris.split("\n"), any_port=application.service_id is None):
        raise NoAnswerAddress("unknown_redirect_uri")
    state = fields.get("state")
    return AnswerAddress(uri, state if state is not None and len(state) <= _LONGEST else None)


def read(
    settings: Settings, application: Application, fields: Mapping[str, str], resources: list[str], now: int
) -> AuthorizationRequest:
    """The checked request. `resources`: the values of `resource` and `audience`. Raises AuthorizationRefused."""
    for parameter, error in (("request", "request_not_supported"), ("request_uri", "request_uri_not_supported")):
        if parameter in fields:
            raise AuthorizationRefused(error, f"{parameter} is not supported: send plain parameters")
    if "registration" in fields:
        raise AuthorizationRefused("registration_not_supported", "an administrator registers applications")
    if fields.get("response_type") != "code":
        wanted = "unsupported_response_type" if fields.get("response_type") else "invalid_request"
        raise AuthorizationRefused(wanted, "response_type must be code")
    if fields.get("response_mode", "query") != "query":
        raise AuthorizationRefused("invalid_request", "response_mode must be query")
    if any(len(fields.get(parameter, "")) > _LONGEST for parameter in ("state", "nonce", "scope")):
        raise AuthorizationRefused("invalid_request", f"state, nonce and scope have {_LONGEST} characters at most")
    challenge, method = fields.get("code_challenge", ""), fields.get("code_challenge_method", "")
    left_out = application.without_pkce and not challenge and not method
    if not left_out and (method != "S256" or not _CHALLENGE.fullmatch(challenge)):
        raise AuthorizationRefused("invalid_request", "PKCE is needed: code_challenge with code_challenge_method S256")
    return AuthorizationRequest(
        client_id=application.client_id,
        redirect_uri=fields["redirect_uri"],
        state=fields.get("state"),
        challenge=challenge,
        nonce=fields.get("nonce"),
        scope=known_scopes(application, fields.get("scope", "")),
        audiences=allowed_audiences(settings, application, resources),
        prompt=_prompt(fields.get("prompt", "")),
        max_age=_max_age(fields.get("max_age")),
        time=now,
    )


def all_audiences(settings: Settings) -> tuple[str, ...]:
    """Everything that an access token may be for."""
    return (settings.audience, settings.issuer, userinfo_audience(settings))


def userinfo_audience(settings: Settings) -> str:
    """The audience of a token that opens nothing but userinfo."""
    return f"{settings.base_url}/oauth2/userinfo"


def allowed_audiences(settings: Settings, application: Application, resources: list[str]) -> tuple[str, ...]:
    """What the access token is for: what is asked for (RFC 8707), if the application may, else userinfo alone. Raises
    AuthorizationRefused `invalid_target`."""
    requested = tuple(dict.fromkeys(resource for resource in resources if resource))
    possible = (*application.audiences.split(), userinfo_audience(settings))
    if any(audience not in possible for audience in requested):
        raise AuthorizationRefused("invalid_target", "the application may not ask for tokens for this resource")
    return requested or (userinfo_audience(settings),)


def location(settings: Settings, to: AnswerAddress, **values: str) -> str:
    """The address with the answer, naming who answers (RFC 9207)."""
    return redirects.with_answer(to.redirect_uri, {**values, "iss": settings.issuer, "state": to.state})


def seal(settings: Settings, requested: AuthorizationRequest, browser: str) -> str:
    """The request for the address of the console's page; only the browser with this cookie can go on with it."""
    return sealing.seal_for_address(settings.secret_key, _PURPOSE, {**asdict(requested), "browser": digest(browser)})


def unseal(settings: Settings, sealed: str, browser: str, now: int) -> AuthorizationRequest:
    """The request again. Raises NotFound `unknown_authorization` when it is too old, changed or another browser's."""
    content = sealing.unseal_from_address(settings.secrets(), _PURPOSE, sealed)
    if content is not None:
        mark = content.pop("browser")
        lists = {field: tuple(content[field]) for field in ("audiences", "prompt")}
        requested = AuthorizationRequest(**{**content, **lists})
        young = requested.time <= now < requested.time + _MINUTES * 60_000
        if browser and young and hmac.compare_digest(mark, digest(browser)):
            return requested
    raise NotFound("This sign-in has expired, or began in another browser.", code="unknown_authorization")


def known_scopes(application: Application, text: str) -> str:
    """What is asked for, without scopes that there are not (OpenID Connect Core §3.1.2.1), or not for this one."""
    return " ".join(scope for scope in SCOPES if scope in text.split() and (scope != "groups" or application.trusted))


def _prompt(text: str) -> tuple[str, ...]:
    prompts = set(text.split())
    if prompts not in _PROMPTS:
        raise AuthorizationRefused("invalid_request", "prompt is none, or login and consent")
    return tuple(sorted(prompts))


def _max_age(text: str | None) -> int | None:
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise AuthorizationRefused("invalid_request", "max_age is a number of seconds")
    return int(text)
