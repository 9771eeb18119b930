"""Finding entries by several names, taking them along as a table, and the head with what was checked."""

import csv
import io
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.audit.trail import export, trail
from app.audit.trail.models import Revision
from app.identity.accounts import lifecycle
from tests.center import Center
from tests.end_to_end.waiting import wait_until
from tests.factories import ACTOR, TENANT, Person, a_grant, a_group, a_tenant, a_user, an_administrator, the_user

TABLE = "/api/v1/trail/table"


def _found(client: httpx.Client, **params: Any) -> list[tuple[str, str]]:
    answer = client.get("/api/v1/trail", params=params)
    assert answer.status_code == 200, answer.text
    return [(entry["actor"], entry["action"]) for entry in answer.json()["items"]]


def _lines(client: httpx.Client, **params: Any) -> list[dict[str, str]]:
    answer = client.get(TABLE, params=params)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="audit-log.csv"'
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_several_actors_kinds_and_actions_are_found_together(center: Center) -> None:
    root, other = (center.with_token(center.make(an_administrator, name)) for name in ("root", "other"))
    root.post("/api/v1/groups", json={"name": "one"})
    other.post("/api/v1/groups", json={"name": "two"})
    other.post("/api/v1/roles", json={"name": "three"})
    assert _found(root, actor="root,other", entity="group,role") == [
        ("root", "group.create"),
        ("other", "group.create"),
        ("other", "role.create"),
    ]
    assert _found(root, actor="other", action="group.create,role.create") == [
        ("other", "group.create"),
        ("other", "role.create"),
    ]
    assert _found(root, actor="nobody,other,nobody", entity="role") == [("other", "role.create")]
    assert _found(root, actor="root;other") == []
    assert _found(root, actor="root,other", sort="-time")[0] == ("other", "role.create")


def test_the_table_has_what_the_list_shows(center: Center) -> None:
    root = center.with_token(center.make(an_administrator, "root"))
    for number in range(60):
        root.post("/api/v1/groups", json={"name": f"group {number}"})
    first = root.get("/api/v1/trail", params={"actor": "root"}).json()["items"][0]
    lines = _lines(root, actor="root", entity="group")
    assert [line["id"] for line in lines] == [str(first["id"] + number) for number in range(60)]
    assert lines[0]["time"].endswith("Z")
    assert lines[0]["credential"].startswith("token:")
    assert (lines[0]["action"], lines[0]["actor"], lines[0]["before"]) == ("group.create", "root", "")
    assert '"group_name": "group 0"' in lines[0]["after"]
    assert len(_lines(root, actor="root", until_time=first["time"])) == 0
    assert len(_lines(root, q="GROUP.create")) == 60


def test_who_takes_a_table_slowly_holds_no_connection(center: Center) -> None:
    """Thirty of these would have stopped the center."""
    root = center.with_token(center.make(an_administrator, "root"))
    center.make(_many_entries, 6000)
    pool: Any = center.database.engine.pool
    before = pool.checkedout()  # tests before this one may have left some
    with root.stream("GET", TABLE, params={"actor": "many"}) as answer:
        lines = answer.iter_lines()
        next(lines)
        wait_until("no connection is held", lambda: pool.checkedout() <= before)
        assert sum(1 for _ in lines) == 6000


def _many_entries(session: Session, number: int) -> None:
    with trail.together(session):
        for key in range(number):
            trail.record(session, "many", "group.update", str(key), after={"remark": "x" * 4000})


def test_a_table_holds_no_formula(center: Center) -> None:
    root = center.with_token(center.make(an_administrator, "root"))
    center.make(a_user, "alice")
    center.make(lambda s: trail.record(s, "=1+1", "group.create", '=HYPERLINK("http://x")', after={}))
    (line,) = _lines(root, actor="=1+1")
    assert (line["actor"], line["key"]) == ("'=1+1", '\'=HYPERLINK("http://x")')
    center.make(lambda s: trail.record(s, "other", "group.create", "a;=1+1;b", after={"remark": "x;@SUM(1);-y"}))
    (line,) = _lines(root, actor="other")
    assert (line["key"], line["after"]) == ("a;'=1+1;b", '{"remark": "x;\'@SUM(1);\'-y"}'), "where ; ends a cell"


def test_an_auditor_takes_along_what_it_reads(center: Center) -> None:
    place, other = (center.make(a_tenant, name) for name in ("acme", "else"))
    auditor, stranger = (center.make(a_user, name) for name in ("auditor", "stranger"))
    center.make(a_grant, auditor, [107], TENANT, place.id)
    center.make(a_grant, stranger, [103], TENANT, other.id)
    reader, here = center.with_token(auditor), {"res_type": TENANT, "res_id": place.id}
    lines = _lines(reader, **here)
    assert {line["action"] for line in lines} == {"tenant.create", "grant.create"}
    assert "else" not in "".join(map(str, lines))
    assert not {"credential", "address", "request_id", "hash"} & lines[0].keys()
    assert reader.get(TABLE).status_code == 403
    assert reader.get(TABLE, params={**here, "credential": "session:1"}).status_code == 403
    assert reader.get(TABLE, params={"res_type": TENANT, "res_id": other.id}).status_code == 404
    assert center.with_token(stranger).get(TABLE, params=here).status_code == 404


def test_the_table_has_no_secret(center: Center) -> None:
    person = center.make(an_administrator, "root")
    browser = center.signed_in(person)
    service = browser.post("/api/v1/users", json={"username": "bot", "kind": "service"}).json()["id"]
    secret = browser.post(f"/api/v1/users/{service}/client-secrets").json()["client_secret"]
    assert len(secret) > 20
    assert secret not in browser.get(TABLE).text


def test_the_head_says_what_was_checked(center: Center) -> None:
    root = center.with_token(center.make(an_administrator, "root"))
    center.make(a_group)
    head, newest = root.get("/api/v1/trail/head").json(), center.read(trail.newest)
    assert (head["revision"], head["hash"], head["problem"]) == (newest.revision, newest.hash, None)
    assert head["checked"] == head["id"] > 3
    for most in (1, 2, 3):
        entries, problem = center.read(export.check_newest, most)
        assert (len(entries), problem) == (most, None)

    def cut(session: Session) -> None:
        session.execute(update(Revision).values(head_hash="f" * 64))

    center.make(cut)
    assert "its end was cut or rewritten" in root.get("/api/v1/trail/head").json()["problem"]


@pytest.mark.any_database
def test_the_head_is_for_administrators(center: Center, alice: Person) -> None:
    center.make(lambda s: lifecycle.change(s, ACTOR, the_user(s, "alice"), nick="A."))
    assert center.with_token(alice).get("/api/v1/trail/head").status_code == 403
