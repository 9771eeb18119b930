"""Checking the password or client secret that somebody shows.

A password is compared in one of a limited number of slots and outside of every transaction, as its hash is slow on
purpose. Then the user is read again: it may have been disabled, changed or delayed meanwhile.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NoReturn

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.audit.trail.epochs import MemorySession
from app.identity import client_secrets, delays, grouped_writes, password_hashes, sign_in_origins, sign_in_state
from app.identity.client_secrets import looks_like_one
from app.identity.delays import PasswordAttempt
from app.identity.models import User
from app.identity.password_hashes import PasswordSlots
from app.identity.sign_in_origins import KnownBrowser
from app.identity.sign_in_state import SignInState
from app.platform import calling_address
from app.platform.database import Database
from app.platform.errors import NotSignedIn
from app.platform.settings import Settings
from app.platform.telemetry import logger

log = logger(__name__)
_COUNTS = 4
"""Tries to count a wrong password: each of its three counts may be begun by somebody else meanwhile."""


@dataclass(frozen=True)
class VerifiedUser:
    """The user who showed a valid credential; `credential` is `password` or `secret:<id>`."""

    user_id: int
    username: str
    credential: str
    cred_version: int
    must_change: bool
    """The credential was a one-time secret, with which only a new password can be set."""
    secret_id: int | None = None
    """Id of the client secret, if the credential was one."""
    networks: tuple[str, ...] | None = None
    """Those that the client secret is limited to; None: from everywhere."""
    valid_until: int | None = None
    """When the client secret ends (epoch ms); None: never."""
    known_network: bool = False
    """The same password was shown from this network before."""


@dataclass(frozen=True)
class PasswordMatch:
    """A right password, of a user as it was before the slow comparison. Only `confirm` says that it still counts."""

    attempt: PasswordAttempt
    user_id: int
    cred_version: int
    by_broker: bool
    calling_from: str | None
    """The address of this request: others may confirm it together with theirs."""
    known_network: bool
    changes_nothing: bool
    """There was no count to reset, the place was known, and the hash has today's parameters."""
    new_hash: str | None = field(repr=False)
    """With today's parameters, if the stored one is older."""


def verify_password(
    database: Database,
    settings: Settings,
    slots: PasswordSlots,
    username: str,
    password: str,
    address: str,
    now: int,
    *,
    by_broker: bool = False,
    browser: KnownBrowser | None = None,
    let_ask: Callable[[Connection], None] = lambda _: None,
) -> VerifiedUser:
    """Check a password or client secret. Opens its own transactions, so that a failure is counted though the caller's
    request fails. `by_broker`: it was shown to a broker, which judges itself where from. `browser`: the one it comes
    from, when somebody has signed in there before. `let_ask`: raises when the caller may not ask; called first, in the
    transaction in which the user is read.

    Raises NotSignedIn `invalid_credentials` (same answer and same duration, whatever was wrong), TooManyAttempts.
    """
    if looks_like_one(password):
        with database.reading() as session:
            let_ask(session.connection())
            return verify_secret(session, username, password, address, now, by_broker=by_broker)
    compared = compare(database, settings, slots, PasswordAttempt(username, address, browser), password, now,
                       by_broker=by_broker, let_ask=let_ask)  # fmt: skip
    verified = _confirm_match(database, compared, now)
    note_signed_in(verified, address)
    return verified


def compare(
    database: Database,
    settings: Settings,
    slots: PasswordSlots,
    attempt: PasswordAttempt,
    password: str,
    now: int,
    *,
    by_broker: bool = False,
    let_ask: Callable[[Connection], None] = lambda _: None,
) -> PasswordMatch:
    """The slow half of `verify_password`, for a caller who confirms it in its own transaction. A client secret is
    never right here. Raises like `verify_password`."""
    if looks_like_one(password):
        raise _refused_secret(attempt.username, attempt.address)
    with database.reading_rows() as connection:
        let_ask(connection)
        found = sign_in_state.read(connection, attempt)
    found.attempt_counts.refuse_while_delayed(now)
    user = found.user if _may_try(found, now, by_broker=by_broker) else None
    stored = None if user is None else user.passwd
    right, new_hash = password_hashes.compare(settings, slots, stored, password)
    if user is None or not right:
        _count_and_refuse(database, attempt, now)
    return PasswordMatch(
        attempt,
        user.id,
        user.cred_version,
        by_broker,
        calling_address.current(),
        known_network=found.last_use is not None,
        changes_nothing=new_hash is None and found.changes_nothing(now),
        new_hash=new_hash,
    )


def confirm(session: Session, match: PasswordMatch, now: int) -> tuple[User, VerifiedUser]:
    """Judge the user again, whose row is locked from here on, and note the sign-in. Raises NotSignedIn and
    TooManyAttempts, before anything was changed."""
    # Locked, so that a new hash cannot replace that of another password.
    user = session.get(User, match.user_id, with_for_update=True)
    if user is None:
        raise _refusal()
    found = _read_again(session.connection(), match)
    verified = _verified_user(match, found, now)
    if match.new_hash is not None or not found.changes_nothing(now):
        delays.forget(delays.attempt_counts_of(session, match.attempt, user, known=match.known_network), match.attempt)
        sign_in_origins.remember(session, user.id, match.attempt.address, now)
        user.passwd = match.new_hash or user.passwd
    return user, verified


def note_signed_in(verified: VerifiedUser, address: str) -> None:
    """Log the sign-in, once it is committed."""
    log.info("signed in", user=verified.username, address=address, by=verified.credential)


def verify_secret(
    session: Session | MemorySession, username: str, secret: str, address: str, now: int, *, by_broker: bool
) -> VerifiedUser:
    """Check what looks like a client secret. It cannot be guessed, and a delay would only let strangers lock a service
    out by failing in its name. Raises NotSignedIn, and CacheMiss when only memory may be used and does not hold it."""
    found = client_secrets.matching(session, username, secret, now, by_broker=by_broker)
    if found is None:
        raise _refused_secret(username, address)
    verified = VerifiedUser(
        found.user_id,
        found.username,
        f"secret:{found.secret_id}",
        found.cred_version,
        must_change=False,
        secret_id=found.secret_id,
        networks=found.networks,
        valid_until=found.valid_until,
    )
    note_signed_in(verified, address)
    return verified


def _confirm_match(database: Database, match: PasswordMatch, now: int) -> VerifiedUser:
    if match.changes_nothing:
        with database.reading_rows() as connection:
            return _verified_user(match, _read_again(connection, match), now)
    return grouped_writes.of(database).write(match.user_id, lambda session: confirm(session, match, now)[1])


def _may_try(state: SignInState, now: int, *, by_broker: bool) -> bool:
    user = state.user
    if user is None or user.passwd is None or not _may_act(state, calling_address.current(), by_broker=by_broker):
        return False
    return not user.must_change or (user.initial_until or 0) > now


def _may_act(found: SignInState, address: str | None, *, by_broker: bool) -> bool:
    # What signs in at a broker, the broker judges: it alone sees where from.
    return found.is_active and (by_broker or found.is_let_in(address))


def _count_and_refuse(database: Database, attempt: PasswordAttempt, now: int) -> NoReturn:
    """Counts one wrong password in a transaction of its own. Raises NotSignedIn."""
    for left in reversed(range(_COUNTS)):
        try:
            with database.writing() as session:
                delays.count_failure(session, attempt, now)
            break
        except IntegrityError:  # the first failures of a name or network came at the same moment
            if not left:
                raise
    log.warning("sign-in failed", user=attempt.username[:128], address=attempt.address, by="password")
    raise _refusal()


def _read_again(connection: Connection, compared: PasswordMatch) -> SignInState:
    return sign_in_state.read(connection, compared.attempt, known=compared.known_network)


def _verified_user(match: PasswordMatch, state: SignInState, now: int) -> VerifiedUser:
    """The user, unless it changed since the password was compared. Raises NotSignedIn, TooManyAttempts."""
    user = state.user if _may_act(state, match.calling_from, by_broker=match.by_broker) else None
    if user is None or (user.id, user.cred_version) != (match.user_id, match.cred_version):
        raise _refusal()
    state.attempt_counts.refuse_while_delayed(now)
    known_network = match.known_network or state.last_use is not None
    return VerifiedUser(
        user.id, user.username, "password", user.cred_version, bool(user.must_change), known_network=known_network
    )


def _refused_secret(username: str, address: str) -> NotSignedIn:
    log.warning("sign-in failed", user=username[:128], address=address, by="client secret")
    return _refusal()


def _refusal() -> NotSignedIn:
    return NotSignedIn("User name or password is wrong.", code="invalid_credentials")
