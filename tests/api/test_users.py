"""Users over HTTP: who may manage whom, what comes and goes with a user, what is refused."""

import threading
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.access.models import Grant, Role, UserRole
from app.access.roles import create as create_role
from app.access.roles import join
from app.audit.models import TrailEntry
from app.clock import now_ms
from app.identity import client_secrets, users
from app.identity.models import ClientSecret, ConsoleSession, User
from app.tokens import api_tokens
from app.tokens.models import ApiToken, RevokedToken
from tests.center import Center
from tests.factories import PASSWORD, ROOT, Person, a_grant, a_group, a_service, a_user, an_administrator

USERS = "/api/v1/users"
ANY = {"If-Match": "*"}


@pytest.fixture
def root(center: Center) -> Person:
    return center.make(an_administrator, "root")


@pytest.fixture
def admin(center: Center, root: Person) -> httpx.Client:
    return center.signed_in(root)


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


@pytest.mark.parametrize(
    "name",
    [
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
    ],
)
def test_names_that_no_user_can_have(admin: httpx.Client, name: str) -> None:
    content = httpx.Request("POST", "http://x", json={"username": "@@", "kind": "person"}).content
    raw = content.replace(b"@@", name.encode("unicode_escape").replace(b"\\x", b"\\u00").replace(b"\\n", b"\\u000a"))
    answer = admin.post(USERS, content=raw.replace(b"\\U0000", b"\\u"), headers={"Content-Type": "application/json"})
    assert answer.status_code == 422, answer.text
    assert answer.json()["code"] in ("invalid_name", "invalid_input")
    assert answer.json()["errors"][0]["field"] == "username"


@pytest.mark.parametrize("name", ["a", "A" * 128, "9", "alice@example.com", "svc-1_a.b+c=d"])
def test_names_that_users_may_have(admin: httpx.Client, name: str) -> None:
    assert admin.post(USERS, json={"username": name, "kind": "service"}).status_code == 201


@pytest.mark.parametrize(
    ("change", "code"),
    [
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
    ],
)
def test_wrong_values_are_named(admin: httpx.Client, change: dict[str, Any], code: str) -> None:
    answer = admin.post(USERS, json={"username": "alice", "kind": "person", **change})
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["errors"][0]["field"] == next(iter(change))


def test_names_are_told_apart_by_case_and_taken_once(admin: httpx.Client) -> None:
    assert admin.post(USERS, json={"username": "alice", "kind": "person"}).status_code == 201
    assert admin.post(USERS, json={"username": "Alice", "kind": "person"}).status_code == 201
    answer = admin.post(USERS, json={"username": "alice", "kind": "service"})
    assert (answer.status_code, answer.json()["code"]) == (409, "exists")


def test_a_role_of_the_name_is_in_the_way(center: Center, admin: httpx.Client) -> None:
    center.make(create_role, "test", "auditors")
    answer = admin.post(USERS, json={"username": "auditors", "kind": "person"})
    assert (answer.status_code, answer.json()["code"]) == (409, "exists")
    assert center.read(users.by_name, "auditors") is None, "half a user must not stay"


def test_of_many_creating_the_same_user_one_succeeds(center: Center, root: Person) -> None:
    clients = [center.with_token(root) for _ in range(6)]
    codes: list[int] = []

    def create(client: httpx.Client) -> None:
        codes.append(client.post(USERS, json={"username": "alice", "kind": "person"}).status_code)

    _at_once(create, clients)
    assert sorted(codes) == [201, 409, 409, 409, 409, 409]


def test_of_two_who_edit_the_same_version_one_succeeds(center: Center, admin: httpx.Client, root: Person) -> None:
    alice = center.make(a_user, "alice")
    etag = admin.get(f"{USERS}/{alice.id}").headers["etag"]
    codes: list[int] = []

    def edit(client: httpx.Client) -> None:
        answer = client.patch(f"{USERS}/{alice.id}", json={"nick": "x"}, headers={"If-Match": etag})
        codes.append(answer.status_code)

    _at_once(edit, [center.with_token(root) for _ in range(4)])
    assert sorted(codes) == [200, 412, 412, 412]


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_changes_say_which_version_they_saw(center: Center, admin: httpx.Client, method: str) -> None:
    alice = center.make(a_user, "alice")
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
def test_what_a_user_is_does_not_change(center: Center, admin: httpx.Client, body: dict[str, Any]) -> None:
    alice = center.make(a_user, "alice")
    answer = admin.patch(f"{USERS}/{alice.id}", json=body, headers=ANY)
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_field")


@pytest.mark.parametrize("status", ["gone", "ACTIVE", None, 1])
def test_unknown_states_are_refused(center: Center, admin: httpx.Client, status: object) -> None:
    alice = center.make(a_user, "alice")
    assert admin.patch(f"{USERS}/{alice.id}", json={"status": status}, headers=ANY).status_code == 422


@pytest.mark.parametrize("wrong", ["0", "-1", "abc", str(2**63), "1e3", "99999"])
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_wrong_ids(admin: httpx.Client, method: str, wrong: str) -> None:
    answer = admin.request(method, f"{USERS}/{wrong}", headers=ANY)
    assert answer.status_code == (404 if wrong == "99999" else 422)


def test_disabling_ends_sessions_at_once_of_sub_accounts_too(center: Center, admin: httpx.Client) -> None:
    main = center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    browsers = [center.signed_in(main), center.signed_in(sub), center.with_token(main), center.with_token(sub)]
    assert [one.get("/api/v1/session").status_code for one in browsers] == [200] * 4
    assert admin.patch(f"{USERS}/{main.id}", json={"status": "disabled"}, headers=ANY).status_code == 200
    assert [one.get("/api/v1/session").status_code for one in browsers] == [401] * 4
    again = center.client().post("/api/v1/session", json={"username": "sub", "password": PASSWORD})
    assert (again.status_code, again.json()["code"]) == (401, "invalid_credentials")
    admin.patch(f"{USERS}/{main.id}", json={"status": "active"}, headers=ANY)
    assert center.client().post("/api/v1/session", json={"username": "sub", "password": PASSWORD}).status_code == 200


def test_a_deleted_user_takes_everything_along(center: Center, admin: httpx.Client) -> None:
    service = center.make(a_service, "producer")
    center.make(a_grant, service, [302], ROOT, 0)
    team = center.make(create_role, "test", "team")
    center.make(join, "test", team.id, service.id)
    center.make(_secret, service)
    token = center.make(_token, center, service)
    assert admin.delete(f"{USERS}/{service.id}", headers=ANY).status_code == 204
    assert admin.get(f"{USERS}/{service.id}").status_code == 404
    for model in (ClientSecret, ApiToken):
        assert center.read(_count, model) == 0
    assert center.read(lambda session: session.scalars(select(Role.role_name)).all()) == ["root", "team"]
    assert center.read(_count, Grant) == 1, "the administrator's"
    assert center.read(_count, UserRole) == 1
    assert center.read(lambda session: session.get(RevokedToken, token)) is not None
    assert {"grant.revoke", "user.leave", "role.delete", "user.delete", "token.revoke"} <= set(center.read(_actions))


def test_a_user_with_sub_accounts_stays(center: Center, admin: httpx.Client) -> None:
    main = center.make(a_user, "main")
    center.make(a_user, "sub", parent=main)
    answer = admin.delete(f"{USERS}/{main.id}", headers=ANY)
    assert (answer.status_code, answer.json()["code"]) == (409, "has_children")
    assert answer.json()["children"] == ["sub"]
    assert center.read(_count, Role) == 3


def test_tokens_and_passwords_of_an_earlier_user_of_the_name_stay_refused(center: Center, admin: httpx.Client) -> None:
    old = center.make(a_user, "alice")
    thief = center.with_token(old)
    before = center.read(users.find, old.id).cred_version
    admin.delete(f"{USERS}/{old.id}", headers=ANY)
    new = admin.post(USERS, json={"username": "alice", "kind": "person"}).json()
    assert thief.get("/api/v1/session").status_code == 401
    assert center.read(users.find, new["id"]).cred_version > before
    assert new["id"] != old.id


@pytest.mark.parametrize("way", ["disable", "lock", "delete"])
def test_the_last_administrator_stays(center: Center, admin: httpx.Client, root: Person, way: str) -> None:
    def go() -> httpx.Response:
        if way == "delete":
            return admin.delete(f"{USERS}/{root.id}", headers=ANY)
        return admin.patch(
            f"{USERS}/{root.id}", json={"status": {"disable": "disabled", "lock": "locked"}[way]}, headers=ANY
        )

    center.make(_administrator_of_tomorrow)
    answer = go()
    assert (answer.status_code, answer.json()["code"]) == (409, "last_administrator")
    assert admin.get("/api/v1/session").status_code == 200, "nothing was changed"
    center.make(an_administrator, "second")
    assert go().status_code in (200, 204)


def test_two_administrators_cannot_disable_each_other_at_once(center: Center, root: Person) -> None:
    other = center.make(an_administrator, "other")
    pairs = [(center.with_token(root), other.id), (center.with_token(other), root.id)]
    _at_once(lambda pair: pair[0].patch(f"{USERS}/{pair[1]}", json={"status": "disabled"}, headers=ANY), pairs)
    active = select(User.username).where(User.status == "active")
    assert len(center.read(lambda session: session.scalars(active).all())) == 1


# Main accounts and their sub-accounts


def test_a_main_account_manages_its_sub_accounts(center: Center) -> None:
    main = center.make(a_user, "main")
    client = center.signed_in(main)
    sub = client.post(USERS, json={"username": "sub", "kind": "service"}).json()
    assert sub["parent_id"] == main.id
    assert client.patch(f"{USERS}/{sub['id']}", json={"nick": "mine"}, headers=ANY).status_code == 200
    assert client.post(f"{USERS}/{sub['id']}/unlock").status_code == 200
    assert {item["username"] for item in client.get(USERS).json()["items"]} == {"main", "sub"}
    assert client.delete(f"{USERS}/{sub['id']}", headers=ANY).status_code == 204


def test_a_sub_account_manages_nobody(center: Center) -> None:
    main = center.make(a_user, "main")
    sub, sibling = center.make(a_user, "sub", parent=main), center.make(a_user, "sibling", parent=main)
    client = center.signed_in(sub)
    assert client.post(USERS, json={"username": "x", "kind": "person"}).status_code == 403
    assert client.get(f"{USERS}/{main.id}").status_code == 200
    assert client.patch(f"{USERS}/{main.id}", json={"nick": "x"}, headers=ANY).status_code == 403
    assert client.patch(f"{USERS}/{sub.id}", json={"nick": "x"}, headers=ANY).status_code == 403
    assert client.get(f"{USERS}/{sibling.id}").status_code == 404


def test_sub_accounts_have_no_sub_accounts(center: Center, admin: httpx.Client) -> None:
    main = center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    answer = admin.post(USERS, json={"username": "x", "kind": "person", "parent_id": sub.id})
    assert (answer.status_code, answer.json()["code"]) == (422, "nested_sub_account")


def test_nobody_makes_sub_accounts_for_somebody_else(center: Center) -> None:
    main, other = center.make(a_user, "main"), center.make(a_user, "other")
    answer = center.signed_in(main).post(USERS, json={"username": "x", "kind": "person", "parent_id": other.id})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/unlock"), ("POST", "/initial-secret")],
)
def test_somebody_elses_users_do_not_exist(center: Center, method: str, path: str) -> None:
    main, other = center.make(a_user, "main"), center.make(a_user, "other")
    foreign = center.make(a_user, "foreign", parent=other)
    client = center.signed_in(main)
    body: dict[str, Any] = {"json": {"nick": "x"}} if method == "PATCH" else {}
    for target in (foreign.id, other.id, 99_999):
        answer = client.request(method, f"{USERS}/{target}{path}", headers=ANY, **body)
        assert (answer.status_code, answer.json()["detail"]) == (404, "There is no such user.")


# Lists


def test_lists_are_paged_filtered_and_counted(center: Center, admin: httpx.Client) -> None:
    group = center.make(a_group)
    main = center.make(a_user, "main", group_id=group.id)
    for number in range(5):
        center.make(a_user, f"sub{number}", parent=main, kind="service")
    first = admin.get(USERS, params={"limit": 3, "parent_id": main.id}).json()
    assert [item["username"] for item in first["items"]] == ["sub0", "sub1", "sub2"]
    assert first["total"] == 5
    rest = admin.get(USERS, params={"limit": 3, "parent_id": main.id, "cursor": first["next_cursor"]}).json()
    assert [item["username"] for item in rest["items"]] == ["sub3", "sub4"]
    assert rest["next_cursor"] is None
    newest = admin.get(USERS, params={"limit": 2, "sort": "-id"}).json()
    assert [item["username"] for item in newest["items"]] == ["sub4", "sub3"]
    second = admin.get(USERS, params={"limit": 2, "sort": "-id", "cursor": newest["next_cursor"]}).json()
    assert [item["username"] for item in second["items"]] == ["sub2", "sub1"]
    for filters, names in (
        ({"group_id": group.id}, ["main"]),
        ({"q": "ub3"}, ["sub3"]),
        ({"q": "%"}, []),
        ({"q": "_"}, []),
        ({"kind": "person", "status": "active"}, ["root", "main"]),
        ({"status": "disabled"}, []),
    ):
        assert [item["username"] for item in admin.get(USERS, params=filters).json()["items"]] == names


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=501", "limit=x", "cursor=zzz", "cursor=aWQ6LTE", "cursor=%00", "kind=robot", "sort=name",
     "q=%00", "group_id=-1", f"group_id={2**63}"],
)  # fmt: skip
def test_wrong_queries_are_named(admin: httpx.Client, query: str) -> None:
    answer = admin.get(f"{USERS}?{query}")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == query.partition("=")[0]


def test_a_new_initial_secret_ends_the_old_password_and_sessions(center: Center, admin: httpx.Client) -> None:
    alice = center.make(a_user, "alice")
    browser = center.signed_in(alice)
    answer = admin.post(f"{USERS}/{alice.id}/initial-secret")
    assert answer.status_code == 200
    assert answer.json()["valid_until"] > now_ms()
    assert browser.get("/api/v1/session").status_code == 401
    login = {"username": "alice", "password": PASSWORD}
    assert center.client().post("/api/v1/session", json=login).status_code == 401
    assert center.read(_count, ConsoleSession) == 1


def _at_once(work: Any, items: list[Any]) -> None:
    threads = [threading.Thread(target=work, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _count(session: Session, model: type[Any]) -> int:
    return session.scalar(select(func.count()).select_from(model)) or 0


def _revision(session: Session) -> int:
    return session.scalar(select(func.max(TrailEntry.revision))) or 0


def _actions(session: Session) -> list[str]:
    return list(session.scalars(select(TrailEntry.action)))


def _whole_trail(session: Session) -> str:
    return "".join(f"{entry.before}{entry.after}" for entry in session.scalars(select(TrailEntry)))


def _secret(session: Session, person: Person) -> None:
    client_secrets.create(session, "test", users.find(session, person.id))


def _token(session: Session, center: Center, person: Person) -> str:
    user = users.find(session, person.id)
    return api_tokens.create(session, center.settings, "test", user, name="ci", days=1, audiences=[])[0].jti


def _administrator_of_tomorrow(session: Session) -> None:
    person = a_user(session, "tomorrow")
    a_grant(session, person, [4], ROOT, 0, valid_from=now_ms() + 86_400_000)
    off = a_user(session, "off")
    a_grant(session, off, [4], ROOT, 0)
    users.change(session, "test", users.find(session, off.id), status="disabled")
