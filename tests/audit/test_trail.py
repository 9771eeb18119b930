"""The trail: append-only on the database itself, and told to administrators."""

import contextlib

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.audit import trail
from app.identity import credentials, users
from tests.center import Center
from tests.factories import a_user, an_administrator


@pytest.mark.parametrize("statement", ["UPDATE sys_trail SET actor = 'nobody'", "DELETE FROM sys_trail"])
def test_the_database_itself_refuses_to_rewrite_history(center: Center, statement: str) -> None:
    center.make(a_user, "alice")
    with pytest.raises(DBAPIError, match="append-only"), center.database.writing() as session:
        session.execute(text(statement))
    assert {entry.actor for entry in center.read(trail.entries)} >= {"test"}


def test_administrators_read_it_by_entity_and_revision(center: Center) -> None:
    admin = center.with_token(center.make(an_administrator))
    before = center.read(trail.current_revision)
    center.make(a_user, "alice")
    found = admin.get("/api/v1/trail", params={"after": before, "entity": "user"}).json()
    assert [(one["action"], one["key"]) for one in found["items"]] == [("user.create", "alice"), ("user.join", "alice")]
    assert found["items"][0]["after"]["username"] == "alice"
    newest = admin.get("/api/v1/trail", params={"sort": "-id", "limit": 1}).json()["items"][0]
    assert newest["revision"] == center.read(trail.current_revision)
    alice = center.with_token(center.make(a_user, "bob"))
    assert alice.get("/api/v1/trail").status_code == 403


def test_a_rolled_back_change_leaves_no_trace(center: Center) -> None:
    def fail(session: Session) -> None:
        a_user(session, "alice")
        raise RuntimeError

    before = center.read(trail.current_revision)
    with pytest.raises(RuntimeError):
        center.make(fail)
    assert center.read(trail.current_revision) == before
    assert center.read(trail.entries, after=before) == []


def test_the_entries_of_a_transaction_share_one_revision(center: Center) -> None:
    before = center.read(trail.current_revision)
    center.make(lambda session: [a_user(session, name) for name in ("alice", "bob")])
    center.make(a_user, "carol")
    revisions = {entry.entity_key: entry.revision for entry in center.read(trail.entries, after=before, entity="user")}
    assert revisions == {"alice": before + 1, "bob": before + 1, "carol": before + 2}
    assert center.read(trail.current_revision) == before + 2


def test_a_savepoint_that_is_rolled_back_takes_its_entries_with_it(center: Center) -> None:
    def partly(session: Session) -> None:
        for first in (True, False):
            with contextlib.suppress(RuntimeError), session.begin_nested():
                a_user(session, "lost")
                raise RuntimeError
            a_user(session, "first" if first else "second")

    before = center.read(trail.current_revision)
    center.make(partly)
    entries = center.read(trail.entries, after=before)
    assert {entry.revision for entry in entries} == {before + 1}
    assert {entry.entity_key for entry in entries if entry.entity == "user"} == {"first", "second"}


def test_a_credential_never_gets_the_version_of_an_earlier_one(center: Center) -> None:
    """Brokers remember a password under its version."""

    def after_another_change(session: Session) -> int:
        a_user(session)
        return password(session)

    def password(session: Session) -> int:
        user = users.find(session, alice.id)
        credentials.change_password(session, user, "hash")
        return user.cred_version

    alice = center.make(a_user, "alice")
    versions = [center.make(change) for change in (password, after_another_change, password, after_another_change)]
    assert versions == sorted(set(versions))
