"""Refresh tokens: rotation, reuse, ends, and races on each database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.identity import sessions, users
from app.platform.clock import now_ms
from app.tokens import application_sign_in_ends, applications, refresh_families
from app.tokens.application_models import RefreshFamily
from app.tokens.applications import ApplicationSettings
from tests.center import Center
from tests.factories import PASSWORD, Person, a_user, an_administrator
from tests.tokens.relying_party import URI, RelyingParty, register_application


@pytest.fixture
def desk(center: Center, alice: Person) -> RelyingParty:
    both = ["pulsar", center.settings.issuer]
    client_id = center.make(lambda s: register_application(s, center.settings, audiences=both).client_id)
    return RelyingParty(center, center.signed_in(alice), client_id)


def test_each_refresh_gives_the_next_token(center: Center, desk: RelyingParty) -> None:
    first = desk.signed_in()
    second = desk.refresh(first["refresh_token"]).json()
    third = desk.refresh(second["refresh_token"]).json()
    assert len({tokens["refresh_token"] for tokens in (first, second, third)}) == 3
    bearer = center.client(Authorization=f"Bearer {third['access_token']}")
    assert bearer.get("/oauth2/userinfo").json()["sub"] == "alice"


def test_without_offline_access_there_is_no_refresh_token(desk: RelyingParty) -> None:
    assert "refresh_token" not in desk.signed_in(scope="openid")


def test_reuse_ends_the_family_and_its_access_token(center: Center, desk: RelyingParty) -> None:
    first = desk.signed_in()
    second = desk.refresh(first["refresh_token"]).json()
    assert desk.refresh(first["refresh_token"]).json()["error"] == "invalid_grant"
    assert desk.refresh(second["refresh_token"]).json()["error"] == "invalid_grant"
    bearer = center.client(Authorization=f"Bearer {second['access_token']}")
    assert bearer.get("/oauth2/userinfo").status_code == 401


def test_of_many_uses_one_succeeds(desk: RelyingParty) -> None:
    token = desk.signed_in()["refresh_token"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: desk.refresh(token), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [400] * 7


def test_another_application_cannot_use_it_nor_end_it(center: Center, desk: RelyingParty) -> None:
    token = desk.signed_in()["refresh_token"]
    other = center.make(lambda s: register_application(s, center.settings).client_id)
    assert desk.refresh(token, client_id=other).json()["error"] == "invalid_grant"
    assert desk.refresh(token).status_code == 200


def test_a_refresh_gets_a_part_of_what_the_person_was_asked_for_and_no_more(center: Center, desk: RelyingParty) -> None:
    token = desk.signed_in(resource="pulsar", scope="openid offline_access")["refresh_token"]
    assert desk.refresh(token, resource=center.settings.issuer).json()["error"] == "invalid_target"
    assert desk.refresh(token, scope="openid profile").json()["error"] == "invalid_scope"
    assert desk.refresh(token, scope="groups").json()["error"] == "invalid_scope", "less was asked for than nothing"
    narrow = desk.refresh(token, scope="offline_access roles").json()
    assert (narrow["scope"], "id_token" in narrow) == ("offline_access", False)
    whole = desk.refresh(narrow["refresh_token"], scope="openid offline_access", resource="pulsar").json()
    assert (whole["scope"], "id_token" in whole) == ("openid offline_access", True)


def test_a_sign_in_without_brokers_never_gets_a_token_for_them(center: Center, desk: RelyingParty) -> None:
    """The application may ask for them, but then the person is asked too."""
    token = desk.signed_in()["refresh_token"]
    assert desk.refresh(token, resource="pulsar").json()["error"] == "invalid_target"
    assert desk.refresh(token).status_code == 200, "a refused question uses nothing up"


def _disable(center: Center, alice: Person) -> None:
    center.make(lambda s: users.change(s, "root", users.find(s, alice.id), status="disabled"))
    center.make(lambda s: users.change(s, "root", users.find(s, alice.id), status="active"))


def _end_sessions(center: Center, alice: Person) -> None:
    center.make(sessions.end_all, alice.id)


def _end_family(center: Center, alice: Person) -> None:
    (family,) = center.read(refresh_families.of_user, center.settings, alice.id, now_ms())
    center.make(application_sign_in_ends.end_one, "alice", alice.id, family[0].id, now_ms())


def _expire(center: Center, _: Person) -> None:
    center.make(lambda s: s.execute(update(RefreshFamily).values(valid_until=now_ms() - 1)))


def _idle(center: Center, _: Person) -> None:
    long = center.settings.refresh_idle_days * 86_400_000
    center.make(lambda s: s.execute(update(RefreshFamily).values(last_use=now_ms() - long)))


@pytest.mark.parametrize("ending", [_disable, _end_sessions, _end_family, _expire, _idle])
def test_a_refresh_token_ends(
    center: Center, desk: RelyingParty, alice: Person, ending: Callable[[Center, Person], None]
) -> None:
    token = desk.signed_in()["refresh_token"]
    ending(center, alice)
    assert desk.refresh(token).json()["error"] == "invalid_grant"
    assert center.read(refresh_families.of_user, center.settings, alice.id, now_ms()) == []


def test_signing_out_everywhere_refuses_the_newest_access_token(
    center: Center, desk: RelyingParty, alice: Person
) -> None:
    """Another one's too: an administrator ends all sign-ins of the user."""
    tokens = desk.refresh(desk.signed_in(resource=center.settings.issuer)["refresh_token"]).json()
    bearer = center.client(Authorization=f"Bearer {tokens['access_token']}")
    assert bearer.get("/api/v1/session").status_code == 200
    admin = center.with_token(center.make(an_administrator, "root.two"))
    assert admin.delete(f"/api/v1/users/{alice.id}/sessions").status_code == 204
    assert bearer.get("/api/v1/session").status_code == 401
    assert bearer.get("/oauth2/userinfo").status_code == 401
    assert desk.refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_new_password_ends_the_access_tokens_of_applications(center: Center, desk: RelyingParty) -> None:
    """The older ones too, which no list of revoked tokens holds."""
    older = desk.signed_in(resource=center.settings.issuer)
    newer = desk.refresh(older["refresh_token"]).json()
    new = {"current": PASSWORD, "new": "another wooden bridge"}
    assert desk.browser.put("/api/v1/session/password", json=new).status_code == 200
    for tokens in (older, newer):
        bearer = center.client(Authorization=f"Bearer {tokens['access_token']}")
        assert bearer.get("/api/v1/session").status_code == 401
        assert bearer.get("/oauth2/userinfo").status_code == 401
    assert desk.refresh(newer["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_public_application_ends_its_own_sign_in_by_showing_the_token(center: Center, desk: RelyingParty) -> None:
    tokens = desk.signed_in()
    other = center.make(lambda s: register_application(s, center.settings).client_id)
    client = center.client()

    def revoke(**form: str) -> int:
        return client.post("/oauth2/revoke", data=form).status_code

    token = tokens["refresh_token"]
    assert revoke(token=token, client_id=other) == 200, "it learns nothing"
    assert revoke(token=token, client_id="nobody") == 401
    second = desk.refresh(token).json()
    assert revoke(token=second["refresh_token"], client_id=desk.client_id) == 200
    assert desk.refresh(second["refresh_token"]).json()["error"] == "invalid_grant"
    bearer = center.client(Authorization=f"Bearer {second['access_token']}")
    assert bearer.get("/oauth2/userinfo").status_code == 401
    asked = {"token": second["refresh_token"], "client_id": desk.client_id}
    assert client.post("/oauth2/introspect", data=asked).status_code == 401, "it may not ask"


def test_a_confidential_application_authenticates_to_end_a_token(center: Center, desk: RelyingParty) -> None:
    service = center.make(a_user, "shop", kind="service")
    made = center.make(lambda s: _confidential(s, center, service.id))
    shop = RelyingParty(center, desk.browser, made)
    code = shop.code()
    answer = center.client().post("/oauth2/revoke", data={"token": code, "client_id": "shop"})
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")


def _confidential(session: Session, center: Center, service_id: int) -> str:
    wanted = ApplicationSettings("Shop", [URI], trusted=True)
    return applications.create(session, center.settings, "root", wanted, users.find(session, service_id)).client_id
