"""API tokens and client secrets through the API: who may make them for whom, shown once, revoked at once."""

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.identity import expired_credentials
from app.identity.models import ClientSecret, User
from app.platform.clock import now_ms
from app.tokens.models import ApiToken
from tests.api.estate import problem
from tests.api.statements import statements
from tests.center import Center
from tests.factories import Person, a_service, a_user, an_administrator

DAY_MS = 86_400_000


def test_a_token_is_shown_once_listed_and_revoked(center: Center, alice: Person) -> None:
    browser = center.signed_in(alice)
    made = browser.post(
        f"/api/v1/users/{alice.id}/tokens",
        json={"name": "laptop", "days": 7, "audiences": [center.settings.issuer]},
    )
    assert made.status_code == 201
    token = made.json()["token"]
    program = center.client(Authorization=f"Bearer {token}")
    assert program.get("/api/v1/session").status_code == 200

    (listed,) = browser.get(f"/api/v1/users/{alice.id}/tokens").json()["items"]
    assert "token" not in listed
    assert listed["name"] == "laptop"

    for _ in range(2):
        assert browser.delete(f"/api/v1/users/{alice.id}/tokens/{listed['id']}").status_code == 204
    assert program.get("/api/v1/session").status_code == 401


def test_a_token_of_a_person_cannot_make_a_longer_one(center: Center) -> None:
    alice, bot = center.make(a_user, "alice"), center.make(a_service, "bot")
    for person, answered in ((alice, (403, "session_needed")), (bot, (201, None))):
        body = {"name": "for ever", "days": 300, "audiences": [center.settings.issuer]}
        answer = center.with_token(person).post(f"/api/v1/users/{person.id}/tokens", json=body)
        assert (answer.status_code, answer.json().get("code")) == answered


def test_the_default_audience_opens_brokers_only(center: Center, alice: Person) -> None:
    browser = center.signed_in(alice)
    made = browser.post(f"/api/v1/users/{alice.id}/tokens", json={"name": "client", "days": 1}).json()
    assert made["audiences"] == ["pulsar"]
    assert center.client(Authorization=f"Bearer {made['token']}").get("/api/v1/session").status_code == 401


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "", "days": 1}, 422, "invalid_input"),
        ({"name": "a\nb\x07", "days": 1}, 422, "invalid_input"),
        ({"name": "x" * 129, "days": 1}, 422, "invalid_input"),
        ({"name": "x", "days": 0}, 422, "invalid_input"),
        ({"name": "x", "days": 366}, 422, "too_long_lived"),
        ({"name": "x", "days": 1, "audiences": ["elsewhere"]}, 422, "unknown_audience"),
        ({"name": "x", "days": 1, "admin": True}, 422, "unknown_field"),
    ],
)
def test_wrong_input_is_refused(center: Center, body: dict[str, object], status: int, code: str, alice: Person) -> None:
    answer = center.signed_in(alice).post(f"/api/v1/users/{alice.id}/tokens", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_two_living_tokens_of_one_name_are_refused(center: Center, alice: Person) -> None:
    browser = center.signed_in(alice)
    body = {"name": "laptop", "days": 7}
    first = browser.post(f"/api/v1/users/{alice.id}/tokens", json=body).json()
    again = browser.post(f"/api/v1/users/{alice.id}/tokens", json=body)
    assert (again.status_code, again.json()["code"]) == (409, "exists")
    browser.delete(f"/api/v1/users/{alice.id}/tokens/{first['id']}")
    assert browser.post(f"/api/v1/users/{alice.id}/tokens", json=body).status_code == 201


def test_a_user_has_a_hundred_tokens_at_most_and_old_ones_go(center: Center, alice: Person) -> None:
    """Revoked tokens count as long as brokers need them."""
    center.make(_tokens_until, alice.id, 99, now_ms() + 1000 * DAY_MS)
    center.make(_tokens_until, alice.id, 30, now_ms() - 100 * DAY_MS)
    browser, path = center.signed_in(alice), f"/api/v1/users/{alice.id}/tokens"
    first = browser.post(path, json={"name": "last", "days": 1}).json()
    assert browser.delete(f"{path}/{first['id']}").status_code == 204
    assert problem(browser.post(path, json={"name": "one more", "days": 1})) == (409, "too_many_tokens")
    page = browser.get(path, params={"limit": 50, "sort": "-id"}).json()
    assert (len(page["items"]), page["items"][0]["id"], page["total"]) == (50, first["id"], 120)
    root = center.with_token(center.make(an_administrator))
    with statements(center) as seen:
        assert root.delete(f"/api/v1/users/{alice.id}?cascade=true", headers={"If-Match": "*"}).status_code == 204
    assert len([statement for statement in seen if statement.startswith("DELETE FROM sys_api_token")]) == 1


def _tokens_until(session: Session, user_id: int, number: int, until: int) -> None:
    for index in range(number):
        jti = f"{until}-{index}"
        session.add(ApiToken(jti=jti, user_id=user_id, name=jti, audiences="pulsar", add_time=0, valid_until=until))


def test_nobody_makes_a_token_of_another_person(center: Center) -> None:
    alice, root = center.make(a_user, "alice"), center.make(an_administrator)
    answer = center.signed_in(root).post(f"/api/v1/users/{alice.id}/tokens", json={"name": "x", "days": 1})
    assert (answer.status_code, answer.json()["code"]) == (403, "own_tokens_only")


def test_a_main_account_gives_its_service_two_secrets_and_no_third(center: Center) -> None:
    owner = center.make(a_user, "owner")
    service = center.make(a_user, "feeder", kind="service", parent=owner)
    browser = center.signed_in(owner)
    path = f"/api/v1/users/{service.id}/client-secrets"
    first, second = browser.post(path).json(), browser.post(path).json()
    third = browser.post(path)
    assert (third.status_code, third.json()["code"]) == (409, "too_many_secrets")

    listed = browser.get(path).json()["items"]
    assert [secret["hint"] for secret in listed] == [first["client_secret"][-4:], second["client_secret"][-4:]]
    assert all("client_secret" not in secret for secret in listed)

    form = {"grant_type": "client_credentials", "client_id": "feeder", "client_secret": first["client_secret"]}
    assert center.client().post("/oauth2/token", data=form).status_code == 200
    assert browser.delete(f"{path}/{first['id']}").status_code == 204
    assert center.client().post("/oauth2/token", data=form).status_code == 401


def test_a_secret_with_an_end_is_refused_then_and_deleted(center: Center) -> None:
    owner = center.make(a_user, "owner")
    service = center.make(a_user, "feeder", kind="service", parent=owner)
    browser, path = center.signed_in(owner), f"/api/v1/users/{service.id}/client-secrets"
    assert problem(browser.post(path, json={"days": 0})) == (422, "invalid_input")
    assert problem(browser.post(path, json={"valid_until": 1})) == (422, "unknown_field")
    made = browser.post(path, json={"days": 2}).json()
    assert made["valid_until"] == made["add_time"] + 2 * 86_400_000
    form = {"grant_type": "client_credentials", "client_id": "feeder", "client_secret": made["client_secret"]}
    assert center.client().post("/oauth2/token", data=form).json()["expires_in"] > 60
    center.make(_end_secrets_at, now_ms() + 20_000)
    assert center.client().post("/oauth2/token", data=form).json()["expires_in"] <= 20
    center.make(_end_secrets_at, now_ms() - 1)
    assert center.client().post("/oauth2/token", data=form).status_code == 401
    version = center.read(_credential_version, "feeder")
    expired_credentials.end_secrets(center.database, center.settings, now_ms())
    assert browser.get(path).json()["items"] == []
    assert center.read(_credential_version, "feeder") > version, "brokers ask again"


def _end_secrets_at(session: Session, until: int) -> None:
    session.execute(update(ClientSecret).values(valid_until=until))
    trail.record(session, "test", "client_secret.update", "x")  # what is remembered belongs to a revision


def _credential_version(session: Session, name: str) -> int:
    return session.scalars(select(User.cred_version).where(User.username == name)).one()
