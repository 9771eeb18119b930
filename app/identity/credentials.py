"""Passwords: hash, verify, change; one-time secrets. The only file that imports passlib (maintained as libpass).

Hashing is slow on purpose, so it runs in one of a limited number of slots and outside of every transaction.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import NoReturn

from passlib.hash import argon2
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app import calling_address
from app.database import Database
from app.errors import InvalidInput, NotSignedIn
from app.identity import (
    client_secrets,
    delays,
    grouped_writes,
    known_places,
    password_rules,
    safety_messages,
    secret_format,
    sessions,
    sign_in_state,
    sub_accounts,
    users,
)
from app.identity.account_rows import AccountRow
from app.identity.client_secrets import looks_like_one
from app.identity.delays import Standing, Try
from app.identity.known_places import KnownBrowser
from app.identity.models import User
from app.identity.password_slots import PasswordSlots
from app.outbox import putting
from app.settings import Settings
from app.telemetry import logger
from app.trail import trail
from app.trail.epochs import KeptOnly

log = logger(__name__)
# The first hashes of passlib load its backend, and two at the same time would disturb each other: one of them failed.
argon2.set_backend("argon2_cffi")
_HOUR_MS = 3_600_000
_FAST = "sha256$"
_COUNTS = 4
"""Tries to count a wrong password: each of its three counts may be begun by somebody else meanwhile."""
_HALF = re.compile("[\ud800-\udfff]")


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
class _Known:
    """What was read about a user before the slow hashing."""

    user_id: int
    hash: str
    cred_version: int
    network: bool
    """The user has signed in from there before."""
    changes_nothing: bool
    """There is no count to reset, and the place is known already."""


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
    tried = Try(username, address, browser)
    with database.reading_rows() as connection:
        let_ask(connection)
        known = _known(connection, tried, now, by_broker=by_broker)
    right, new_hash = _compare(settings, slots, known, password)
    if known is None or not right:
        _failed(database, tried, now)
    verified = _confirm(database, known, new_hash, tried, now)
    log.info("signed in", user=username, address=address, by=verified.credential)
    return verified


def verify_secret(
    session: Session | KeptOnly, username: str, secret: str, address: str, now: int, *, by_broker: bool
) -> VerifiedUser:
    """Check what looks like a client secret. It cannot be guessed, and a delay would only let strangers lock a service
    out by failing in its name. Raises NotSignedIn, and NotKept when only memory may be used and does not hold it."""
    found = client_secrets.matching(session, username, secret, now, by_broker=by_broker)
    if found is None:
        log.warning("sign-in failed", user=username, address=address, by="client secret")
        raise _refusal()
    log.info("signed in", user=username, address=address, by=f"secret:{found.secret_id}")
    return VerifiedUser(
        found.user_id,
        found.username,
        f"secret:{found.secret_id}",
        found.cred_version,
        must_change=False,
        secret_id=found.secret_id,
        networks=found.networks,
        valid_until=found.valid_until,
    )


def change_password(session: Session, user: User, new_hash: str) -> None:
    """Replace the password. All sessions end, brokers forget the old password, and a one-time secret is used up."""
    before = users.facts(session, user)
    user.passwd, user.must_change, user.initial_until = new_hash, 0, None
    _renew(session, user)
    after = users.facts(session, user)
    trail.record(session, user.username, "user.password", user.username, before=before, after=after)


def hash_new(
    settings: Settings, slots: PasswordSlots, username: str, password: str, *, initial: str | None = None
) -> str:
    """The hash of a new password. Raises InvalidInput `weak_password`.

    `initial`: the one-time secret that it replaces, which the new password may not be, as somebody else has seen it.
    """
    password_rules.check(password, username, initial)
    if looks_like_one(password):
        raise password_rules.refused("client_secret")
    return str(slots.run(partial(hasher_of(settings.argon2_memory_kib, settings.argon2_rounds).hash, _text(password))))


def give_initial_secret(session: Session, settings: Settings, actor: str, user: User, now: int) -> tuple[str, int]:
    """A one-time secret, shown only now, and until when it works (epoch ms). The old password and all sessions end.

    It is long and random, so that nobody chooses a password for somebody else (ASVS 6.4.6).
    """
    if user.kind != "person":
        raise InvalidInput("Only people have passwords; give the service a client secret.", code="not_a_person")
    before, secret = users.facts(session, user), secret_format.new("once")
    # 256 random bits need no slow hash, which would make other writers wait.
    user.passwd, user.must_change = _fast_hash(secret), 1
    user.initial_until = now + settings.initial_secret_hours * _HOUR_MS
    user.failures, user.delayed_until = 0, 0
    _renew(session, user)
    after = users.facts(session, user)
    trail.record(session, actor, "user.initial_secret", user.username, before=before, after=after)
    safety_messages.tell(session, user, putting.INITIAL_SECRET, by=actor)
    return secret, user.initial_until


def _renew(session: Session, user: User) -> None:
    user.cred_version = users.next_credential_version(session)
    session.flush()  # locks the user's row: a sign-in that has just begun cannot add what is deleted here
    sessions.end_all(session, user.id)
    known_places.forget_all(session, user.id)


def _known(connection: Connection, tried: Try, now: int, *, by_broker: bool) -> _Known | None:
    """Raises TooManyAttempts."""
    found = sign_in_state.read(connection, tried)
    found.standing.refuse_while_delayed(now)
    user = found.user
    if user is None or user.passwd is None or not found.is_active:
        return None
    # What signs in at a broker, the broker judges: it alone sees where from.
    if not by_broker and not found.is_let_in(calling_address.current()):
        return None
    if user.must_change and (user.initial_until or 0) <= now:
        return None
    return _Known(user.id, user.passwd, user.cred_version, found.last_use is not None, found.changes_nothing(now))


def _compare(settings: Settings, slots: PasswordSlots, known: _Known | None, password: str) -> tuple[bool, str | None]:
    """(is it right, a hash with today's parameters if the stored one is older). One slow comparison in every case."""
    parameters = settings.argon2_memory_kib, settings.argon2_rounds
    hasher, text = hasher_of(*parameters), _text(password)
    initial = known is not None and known.hash.startswith(_FAST)
    stored = None if known is None or initial else known.hash
    right = bool(slots.run(lambda: hasher.verify(text, stored or _nobodys_hash(*parameters))))
    if known is None:
        return False, None
    if initial:
        return hmac.compare_digest(known.hash, _fast_hash(password)), None
    older = right and hasher.needs_update(known.hash)
    return right, str(slots.run(partial(hasher.hash, text))) if older else None


def _failed(database: Database, tried: Try, now: int) -> NoReturn:
    for left in reversed(range(_COUNTS)):
        try:
            with database.writing() as session:
                delays.count_failure(session, tried, now)
            break
        except IntegrityError:  # the first failures of a name or network came at the same moment
            if not left:
                raise
    log.warning("sign-in failed", user=tried.username[:128], address=tried.address, by="password")
    raise _refusal()


def _confirm(database: Database, known: _Known, new_hash: str | None, tried: Try, now: int) -> VerifiedUser:
    """Read the user again after the slow hashing: it may have been disabled, changed or delayed meanwhile."""
    if known.changes_nothing and new_hash is None:
        with database.reading_rows() as connection:
            found = sign_in_state.read(connection, tried, known=known.network)
        user = found.user if found.is_active else None
        return replace(_still_right(known, user, found.standing, now), known_network=True)

    def note(session: Session) -> VerifiedUser:
        # Locked, so that a new hash cannot replace that of another password.
        user = session.get(User, known.user_id, with_for_update=True)
        if user is None or not sub_accounts.effectively_active(session, user):
            raise _refusal()
        standing = delays.standing(session, tried, user, known=known.network)
        verified = _still_right(known, user, standing, now)
        delays.forget(standing, tried)
        before = known_places.note(session, user.id, tried.address, now)
        user.passwd = new_hash or user.passwd
        return replace(verified, known_network=before)

    return grouped_writes.of(database).write(known.user_id, note)


def _still_right(known: _Known, user: User | AccountRow | None, standing: Standing, now: int) -> VerifiedUser:
    if user is None or (user.id, user.cred_version) != (known.user_id, known.cred_version):
        raise _refusal()
    standing.refuse_while_delayed(now)
    return VerifiedUser(user.id, user.username, "password", user.cred_version, bool(user.must_change))


def _refusal() -> NotSignedIn:
    return NotSignedIn("User name or password is wrong.", code="invalid_credentials")


def _fast_hash(secret: str) -> str:
    return _FAST + hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def _text(password: str) -> str:
    """The password in one spelling. Empty, and so wrong, when it is too long or not valid text; it is never cut."""
    usable = len(password) <= password_rules.LONGEST and not _HALF.search(password)
    return password_rules.one_spelling(password) if usable else ""


@lru_cache(maxsize=4)
def hasher_of(memory_kib: int, rounds: int) -> type[argon2]:
    """Argon2id with these parameters and one lane."""
    made: type[argon2] = argon2.using(type="ID", memory_cost=memory_kib, rounds=rounds, parallelism=1)
    return made


@lru_cache(maxsize=4)
def _nobodys_hash(memory_kib: int, rounds: int) -> str:
    """Compared when there is no such user, so that it takes as long as for a wrong password."""
    return str(hasher_of(memory_kib, rounds).hash(secrets.token_urlsafe(32)))
