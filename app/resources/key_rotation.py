"""Rotation on schedule: a periodic job makes the next version of keys whose active one is as old as it may get.

Only the key that has the active version of its place is rotated: another one would take its place from it.
"""

from collections.abc import Sequence

from sqlalchemy import BigInteger, ColumnElement, cast, select
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.platform.database import Database
from app.platform.errors import Conflict, InvalidInput
from app.platform.settings import Settings
from app.platform.telemetry import logger
from app.resources import encryption_halves, encryption_keys, resource_rows
from app.resources.encryption_keys import ACTIVE, CENTER_ITSELF, KeyInVersion, Owner
from app.resources.models import EncryptionKey, EncryptionKeyVersion, Namespace, Topic

_log = logger(__name__)
_DAY_MS = 24 * 3_600_000
_AT_ONCE = 20
"""Keys in one run; each takes a processor for a moment."""


def schedule(session: Session, actor: str, row: Owner, key: EncryptionKey, rotate_days: int | None) -> None:
    """Let the center rotate the key when its active version is so many days old; None: by hand alone. Raises Conflict
    `deleting`, InvalidInput for a customer key."""
    resource_rows.refuse_deleting(row, encryption_keys.name_of(session, row))
    if key.mode == encryption_keys.CUSTOMER and rotate_days is not None:
        wrong = "not for a customer key: only its owner can make the next pair"
        raise InvalidInput(f"rotate_days: {wrong}.", field="rotate_days", wrong=wrong)
    before = contents.row(key)
    key.rotate_days = rotate_days
    encryption_keys.touch(session, key)
    encryption_keys.record(session, actor, row, "update", before=before, after=contents.row(key))


def next_time(key: EncryptionKey, versions: Sequence[EncryptionKeyVersion]) -> int | None:
    """When the center rotates it (epoch ms); None when it does not: by hand, or another key replaced it."""
    days, active = key.rotate_days, next((version for version in versions if version.state == ACTIVE), None)
    return None if days is None or active is None else active.add_time + days * _DAY_MS


def run(database: Database, settings: Settings, now: int) -> None:
    """One round. Each pair is made before the transaction that takes it."""
    with database.reading() as session:
        found = [(key.id, encryption_halves.algorithm_of(version)) for key, version in _due(session, now)]
    for key_id, algorithm in found:
        halves = encryption_halves.make(algorithm)
        try:
            with trail.center_transaction(database) as session:
                for key, _ in _due(session, now, EncryptionKey.id == key_id):  # unless somebody was faster
                    row = session.get_one(Topic, key.topic) if key.topic else session.get_one(Namespace, key.namespace)
                    encryption_keys.rotate(session, settings, CENTER_ITSELF, row, key, halves, limited=False)
        except Conflict as refusal:
            _log.info("an encryption key was not rotated", key=key_id, reason=refusal.stable_code)


def _due(session: Session, now: int, *which: ColumnElement[bool]) -> list[KeyInVersion]:
    age = cast(EncryptionKey.rotate_days, BigInteger) * _DAY_MS
    query = (
        select(EncryptionKey, EncryptionKeyVersion)
        .join(EncryptionKeyVersion, EncryptionKeyVersion.encryption_key == EncryptionKey.id)
        .join(Namespace, Namespace.id == EncryptionKey.namespace)
        .join(Topic, Topic.id == EncryptionKey.topic, isouter=True)
        .where(EncryptionKeyVersion.state == ACTIVE, EncryptionKey.mode == encryption_keys.CENTER)
        .where(EncryptionKeyVersion.add_time + age <= now, *which)
        .where(Namespace.deleting == 0, (Topic.id.is_(None)) | (Topic.deleting == 0))
        .order_by(EncryptionKeyVersion.add_time, EncryptionKey.id)
        .limit(_AT_ONCE)
    )
    return [KeyInVersion(*found) for found in session.execute(query)]
