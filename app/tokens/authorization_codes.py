"""Codes: what a person decided about a request, redeemed once by the application that asked (RFC 6749 §4.1.3).

A code lives for a minute and ends with the browser session it came from. Its second use ends what the first one got.
"""

import hashlib
import hmac
import re
import secrets

from jwt.utils import base64url_encode
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.identity import sub_accounts
from app.identity.models import ConsoleSession, User
from app.identity.secret_format import digest
from app.platform.database import clear_away
from app.platform.settings import Settings
from app.tokens import application_sign_in_ends, redirects, refresh_families
from app.tokens.application_models import Application, AuthorizationCode, Consent, RefreshFamily
from app.tokens.authorization_requests import AuthorizationRequest
from app.tokens.refresh_families import Narrowing, Tokens

_LIVES_MS, _KEPT_MS = 60_000, 3_600_000
_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")


def needs_consent(
    session: Session,
    settings: Settings,
    application: Application,
    user: User,
    request: AuthorizationRequest,
    now: int,
) -> bool:
    """True when the user has to be asked: not for the company's own applications, nor for what it allowed before and
    can see, and end, among its applications.

    A program that listens on this machine and has no secret cannot be told from another one there, so people are asked
    every time, whoever registered it (RFC 8252 §8.6).
    """
    if "consent" in request.prompt or is_of_this_machine(application, request):
        return True
    if application.trusted:
        return False
    row = session.get(Consent, (user.id, application.id))
    requested_parts = {*request.scope.split(), *request.audiences}
    if row is None or not requested_parts <= {*row.scope.split(), *row.audiences.split()}:
        return True
    return not refresh_families.is_allowed(session, settings, application.id, user.id, now)


def is_of_this_machine(application: Application, requested: AuthorizationRequest) -> bool:
    """True for a program without a secret on the person's own machine."""
    return application.service_id is None and redirects.is_loopback(requested.redirect_uri)


def allow(session: Session, application: Application, user: User, request: AuthorizationRequest, now: int) -> None:
    """Keep what the user allowed, added to what it allowed before."""
    row = session.get(Consent, (user.id, application.id))
    if row is None:
        row = Consent(user_id=user.id, application_id=application.id, scope="", audiences="", add_time=now)
        session.add(row)
    row.scope = " ".join(dict.fromkeys((*row.scope.split(), *request.scope.split())))
    row.audiences = " ".join(dict.fromkeys((*row.audiences.split(), *request.audiences)))
    session.flush()


def issue(
    session: Session,
    application: Application,
    console: ConsoleSession,
    user: User,
    request: AuthorizationRequest,
    now: int,
) -> str:
    """A code for this request, in the name of the user of this browser session."""
    clear_away(session, select(AuthorizationCode).where(AuthorizationCode.valid_until <= now - _KEPT_MS))
    code = secrets.token_urlsafe(32)
    row = AuthorizationCode(
        digest=digest(code),
        application_id=application.id,
        user_id=user.id,
        session_id=console.id,
        redirect_uri=request.redirect_uri,
        challenge=request.challenge,
        nonce=request.nonce,
        scope=request.scope,
        audiences=" ".join(request.audiences),
        methods=console.methods,
        auth_time=console.auth_time,
        cred_version=user.cred_version,
        valid_until=now + _LIVES_MS,
    )
    session.add(row)
    session.flush()
    return code


def is_known(session: Session, code: str) -> bool:
    """True for a code that the center gave. Asked before a transaction that writes."""
    return session.get(AuthorizationCode, digest(code)) is not None


def redeem(
    session: Session,
    settings: Settings,
    application: Application,
    code: str,
    redirect_uri: str,
    verifier: str,
    narrowing: Narrowing,
    now: int,
) -> tuple[Tokens, str | None] | None:
    """Tokens and the nonce for a code, once; None when anything differs. A second use ends what the first got. The
    session must hold the lock on the revision, and the caller must commit in any case. Raises AuthorizationRefused,
    which uses nothing up, when more is asked for than the person was asked about."""
    row = session.get(AuthorizationCode, digest(code))
    if row is None or row.application_id != application.id:
        return None
    if row.use_time is not None:
        _end_family(session, application, row, now)
        return None
    if not (row.valid_until > now and row.redirect_uri == redirect_uri and _proves(verifier, row.challenge)):
        return None
    narrowing.refuse_more_than(row)
    if not refresh_families.use(session, row, now):
        session.refresh(row)
        _end_family(session, application, row, now)
        return None
    user = _signed_in(session, row, now)
    if user is None:
        return None
    family = RefreshFamily(
        application_id=row.application_id,
        user_id=user.id,
        scope=row.scope,
        audiences=row.audiences,
        methods=row.methods,
        auth_time=row.auth_time,
        cred_version=row.cred_version,
    )
    tokens = refresh_families.start(session, settings, family, application.client_id, user, now, narrowing)
    row.family_id = tokens.family.id
    session.flush()
    return tokens, row.nonce


def _signed_in(session: Session, row: AuthorizationCode, now: int) -> User | None:
    user = session.get(User, row.user_id)
    if user is None or user.must_change or not sub_accounts.may_sign_in(session, user):
        return None
    console = session.get(ConsoleSession, row.session_id)
    in_force = console is not None and console.valid_until > now and user.cred_version == row.cred_version
    return user if in_force else None


def _end_family(session: Session, application: Application, row: AuthorizationCode, now: int) -> None:
    family = session.get(RefreshFamily, row.family_id) if row.family_id else None
    if family is not None:
        application_sign_in_ends.end(session, application.client_id, family, now, "code used twice")


def _proves(verifier: str, challenge: str) -> bool:
    if not challenge:  # asked without PKCE, which then nobody adds (RFC 9700 §2.1.1)
        return not verifier
    if not _VERIFIER.fullmatch(verifier):
        return False
    return hmac.compare_digest(base64url_encode(hashlib.sha256(verifier.encode()).digest()).decode(), challenge)
