"""Documents for clients and resource servers: OpenID Connect Discovery 1.0, RFC 8414 metadata, JWKS (RFC 7517)."""

import hashlib
import json
from typing import Annotated, Any

from fastapi import Header, Request, Response
from sqlalchemy.orm import Session
from starlette.datastructures import Headers

from app.api.fast_path import Scope, newest_kept
from app.api.problems import responses
from app.api.public import client_authentication, oauth2_codes, oauth2_password
from app.api.routing import Router
from app.api.transaction import Reading
from app.audit.trail import epochs, subjects
from app.audit.trail.epochs import MemorySession
from app.identity import public_keys
from app.platform.derived import CacheMiss
from app.platform.settings import Settings
from app.tokens import authorization_requests, device, id_token_issuing, keys

router = Router(tags=["OAuth 2.0"])

_CACHE = "public, max-age=300"
"""For how many seconds clients may cache the keys; a new key is used only after it was published for longer."""
_LONGEST = 1024
"""Characters of If-None-Match."""

_GRANT_TYPES = (
    *("client_credentials", oauth2_codes.CODE, oauth2_codes.REFRESH),
    *(device.GRANT_TYPE, oauth2_password.GRANT_TYPE),
)


@router.get(
    "/.well-known/openid-configuration",
    summary="Issuer and keys, as Pulsar's OpenID provider reads them",
    operation_id="get_openid_configuration",
)
@router.get(
    "/.well-known/oauth-authorization-server",
    summary="Authorization server metadata (RFC 8414)",
    operation_id="get_authorization_server_metadata",
)
def metadata(request: Request, session: Reading, response: Response) -> dict[str, Any]:
    """Addresses and abilities of the token service; `issuer` is byte-equal to the `iss` of its tokens."""
    settings: Settings = request.app.state.settings
    response.headers["Cache-Control"] = _CACHE
    return {
        "issuer": settings.issuer,
        "authorization_endpoint": f"{settings.base_url}/oauth2/authorize",
        "authorization_response_iss_parameter_supported": True,
        "code_challenge_methods_supported": ["S256"],
        "request_parameter_supported": False,
        "request_uri_parameter_supported": False,
        "userinfo_endpoint": f"{settings.base_url}/oauth2/userinfo",
        "end_session_endpoint": f"{settings.base_url}/oauth2/logout",
        "scopes_supported": list(authorization_requests.SCOPES),
        "claims_supported": list(id_token_issuing.CLAIMS),
        "id_token_signing_alg_values_supported": sorted(
            {signing_key.alg for signing_key in keys.with_status(session, "active").values()}
        ),
        "token_endpoint": f"{settings.base_url}/oauth2/token",
        "device_authorization_endpoint": f"{settings.base_url}/oauth2/device_authorization",
        "introspection_endpoint": f"{settings.base_url}/oauth2/introspect",
        "introspection_endpoint_auth_methods_supported": list(client_authentication.METHODS),
        "revocation_endpoint": f"{settings.base_url}/oauth2/revoke",
        "revocation_endpoint_auth_methods_supported": [*client_authentication.METHODS, "none"],
        "jwks_uri": f"{settings.base_url}/oauth2/jwks",
        "grant_types_supported": list(_GRANT_TYPES),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "prompt_values_supported": ["none", "login", "consent"],
        "subject_types_supported": ["public"],
        "token_endpoint_auth_methods_supported": [*client_authentication.METHODS, "none"],
        "token_endpoint_auth_signing_alg_values_supported": list(public_keys.ALGORITHMS),
    }


@router.get(
    "/oauth2/jwks",
    summary="Public signing keys",
    response_model=dict[str, list[dict[str, str]]],
    responses={304: {"description": "The keys are the same."}, **responses(422)},
)
def jwks(session: Reading, if_none_match: Annotated[str, Header(max_length=_LONGEST)] = "") -> Response:
    """Every key that verifies the center's tokens; each has `kid` and `alg`. With `If-None-Match` the answer is 304
    while the keys are the same."""
    return _keys_answer(session, if_none_match)


_ROUTE = router.routes[-1]


async def answer_from_memory(scope: Scope, _body: bytes) -> Response | None:
    """The keys; None when memory does not hold those of the newest state (see `app.api.fast_path`)."""
    if_none_match = Headers(scope=scope).get("if-none-match", "")
    if len(if_none_match) > _LONGEST:
        return None
    try:
        response = _keys_answer(await newest_kept(scope), if_none_match)
    except CacheMiss:
        return None
    scope["route"] = _ROUTE
    return response


def _keys_answer(session: Session | MemorySession, if_none_match: str) -> Response:
    content, tag = published_keys(session)
    headers = {"Cache-Control": _CACHE, "ETag": tag}
    if tag in [etag.strip().removeprefix("W/") for etag in if_none_match.split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type="application/json")


def published_keys(session: Session | MemorySession) -> tuple[bytes, str]:
    """The document with the keys, and its ETag. Raises CacheMiss when memory does not hold it."""
    return epochs.derive(session, ("jwks",), _read_keys, lambda _: 1, lambda _: {subjects.KEYS})


def _read_keys(session: Session) -> tuple[bytes, str]:
    public = keys.public_keys(session)
    tag = hashlib.sha256(json.dumps(public, sort_keys=True).encode()).hexdigest()[:32]
    return json.dumps({"keys": public}, separators=(",", ":")).encode(), f'"{tag}"'
