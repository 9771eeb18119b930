"""Encryption keys outlive a change of the key that seals them, and go with their place even when an older instance
deletes it."""

import pytest
from alembic import command
from cryptography.exceptions import InvalidTag
from pydantic import SecretStr
from sqlalchemy import create_engine, delete, select, text
from sqlalchemy.orm import Session

from app.maintenance.doctor import key_checks
from app.maintenance.doctor.check import CheckContext
from app.platform import resealing
from app.platform.clock import now_ms
from app.platform.resealing import ResealResult
from app.platform.settings import Settings
from app.providers.sealed_columns import SEALED
from app.resources import encryption_halves, encryption_keys, key_fetches
from app.resources.models import EncryptionKey, EncryptionKeyFetch, EncryptionKeyVersion, Namespace, Topic
from app.rights.requests.models import KeyDestruction
from tests import backends
from tests.center import Center
from tests.factories import Person, a_topic

FIRST, SECOND = (SecretStr(f"the {which} key that seals private keys, 0123456789") for which in ("first", "second"))


def make_keys(session: Session, settings: Settings) -> tuple[int, int]:
    """A key of a topic and one of its namespace; their ids."""
    topic, halves = a_topic(session), encryption_halves.make("EC-P256")
    namespace = session.get_one(Namespace, topic.namespace)
    own = encryption_keys.create(session, settings, "test", topic, "own", halves)
    return own.id, encryption_keys.create(session, settings, "test", namespace, "all", halves).id


def opened(session: Session, settings: Settings) -> list[str]:
    return [encryption_halves.unseal(settings, version) for version in session.scalars(select(EncryptionKeyVersion))]


def test_a_change_of_the_sealing_key_keeps_every_half(center: Center) -> None:
    before = center.settings
    center.make(make_keys, before)
    halves = center.read(opened, before)
    first = before.model_copy(update={"key_encryption_key": FIRST})
    assert center.read(opened, first) == halves, "the secret key still opens what it sealed"
    assert center.make(resealing.reseal, first, SEALED) == ResealResult(done=2)
    assert center.make(resealing.reseal, first, SEALED) == ResealResult()
    with pytest.raises(InvalidTag):
        center.read(opened, before)
    second = before.model_copy(update={"key_encryption_key": SECOND})
    assert center.make(resealing.reseal, second, SEALED) == ResealResult(lost=2)
    assert _told(center, second) == ["PUC_KEY_ENCRYPTION_KEY does not open 2"]
    both = second.model_copy(update={"key_encryption_key_previous": FIRST})
    assert center.make(resealing.reseal, both, SEALED) == ResealResult(done=2)
    assert center.read(opened, second) == halves
    assert _told(center, second) == []
    assert _told(center, before) == ["PUC_SECRET_KEY does not open 2"]


def _told(center: Center, settings: Settings) -> list[str]:
    with center.database.reading() as session:
        found = key_checks.sealed(CheckContext(settings, session, now_ms, ()))
        return [diagnosis.sentence.partition(" of ")[0] for diagnosis in found]


def test_a_sealed_half_is_of_its_version_alone(center: Center) -> None:
    center.make(make_keys, center.settings)

    def swap(session: Session) -> None:
        one, two = session.scalars(select(EncryptionKeyVersion)).all()
        one.private_sealed, two.private_sealed = two.private_sealed, one.private_sealed

    center.make(swap)
    with pytest.raises(InvalidTag):
        center.read(opened, center.settings)


def test_rows_that_an_older_instance_deletes_take_their_keys_along(center: Center, alice: Person) -> None:
    center.make(make_keys, center.settings)
    center.make(_use_keys, alice)

    def forget_topic(session: Session) -> None:
        session.execute(delete(Topic))

    def forget_namespace(session: Session) -> None:
        session.execute(delete(Namespace))

    center.make(forget_topic)
    assert center.read(_names) == ["all"]
    assert center.read(_uses) == (1, 1)
    center.make(forget_namespace)
    assert center.read(_names) == []
    assert center.read(_uses) == (0, 0)
    assert center.read(lambda session: session.scalars(select(EncryptionKeyVersion.id)).all()) == []


def _use_keys(session: Session, user: Person) -> None:
    """Every version was fetched, and somebody wants it destroyed."""
    for version in session.scalars(select(EncryptionKeyVersion.id)).all():
        key_fetches.record(session, key_fetches.PRIVATE, {(version, user.id): 1})
        asked = {"asked_by_id": user.id, "asked_by": user.username, "reason": "x", "add_time": 1, "valid_until": 2}
        session.add(KeyDestruction(version=version, **asked))


def _uses(session: Session) -> tuple[int, int]:
    fetches = session.scalars(select(EncryptionKeyFetch.id)).all()
    return len(fetches), len(session.scalars(select(KeyDestruction.version)).all())


def _names(session: Session) -> list[str]:
    return list(session.scalars(select(EncryptionKey.name)))


def test_a_key_shows_nothing_of_its_private_half() -> None:
    halves = encryption_halves.make("EC-P256")
    assert halves.private is not None
    assert halves.private.decode()[30:60] not in repr(halves)


def test_a_database_with_keys_does_not_go_down(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/keyed.db"
    command.upgrade(backends.config_for(url), "0046_encryption_keys")
    columns = "namespace, name, mode, add_time, update_time"
    with create_engine(url).begin() as connection:
        connection.execute(text(f"INSERT INTO res_encryption_key ({columns}) VALUES (1, 'orders', 'center', 1, 1)"))
    with pytest.raises(RuntimeError, match="messages would be lost"):
        command.downgrade(backends.config_for(url), "0045_unknown_roles")


def test_keys_from_before_are_rotated_by_hand_alone(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/keyed.db"
    config = backends.config_for(url)
    command.upgrade(config, "0046_encryption_keys")
    columns = "namespace, name, mode, add_time, update_time"
    with create_engine(url).begin() as connection:
        connection.execute(text(f"INSERT INTO res_encryption_key ({columns}) VALUES (1, 'orders', 'center', 1, 1)"))
    for revision in ("0047_key_life", "0046_encryption_keys", "0047_key_life"):
        (command.upgrade if revision == "0047_key_life" else command.downgrade)(config, revision)
    with create_engine(url).begin() as connection:
        found = connection.execute(text("SELECT name, rotate_days FROM res_encryption_key")).all()
        assert [tuple(row) for row in found] == [("orders", None)]
