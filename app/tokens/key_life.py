"""The life of signing keys: published → active → retired → gone, or revoked. Decision 0080.

One key signs and one is published as its spare, so that everybody who verifies knows the next key long before it signs.
Where applications want ID tokens of another algorithm, a second such pair signs these alone (`SigningKey.id_tokens`).
Changes of keys follow one another under the lock of the revision, and brokers get them with the changes of the
snapshot. The private part is erased as soon as a key signs no more.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.identity import safety_messages
from app.identity.accounts import administrators
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import ChangedMeanwhile, Conflict, NotFound
from app.platform.outbox import enqueue
from app.platform.settings import Settings
from app.tokens import key_encryption, key_times, keys
from app.tokens.application_models import Application
from app.tokens.models import ApiToken, SigningKey

_ACTOR = "system"


def ensure(session: Session, settings: Settings, now: int | None = None) -> SigningKey:
    """At start: a key that signs, and its spare of the wanted algorithm; both are opened. Returns the one that signs.

    Raises `cryptography.exceptions.InvalidTag` when one was sealed with a key that no setting holds.
    """
    time = now_ms() if now is None else now
    spare = _spare(session)
    if keys.with_status(session, "active").get(None) is None:
        _set_status(session, _ACTOR, spare or publish(session, settings, _ACTOR, time), "active", active_time=time)
        spare = None
    if spare is not None and spare.alg != settings.signing_algorithm:
        _set_status(session, _ACTOR, spare, "gone", private_encrypted="")  # it never signed
        spare = None
    if spare is None:
        publish(session, settings, _ACTOR, time)
    for status in ("active", "published"):
        for signing_key in keys.with_status(session, status).values():
            keys.private_key(signing_key, settings)
    return keys.active(session)


def sign_id_tokens(session: Session, settings: Settings, actor: str, now: int) -> None:
    """Keys that sign ID tokens as applications want them, from now on, where there are none: nobody has read our keys
    for such tokens yet. Their spares follow in `run`."""
    for alg in {*_missing_algorithms(session, settings)} - keys.with_status(session, "active").keys():
        _set_status(session, actor, publish(session, settings, actor, now, alg), "active", active_time=now)


def publish(session: Session, settings: Settings, actor: str, now: int, id_tokens: str | None = None) -> SigningKey:
    """Create a key that does not sign yet. `id_tokens`: for ID tokens of this algorithm alone."""
    alg = cast(keys.Algorithm, id_tokens or settings.signing_algorithm)
    private = keys.make(alg)
    jwk = keys.public_jwk(private, alg)
    key = SigningKey(
        kid=jwk["kid"],
        alg=alg,
        id_tokens=id_tokens,
        public_jwk=json.dumps(jwk, sort_keys=True),
        private_encrypted=key_encryption.seal(settings, jwk["kid"], keys.to_bytes(private)),
        sealed_with=key_encryption.sealing_id(settings),
        status="published",
        add_time=now,
    )
    session.add(key)
    session.flush()
    trail.record(session, actor, "key.create", key.kid, after=contents.row(key))
    return key


def rotate(session: Session, settings: Settings, actor: str, now: int, id_tokens: str | None = None) -> SigningKey:
    """Let the spare sign, retire the key that signed, publish another spare. Returns the key that signs. `id_tokens`:
    of those for ID tokens of this algorithm.

    Raises Conflict `key_too_young` while the spare may be unknown to somebody who verifies tokens."""
    spare = _spare(session, id_tokens) or publish(session, settings, actor, now, id_tokens)
    ready = key_times.ready_at(settings, spare)
    if ready > now:
        minutes = -(-(ready - now) // 60_000)
        raise Conflict(
            f"The next key was published a moment ago: it may sign in {minutes} minutes, when everybody knows it.",
            code="key_too_young",
            ready=ready,
        )
    old = keys.with_status(session, "active")[id_tokens]
    _set_status(session, actor, old, "retired", retire_time=now, private_encrypted="")
    _set_status(session, actor, spare, "active", active_time=now)
    publish(session, settings, actor, now, id_tokens)
    return spare


def rotate_every(session: Session, settings: Settings, actor: str, now: int) -> None:
    """`rotate`, also the keys for ID tokens alone whose spares are ready. Raises Conflict as it does."""
    spares = keys.with_status(session, "published")
    rotate(session, settings, actor, now)
    for alg in spares.keys() & keys.with_status(session, "active").keys() - {None}:
        if key_times.ready_at(settings, spares[alg]) <= now:
            rotate(session, settings, actor, now, alg)


@dataclass(frozen=True)
class KeyRevocation:
    """Ids of the users whom the revocation concerns, and the facts of the message."""

    users: frozenset[int]
    facts: Mapping[str, Any]


def revoke(session: Session, settings: Settings, actor: str, kid: str, reason: str, now: int) -> KeyRevocation | None:
    """Refuse everything that this key signed, from now on. If it signs, the spare signs instead, however young.

    Raises NotFound, also for a key that is gone. Revoking twice changes nothing, and returns None."""
    key = session.get(SigningKey, kid)
    if key is None or key.status == "gone":
        raise NotFound("There is no such signing key.")
    if key.status == "revoked":
        return None
    was = key.status
    _set_status(session, actor, key, "revoked", private_encrypted="", revoke_time=now, revoke_reason=reason)
    if was == "active":
        spare = _spare(session, key.id_tokens) or publish(session, settings, actor, now, key.id_tokens)
        _set_status(session, actor, spare, "active", active_time=now)
    if was != "retired":
        publish(session, settings, actor, now, key.id_tokens)
    owners = _end_tokens(session, actor, kid, now)
    return _tell(session, actor, key, owners)


def reseal(session: Session, settings: Settings, actor: str) -> list[str]:
    """Encrypt every private part with the present key. Returns the ids of those that were sealed with another one."""
    sealing_id = key_encryption.sealing_id(settings)
    sealed = select(SigningKey).where(SigningKey.private_encrypted != "")
    rows = [signing_key for signing_key in session.scalars(sealed) if signing_key.sealed_with != sealing_id]
    for signing_key in rows:
        plain = keys.to_bytes(keys.private_key(signing_key, settings))
        text = key_encryption.seal(settings, signing_key.kid, plain)
        _set_status(
            session,
            actor,
            signing_key,
            signing_key.status,
            verb="reseal",
            private_encrypted=text,
            sealed_with=sealing_id,
        )
    return [signing_key.kid for signing_key in rows]


def run(database: Database, settings: Settings, now: int) -> None:
    """The periodic job: rotate when due, let keys go that verify nothing any more, make the keys that applications want
    for ID tokens."""
    with database.reading() as session:
        if not _steps(session, settings, now):
            return
    with trail.center_transaction(database) as session:
        for step in _steps(session, settings, now):
            step()


def _steps(session: Session, settings: Settings, now: int) -> list[Callable[[], object]]:
    """What is to be done now."""
    active, spares = keys.with_status(session, "active"), keys.with_status(session, "published")
    algorithms, work = _missing_algorithms(session, settings), (session, settings, _ACTOR)
    steps: list[Callable[[], object]] = [partial(sign_id_tokens, *work, now)] if {*algorithms} - active.keys() else []
    for alg in (None, *algorithms):
        if alg in active and alg and alg not in spares:
            steps.append(partial(publish, *work, now, alg))
        elif _is_due(settings, active.get(alg), spares.get(alg), now):
            steps.append(partial(rotate, *work, now, alg))
    for alg in {*active, *spares} - {None, *algorithms}:
        if alg in spares:
            steps.append(partial(_set_status, session, _ACTOR, spares[alg], "gone", private_encrypted=""))
        if alg in active:
            steps.append(
                partial(_set_status, session, _ACTOR, active[alg], "retired", retire_time=now, private_encrypted="")
            )
    return steps + [
        partial(_set_status, session, _ACTOR, signing_key, "gone") for signing_key in _expired_keys(session, now)
    ]


def _missing_algorithms(session: Session, settings: Settings) -> list[str]:
    """The algorithms that applications want for ID tokens and access tokens do not have, now and for long."""
    named = session.scalars(select(Application.id_token_alg).where(Application.id_token_alg.is_not(None)).distinct())
    main = keys.with_status(session, "active").get(None)
    main_alg = main.alg if main is not None and main.alg == settings.signing_algorithm else None
    return sorted(alg for alg in named if alg and alg != main_alg)


def _is_due(settings: Settings, key: SigningKey | None, spare: SigningKey | None, now: int) -> bool:
    if key is None or spare is None or key_times.ready_at(settings, spare) > now:
        return False
    return key_times.rotation_at(settings, key) <= now or key.alg != settings.signing_algorithm == spare.alg


def _expired_keys(session: Session, now: int) -> list[SigningKey]:
    retired = session.scalars(select(SigningKey).where(SigningKey.status == "retired"))
    return [signing_key for signing_key in retired if key_times.ends_at(session, signing_key) <= now]


def _spare(session: Session, id_tokens: str | None = None) -> SigningKey | None:
    """The oldest key that is published and has not signed."""
    return keys.with_status(session, "published").get(id_tokens)


def _set_status(
    session: Session, actor: str, key: SigningKey, status: str, *, verb: str | None = None, **values: object
) -> None:
    """Move a key on. Raises ChangedMeanwhile when another instance was faster, which the lock should prevent."""
    before = contents.row(key)
    conditions = SigningKey.kid == key.kid, SigningKey.status == key.status
    done = session.execute(update(SigningKey).where(*conditions).values(status=status, **values))
    if done.rowcount != 1:  # type: ignore[attr-defined]
        raise ChangedMeanwhile("The keys were changed meanwhile: look again.")
    session.refresh(key)
    trail.record(session, actor, f"key.{verb or _VERBS[status]}", key.kid, before=before, after=contents.row(key))


_VERBS = {"active": "activate", "retired": "retire", "gone": "end", "revoked": "revoke"}


def _tell(session: Session, actor: str, key: SigningKey, owners: Sequence[int]) -> KeyRevocation:
    """By e-mail: the administrators, and whoever has to make API tokens anew (of services, their main account)."""
    concerned = session.scalars(select(User).where(User.id.in_(set(owners)))) if owners else ()
    addressees = [safety_messages.addressee(session, user) for user in concerned]
    people = {user.id: user for user in addressees if user is not None}
    people |= {user.id: user for user in administrators.in_force(session, now_ms())}
    facts = {"by": actor, "name": key.kid[:10], "reason": key.revoke_reason or "-", "count": len(owners)}
    for user in people.values():
        enqueue.tell(session, user, enqueue.KEY_REVOKED, {"user": user.username, **facts}, now_ms())
    return KeyRevocation(frozenset(people), facts)


def _end_tokens(session: Session, actor: str, kid: str, now: int) -> list[int]:
    """The owner of each token that ended."""
    # Without rows of revoked tokens: brokers refuse the key, and need no list of what it signed.
    living = key_times.living_tokens(session, kid, now)
    owners, ended = [token.user_id for token in living], [(token.jti, contents.row(token)) for token in living]
    conditions = ApiToken.kid == kid, ApiToken.revoke_time.is_(None), ApiToken.valid_until > now
    session.execute(update(ApiToken).where(*conditions).values(revoke_time=now))
    with trail.together(session):
        for jti, before in ended:
            trail.record(session, actor, "token.end", jti, before=before, after={**before, "revoke_time": now})
    return owners
