"""Users over HTTP: who may manage whom, what comes and goes with a user, what is refused."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.grants.roles import create as create_role
from app.identity import users
from app.identity.models import ConsoleSession
from app.platform.clock import now_ms
from tests.api.rows import count
from tests.center import Center
from tests.factories import PASSWORD, Person, a_group, a_user, an_administrator

USERS = "/api/v1/users"
ANY = {"If-Match": "*"}


def test_a_person_is_created_with_a_role_of_its_own_and_a_one_time_secret(center: Center, admin: httpx.Client) -> None:
    group = center.make(a_group)
    body = {"username": "alice", "nick": "Alice 爱丽丝", "kind": "person", "group_id": group.id, "remark": "first"}
    answer = admin.post(USERS, json=body)
    assert answer.status_code == 201, answer.text
    item = answer.json()
    assert {key: item[key] for key in body} == body
    assert item["status"] == "active"
    assert item["must_change_password"] is True
    assert item["roles"] == [{"id": item["personal_role_id"], "name": "alice"}]
    assert answer.headers["etag"] == f'"{item["version"]}"'
    assert int(answer.headers["x-revision"]) == center.read(_revision)
    assert answer.headers["cache-control"] == "no-store"
    signed_in = center.client().post("/api/v1/session", json={"username": "alice", "password": item["initial_secret"]})
    assert signed_in.json()["must_change_password"] is True
    shown = admin.get(f"{USERS}/{item['id']}")
    assert "initial_secret" not in shown.json()
    assert item["initial_secret"] not in center.read(_whole_trail)


def test_a_service_gets_no_password(center: Center, admin: httpx.Client) -> None:
    item = admin.post(USERS, json={"username": "producer", "kind": "service"}).json()
    assert item["initial_secret"] is None
    answer = admin.post(f"{USERS}/{item['id']}/initial-secret")
    assert (answer.status_code, answer.json()["code"]) == (422, "not_a_person")


@pytest.mark.parametrize("path", ["initial-secret", "invitation"])
def test_nobody_makes_a_secret_for_the_own_account(center: Center, path: str) -> None:
    """A stolen session or token must not take over the account; a new password needs the present one."""
    root = center.make(an_administrator, "root")
    for client in (center.signed_in(root), center.with_token(root)):
        body = {"email": "thief@evil.example"} if path == "invitation" else None
        answer = client.post(f"{USERS}/{root.id}/{path}", json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "own_secret")
    assert center.signed_in(root).get("/api/v1/session").json()["must_change_password"] is False


@pytest.mark.any_database
def test_names_that_no_user_can_have(admin: httpx.Client, subtests: pytest.Subtests) -> None:
    for name in [
        "",
        "a" * 129,
        "a b",
        "a:b",
        "a/b",
        ".a",
        "-a",
        "@a",
        "a\n",
        "a\x00",
        "алиса",
        "用户",
        "ａlice",
        "a\u202eb",
        "a’",
        "a\ud800",
    ]:
        with subtests.test(ascii(name)):
            content = httpx.Request("POST", "http://x", json={"username": "@@", "kind": "person"}).content
            raw = content.replace(
                b"@@", name.encode("unicode_escape").replace(b"\\x", b"\\u00").replace(b"\\n", b"\\u000a")
            )
            answer = admin.post(
                USERS, content=raw.replace(b"\\U0000", b"\\u"), headers={"Content-Type": "application/json"}
            )
            assert answer.status_code == 422, answer.text
            assert answer.json()["code"] in ("invalid_name", "invalid_input")
            assert answer.json()["errors"][0]["field"] == "username"


@pytest.mark.parametrize("name", ["a", "A" * 128, "9", "alice@example.com", "svc-1_a.b+c=d"])
def test_names_that_users_may_have(admin: httpx.Client, name: str) -> None:
    assert admin.post(USERS, json={"username": name, "kind": "service"}).status_code == 201


WRONG_VALUES: list[tuple[dict[str, Any], str]] = [
    ({"kind": "robot"}, "invalid_input"),
    ({"kind": None}, "invalid_input"),
    ({"colour": "red"}, "unknown_field"),
    ({"group_id": 99}, "unknown_group"),
    ({"group_id": 0}, "invalid_input"),
    ({"group_id": 2**63}, "invalid_input"),
    ({"group_id": "1"}, "invalid_input"),
    ({"group_id": True}, "invalid_input"),
    ({"group_id": 1.5}, "invalid_input"),
    ({"parent_id": 99}, "unknown_parent"),
    ({"nick": "x" * 129}, "invalid_input"),
    ({"nick": "a\u0007"}, "invalid_input"),
    ({"remark": "x" * 257}, "invalid_input"),
    ({"remark": "a\x00b"}, "invalid_input"),
]


@pytest.mark.any_database
def test_wrong_values_are_named(admin: httpx.Client, subtests: pytest.Subtests) -> None:
    for change, code in WRONG_VALUES:
        with subtests.test(str(change)):
            answer = admin.post(USERS, json={"username": "alice", "kind": "person", **change})
            assert (answer.status_code, answer.json()["code"]) == (422, code)
            assert answer.json()["errors"][0]["field"] == next(iter(change))


def test_names_are_told_apart_by_case_and_taken_once(admin: httpx.Client) -> None:
    assert admin.post(USERS, json={"username": "alice", "kind": "person"}).status_code == 201
    assert admin.post(USERS, json={"username": "Alice", "kind": "person"}).status_code == 201
    answer = admin.post(USERS, json={"username": "alice", "kind": "service"})
    assert (answer.status_code, answer.json()["code"]) == (409, "exists")


def test_a_role_of_the_name_prevents_the_user(center: Center, admin: httpx.Client) -> None:
    center.make(create_role, "test", "auditors")
    answer = admin.post(USERS, json={"username": "auditors", "kind": "person"})
    assert (answer.status_code, answer.json()["code"]) == (409, "exists")
    assert center.read(users.by_name, "auditors") is None, "half a user must not stay"


def test_of_many_creating_the_same_user_one_succeeds(center: Center, administrator: Person) -> None:
    clients = [center.with_token(administrator) for _ in range(6)]

    def create(client: httpx.Client) -> int:
        return client.post(USERS, json={"username": "alice", "kind": "person"}).status_code

    with ThreadPoolExecutor(6) as pool:
        codes = list(pool.map(create, clients))
    assert sorted(codes) == [201, 409, 409, 409, 409, 409]


def test_of_two_who_edit_the_same_version_one_succeeds(
    center: Center, admin: httpx.Client, administrator: Person
) -> None:
    alice = center.make(a_user, "alice")
    etag = admin.get(f"{USERS}/{alice.id}").headers["etag"]

    def edit(client: httpx.Client) -> int:
        return client.patch(f"{USERS}/{alice.id}", json={"nick": "x"}, headers={"If-Match": etag}).status_code

    with ThreadPoolExecutor(4) as pool:
        codes = list(pool.map(edit, [center.with_token(administrator) for _ in range(4)]))
    assert sorted(codes) == [200, 412, 412, 412]


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_changes_say_which_version_they_saw(center: Center, admin: httpx.Client, method: str, alice: Person) -> None:
    body = {"json": {"nick": "Alice"}} if method == "PATCH" else {}
    missing = admin.request(method, f"{USERS}/{alice.id}", **body)  # type: ignore[arg-type]
    assert (missing.status_code, missing.json()["code"]) == (428, "if_match_required")
    other = admin.request(method, f"{USERS}/{alice.id}", headers={"If-Match": '"v0"'}, **body)  # type: ignore[arg-type]
    assert (other.status_code, other.json()["code"]) == (412, "changed_meanwhile")
    same = admin.request(
        method,
        f"{USERS}/{alice.id}",
        headers={"If-Match": f'"{other.json()["version"]}"'},
        **body,  # type: ignore[arg-type]
    )
    assert same.status_code in (200, 204)


def test_a_change_touches_only_what_it_names(center: Center, admin: httpx.Client) -> None:
    alice = center.make(a_user, "alice", group_id=center.make(a_group).id)
    changed = admin.patch(f"{USERS}/{alice.id}", json={"remark": "moved"}, headers=ANY).json()
    assert changed["group_id"] is not None
    assert changed["remark"] == "moved"
    cleared = admin.patch(f"{USERS}/{alice.id}", json={"group_id": None}, headers=ANY).json()
    assert cleared["group_id"] is None
    assert cleared["version"] != changed["version"]


@pytest.mark.parametrize("body", [{"username": "bob"}, {"kind": "service"}, {"parent_id": 1}, {"passwd": "x"}])
@pytest.mark.any_database
def test_name_kind_and_parent_of_a_user_do_not_change(
    center: Center, admin: httpx.Client, body: dict[str, Any]
) -> None:
    alice = center.make(a_user, "alice")
    answer = admin.patch(f"{USERS}/{alice.id}", json=body, headers=ANY)
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_field")


@pytest.mark.parametrize("status", ["gone", "ACTIVE", None, 1])
@pytest.mark.any_database
def test_unknown_states_are_refused(center: Center, admin: httpx.Client, status: object, alice: Person) -> None:
    assert admin.patch(f"{USERS}/{alice.id}", json={"status": status}, headers=ANY).status_code == 422


@pytest.mark.parametrize("wrong", ["0", "-1", "abc", str(2**63), "1e3", "99999"])
@pytest.mark.parametrize("method", ["GET", "DELETE"])
@pytest.mark.any_database
def test_wrong_ids(admin: httpx.Client, method: str, wrong: str) -> None:
    answer = admin.request(method, f"{USERS}/{wrong}", headers=ANY)
    assert answer.status_code == (404 if wrong == "99999" else 422)


def test_a_new_initial_secret_ends_the_old_password_and_sessions(center: Center, admin: httpx.Client) -> None:
    alice = center.make(a_user, "alice")
    browser = center.signed_in(alice)
    answer = admin.post(f"{USERS}/{alice.id}/initial-secret")
    assert answer.status_code == 200
    assert answer.json()["valid_until"] > now_ms()
    assert browser.get("/api/v1/session").status_code == 401
    login = {"username": "alice", "password": PASSWORD}
    assert center.client().post("/api/v1/session", json=login).status_code == 401
    assert center.read(count, ConsoleSession) == 1


def _revision(session: Session) -> int:
    return session.scalar(select(func.max(TrailEntry.revision))) or 0


def _whole_trail(session: Session) -> str:
    return "".join(f"{entry.before}{entry.after}" for entry in session.scalars(select(TrailEntry)))


@pytest.mark.parametrize("nick", ["Alice\nroot", "Alice\r", "Ali\tce", "Ali\u2028ce", "Ali\x1bce"])
def test_a_nick_is_one_line_and_a_remark_may_be_several(admin: httpx.Client, nick: str) -> None:
    answer = admin.post(USERS, json={"username": "alice", "nick": nick, "kind": "person"})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
    made = admin.post(USERS, json={"username": "alice", "kind": "person", "remark": "first\nsecond"}).json()
    assert made["remark"] == "first\nsecond"
    assert admin.patch(f"{USERS}/{made['id']}", json={"nick": nick}, headers=ANY).status_code == 422
