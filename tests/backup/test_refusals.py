"""What a restore and a look into a back-up refuse, and that they change nothing then."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.audit.trail import trail
from app.maintenance.backup import making, restoring, verifying
from app.maintenance.backup.failures import BackupError, DamagedError
from app.maintenance.backup.file_format import Facts, Writer
from app.maintenance.backup.making import BackupFile
from app.maintenance.backup.restoring import RestoreOptions
from app.platform.database import Database
from app.platform.migration import migrate
from app.platform.settings import Settings
from app.tokens import key_life
from tests import backends
from tests.backup.conftest import KEY, back_up, content, nothing, put_back
from tests.backup.filled import fill
from tests.conftest import SECRET
from tests.factories import a_user

OTHER = SecretStr("another-key-of-32-and-more-characters-xyz")
HEAD = len(json.dumps({"name": "pulsar-user-center backup", "format": 1, "key": "0" * 12, "salt": "0" * 64})) + 1


@pytest.fixture(scope="module")
def source(
    tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path, settings_of_file: Settings
) -> tuple[str, BackupFile]:
    """A center, and a back-up of it; nobody changes either."""
    place = tmp_path_factory.mktemp("source")
    shutil.copyfile(sqlite_template, place / "center.db")
    database = Database(f"sqlite:///{place / 'center.db'}")
    with database.writing() as session:
        trail.lock_revision(session)
        key_life.ensure(session, settings_of_file)
        fill(session, settings_of_file)
    made = back_up(database, place)
    database.close()
    return f"sqlite:///{place / 'center.db'}", made


@pytest.fixture
def file(source: tuple[str, BackupFile]) -> Path:
    """The back-up."""
    return source[1].file


def _change_file(file: Path, into: Path, change: Callable[[bytes], bytes]) -> Path:
    copy = into / file.name
    copy.write_bytes(change(file.read_bytes()))
    return copy


def _flip(at: int) -> Callable[[bytes], bytes]:
    def change(content: bytes) -> bytes:
        changed = bytearray(content)
        changed[at] ^= 1
        return bytes(changed)

    return change


DAMAGES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "an empty file": (lambda _: b"", "no back-up"),
    "another file": (lambda _: b"SQLite format 3\0" * 100, "no back-up"),
    "another program's file": (lambda _: b'{"name": "vault", "format": 1, "key": "x"}\n', "no back-up"),
    "a list as first line": (lambda _: b"[]\n", "no back-up"),
    "a later format": (lambda all_: all_.replace(b'"format": 1', b'"format": 9', 1), "format 9"),
    "another salt": (_flip(HEAD - 10), "damaged|no back-up"),
    "only the first line": (lambda all_: all_[: all_.index(b"\n") + 1], "cut off"),
    "the first chunk without its end": (lambda all_: all_[: all_.index(b"\n") + 40], "damaged or cut off"),
    "a bit in the first chunk": (_flip(HEAD + 30), "damaged"),
    "a bit in the last byte": (_flip(-1), "damaged"),
    "without its last byte": (lambda all_: all_[:-1], "damaged or cut off"),
    "without its last half": (lambda all_: all_[: len(all_) // 2], "cut off"),
    "with something behind": (lambda all_: all_ + b"\n", "damaged"),
    "twice in one file": (lambda all_: all_ + all_, "damaged"),
    "a line end of another system": (lambda all_: all_.replace(b"}\n", b"}\r\n", 1), "damaged"),
}


@pytest.mark.parametrize("damage", sorted(DAMAGES))
def test_a_damaged_file_is_refused(damage: str, file: Path, settings_of_file: Settings, tmp_path: Path) -> None:
    change, message = DAMAGES[damage]
    copy = _change_file(file, tmp_path, change)
    with pytest.raises(DamagedError, match=message):
        verifying.verify(copy, KEY, settings_of_file, nothing)
    target = tmp_path / "target.db"
    with pytest.raises(DamagedError, match=message):
        put_back(settings_of_file, f"sqlite:///{target}", copy)
    assert not target.exists()


def test_another_key_is_refused_by_name(file: Path, settings_of_file: Settings) -> None:
    with pytest.raises(DamagedError, match="made with another key"):
        verifying.verify(file, OTHER, settings_of_file, nothing)


def test_nothing_of_the_center_can_be_read_without_the_key(file: Path) -> None:
    content = file.read_bytes()
    assert not any(word in content for word in (b"alice", b"orders", b"sys_user_info", SECRET.encode()))


def test_other_secret_keys_are_refused_before_anything_is_touched(
    file: Path, settings_of_file: Settings, tmp_path: Path
) -> None:
    other = settings_of_file.model_copy(update={"secret_key": OTHER})
    found = verifying.verify(file, KEY, other, nothing)
    assert found.closed["signing keys"] == 2
    assert found.closed["sys_authenticator_app.secret_sealed"] == 2
    with pytest.raises(BackupError, match="would not start: PUC_SECRET_KEY is not the one"):
        put_back(other, f"sqlite:///{tmp_path / 'target.db'}", file)
    assert not (tmp_path / "target.db").exists()


def test_the_key_of_signing_keys_opens_nothing_else(file: Path, settings_of_file: Settings) -> None:
    """Swapped with PUC_SECRET_KEY, as the center would find it: the doctor judges alike."""
    swapped = settings_of_file.model_copy(
        update={"secret_key": OTHER, "key_encryption_key": settings_of_file.secret_key}
    )
    closed = verifying.verify(file, KEY, swapped, nothing).closed
    assert closed["sys_authenticator_app.secret_sealed"] == 2
    assert "signing keys" not in closed


def test_another_secret_key_is_refused_also_when_it_sealed_nothing(
    database: Database, settings_of_file: Settings, tmp_path: Path
) -> None:
    file = back_up(database, tmp_path).file  # no signing key, no authenticator app
    other = settings_of_file.model_copy(update={"secret_key": OTHER})
    assert verifying.verify(file, KEY, other, nothing).other_secret
    assert not verifying.verify(file, KEY, settings_of_file, nothing).other_secret
    with pytest.raises(BackupError, match=r"PUC_SECRET_KEY is not that of the back-up.*--lost-secret-key"):
        put_back(other, f"sqlite:///{tmp_path / 'target.db'}", file)
    assert not (tmp_path / "target.db").exists()
    changed = other.model_copy(update={"secret_key_previous": settings_of_file.secret_key})
    assert put_back(changed, f"sqlite:///{tmp_path / 'changed.db'}", file).epoch
    assert put_back(other, f"sqlite:///{tmp_path / 'lost.db'}", file, lost_secret=True).epoch


def test_the_mark_is_of_the_sealing_key_not_of_the_process(
    filled: Database, settings_of_file: Settings, tmp_path: Path
) -> None:
    here, other = settings_of_file.secret_key, OTHER
    mark = making.secret_id(here)
    assert back_up(filled, tmp_path / "here").facts.key_id == mark
    assert back_up(filled, tmp_path / "changing", secret_key=other, secret_key_previous=here).facts.key_id == mark
    made = back_up(filled, tmp_path / "other", secret_key=other)
    assert made.facts.key_id == ""  # known to nobody here, so that the content is judged alone
    assert not verifying.verify(made.file, KEY, settings_of_file, nothing).other_secret
    assert put_back(settings_of_file, f"sqlite:///{tmp_path / 'target.db'}", made.file).epoch
    with pytest.raises(BackupError, match="would not start"):
        put_back(
            settings_of_file.model_copy(update={"secret_key": OTHER}), f"sqlite:///{tmp_path / 'no.db'}", made.file
        )


def test_the_mark_ignores_what_the_key_encryption_key_seals(
    database: Database, settings_of_file: Settings, tmp_path: Path
) -> None:
    own = settings_of_file.model_copy(update={"key_encryption_key": OTHER})
    with database.writing() as session:
        trail.lock_revision(session)
        key_life.ensure(session, own)
    mark = making.secret_id(own.secret_key)
    assert back_up(database, tmp_path / "own", key_encryption_key=OTHER).facts.key_id == mark
    assert back_up(database, tmp_path / "without").facts.key_id == ""  # it could be the secret key of another center


def test_facts_of_a_later_version_are_passed_over(tmp_path: Path, settings_of_file: Settings) -> None:
    path = tmp_path / "later.backup"

    @dataclass(frozen=True)
    class Later(Facts):
        weather: str = "rain"

    with path.open("wb") as out:
        Writer(out, KEY, Later(1, "9.9", "sqlite", "0001", "", 0, 0, "")).end({})
    assert verifying.verify(path, KEY, settings_of_file, nothing).facts == Facts(
        1, "9.9", "sqlite", "0001", "", 0, 0, ""
    )


def test_a_database_in_use_is_refused(
    database: Database, database_url: str, file: Path, settings_of_file: Settings
) -> None:
    with database.writing() as session:
        trail.lock_revision(session)
        a_user(session, "stays")
    before = content(database_url)
    with database.reading():
        pass  # an instance that does nothing at the moment: its connection waits in the pool
    with pytest.raises(BackupError, match="stop every instance"):
        put_back(settings_of_file, database_url, file, replace=True)
    assert content(database_url) == before


def test_a_center_that_starts_meanwhile_keeps_what_it_has(
    database: Database, database_url: str, file: Path, settings_of_file: Settings
) -> None:
    before = content(database_url)
    database.close()
    backends.close()
    here = settings_of_file.model_copy(update={"database_url": database_url})

    def start(_lost: object) -> None:
        with database.reading() as session:
            trail.newest(session)

    with pytest.raises(BackupError, match="stop every instance"):
        restoring.restore(here, RestoreOptions(file, KEY, replace=True), start, nothing)
    assert content(database_url) == before
    migrate(here)


def test_an_existing_database_is_replaced_only_on_demand(
    source: tuple[str, BackupFile], file: Path, settings_of_file: Settings, tmp_path: Path
) -> None:
    before = content(source[0])
    with pytest.raises(BackupError, match="not empty: --replace"):
        put_back(settings_of_file, source[0], file)

    def refuse(_lost: object) -> None:
        raise BackupError("no")

    here = settings_of_file.model_copy(update={"database_url": source[0]})
    with pytest.raises(BackupError, match="no"):
        restoring.restore(here, RestoreOptions(file, KEY, replace=True), refuse, nothing)
    assert content(source[0]) == before


def test_tables_of_others_are_never_replaced(file: Path, settings_of_file: Settings, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE invoices (id INTEGER)")
    other.close()
    with pytest.raises(BackupError, match="no center's"):
        put_back(settings_of_file, f"sqlite:///{tmp_path / 'other.db'}", file, replace=True)


def test_a_file_that_is_no_database_is_refused(file: Path, settings_of_file: Settings, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is no database " * 100)
    with pytest.raises(BackupError, match="cannot be opened"):
        put_back(settings_of_file, f"sqlite:///{tmp_path / 'text.db'}", file, replace=True)


def test_an_empty_database_has_nothing_to_back_up(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'empty.db'}")
    with pytest.raises(BackupError, match="holds no center"):
        back_up(database, tmp_path / "out")
    database.close()
    assert list((tmp_path / "out").iterdir()) == []


def test_one_file_is_never_written_over(database: Database, tmp_path: Path) -> None:
    first = back_up(database, tmp_path, 1).file.read_bytes()
    with database.engine.connect() as connection:
        revision = making._facts(connection, 1, "").revision
    (tmp_path / f"user-center-19700101T000000Z-r{revision}.backup").write_bytes(b"mine")
    with pytest.raises(BackupError, match="exists already"):
        back_up(database, tmp_path, 1)
    assert first


def test_a_back_up_that_cannot_be_recorded_is_named(source: tuple[str, BackupFile], tmp_path: Path) -> None:
    """As on a full disk, when a back-up is wanted most and reading still works."""
    file = source[0].removeprefix("sqlite:///")
    database = Database(f"sqlite:///file:{file}?mode=ro&uri=true")
    with pytest.raises(BackupError, match=r"\.backup is whole, but the database stores nothing"):
        back_up(database, tmp_path)
    database.close()
    assert len(list(tmp_path.glob("*.backup"))) == 1
