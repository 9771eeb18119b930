"""The trail: append-only on the database itself, and told to administrators."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.audit import trail
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
