"""`trail verify`: intact, tampered with past the triggers, cut; and against a head that was kept elsewhere."""

import pytest
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import TENANT, a_grant, a_tenant, a_user


def _tamper(center: Center, statement: str) -> None:
    """As somebody with all rights on the database would: the triggers go, and come back as if nothing had been."""
    with center.database.writing() as session:
        raw = session.connection()
        triggers = _triggers(raw)
        assert triggers
        on_table = " ON sys_trail" if raw.dialect.name == "postgresql" else ""
        drops = [f"DROP TRIGGER {name}{on_table}" for name in triggers]
        for sql in (*drops, statement, *triggers.values()):
            raw.exec_driver_sql(sql)


def _triggers(raw: Connection) -> dict[str, str]:
    """Name → the statement that makes it anew."""
    if raw.dialect.name == "sqlite":
        query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'sys_trail'"
    elif raw.dialect.name == "postgresql":
        query = "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger "
        query += "WHERE tgrelid = 'sys_trail'::regclass AND NOT tgisinternal"
    else:
        names = [row[0] for row in raw.exec_driver_sql("SHOW TRIGGERS WHERE `Table` = 'sys_trail'")]
        return {name: raw.exec_driver_sql(f"SHOW CREATE TRIGGER {name}").one()[2] for name in names}
    return {row[0]: row[1] for row in raw.exec_driver_sql(query)}


def _tenant(session: Session, name: str) -> int:
    return a_tenant(session, name).id


@pytest.fixture
def head(root: Terminal, center: Center) -> str:
    """The head as an auditor wrote it down, after some changes."""
    for _ in range(3):
        center.make(a_user)
    head = root("trail", "head").stdout.strip()
    center.make(a_user)
    assert "intact" in root("trail", "verify", "--known", head).stdout
    return head


def test_a_changed_entry_is_found(root: Terminal, center: Center, head: str) -> None:
    _tamper(center, "UPDATE sys_trail SET actor = 'somebody else' WHERE id = 5")
    said = root("trail", "verify", status=5).stderr
    assert "entry 5 " in said
    assert "BROKEN" in said


def test_a_removed_entry_is_found(root: Terminal, center: Center, head: str) -> None:
    _tamper(center, "DELETE FROM sys_trail WHERE id = 5")
    assert "entry 5 is missing" in root("trail", "verify", status=5).stderr


def test_the_changes_of_one_place(root: Terminal, center: Center) -> None:
    place = center.make(_tenant, "acme")
    center.make(a_grant, center.make(a_user), [107], TENANT, place)
    assert "grant.create" in root("trail", "list", "--on", "tenant:acme").stdout
    assert "acme" not in root("trail", "list", "--on", "tenant:acme", "--entity", "user").stdout
    root("trail", "list", "--on", "tenant:nowhere", status=1)


def test_a_saved_export_is_checked_without_a_center(root: Terminal, center: Center, head: str) -> None:
    root("trail", "export", "-o", "trail.jsonl")
    root("trail", "verify", "--file", "trail.jsonl", "--known", head)
    whole = (root.home / "trail.jsonl").read_bytes()
    (root.home / "cut.jsonl").write_bytes(whole[: whole.rstrip().rindex(b"\n")])
    root("trail", "verify", "--file", "cut.jsonl")  # nothing tells that it goes on …
    newest = root("trail", "head").stdout.strip()
    assert "cut" in root("trail", "verify", "--file", "cut.jsonl", "--known", newest, status=5).stderr
    (root.home / "half.jsonl").write_bytes(whole[:-20])
    assert "was it cut?" in root("trail", "verify", "--file", "half.jsonl", status=1).stderr
