"""What a back-up may hold: chunks in their order, rows that fit, tables of this schema or an older one."""

from pathlib import Path
from typing import Any

import pytest

from app.identity.models import ServiceGroup
from app.maintenance.backup import encryption, verifying
from app.maintenance.backup.failures import BackupError, DamagedError
from app.maintenance.backup.file_format import Facts, Writer
from app.platform import schema
from app.platform.checked_settings import UnsafeStartError
from app.platform.database import Database
from app.platform.migration import migrate
from app.platform.settings import Settings
from tests.backup.conftest import KEY, back_up, nothing, put_back

CHUNKS = 3 * 65_536 + 100


@pytest.mark.parametrize("order", [(0, 2, 1, 3), (0, 1, 3), (1, 0, 2, 3), (0, 0, 1, 2, 3), (0, 1, 2)])
def test_chunks_keep_their_places(order: tuple[int, ...], tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    with whole.open("wb") as out, encryption.EncryptedFile(out, KEY) as encrypting:
        encrypting.write(b"x" * CHUNKS)
    head, _, rest = whole.read_bytes().partition(b"\n")
    chunks = [rest[at : at + 65_552] for at in range(0, len(rest), 65_552)]
    assert len(chunks) == 4
    moved = tmp_path / "moved"
    moved.write_bytes(head + b"\n" + b"".join(chunks[at] for at in order))
    with moved.open("rb") as source, pytest.raises(DamagedError):
        encryption.DecryptedFile(source, KEY).readall()
    with whole.open("rb") as source:
        assert encryption.DecryptedFile(source, KEY).readall() == b"x" * CHUNKS


def _facts(**other: Any) -> Facts:
    values = {"made": 1, "version": "9.9.9", "database": "sqlite", "schema": schema.newest(), "epoch": "e"}
    return Facts(**{**values, "revision": 1, "head_id": 0, "head_hash": "0" * 64, **other})


def _written(file: Path, facts: Facts, *tables: tuple[str, list[str], list[Any]]) -> Path:
    with file.open("wb") as out:
        writer = Writer(out, KEY, facts)
        for name, columns, rows in tables:
            list(writer.table(name, columns, iter([rows])))
        writer.end({})
    return file


def test_a_newer_schema_is_refused(settings_of_file: Settings, tmp_path: Path) -> None:
    file = _written(tmp_path / "newer", _facts(schema="9999_of_next_year"))
    with pytest.raises(BackupError, match=r"version 9\.9\.9 with schema 9999_of_next_year"):
        put_back(settings_of_file, f"sqlite:///{tmp_path / 'target.db'}", file)
    assert not (tmp_path / "target.db").exists()


def test_a_file_without_its_last_line_is_cut(settings_of_file: Settings, tmp_path: Path) -> None:
    with (tmp_path / "cut").open("wb") as out:
        writer = Writer(out, KEY, _facts())
        writer._out.close()
        writer._encrypting.close()
    with pytest.raises(DamagedError, match="last line"):
        verifying.verify(tmp_path / "cut", KEY, settings_of_file, nothing)


@pytest.mark.parametrize(
    ("table", "columns", "rows", "message"),
    [
        ("sys_role", ["id", "color"], [[1, "red"]], "no column color"),
        ("sys_user_role_map", ["user_id", "role_id", "add_time"], [[7, 7, 1]], "refuses a row of sys_user_role_map"),
    ],
)
def test_a_failed_restore_leaves_a_database_that_no_center_starts_on(
    settings_of_file: Settings, tmp_path: Path, table: str, columns: list[str], rows: list[Any], message: str
) -> None:
    file = _written(tmp_path / "odd", _facts(), (table, columns, rows))
    url = f"sqlite:///{tmp_path / 'target.db'}"
    with pytest.raises(BackupError, match=message):
        put_back(settings_of_file, url, file)
    with pytest.raises(UnsafeStartError, match="was not finished"):
        migrate(settings_of_file.model_copy(update={"database_url": url}))
    database = Database(url)
    with pytest.raises(BackupError, match="not finished"):
        back_up(database, tmp_path)
    database.close()
    with pytest.raises(BackupError, match="run it again with --replace"):
        put_back(settings_of_file, url, file)


def test_a_value_that_no_file_can_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="sys_role holds a value"):
        _written(tmp_path / "odd", _facts(), ("sys_role", ["id"], [[b"bytes"]]))


def test_an_older_backup_is_restored_and_migrated(settings_of_file: Settings, tmp_path: Path) -> None:
    # Refused would be only a newer one. At 0008 the epoch came, and no networks, scopes or providers were there.
    state = ["id", "revision", "head_id", "head_hash", "complete_from", "epoch"]
    groups = ["id", "group_name", "add_time", "update_time"]
    tables = (("sys_revision", state, [[1, 5, 0, "0" * 64, 1, "old"]]), ("sys_service_group", groups, [[7, "a", 1, 1]]))
    file = _written(tmp_path / "older", _facts(schema="0008_epoch", epoch="old", revision=5), *tables)
    url = f"sqlite:///{tmp_path / 'target.db'}"
    done = put_back(settings_of_file, url, file)
    assert done.revision == 6
    database = Database(url)
    with database.reading() as session:
        assert schema.of(session.connection()) == schema.newest()
        assert session.get_one(ServiceGroup, 7).group_name == "a"
    database.close()
