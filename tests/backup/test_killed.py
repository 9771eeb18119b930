"""Killed back-ups leave nothing that looks complete; no center starts after a killed restore, which can be repeated."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.audit.trail import epochs, trail
from app.maintenance.backup.failures import BackupError
from app.maintenance.backup.making import BackupFile
from app.platform.checked_settings import UnsafeStartError
from app.platform.database import Database
from app.platform.migration import migrate
from app.platform.settings import Settings
from app.tokens import key_life
from tests.backup.conftest import KEY, back_up, content, put_back
from tests.backup.filled import fill
from tests.cli.terminal import Terminal
from tests.factories import a_group

_KILLED = """
import os, signal, sys
from pathlib import Path
from pydantic import SecretStr
from app.maintenance.backup import making, restoring
from app.platform.database import Database
from app.platform.settings import Settings
what, url, place, table, key = sys.argv[1:]
def die(now, _rows, seen=[]):
    seen.append(now)
    if seen.count(table) == (1 if what == "backup" else 2):  # a restore reads the file twice: it looks at it first
        os.kill(os.getpid(), signal.SIGKILL)
secret = SecretStr(os.environ["KEY"])
own = {"secret_key": SecretStr(key), "backup_key": secret}
settings = Settings(environment="development", issuer="http://127.0.0.1:1", database_url=url, **own)
if what == "backup":
    making.make(Database(url), Path(place), settings, 1, die)
else:
    restoring.restore(settings, restoring.RestoreOptions(Path(place), secret, replace=True), lambda _: None, die)
"""


def kill_at_table(what: str, url: str, place: Path, table: str, settings: Settings) -> None:
    """Begin it in a process of its own, which is killed at this table."""
    done = subprocess.run(
        [sys.executable, "-c", _KILLED, what, url, str(place), table, settings.secret_key.get_secret_value()],
        env={"KEY": KEY.get_secret_value(), "PATH": ""}, cwd=Path(__file__).parents[2], capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.fixture
def url(tmp_path: Path, sqlite_template: Path, settings: Settings) -> str:
    """A center with something in it."""
    shutil.copyfile(sqlite_template, tmp_path / "center.db")
    found = f"sqlite:///{tmp_path / 'center.db'}"
    database = Database(found)
    with database.writing() as session:
        trail.lock_revision(session)
        key_life.ensure(session, settings)
        fill(session, settings)
    database.close()
    return found


@pytest.fixture
def backup_file(url: str, tmp_path: Path) -> BackupFile:
    """Its back-up."""
    database = Database(url)
    found = back_up(database, tmp_path / "out")
    database.close()
    return found


def test_a_killed_backup_leaves_no_file_of_that_name(url: str, settings: Settings, tmp_path: Path) -> None:
    place = tmp_path / "killed"
    kill_at_table("backup", url, place, "sys_trail", settings)
    assert [file.suffix for file in place.iterdir()] == [".partial"]
    database = Database(url)
    made = back_up(database, place)
    database.close()
    assert sorted(file.suffix for file in place.iterdir()) == [".backup", ".partial"]
    assert made.rows > 0


def test_after_a_killed_restore_no_center_starts_until_it_is_repeated(
    url: str, backup_file: BackupFile, settings: Settings, tmp_path: Path
) -> None:
    target = f"sqlite:///{tmp_path / 'target.db'}"
    kill_at_table("restore", target, backup_file.file, "sys_user_info", settings)
    with pytest.raises(UnsafeStartError, match="not finished"):
        migrate(settings.model_copy(update={"database_url": target}))
    environment = {"PUC_ENVIRONMENT": "development", "PUC_DATABASE_URL": target}
    for command in (["create-admin", "x"], ["recover", "root"], ["new-epoch"], ["export-history", "out"]):
        assert "not finished" in Terminal(tmp_path, environment)(*command, status=2).stderr
    done = put_back(settings, target, backup_file.file, replace=True, keep_epoch=True)
    assert (done.losses, done.epoch) == (None, None)
    now, before = content(target), content(url)
    assert {name for name in before if now[name] != before[name]} == {"sys_trail", "sys_revision"}
    migrate(settings.model_copy(update={"database_url": target}))


def test_changes_after_the_copy_are_listed_before_they_are_lost(
    url: str, backup_file: BackupFile, settings: Settings
) -> None:
    database = Database(url)
    with database.writing() as session:
        trail.lock_revision(session)
        trail.record(session, "root", "grant.revoke", "7", before={"id": 7})
        trail.record(session, "root", "user.create", "eve", after={"id": 8})
    database.close()
    done = put_back(settings, url, backup_file.file, replace=True)
    assert done.losses is not None
    assert (done.losses.related, done.losses.entries, done.losses.taking) == (True, 2, 1)
    assert done.losses.actions == {"grant.revoke": 1, "user.create": 1}
    assert done.losses.file is not None
    assert done.losses.file.stat().st_mode & 0o777 == 0o600
    assert ["grant.revoke" in line for line in done.losses.file.read_text().splitlines()] == [True, False]


def test_the_next_restore_knows_what_a_killed_one_replaced(
    url: str, backup_file: BackupFile, settings: Settings, tmp_path: Path
) -> None:
    database = Database(url)
    with database.writing() as session:
        trail.lock_revision(session)
        ended = epochs.begin(session, "root", ["of-a-broker"]).epoch
        trail.record(session, "root", "grant.revoke", "7", before={"id": 7})
        group = a_group(session)
        session.delete(group)
        number = group.id
    database.close()
    for _ in range(2):
        kill_at_table("restore", url, backup_file.file, "sys_user_info", settings)
    done = put_back(settings, url, backup_file.file, replace=True)
    assert done.losses is not None
    assert done.losses.file is not None
    assert "grant.revoke" in done.losses.file.read_text()
    assert (done.losses.since, done.losses.taking) == (backup_file.facts.revision, 1)
    with database.writing() as session:
        assert epochs.follows(session, epochs.current(session), ended)
        assert epochs.follows(session, epochs.current(session), "of-a-broker")
        trail.lock_revision(session)
        assert a_group(session).id > number
    database.close()


def test_the_list_of_an_earlier_restore_is_never_written_over(
    url: str, backup_file: BackupFile, settings: Settings
) -> None:
    def revoke() -> None:
        database = Database(url)
        with database.writing() as session:
            trail.lock_revision(session)
            trail.record(session, "root", "grant.revoke", "7", before={"id": 7})
        database.close()

    revoke()
    first = put_back(settings, url, backup_file.file, replace=True).losses
    assert first is not None
    assert first.file is not None
    put_back(settings, url, backup_file.file, replace=True)  # nothing but the restore itself is lost
    before = first.file.read_bytes()
    revoke()
    with pytest.raises(BackupError, match="--lost-changes"):
        put_back(settings, url, backup_file.file, replace=True)
    assert first.file.read_bytes() == before
