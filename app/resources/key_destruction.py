"""Crypto-erasure: a version of an encryption key loses its private half, and the messages encrypted for it can be read
by nobody any more. Who asks whom: `app.rights.requests.key_destructions`.
"""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, distinct, exists, func, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.audit.trail import contents
from app.grants import places
from app.platform.errors import Conflict
from app.resources import encryption_keys, key_fetches, resource_rows
from app.resources.encryption_keys import ACTIVE, DESTROYED, RETIRING, KeyInVersion, Owner
from app.resources.models import EncryptionKey, EncryptionKeyVersion, Namespace, Tenant, Topic
from app.resources.resource_rows import Row

_REMEMBERED_MS = 4 * 3_600_000
"""Clients use a data key for so long (Pulsar), encrypted for the version of its beginning."""
MOST_NAMED = 20


@dataclass(frozen=True)
class Unreadable:
    """Which messages are encrypted for a version: those of this time (epoch ms), or later ones, too, if producers may
    still use it; of these topics, of which some are named."""

    since: int
    until: int
    may_still_be_used: bool
    topic_count: int
    topics: list[str]


def unreadable(session: Session, row: Owner, what: KeyInVersion, now: int) -> Unreadable:
    """What nobody could read without the version's private half."""
    version = what.version
    until = (version.retire_time or now) + _REMEMBERED_MS
    recent = version.state in (ACTIVE, RETIRING) or now < until
    used = recent or key_fetches.is_used_by_producers(session, row, version)
    return Unreadable(version.add_time, until, used, *_topics(session, row, version.add_time))


def _topics(session: Session, row: Owner, since: int) -> tuple[int, list[str]]:
    """The topic, or those of the namespace that had no key of their own then, with their number. A topic that got one
    later has older messages for this version."""
    if not isinstance(row, Namespace):
        return 1, [encryption_keys.name_of(session, row)]
    own = exists().where(EncryptionKey.topic == Topic.id, EncryptionKey.add_time <= since)
    without = select(Topic.id).where(Topic.namespace == row.id, ~own)
    count = session.scalar(select(func.count()).select_from(without.subquery())) or 0
    first = session.scalars(without.order_by(Topic.id).limit(MOST_NAMED))
    keys = [(int(ResourceType.TOPIC), number) for number in first]
    found = places.places_of(session, keys)
    return count, [found[key].name for key in keys]


def lost_with(session: Session, row: Row) -> int:
    """How many keys with private halves here go with a tenant, namespace or topic that is deleted."""
    inside: ColumnElement[bool]
    if isinstance(row, Tenant):
        inside = EncryptionKey.namespace.in_(select(Namespace.id).where(Namespace.tenant == row.id))
    else:
        inside = (EncryptionKey.topic if isinstance(row, Topic) else EncryptionKey.namespace) == row.id
    version = EncryptionKeyVersion
    of_keys = version.encryption_key.in_(select(EncryptionKey.id).where(inside)), version.private_sealed.is_not(None)
    return session.scalar(select(func.count(distinct(version.encryption_key))).where(*of_keys)) or 0


def destroy(session: Session, actor: str, row: Owner, what: KeyInVersion, **why: str) -> None:
    """Delete the private half for good; recorded with `why`. Raises as `refuse`."""
    refuse(session, row, what)
    key, version = what
    before = contents.row(version, name=key.name)
    version.private_sealed, version.state = None, DESTROYED
    encryption_keys.touch(session, key)
    after = contents.row(version, name=key.name, **why)
    encryption_keys.record(session, actor, row, "destroy", before=before, after=after)


def refuse(session: Session, row: Owner, what: KeyInVersion) -> None:
    """Raises Conflict `deleting`, `no_private_half`, `key_version_destroyed`, `key_version_active`."""
    resource_rows.refuse_deleting(row, encryption_keys.name_of(session, row))
    encryption_keys.refuse_without_half(what)
    if what.version.state == ACTIVE:
        raise Conflict("Producers take this version: rotate the key first.", code="key_version_active")
