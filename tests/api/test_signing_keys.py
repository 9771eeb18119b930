"""Signing keys over HTTP: administrators look at them, let the next one sign, and revoke one that has leaked."""

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.identity import client_secrets, users
from app.identity.models import ClientSecret
from app.platform.clock import now_ms
from app.platform.database import Database
from app.tokens import key_life, keys
from app.tokens.models import SigningKey
from tests.api.statements import statements
from tests.center import Center
from tests.factories import a_service, a_user, an_administrator

PATH = "/api/v1/signing-keys"
_OF_KEYS = ("ETag", "Cache-Control", "Content-Type", "Content-Length")


def _age(session: Session) -> None:
    session.execute(update(SigningKey).values(add_time=1))


def test_the_list_shows_states_and_no_private_part(center: Center) -> None:
    root = center.signed_in(center.make(an_administrator))
    answer = root.get(PATH)
    assert {item["state"] for item in answer.json()["items"]} == {"active", "published"}
    sealed = center.read(lambda session: list(session.scalars(select(SigningKey.private_encrypted))))
    assert not any(text in answer.text for text in sealed)


def test_a_leaked_key_is_revoked(center: Center) -> None:
    root = center.signed_in(center.make(an_administrator))
    bot = center.make(a_user, "bot", kind="service")
    token = root.post(f"/api/v1/users/{bot.id}/tokens", json={"name": "job", "days": 9}).json()
    kid = center.read(keys.active).kid
    assert root.get(f"{PATH}/{kid}/tokens").json() == {
        "items": [{"username": "bot", "name": "job", "valid_until": token["valid_until"]}],
        "total": 1,
        "services": [],
    }
    tried = root.post(f"{PATH}/{kid}/revoke", params={"dry_run": "true"}, json={"reason": "leaked"})
    assert tried.headers["X-Dry-Run"] == "true"
    assert center.read(keys.active).kid == kid
    items = root.post(f"{PATH}/{kid}/revoke", json={"reason": "leaked"}).json()["items"]
    assert [item["state"] for item in items if item["kid"] == kid] == ["revoked"]
    assert [item["revoke_reason"] for item in items if item["kid"] == kid] == ["leaked"]
    (listed,) = root.get(f"/api/v1/users/{bot.id}/tokens").json()["items"]
    assert listed["revoke_time"] is not None


def test_services_whose_clients_may_keep_a_refused_token_are_named(center: Center) -> None:
    root = center.signed_in(center.make(an_administrator))
    for name in ("orders", "bills"):
        number = center.make(a_service, name).id
        with center.database.writing() as session:
            client_secrets.create(session, "test", users.find(session, number))
    late = now_ms() - center.settings.token_seconds * 1000
    center.make(lambda s: s.execute(update(ClientSecret).where(ClientSecret.id == 1).values(last_use=late - 1)))
    center.make(lambda s: s.execute(update(ClientSecret).where(ClientSecret.id == 2).values(last_use=now_ms())))
    kid = center.read(keys.active).kid
    assert root.get(f"{PATH}/{kid}/tokens").json()["services"] == ["bills"]


def test_a_rotation_waits_until_the_next_key_is_known(center: Center) -> None:
    root = center.signed_in(center.make(an_administrator))
    answer = root.post(PATH)
    assert (answer.status_code, answer.json()["code"]) == (409, "key_too_young")
    assert answer.json()["ready"] > 0
    center.make(_age)
    assert [item["state"] for item in root.post(PATH).json()["items"]].count("retired") == 1


@pytest.mark.parametrize("reason", ["", "   ", "x" * 257, "a\x00b"])
def test_a_reason_is_needed(center: Center, reason: str) -> None:
    root = center.signed_in(center.make(an_administrator))
    kid = center.read(keys.active).kid
    assert root.post(f"{PATH}/{kid}/revoke", json={"reason": reason}).status_code == 422
    assert root.post(f"{PATH}/nobody/revoke", json={"reason": "leaked"}).status_code == 404


def test_the_jwks_is_asked_for_again_cheaply(center: Center) -> None:
    client = center.client()
    first = client.get("/oauth2/jwks")
    assert first.headers["Cache-Control"] == "public, max-age=300"
    again = client.get("/oauth2/jwks", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    center.make(_age)
    center.signed_in(center.make(an_administrator)).post(PATH)
    assert client.get("/oauth2/jwks", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


@pytest.mark.parametrize("etag", ["", '"another"', "W/{etag}, *", "x" * 1025])
def test_the_jwks_from_memory_is_what_the_framework_answers(center: Center, etag: str) -> None:
    client = center.client()
    first = client.get("/oauth2/jwks")
    headers = {"If-None-Match": etag.replace("{etag}", first.headers["ETag"])} if etag else {}
    with statements(center) as seen:
        memory, framework = (client.get("/oauth2/jwks", params=query, headers=headers) for query in ({}, {"x": "1"}))
    assert (memory.status_code, memory.content) == (framework.status_code, framework.content)
    assert [memory.headers.get(name) for name in _OF_KEYS] == [framework.headers.get(name) for name in _OF_KEYS]
    assert not any("sys_signing_key" in statement for statement in seen)


def test_a_key_of_another_process_is_in_the_next_jwks(center: Center) -> None:
    client, other = center.client(), Database(center.settings.database_url)
    before = [client.get("/oauth2/jwks").json()["keys"] for _ in range(2)][1]
    with other.writing() as session:
        key_life.revoke(session, center.settings, "test", center.read(keys.active).kid, "leaked", now_ms())
    after = client.get("/oauth2/jwks").json()["keys"]
    assert {key["kid"] for key in before} != {key["kid"] for key in after}
    other.close()


def test_metrics_show_the_age_of_the_key(center: Center) -> None:
    text = center.client().get("/metrics").text
    (left,) = [line.split()[1] for line in text.splitlines() if line.startswith("puc_signing_key_days_left ")]
    assert 89 < float(left) <= 90
    assert "puc_signing_key_age_seconds " in text
