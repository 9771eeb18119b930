"""The trail: append-only on the database itself, and read by administrators."""

import contextlib
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.audit.trail.history import TABLES
from app.brokers import credentials as cluster_credentials
from app.identity import credentials, users
from app.identity.accounts import recovery
from app.platform.database import Base
from tests.brokers.plugin import token_of
from tests.center import Center
from tests.factories import CLUSTER, a_grant, a_namespace, a_tenant, a_user, an_administrator
from tests.listening import listening


def test_the_database_itself_refuses_to_rewrite_history(center: Center) -> None:
    center.make(a_user, "alice")
    statements = ["UPDATE sys_trail SET actor = 'nobody'", "UPDATE sys_trail SET hash = ''", "DELETE FROM sys_trail"]
    if center.database.engine.dialect.name == "postgresql":  # MariaDB has no trigger for it, SQLite no such statement
        statements.append("TRUNCATE sys_trail")
    for statement in statements:
        with pytest.raises(DBAPIError, match="append-only"), center.database.writing() as session:
            session.execute(text(statement))
    assert {entry.actor for entry in center.read(trail.entries)} >= {"test"}


def test_contents_omit_secrets_and_counters_of_use() -> None:
    kept = {name: contents.kept_columns(Base.metadata.tables[name]) for name in TABLES.values()}
    columns_kept = {column for columns in kept.values() for column in columns}
    assert columns_kept.isdisjoint(
        {"passwd", "secret_hash", "private_encrypted", "last_use", "failures", "delayed_until"}
    )
    assert {"cred_version", "must_change", "hint", "public_jwk", "granted_by_id"} <= columns_kept


def test_administrators_read_it_by_entity_and_revision(center: Center, root: httpx.Client) -> None:
    before = center.read(trail.current_revision)
    center.make(a_user, "alice")
    found = root.get("/api/v1/trail", params={"after": before, "entity": "user"}).json()
    assert [(entry["action"], entry["key"]) for entry in found["items"]] == [
        ("user.create", "alice"),
        ("user.join", "alice"),
    ]
    assert found["items"][0]["after"]["username"] == "alice"
    newest = root.get("/api/v1/trail", params={"sort": "-id", "limit": 1}).json()["items"][0]
    assert newest["revision"] == center.read(trail.current_revision)
    alice = center.with_token(center.make(a_user, "bob"))
    assert alice.get("/api/v1/trail").status_code == 403


def test_the_entries_of_a_transaction_share_one_revision(center: Center) -> None:
    before = center.read(trail.current_revision)
    center.make(lambda session: [a_user(session, name) for name in ("alice", "bob")])
    center.make(a_user, "carol")
    revisions = {entry.entity_key: entry.revision for entry in center.read(trail.entries, after=before, entity="user")}
    assert revisions == {"alice": before + 1, "bob": before + 1, "carol": before + 2}
    assert center.read(trail.current_revision) == before + 2


def test_a_savepoint_that_is_rolled_back_takes_its_entries_with_it(center: Center) -> None:
    def roll_back_savepoint(session: Session) -> None:
        for first in (True, False):
            with contextlib.suppress(RuntimeError), session.begin_nested():
                a_user(session, "lost")
                raise RuntimeError
            a_user(session, "first" if first else "second")

    before = center.read(trail.current_revision)
    center.make(roll_back_savepoint)
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


def test_each_entry_names_credential_address_and_request(center: Center) -> None:
    person = center.make(an_administrator, "alice")
    admin, browser = center.with_token(person), center.signed_in(person)
    by_token = admin.post("/api/v1/groups", json={"name": "one"}, headers={"X-Request-Id": "from-a-proxy"})
    by_session = browser.post("/api/v1/groups", json={"name": "two"})
    assert (by_token.status_code, by_session.status_code) == (201, 201)

    def only_entry(**filters: str | int) -> dict[str, Any]:
        (found,) = admin.get("/api/v1/trail", params=filters).json()["items"]
        return dict(found)

    by_proxy, of_session = (
        only_entry(request_id="from-a-proxy"),
        only_entry(request_id=by_session.headers["X-Request-Id"]),
    )
    assert (by_proxy["after"]["group_name"], by_proxy["address"], by_proxy["actor"]) == ("one", "127.0.0.1", "alice")
    assert by_proxy["credential"].startswith("token:")
    assert of_session["credential"].startswith("session:")
    assert only_entry(credential=of_session["credential"], action="group.create")["id"] == of_session["id"]
    assert (
        only_entry(actor="alice", from_time=by_proxy["time"], entity="group", key=by_proxy["key"])["id"]
        == by_proxy["id"]
    )
    assert admin.get("/api/v1/trail", params={"until_time": 1}).json()["items"] == []


def test_brokers_leave_their_credential_and_the_center_itself_its_name(center: Center) -> None:
    recovery.create_administrator_in(center.database, center.settings, "admin")
    assert {entry.credential for entry in center.read(trail.entries, actor="system")} >= {"system"}
    place = center.make(a_tenant, "acme")
    alice = center.make(a_user, "alice")
    cluster = int(place.clusters)
    center.make(a_grant, alice, [4], CLUSTER, cluster)
    credential, secret = center.make(cluster_credentials.issue, "test", cluster)
    what = {"resource_type": "namespace", "resource": "acme/orders", "actions": ["produce"]}
    call = {"action": "grant", "user": "admin", "actor": "alice", "proof": token_of(center, "alice"), **what}
    broker = center.client(Authorization=f"Bearer {secret}")
    center.make(a_namespace, place, "orders")
    answer = broker.post("/api/broker/v1/permissions", json=call)
    assert answer.status_code == 200, answer.text
    (entry,) = center.read(trail.entries, after=center.read(trail.current_revision) - 1)
    assert (entry.credential, entry.address) == (f"cluster_credential:{credential.id}", "127.0.0.1")
    assert entry.request_id == answer.headers["X-Request-Id"]


def test_a_commit_that_fails_leaves_neither_change_nor_entry_and_is_no_success(center: Center) -> None:
    admin = center.with_token(center.make(an_administrator))
    before = center.read(trail.newest)

    def fail(_session: Session) -> None:
        raise RuntimeError("the disk is full")

    with listening(center.database._write, "before_commit", fail):
        answer = admin.post("/api/v1/groups", json={"name": "lost"})
    assert (answer.status_code, answer.json()["code"], "x-revision" in answer.headers) == (500, "internal_error", False)
    assert "the disk is full" not in answer.text
    assert center.read(trail.newest) == before
    assert [group["name"] for group in admin.get("/api/v1/groups").json()["items"]] == []
    assert center.read(trail.entries, after=before.revision) == []
