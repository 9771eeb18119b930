"""Signing in from a device without a browser (RFC 8628): begin, look at it, approve or deny, redeem once.

Both codes are stored as keyed hashes only: a user code is short, so a plain hash could be searched. A conditional
update marks a row as used, so of several simultaneous redemptions exactly one gets the token.
"""

import hashlib
import hmac
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from app.access.network_limits import let_in
from app.audit.trail import trail
from app.grants.networks import lists
from app.identity import delays, sub_accounts
from app.identity.models import User
from app.identity.network_of_address import network_of
from app.platform import calling_address
from app.platform.errors import NotFound, TooManyAttempts
from app.platform.settings import Settings
from app.tokens import api_tokens, applications, issuing, refresh_families
from app.tokens.application_models import RefreshFamily
from app.tokens.issuing import IssuedToken
from app.tokens.models import DeviceSignIn
from app.tokens.refresh_families import Tokens

CLIENT = applications.COMMAND_LINE
GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code"
Refusal = Literal["authorization_pending", "slow_down", "access_denied", "expired_token", "invalid_grant"]

_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels and no digits (RFC 8628 §6.1): nothing to misread, no words. 20⁸ codes, each valid for minutes."""
_OPEN_FOR_ADDRESS, _OPEN_FOR_ALL = 50, 10_000
"""Sign-ins that may wait at the same time. Limited, because anybody may begin one and each is a row."""
_SLOWER_MS, _SLOWEST_MS = 5_000, 60_000
_KEPT_MS = 300_000
"""How long an expired row is kept, to tell its device that the code has expired."""
_WRONG_FOR_USER, _WRONG_FOR_ADDRESS = 5, 30
"""Wrong user codes before the first delay."""


@dataclass(frozen=True)
class DeviceCodes:
    """The codes. They leave the center only here and are missing from `repr`."""

    device_code: str
    user_code: str

    def __repr__(self) -> str:
        return "DeviceCodes()"


def begin(session: Session, settings: Settings, client: str, address: str, now: int, scope: str = "") -> DeviceCodes:
    """Begin a sign-in that waits for a decision. `scope`: `offline_access` for a refresh token, or "". Raises
    TooManyAttempts when too many are waiting."""
    session.execute(delete(DeviceSignIn).where(DeviceSignIn.valid_until <= now - _KEPT_MS))
    _refuse_flood(session, address)
    codes = DeviceCodes(secrets.token_urlsafe(32), _new_user_code())
    row = DeviceSignIn(
        device_hash=_digest(settings, codes.device_code),
        user_hash=_digest(settings, _normal_code(codes.user_code)),
        client=client,
        address=address[:64],
        status="pending",
        add_time=now,
        valid_until=now + settings.device_code_minutes * 60_000,
        asked=0,
        pause_ms=settings.device_interval_seconds * 1_000,
        scope=scope or None,
    )
    session.add(row)
    session.flush()
    return codes


def waiting(session: Session, settings: Settings, user_code: str, now: int) -> DeviceSignIn:
    """The undecided sign-in with this user code. Raises NotFound `unknown_user_code`."""
    query = select(DeviceSignIn).where(
        DeviceSignIn.user_hash.in_(_digests(settings, _normal_code(user_code))),
        DeviceSignIn.status == "pending",
        DeviceSignIn.valid_until > now,
    )
    row = session.scalars(query).first()
    if row is None:
        raise NotFound("No sign-in waits with this code: it is wrong, used or expired.", code="unknown_user_code")
    return row


def decide(
    session: Session,
    settings: Settings,
    user: User,
    user_code: str,
    *,
    approve: bool,
    now: int,
    signed_in: tuple[str, int] = ("", 0),
    networks: Collection[str] | None = None,
) -> None:
    """Approve or deny in the name of `user`. `networks`: where the token may be used (as written; None: everywhere).
    `signed_in`: methods and time (epoch ms) of its session.

    Raises InvalidInput `invalid_network`, `unknown_network`; NotFound `unknown_user_code`, also when somebody else
    decided first."""
    row = waiting(session, settings, user_code, now)
    status = "approved" if approve else "denied"
    limited = lists.columns(session, networks)
    values = {"methods": signed_in[0], "auth_time": signed_in[1], "cred_version": user.cred_version}
    if not _set_status(session, row, "pending", status, user_id=user.id, **values, **limited):
        raise NotFound("Somebody has decided about this sign-in meanwhile.", code="unknown_user_code")
    facts = {"user": user.username, "client": row.client, "address": row.address}
    facts |= {} if networks is None else limited
    trail.record(session, user.username, "device.approve" if approve else "device.deny", str(row.id), after=facts)


def is_known(session: Session, settings: Settings, device_code: str) -> bool:
    """True when a device was given this code. Asked before a transaction that writes, so that guesses hold nobody
    up."""
    query = select(DeviceSignIn.id).where(DeviceSignIn.device_hash.in_(_digests(settings, device_code)))
    return session.scalars(query).first() is not None


def redeem(
    session: Session, settings: Settings, client: str, device_code: str, now: int
) -> IssuedToken | Tokens | Refusal:
    """The token of the user who approved, once; before that the answer for the device. The caller must commit."""
    query = select(DeviceSignIn).where(DeviceSignIn.device_hash.in_(_digests(settings, device_code)))
    row = session.scalars(query).first()
    if row is None or row.client != client or row.status == "used":
        return "invalid_grant"
    if row.valid_until <= now:
        return "expired_token"
    if row.status == "pending":
        return _still_pending(row, now)
    if row.status == "denied":
        return "access_denied"
    return _issue(session, settings, row, now)


def refuse_guessing(session: Session, user: User, address: str, now: int) -> None:
    """Raises TooManyAttempts while the user or the network is delayed after wrong codes."""
    delays.refuse_keys(session, _guess_keys(user, address), now)


def count_wrong(session: Session, user: User, address: str, now: int) -> None:
    """Count one more wrong user code."""
    by_user, by_address = _guess_keys(user, address)
    delays.count_key(session, by_user, _WRONG_FOR_USER, now)
    delays.count_key(session, by_address, _WRONG_FOR_ADDRESS, now)


def _guess_keys(user: User, address: str) -> tuple[str, str]:
    return f"code-of:{user.id}", f"code-at:{network_of(address)}"


def _refuse_flood(session: Session, address: str) -> None:
    # Whole addresses are stored for people to compare. The limit counts all addresses of a network as one.
    waiting = dict(session.execute(select(DeviceSignIn.address, func.count()).group_by(DeviceSignIn.address)).all())
    network = network_of(address)
    waiting_here = sum(count for other, count in waiting.items() if network_of(other) == network)
    if waiting_here >= _OPEN_FOR_ADDRESS or sum(waiting.values()) >= _OPEN_FOR_ALL:
        raise TooManyAttempts("Too many sign-ins wait for a decision; try again in a minute.", retry_after=60)


def _still_pending(row: DeviceSignIn, now: int) -> Refusal:
    early = now - row.asked < row.pause_ms
    row.asked = now
    if not early:
        return "authorization_pending"
    row.pause_ms = min(row.pause_ms + _SLOWER_MS, _SLOWEST_MS)
    return "slow_down"


def is_lasting(row: DeviceSignIn) -> bool:
    """True when the device asks for a refresh token."""
    return row.scope is not None


def _issue(session: Session, settings: Settings, row: DeviceSignIn, now: int) -> IssuedToken | Tokens | Refusal:
    """Trades an approved sign-in for tokens, once."""
    trail.lock_revision(session)
    if not _set_status(session, row, "approved", "used"):
        return "invalid_grant"
    user = session.get(User, row.user_id)
    # A user that was disabled or given a one-time secret after the approval gets no token, nor does a device outside
    # of the networks that the user, or this sign-in, is limited to.
    if user is None or user.must_change or not sub_accounts.may_sign_in(session, user):
        return "access_denied"
    if not let_in(row.cidrs, calling_address.current()):
        return "access_denied"
    if row.cred_version is not None and row.cred_version != user.cred_version:
        return "access_denied"  # the password was changed after the approval
    application = applications.of_client(session, row.client)
    # Refresh tokens are limited to no networks, so a limited sign-in gets a token that is.
    if is_lasting(row) and row.cidrs is None and application is not None:
        family = RefreshFamily(
            application_id=application.id,
            user_id=user.id,
            scope=str(row.scope),
            audiences=settings.issuer,
            methods=row.methods or "",
            auth_time=row.auth_time or 0,
            cred_version=user.cred_version,
        )
        return refresh_families.start(session, settings, family, application.client_id, user, now)
    seconds = settings.device_token_hours * 3_600
    token = issuing.issue(
        session,
        settings,
        user.username,
        audiences=(settings.issuer,),
        seconds=seconds,
        networks=row.cidrs,
        credential_version=user.cred_version,
    )
    name = f"{row.client}, signed in from {row.address}"
    api_tokens.store_issued(session, user.username, user, name, token, {"networks": row.networks, "cidrs": row.cidrs})
    return token


def _set_status(session: Session, row: DeviceSignIn, before: str, after: str, **values: object) -> bool:
    change = update(DeviceSignIn).where(DeviceSignIn.id == row.id, DeviceSignIn.status == before)
    return bool(session.execute(change.values(status=after, **values)).rowcount == 1)  # type: ignore[attr-defined]


def _new_user_code() -> str:
    letters = "".join(secrets.choice(_LETTERS) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"


def _normal_code(user_code: str) -> str:
    """The code as stored: lower case, blanks and a missing dash do not matter."""
    return "".join(letter for letter in user_code.upper() if letter in _LETTERS)


def _digest(settings: Settings, code: str) -> str:
    """The hash that a new code is stored as."""
    return _digests(settings, code)[0]


def _digests(settings: Settings, code: str) -> list[str]:
    """The hashes that a code may be stored as: under the secret key, and under the one before."""
    plain = code.encode(errors="surrogatepass")
    keys = (b"device sign-in:" + secret.get_secret_value().encode() for secret in settings.secrets())
    return [hmac.new(key, plain, hashlib.sha256).hexdigest() for key in keys]
