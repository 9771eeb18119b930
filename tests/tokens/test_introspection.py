"""Introspection and revocation: who learns what of which token, and what ends it where."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.brokers import snapshot_delta
from app.identity import client_secrets, credentials, secret_format, users
from app.identity.models import AddressDelay, User
from app.platform.clock import now_ms
from app.tokens import api_tokens, applications, issuing
from app.tokens.applications import ApplicationSettings
from app.tokens.models import ApiToken, RevokedToken
from tests.center import Center
from tests.factories import Person, a_cluster, a_service, a_user, an_administrator
from tests.tokens.relying_party import URI, RelyingParty
from tests.tokens.signing import signing

INACTIVE = {"active": False}


def _token(center: Center, name: str, audience: str = "pulsar", **values: Any) -> str:
    issued = center.read(issuing.issue, center.settings, name, audiences=(audience,), seconds=600, **values)
    return issued.reveal()


def _secret(center: Center, name: str) -> dict[str, str]:
    service = center.make(a_service, name)
    secret = center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[1])
    return {"client_id": name, "client_secret": secret}


def _ask(center: Center, what: str, token: str, **form: str) -> httpx.Response:
    return center.client().post(f"/oauth2/{what}", data={"token": token, **form})


def test_a_client_learns_of_its_own_token(center: Center) -> None:
    me = _secret(center, "feeder")
    answer = _ask(center, "introspect", _token(center, "feeder", networks=["10.0.0.0/8"]), **me)
    body = answer.json()
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert body.pop("exp") - body.pop("iat") == 600
    assert body.pop("nbf") <= now_ms() // 1000
    assert body.pop("jti")
    assert body == {
        "active": True,
        "token_type": "Bearer",
        "iss": center.settings.issuer,
        "sub": "feeder",
        "username": "feeder",
        "client_id": "feeder",
        "aud": "pulsar",
        "networks": ["10.0.0.0/8"],
    }


def test_a_key_and_a_bearer_token_authenticate_too(center: Center) -> None:
    signer = signing(center)
    token = _token(center, "feeder", center.settings.issuer)
    assert signer.post(signer.assertion(), "/oauth2/introspect", token=token).json()["active"] is True
    bearer = center.client(Authorization=f"Bearer {token}")
    assert bearer.post("/oauth2/introspect", data={"token": token}).json()["active"] is True


def test_an_administrator_learns_of_all_tokens_and_others_only_of_theirs(center: Center) -> None:
    center.make(a_user, "alice")
    token = _token(center, "alice")
    other = _secret(center, "stranger")
    assert _ask(center, "introspect", token, **other).json() == INACTIVE
    root = center.with_token(center.make(an_administrator))
    assert root.post("/oauth2/introspect", data={"token": token}).json()["sub"] == "alice"


def test_a_service_named_like_the_audience_learns_of_no_foreign_token(center: Center) -> None:
    """Any main account can name a service; one from before the name was reserved is still there."""
    center.make(a_user, "alice")
    called = _secret(center, center.settings.audience)
    assert _ask(center, "introspect", _token(center, "alice"), **called).json() == INACTIVE
    root = center.signed_in(center.make(an_administrator))
    service = root.get("/api/v1/users", params={"q": "pulsar"}).json()["items"][0]["id"]
    body = {"name": "Desk", "redirect_uris": ["https://desk.example/callback"], "service_id": service}
    refused = root.post("/api/v1/applications", json=body)
    assert (refused.status_code, refused.json()["code"]) == (422, "reserved_name")


def test_the_name_of_the_audience_of_brokers_is_reserved(center: Center) -> None:
    for maker in (center.make(a_user, "alice"), center.make(an_administrator)):
        for name in ("pulsar", "PULSAR"):
            answer = center.signed_in(maker).post("/api/v1/users", json={"username": name, "kind": "service"})
            assert (answer.status_code, answer.json()["code"]) == (422, "reserved_name")


@pytest.mark.parametrize("hint", ["access_token", "refresh_token", "nonsense", "' OR 1=1 --"])
def test_a_hint_changes_nothing(center: Center, hint: str) -> None:
    me = _secret(center, "feeder")
    token = _token(center, "feeder")
    assert _ask(center, "introspect", token, token_type_hint=hint, **me).json()["active"] is True
    assert _ask(center, "revoke", token, token_type_hint=hint, **me).status_code == 200
    assert _ask(center, "introspect", token, token_type_hint=hint, **me).json() == INACTIVE


@pytest.mark.parametrize(
    "token",
    ["hello", "a.b.c", secret_format.new("refresh"), secret_format.new("secret"), "\x00", "é", "x" * 20_000],
    ids=["word", "dots", "refresh token", "client secret", "control character", "accent", "long"],
)
def test_other_texts_are_inactive_and_count_as_revoked(center: Center, token: str) -> None:
    me = _secret(center, "feeder")
    assert _ask(center, "introspect", token, **me).json() == INACTIVE
    assert _ask(center, "revoke", token, **me).status_code == 200


def test_a_token_whose_password_was_changed_is_inactive(center: Center, alice: Person) -> None:
    center.signed_in(alice)
    version = center.read(lambda s: users.find(s, alice.id).cred_version)
    token = _token(center, "alice", credential_version=version)
    root = center.with_token(center.make(an_administrator))
    assert root.post("/oauth2/introspect", data={"token": token}).json()["active"] is True
    center.make(lambda s: credentials.change_password(s, users.find(s, alice.id), "x"))
    assert root.post("/oauth2/introspect", data={"token": token}).json() == INACTIVE


def test_a_revoked_access_token_is_refused_and_sent_to_brokers(center: Center) -> None:
    cluster = center.make(a_cluster)
    me = _secret(center, "feeder")
    token = _token(center, "feeder", center.settings.issuer)
    before = center.read(trail.current_revision)
    bearer = center.client(Authorization=f"Bearer {token}")
    assert bearer.get("/api/v1/session").status_code == 200
    answer = _ask(center, "revoke", token, **me)
    assert (answer.status_code, answer.content, answer.headers["cache-control"]) == (200, b"", "no-store")
    assert bearer.get("/api/v1/session").status_code == 401
    delta_of_revocation = center.read(lambda s: snapshot_delta.changes_after(s, cluster.id, before))
    jti = center.read(lambda s: s.scalars(select(RevokedToken.jti)).one())
    assert delta_of_revocation is not None
    assert jti in str(delta_of_revocation)


def test_a_revoked_api_token_is_listed_as_such(center: Center) -> None:
    me = _secret(center, "feeder")

    def make(session: Session) -> str:
        user = session.scalars(select(User)).one()
        return api_tokens.create(session, center.settings, "test", user, name="ci", days=1, audiences=[])[1].reveal()

    assert _ask(center, "revoke", center.make(make), **me).status_code == 200
    assert center.read(lambda s: s.scalars(select(ApiToken.revoke_time)).one()) is not None


def test_a_foreign_token_stays_and_the_answer_is_the_same(center: Center, alice: Person) -> None:
    token, me = _token(center, "alice", center.settings.issuer), _secret(center, "stranger")
    assert _ask(center, "revoke", token, **me).status_code == 200
    assert center.client(Authorization=f"Bearer {token}").get("/api/v1/session").status_code == 200
    root = center.with_token(center.make(an_administrator))
    assert root.post("/oauth2/revoke", data={"token": token}).status_code == 200
    assert center.client(Authorization=f"Bearer {token}").get("/api/v1/session").status_code == 401
    assert alice.username == "alice"


def test_parallel_revocations_are_one(center: Center) -> None:
    me, token = _secret(center, "feeder"), _token(center, "feeder")
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: _ask(center, "revoke", token, **me), range(6)))
    assert Counter(answer.status_code for answer in answers) == {200: 6}
    assert center.read(lambda s: s.scalar(select(func.count()).select_from(RevokedToken))) == 1


def test_revocations_are_rate_limited(center: Center) -> None:
    me = _secret(center, "feeder")
    number = center.read(lambda s: s.scalars(select(User.id)).one())
    waiting = AddressDelay(address=f"revoke:{number}", failures=1_001, delayed_until=now_ms() + 60_000)
    center.make(lambda s: s.add(waiting))
    answer = _ask(center, "revoke", _token(center, "feeder"), **me)
    assert (answer.status_code, answer.json()["error"]) == (429, "temporarily_unavailable")
    assert int(answer.headers["retry-after"]) > 0


REFUSED: dict[str, tuple[dict[str, str], dict[str, str], int, str]] = {
    "nobody": ({"token": "x"}, {}, 401, "invalid_client"),
    "a wrong secret": ({"token": "x", "client_id": "feeder", "client_secret": "x"}, {}, 401, "invalid_client"),
    "a wrong bearer": ({"token": "x"}, {"Authorization": "Bearer x"}, 401, "invalid_token"),
    "another scheme": ({"token": "x"}, {"Authorization": "Digest x"}, 401, "invalid_token"),
    "bearer and client": ({"token": "x", "client_id": "feeder"}, {"Authorization": "Bearer x"}, 400, "invalid_request"),
}


@pytest.mark.parametrize("what", ["introspect", "revoke"])
@pytest.mark.parametrize("name", REFUSED)
def test_without_authentication_nothing_is_shown_or_ended(center: Center, what: str, name: str) -> None:
    form, headers, status, error = REFUSED[name]
    answer = center.client(**headers).post(f"/oauth2/{what}", data=form)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert ("www-authenticate" in answer.headers) == (status == 401)


@pytest.mark.parametrize("what", ["introspect", "revoke"])
def test_without_a_token_there_is_nothing_to_answer(center: Center, what: str) -> None:
    answer = center.client().post(f"/oauth2/{what}", data=_secret(center, "feeder"))
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


def test_a_brokers_token_does_not_authenticate(center: Center) -> None:
    alice: Person = center.make(a_user, "alice")
    client = center.with_token(alice, "pulsar")
    assert client.post("/oauth2/introspect", data={"token": "x"}).status_code == 401


def _desk(center: Center, service: str | None = None) -> tuple[RelyingParty, dict[str, str]]:
    """An application to which alice is signed in, and its secret if it has one."""
    shown = {} if service is None else _secret(center, service)

    def make(session: Session) -> str:
        row = None if service is None else users.by_name(session, service)
        wanted = ApplicationSettings("Desk", [URI], trusted=True, audiences=["pulsar"])
        return applications.create(session, center.settings, "root", wanted, row).client_id

    client_id = center.make(make)
    return RelyingParty(center, center.signed_in(center.make(a_user, f"alice.{client_id[-4:]}")), client_id), shown


@pytest.mark.parametrize("resource", [None, "pulsar"], ids=["userinfo", "brokers"])
def test_an_application_inspects_and_ends_its_access_token_of_any_audience(
    center: Center, resource: str | None
) -> None:
    desk, me = _desk(center, "desk")
    tokens = desk.redeem(desk.code(resource=resource), **me).json()
    token = tokens["access_token"]
    answer = _ask(center, "introspect", token, **me).json()
    audience = resource or f"{center.settings.base_url}/oauth2/userinfo"
    assert (answer["active"], answer["client_id"], answer["aud"]) == (True, "desk", audience)

    stranger = _secret(center, "stranger")
    assert _ask(center, "introspect", token, **stranger).json() == INACTIVE
    assert _ask(center, "revoke", token, **stranger).status_code == 200
    assert _ask(center, "introspect", token, **me).json()["active"] is True, "nobody else ends it"

    assert _ask(center, "revoke", token, **me).status_code == 200
    assert _ask(center, "introspect", token, **me).json() == INACTIVE
    assert center.client(Authorization=f"Bearer {token}").get("/oauth2/userinfo").status_code == 401
    assert _ask(center, "revoke", tokens["refresh_token"], **me).status_code == 200, "the rest ends, too"


def test_a_public_application_ends_its_own_access_token_alone(center: Center) -> None:
    desk, _ = _desk(center)
    other, _ = _desk(center)
    token = desk.signed_in()["access_token"]
    bearer = center.client(Authorization=f"Bearer {token}")
    assert _ask(center, "revoke", token, client_id=other.client_id).status_code == 200
    assert bearer.get("/oauth2/userinfo").status_code == 200
    assert _ask(center, "revoke", token, client_id=desk.client_id).status_code == 200
    assert bearer.get("/oauth2/userinfo").status_code == 401
