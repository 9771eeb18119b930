"""Encryption keys of topics and namespaces: made, replaced, given out, deleted with their place (decision 0115).

Of all keys of a place one version is active; a new one lets it retire. A topic takes the active version of its own
keys, else of its namespace's. Who may have which half is decided by who calls this.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, update
from sqlalchemy.orm import Session, defer

from app.access.names import ResourceType
from app.audit.trail import contents, trail
from app.audit.trail.models import TrailEntry
from app.grants.places import Key, Place, ids_by_type
from app.platform.clock import later_than, now_ms
from app.platform.database import slices
from app.platform.errors import Conflict, InvalidInput, NotFound, existing
from app.platform.settings import Settings
from app.resources import encryption_halves, namespaces, resource_rows, topics
from app.resources.encryption_halves import Algorithm, KeyHalves
from app.resources.models import EncryptionKey, EncryptionKeyVersion, Namespace, Tenant, Topic

CENTER, CUSTOMER = "center", "customer"
ACTIVE, RETIRING, RETIRED, DESTROYED = "active", "retiring", "retired", "destroyed"
MOST_KEYS = 20
"""Of one place, without those whose versions are all destroyed."""
MOST_VERSIONS = 100
"""Of one key, by people, without destroyed ones."""
CENTER_ITSELF = "system"
"""Who rotates on schedule."""
_MINUTE_MS = 60_000
Owner = Namespace | Topic
_JOINED = select(EncryptionKey, EncryptionKeyVersion).join(
    EncryptionKeyVersion, EncryptionKeyVersion.encryption_key == EncryptionKey.id
)


class KeyInVersion(NamedTuple):
    """A version with its key."""

    key: EncryptionKey
    version: EncryptionKeyVersion


def of_place(session: Session, row: Owner) -> list[EncryptionKey]:
    """The keys of a topic or namespace itself, by name."""
    return sorted(session.scalars(select(EncryptionKey).where(_belongs_to(row))), key=lambda key: key.name)


def find(session: Session, row: Owner, name: str) -> EncryptionKey:
    """The key of this name. Raises NotFound."""
    key = session.scalars(select(EncryptionKey).where(_belongs_to(row), EncryptionKey.name == name)).one_or_none()
    if key is None:
        raise NotFound("There is no such encryption key.")
    return key


def version(session: Session, key: EncryptionKey, number: int) -> KeyInVersion:
    """This version of the key. Raises NotFound."""
    of_key = EncryptionKeyVersion.encryption_key == key.id, EncryptionKeyVersion.number == number
    found = session.scalars(select(EncryptionKeyVersion).where(*of_key)).one_or_none()
    return KeyInVersion(key, existing(found, "The encryption key has no such version."))


def all_versions(row: Owner) -> Select[int]:
    """The ids of the versions of all keys of a place itself."""
    of_place = select(EncryptionKey.id).where(_belongs_to(row))
    return select(EncryptionKeyVersion.id).where(EncryptionKeyVersion.encryption_key.in_(of_place))


def versions_of(session: Session, keys: Sequence[EncryptionKey]) -> dict[int, list[EncryptionKeyVersion]]:
    """Key id → its versions, newest first."""
    found: dict[int, list[EncryptionKeyVersion]] = {key.id: [] for key in keys}
    query = select(EncryptionKeyVersion).where(EncryptionKeyVersion.encryption_key.in_(found))
    query = query.options(defer(EncryptionKeyVersion.public_half), defer(EncryptionKeyVersion.private_sealed))
    for version in session.scalars(query.order_by(EncryptionKeyVersion.number.desc())):
        found[version.encryption_key].append(version)
    return found


def create(
    session: Session, settings: Settings, actor: str, row: Owner, name: str, halves: KeyHalves,
    *, rotate_days: int | None = None, limited: bool = True,
) -> EncryptionKey:  # fmt: skip
    """A key with its first version, which is active at once. Raises as `check_new`."""
    check_new(session, row, name, limited=limited)
    now = now_ms()
    key = EncryptionKey(
        namespace=_namespace_of(row),
        topic=row.id if isinstance(row, Topic) else None,
        name=name,
        mode=CUSTOMER if halves.private is None else CENTER,
        rotate_days=rotate_days,
        add_time=now,
        update_time=now,
    )
    session.add(key)
    session.flush()
    _add(session, settings, actor, row, key, 1, halves)
    return key


def check_new(session: Session, row: Owner, name: str, *, limited: bool = True) -> None:
    """Raises Conflict `exists`, `deleting`, `too_many_encryption_keys` when the place can't have a key of this name.
    `limited`: not for administrators of the center, so that nobody can use up a place for ever. What two people have
    destroyed does not count."""
    resource_rows.refuse_deleting(row, name_of(session, row))
    same = EncryptionKey.namespace == _namespace_of(row), EncryptionKey.name == name
    if session.scalar(select(EncryptionKey.id).where(*same)) is not None:
        raise Conflict(f"A key in this namespace is called {name} already.", code="exists")
    if limited:
        version = EncryptionKeyVersion
        of_place = version.encryption_key == EncryptionKey.id, _belongs_to(row), version.state != DESTROYED
        count = session.scalar(select(func.count(EncryptionKey.id.distinct())).where(*of_place))
        _refuse_more(count, MOST_KEYS, "keys")


def rotate(
    session: Session, settings: Settings, actor: str, row: Owner, key: EncryptionKey, halves: KeyHalves,
    *, limited: bool = True,
) -> None:  # fmt: skip
    """Add a version, which is active at once. Raises Conflict as `create` does, InvalidInput when the halves are not
    those of the key's mode."""
    resource_rows.refuse_deleting(row, name_of(session, row))
    if key.mode != (CUSTOMER if halves.private is None else CENTER):
        alone = "is needed: it is a customer key" if key.mode == CUSTOMER else "is not taken: the center has both"
        wrong = f"alone {alone}"
        raise InvalidInput(f"public_key {wrong}.", field="public_key", wrong=wrong)
    before = versions_of(session, [key])[key.id]
    if limited:
        counted = [version.made_by != CENTER_ITSELF and version.state != DESTROYED for version in before]
        _refuse_more(sum(counted), MOST_VERSIONS, "versions")
    touch(session, key)
    _add(session, settings, actor, row, key, _next_number(session, before[0]), halves)


def _next_number(session: Session, newest: EncryptionKeyVersion) -> int:
    """The number of the version that follows. After a back-up was restored numbers that it does not know may have been
    given out: the first one is then the minute in which the epoch began, which no lost version can have."""
    begun = session.scalar(select(func.max(TrailEntry.time)).where(TrailEntry.action == "epoch.begin")) or 0
    return max(newest.number + 1, begun // _MINUTE_MS if newest.add_time <= begun else 0)


def touch(session: Session, key: EncryptionKey) -> None:
    """The key is another one than its readers have seen."""
    key.update_time = later_than(key.update_time, now_ms())
    session.flush()


def newest_algorithm(session: Session, row: Owner, name: str) -> Algorithm:
    """That of the newest version of the key. Raises NotFound."""
    newest = versions_of(session, [key := find(session, row, name)])[key.id][0]
    return encryption_halves.algorithm_of(newest)


def owner_of(key: EncryptionKey) -> Key:
    """The place that it belongs to."""
    return (int(ResourceType.NAMESPACE), key.namespace) if key.topic is None else (int(ResourceType.TOPIC), key.topic)


def active(session: Session, keys: Iterable[Key]) -> dict[Key, KeyInVersion]:
    """The active version of each of these topics and namespaces that has one itself."""
    found: dict[Key, KeyInVersion] = {}
    for kind, ids in ids_by_type(keys).items():
        of_topics = kind == ResourceType.TOPIC
        owner = EncryptionKey.topic if of_topics else EncryptionKey.namespace
        itself = () if of_topics else (EncryptionKey.topic.is_(None),)
        query = _JOINED.add_columns(owner).where(EncryptionKeyVersion.state == ACTIVE, *itself)
        for part in slices(ids):
            for key, version, res_id in session.execute(query.where(owner.in_(part))):
                found[kind, res_id] = KeyInVersion(key, version)
    return found


def readable(session: Session, place: Place, name: str, number: int) -> KeyInVersion:
    """A version that messages of the place may be encrypted for: of its own keys, or of its namespace's. `place`: the
    topic, or its namespace when the center does not know the topic. Raises NotFound."""
    topic = place.key[1] if place.key[0] == ResourceType.TOPIC else None
    namespace = place.key[1] if topic is None else place.above[0][1]
    query = _JOINED.where(
        EncryptionKey.namespace == namespace,
        or_(EncryptionKey.topic.is_(None), EncryptionKey.topic == topic),
        EncryptionKey.name == name,
        EncryptionKeyVersion.number == number,
    )
    found = session.execute(query).one_or_none()
    if found is None:
        raise NotFound("The topic has no such encryption key, or not in this version.")
    return KeyInVersion(*found)


def release(
    session: Session, settings: Settings, actor: str, topic: str, what: KeyInVersion, cluster: int | None, **why: str
) -> str:
    """The private half in PEM, for who was found to read the topic; recorded with `why`.

    Raises Conflict `no_private_half`, `key_version_destroyed`, `cryptography.exceptions.InvalidTag`.
    """
    refuse_without_half(what)
    private = encryption_halves.unseal(settings, what.version)
    facts = {"name": what.key.name, "number": what.version.number, **why}
    trail.record(session, actor, "encryption_key.release", topic, after=facts, cluster=cluster)
    return private


def refuse_without_half(what: KeyInVersion) -> None:
    """Raises Conflict `no_private_half`, `key_version_destroyed`."""
    if what.version.state == DESTROYED:
        raise Conflict("This version is destroyed: nobody can get its private half.", code="key_version_destroyed")
    if what.version.private_sealed is None:
        raise Conflict(
            "The center holds only the public half of this key; its owner has the other.", code="no_private_half"
        )


def forget(session: Session, actor: str, row: Owner) -> None:
    """Delete the keys of a place that is being deleted, as its rights are: one of its name begins without any."""
    for key in of_place(session, row):
        before = contents.row(key)
        session.delete(key)  # the database deletes its versions
        session.flush()
        record(session, actor, row, "delete", before=before)


def name_of(session: Session, row: Owner) -> str:
    """The full name of the place."""
    return topics.full_name(session, row) if isinstance(row, Topic) else namespaces.full_name(session, row)


def _add(
    session: Session, settings: Settings, actor: str, row: Owner, key: EncryptionKey, number: int, halves: KeyHalves
) -> None:
    now, private = now_ms(), halves.private
    _step_back(session, row, now)
    version = EncryptionKeyVersion(
        encryption_key=key.id,
        number=number,
        algorithm=halves.algorithm,
        public_half=halves.public,
        private_sealed=private and encryption_halves.seal(settings, key.id, number, private),
        state=ACTIVE,
        made_by=actor,
        add_time=now,
    )
    session.add(version)
    session.flush()
    facts = {"taken_over": True} if halves.taken_over else {}
    after = contents.row(version, name=key.name, mode=key.mode, rotate_days=key.rotate_days, **facts)
    record(session, actor, row, "create" if number == 1 else "rotate", after=after)


def _step_back(session: Session, row: Owner, now: int) -> None:
    """What was active retires; what was retiring is retired."""
    here = EncryptionKeyVersion.encryption_key.in_(select(EncryptionKey.id).where(_belongs_to(row)))
    for state, later in ((RETIRING, {"state": RETIRED}), (ACTIVE, {"state": RETIRING, "retire_time": now})):
        session.execute(update(EncryptionKeyVersion).where(here, EncryptionKeyVersion.state == state).values(**later))


def _belongs_to(row: Owner) -> ColumnElement[bool]:
    if isinstance(row, Topic):
        return EncryptionKey.topic == row.id
    return and_(EncryptionKey.namespace == row.id, EncryptionKey.topic.is_(None))


def _namespace_of(row: Owner) -> int:
    return row.namespace if isinstance(row, Topic) else row.id


def _refuse_more(count: int | None, most: int, what: str) -> None:
    if (count or 0) >= most:
        sentence = f"There are {most} {what} already; only an administrator of the center may add more."
        raise Conflict(sentence, code="too_many_encryption_keys", most=most)


def record(session: Session, actor: str, row: Owner, verb: str, **sides: dict[str, object]) -> None:
    """Record what happened to a key of the place."""
    cluster = resource_rows.only_cluster(session.get_one(Tenant, row.tenant))
    trail.record(session, actor, f"encryption_key.{verb}", name_of(session, row), cluster=cluster, **sides)
