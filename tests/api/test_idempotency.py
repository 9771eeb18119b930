"""The same POST with the same Idempotency-Key is done once, and answered the same as often as it is sent."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from sqlalchemy import event, func, select, update
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.grants import roles
from app.grants.models import Role
from app.identity.models import ServiceGroup
from app.platform.database import Database
from app.server.main import bind
from app.tokens import idempotent_answers
from app.tokens.idempotent_answers import KEPT_MS, KeptAnswer, SentAnswer
from tests.api.addresses import INSIDE, SMALLER, client
from tests.api.estate import problem
from tests.api.rows import differences, rows
from tests.center import Center
from tests.factories import a_service, a_user, an_administrator
from tests.listening import listening

GROUPS = "/api/v1/groups"
KEY = {"Idempotency-Key": '"8e03978e-40d5-43dd-bc93-6894a57f9324"'}


def names(session: Session) -> list[str]:
    """Every group."""
    return list(session.scalars(select(ServiceGroup.group_name).order_by(ServiceGroup.id)))


def test_a_repeated_request_changes_nothing_and_gets_the_first_answer(center: Center, root: httpx.Client) -> None:
    first = root.post(GROUPS, json={"name": "x"}, headers=KEY)
    assert (first.status_code, "idempotency-replayed" in first.headers) == (201, False)
    root.post(GROUPS, json={"name": "meanwhile"})
    second = root.post(GROUPS, json={"name": "x"}, headers=KEY)
    assert (second.status_code, second.content) == (201, first.content)
    assert second.headers["idempotency-replayed"] == "true"
    for header in ("etag", "content-type", "x-revision"):
        assert second.headers[header] == first.headers[header], header
    assert center.read(names) == ["x", "meanwhile"]


def test_a_repeated_request_shows_the_secret_again_which_is_stored_sealed(center: Center, root: httpx.Client) -> None:
    bot = center.make(a_service, "bot")
    first = root.post(f"/api/v1/users/{bot.id}/client-secrets", headers=KEY)
    second = root.post(f"/api/v1/users/{bot.id}/client-secrets", headers=KEY)
    assert second.json() == first.json()
    assert len(root.get(f"/api/v1/users/{bot.id}/client-secrets").json()["items"]) == 1
    secret = next(text for text in first.json().values() if isinstance(text, str) and text.startswith("puc_"))
    stored = repr(rows(center))
    assert secret not in stored
    assert KEY["Idempotency-Key"].strip('"') not in stored


def test_a_repeated_request_under_another_secret_key_changes_nothing(center: Center, root: httpx.Client) -> None:
    root.post(GROUPS, json={"name": "x"}, headers=KEY)
    other = center.settings.model_copy(update={"secret_key": SecretStr("another-key-of-32-and-more-characters-xyz")})
    bind(center.app, other, center.database)
    again = root.post(GROUPS, json={"name": "x"}, headers=KEY)
    assert problem(again) == (503, "key_differs")
    assert center.read(names) == ["x"]


def test_a_limited_token_does_not_get_the_answer_of_another_credential(center: Center) -> None:
    boss = center.make(a_user, "boss")
    session = center.signed_in(boss)
    path = f"/api/v1/users/{boss.id}/tokens"
    body = {"name": "ci", "days": 3, "audiences": [center.settings.issuer]}
    first = session.post(path, json=body, headers=KEY)
    limited = session.post(path, json={**body, "name": "lim", "networks": [SMALLER]}).json()["token"]
    other = client(center, INSIDE, Authorization=f"Bearer {limited}")
    answer = other.post(path, json=body, headers=KEY)
    assert problem(answer) == (422, "idempotency_key_reused")
    assert first.json()["token"] not in answer.text
    assert session.post(path, json=body, headers=KEY).json() == first.json()


OTHERS: list[tuple[str, dict[str, Any]]] = [
    (GROUPS, {"name": "y"}),
    ("/api/v1/roles", {"name": "x"}),
    (f"{GROUPS}?dry_run=false", {"name": "x"}),
]


@pytest.mark.parametrize(("path", "body"), OTHERS)
def test_another_request_needs_another_key(center: Center, root: httpx.Client, path: str, body: dict[str, Any]) -> None:
    root.post(GROUPS, json={"name": "x"}, headers=KEY)
    before = rows(center)
    assert problem(root.post(path, json=body, headers=KEY)) == (422, "idempotency_key_reused")
    assert differences(before, rows(center)) == {}


def test_keys_of_different_users_are_different_keys(center: Center, root: httpx.Client) -> None:
    other = center.with_token(center.make(an_administrator))
    assert root.post(GROUPS, json={"name": "x"}, headers=KEY).status_code == 201
    assert other.post(GROUPS, json={"name": "y"}, headers=KEY).json()["name"] == "y"


def test_an_error_is_not_kept(center: Center, root: httpx.Client) -> None:
    made = root.post(GROUPS, json={"name": "x"}).json()
    assert problem(root.post(GROUPS, json={"name": "x"}, headers=KEY)) == (409, "exists")
    root.delete(f"{GROUPS}/{made['id']}", headers={"If-Match": "*"})
    assert root.post(GROUPS, json={"name": "x"}, headers=KEY).status_code == 201


@pytest.mark.parametrize("key", [b"", b"a b", b'"', "\u00e9".encode(), b"x" * 256, b'""'])
@pytest.mark.any_database
def test_a_bad_key_is_refused(center: Center, root: httpx.Client, key: bytes) -> None:
    answer = root.post(GROUPS, json={"name": "x"}, headers=[(b"Idempotency-Key", key)])
    assert problem(answer) == (422, "invalid_idempotency_key")
    assert center.read(names) == []


def test_after_a_day_the_key_is_free_and_its_row_goes(center: Center, root: httpx.Client) -> None:
    root.post(GROUPS, json={"name": "x"}, headers=KEY)
    center.make(lambda session: session.execute(update(KeptAnswer).values(add_time=KeptAnswer.add_time - KEPT_MS)))
    assert root.post(GROUPS, json={"name": "y"}, headers=KEY).status_code == 201
    assert center.read(lambda session: session.scalar(select(func.count(KeptAnswer.id)))) == 1


def test_a_dry_run_keeps_nothing(center: Center, root: httpx.Client) -> None:
    for _ in range(2):
        answer = root.post(f"{GROUPS}?dry_run=true", json={"name": "x"}, headers=KEY)
        assert (answer.status_code, "idempotency-replayed" in answer.headers) == (201, False)
    assert center.read(lambda session: session.scalar(select(func.count(KeptAnswer.id)))) == 0


def test_strangers_do_not_get_kept_answers(center: Center, root: httpx.Client) -> None:
    root.post(GROUPS, json={"name": "x"}, headers=KEY)
    assert center.client().post(GROUPS, json={"name": "x"}, headers=KEY).status_code == 401
    mallory = center.with_token(center.make(a_user, "mallory"))
    assert problem(mallory.post(GROUPS, json={"name": "x"}, headers=KEY)) == (403, "not_allowed")


def test_a_commit_that_fails_keeps_neither_change_nor_answer(center: Center, root: httpx.Client) -> None:
    def refuse(_: object) -> None:
        raise RuntimeError("the disk is full")

    with listening(center.database.engine, "commit", refuse):
        assert root.post(GROUPS, json={"name": "x"}, headers=KEY).status_code == 500
    again = root.post(GROUPS, json={"name": "x"}, headers=KEY)
    assert (again.status_code, "idempotency-replayed" in again.headers) == (201, False)


def test_while_it_runs_the_same_key_is_refused(center: Center, root: httpx.Client) -> None:
    running, go_on = threading.Event(), threading.Event()

    def wait(_: object, __: object, statement: str, *___: object) -> None:
        if statement.startswith("INSERT INTO sys_service_group"):
            running.set()
            assert go_on.wait(20)

    event.listen(center.database.engine, "before_cursor_execute", wait)
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(root.post, GROUPS, json={"name": "x"}, headers=KEY)
        assert running.wait(20)
        second = httpx.post(f"{center.url}{GROUPS}", json={"name": "x"}, headers={**root.headers, **KEY}, timeout=60)
        go_on.set()
        assert first.result().status_code == 201
    event.remove(center.database.engine, "before_cursor_execute", wait)
    assert problem(second) == (409, "idempotency_in_progress")
    assert root.post(GROUPS, json={"name": "x"}, headers=KEY).headers["idempotency-replayed"] == "true"


def test_instances_that_get_the_same_key_at_once_make_one_change(center: Center) -> None:
    """As other processes on the same database: each has its own connections."""
    user = center.make(a_user)
    request = idempotent_answers.Request(user.id, "the key", b"POST /api/v1/roles?\n{}", "token:x")
    together = threading.Barrier(4)

    def instance() -> str:
        database = Database(center.settings.database_url)
        together.wait(20)
        with database.writing() as session:
            trail.lock_revision(session)
            found = idempotent_answers.find(session, center.settings.secrets(), request, 1000)
            if found is None:
                role = roles.create(session, "test", "team")
                answer = SentAnswer(201, {}, str(role.id), trail.current_revision(session))
                idempotent_answers.keep(session, center.settings.secret_key, request, answer, 1000)
        database.close()
        return "replayed" if found else "made"

    with ThreadPoolExecutor(4) as threads:
        done = [future.result() for future in [threads.submit(instance) for _ in range(4)]]
    assert sorted(done) == ["made", "replayed", "replayed", "replayed"]
    assert center.read(lambda session: session.scalar(select(func.count(Role.id)).where(Role.role_name == "team"))) == 1
