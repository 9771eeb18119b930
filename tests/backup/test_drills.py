"""Restore drills: all rows are restored, one by one, on every kind of database and from one to another."""

import threading
from pathlib import Path

from sqlalchemy import select

from app.audit.trail import epochs, trail
from app.audit.trail.models import TrailEntry
from app.identity.models import User
from app.maintenance.backup import verifying
from app.platform.database import Database
from app.platform.settings import Settings
from app.tokens import key_life
from tests.backup.conftest import KEY, Content, alone, back_up, content, next_ids, nothing, put_back
from tests.factories import a_group, a_user

CHANGED_BY_A_RESTORE = ("sys_trail", "sys_revision")


def _same(left: Content, other: Content) -> None:
    assert left.keys() == other.keys()
    for name in left:
        if name not in CHANGED_BY_A_RESTORE:
            assert left[name] == other[name], name


def test_to_another_kind_of_database_and_back(
    filled: Database, database_url: str, settings: Settings, tmp_path: Path
) -> None:
    before, counted = content(database_url), next_ids(database_url)
    assert [name for name, rows in before.items() if not rows] == []
    url = f"sqlite:///{tmp_path / 'moved.db'}"
    moved = put_back(settings, url, back_up(filled, tmp_path).file)
    assert moved.trail_problems == []
    _same(before, content(url))
    elsewhere = Database(url)
    again = back_up(elsewhere, tmp_path)
    elsewhere.close()
    alone(filled)
    back = put_back(settings, database_url, again.file, replace=True)
    assert (back.trail_problems, back.verified.closed) == ([], {})
    after = content(database_url)
    _same(before, after)
    assert set(before["sys_trail"]) < set(after["sys_trail"])
    now = next_ids(database_url)
    assert {name: (now.get(name, 1), number) for name, number in counted.items() if now.get(name, 1) < number} == {}


def test_a_restored_center_serves_and_gives_out_no_id_twice(
    filled: Database, database_url: str, settings: Settings, tmp_path: Path
) -> None:
    with filled.writing() as session:
        trail.lock_revision(session)
        deleted = a_group(session)
        number = deleted.id
        session.delete(deleted)
    file = back_up(filled, tmp_path).file
    alone(filled)
    put_back(settings, database_url, file, replace=True)
    with filled.writing() as session:
        trail.lock_revision(session)
        key_life.ensure(session, settings)
        assert a_group(session).id == number + 1


def test_while_changes_go_on_it_is_one_state(
    filled: Database, database_url: str, settings: Settings, tmp_path: Path
) -> None:
    acknowledged: dict[str, int] = {}
    ended = threading.Event()

    def change() -> None:
        number = 0
        while not ended.is_set():
            number += 1
            with filled.writing() as session:
                trail.lock_revision(session)
                a_user(session, f"person{number}")
                revision = trail.revision_of_change(session)
            acknowledged[f"person{number}"] = revision

    changing = threading.Thread(target=change)
    changing.start()
    try:
        while len(acknowledged) < 5:
            ended.wait(0.01)
        made = back_up(filled, tmp_path)
        seen = len(acknowledged)
    finally:
        ended.set()
        changing.join()
    assert made.facts.revision >= list(acknowledged.values())[4]
    url = f"sqlite:///{tmp_path / 'drill.db'}"
    assert put_back(settings, url, made.file).trail_problems == []
    restored = Database(url)
    with restored.reading() as session:
        names = set(session.scalars(select(User.username)))
        assert set(session.scalars(select(TrailEntry.revision))) >= set(range(2, made.facts.revision + 1))
    restored.close()
    assert seen >= 5
    for name, revision in acknowledged.items():
        assert (name in names) == (revision <= made.facts.revision), name


def test_a_restore_is_an_entry_and_a_new_epoch_that_brokers_follow(
    filled: Database, database_url: str, settings: Settings, tmp_path: Path
) -> None:
    with filled.reading() as session:
        before = epochs.current(session)
    made = back_up(filled, tmp_path)
    url = f"sqlite:///{tmp_path / 'epoch.db'}"
    done = put_back(settings, url, made.file)
    restored = Database(url)
    with restored.reading() as session:
        entries = session.scalars(select(TrailEntry).order_by(TrailEntry.id.desc()).limit(2)).all()
        assert [entry.action for entry in entries] == ["epoch.begin", "backup.restore"]
        now = epochs.current(session)
        assert now.epoch == done.epoch != before.epoch
        assert epochs.follows(session, now, before.epoch)
    restored.close()


def test_the_copy_is_recorded_where_it_was_made(filled: Database, tmp_path: Path) -> None:
    made = back_up(filled, tmp_path)
    assert made.file.stat().st_mode & 0o777 == 0o600
    with filled.reading() as session:
        entry = session.scalars(select(TrailEntry).order_by(TrailEntry.id.desc()).limit(1)).one()
    assert (entry.action, entry.entity_key) == ("backup.make", made.file.name)
    assert made.sha256 in (entry.after or "")


def test_a_whole_file_verifies(filled: Database, settings: Settings, tmp_path: Path) -> None:
    made = back_up(filled, tmp_path)
    found = verifying.verify(made.file, KEY, settings, nothing)
    assert (found.trail_problems, found.closed, found.blame) == ([], {}, None)
    assert sum(found.rows.values()) == made.rows
