"""Who fetched which half of which version of an encryption key, and when last.

A private half is noted in the transaction that gives it. Public halves are collected in memory and written together,
half a minute later at most: thousands of producers may fetch at once, and none waits for a writer. What a
process had not written when it ended is noted at the next fetch.
"""

import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from app.access.names import ResourceType
from app.grants.places import Key, ids_by_type
from app.identity.models import User
from app.platform.database import Database, slices
from app.resources import encryption_keys
from app.resources.encryption_keys import Owner
from app.resources.models import EncryptionKey, EncryptionKeyFetch, EncryptionKeyVersion

PUBLIC, PRIVATE = "public", "private"
_PAUSE_MS = 30_000
_AT_ONCE = 100
_MOST = 50_000
"""Fetches collected between two writes. Further ones are dropped; the next time they are noted."""
_SHOWN = 100
_Fetches = Mapping[tuple[int, int], int]
"""(id of the version, id of the user) → time."""


class PublicFetches:
    """Those of one process. Noted from any thread; `write` is called regularly from one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._noted: dict[tuple[int, int], int] = {}
        self._lock = threading.Lock()
        self._written = 0

    def note(self, versions: Iterable[int], user_id: int, now: int) -> None:
        """The user got the public halves of these versions."""
        with self._lock:
            for version in versions:
                if len(self._noted) < _MOST or (version, user_id) in self._noted:
                    self._noted[version, user_id] = now

    def write(self, now: int) -> None:
        """Write what was noted, in short transactions, unless that was done less than 30 s ago."""
        if 0 <= now - self._written < _PAUSE_MS:
            return
        with self._lock:
            noted, self._noted = self._noted, {}
        self._written = now
        ordered = sorted(noted.items())  # so that two instances cannot deadlock
        for start in range(0, len(ordered), _AT_ONCE):
            fetches = dict(ordered[start : start + _AT_ONCE])
            try:
                self._write(fetches)
            except IntegrityError:  # another instance has added one, or a user was deleted meanwhile
                self._write(fetches)
            except Exception:
                for (version, user), time in ordered[start:]:
                    self.note([version], user, time)
                raise

    def _write(self, fetches: _Fetches) -> None:
        with self._database.writing() as session:
            record(session, PUBLIC, fetches)


def record(session: Session, half: str, fetches: _Fetches) -> None:
    """Write these. Those of users and versions that are gone are left out."""
    versions, users = ({key[part] for key in fetches} for part in (0, 1))
    row = EncryptionKeyFetch
    query = select(row.version, row.user_id, row.id, row.time)
    found = session.execute(query.where(row.half == half, row.version.in_(versions), row.user_id.in_(users)))
    known = {(version, user): (number, time) for version, user, number, time in found}
    later = [
        {"id": known[key][0], "time": time} for key, time in fetches.items() if key in known and known[key][1] < time
    ]
    if later:
        session.execute(update(row), later)
    if new := fetches.keys() - known.keys():
        there = set(session.scalars(select(EncryptionKeyVersion.id).where(EncryptionKeyVersion.id.in_(versions))))
        people = set(session.scalars(select(User.id).where(User.id.in_(users))))
        rows: list[dict[str, Any]] = [
            {"version": version, "user_id": user, "half": half, "time": fetches[version, user]}
            for version, user in sorted(new)
            if version in there and user in people
        ]
        if rows:
            session.execute(insert(row), rows)


def leave_to_main(session: Session, user: User) -> None:
    """The sub-account is being deleted: the private halves that it has count as its main account's from now on, which
    may have them still."""
    if user.parent is None:
        return
    row = EncryptionKeyFetch
    query = select(row.version, row.time).where(row.user_id == user.id, row.half == PRIVATE)
    times = dict(session.execute(query).all())
    for versions in slices(times):
        record(session, PRIVATE, {(version, user.parent): times[version] for version in versions})


def newest_public(row: Owner) -> ColumnElement[bool]:
    """A condition on fetches: it is of a public half, and its user has fetched that of no other version of the place
    since: so this is the version that a producer has."""
    later = aliased(EncryptionKeyFetch)
    since = exists().where(
        later.user_id == EncryptionKeyFetch.user_id,
        later.half == PUBLIC,
        later.time > EncryptionKeyFetch.time,
        later.version.in_(encryption_keys.all_versions(row)),
    )
    return (EncryptionKeyFetch.half == PUBLIC) & ~since


def is_used_by_producers(session: Session, row: Owner, version: EncryptionKeyVersion) -> bool:
    """Whether somebody fetched the public half of this version last."""
    query = select(EncryptionKeyFetch.id).where(EncryptionKeyFetch.version == version.id, newest_public(row))
    return session.scalars(query.limit(1)).first() is not None


def of_user(session: Session, username: str, held: Collection[Key]) -> Sequence[Any]:
    """What the user fetched of the keys of these places themselves, newest first: name, number, half, time."""
    ids, key, version = ids_by_type(held), EncryptionKey, EncryptionKeyVersion
    of_namespaces = key.topic.is_(None) & key.namespace.in_(ids.get(ResourceType.NAMESPACE, ()))
    query = (
        select(key.name, version.number, EncryptionKeyFetch.half, EncryptionKeyFetch.time)
        .join(version, version.encryption_key == key.id)
        .join(EncryptionKeyFetch, EncryptionKeyFetch.version == version.id)
        .join(User, User.id == EncryptionKeyFetch.user_id)
        .where(User.username == username, of_namespaces | key.topic.in_(ids.get(ResourceType.TOPIC, ())))
        .order_by(EncryptionKeyFetch.time.desc(), EncryptionKeyFetch.id.desc())
    )
    return session.execute(query.limit(_SHOWN)).all() if held else ()
