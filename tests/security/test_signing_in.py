"""Passwords, factors and sessions, as far as ASVS asks for more than the other tests prove."""

import json
import time
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from webauthn.helpers import base64url_to_bytes

from app.identity import client_secrets, password_rules, sessions, users
from app.identity.models import User
from app.platform.errors import InvalidInput
from app.platform.outbox.models import Mail
from tests.api.estate import ANY
from tests.authenticator_app import AuthenticatorApp
from tests.center import Center
from tests.end_to_end.waiting import wait_until
from tests.factories import PASSWORD, Person, a_service, an_administrator
from tests.tokens.signing import signing

SESSION = "/api/v1/session"


def sign_in(client: httpx.Client, password: str = PASSWORD, username: str = "alice") -> httpx.Response:
    return client.post(SESSION, json={"username": username, "password": password})


def with_app(client: httpx.Client) -> tuple[AuthenticatorApp, list[str]]:
    app = AuthenticatorApp(client.post(f"{SESSION}/authenticator-app").json()["secret"])
    shown = client.put(f"{SESSION}/authenticator-app", json={"code": app.first_code()})
    return app, shown.json()["codes"]


def test_v6_2_10_a_password_does_not_grow_old(center: Center, alice: Person) -> None:
    center.signed_in(alice)
    center.make(lambda session: session.execute(update(User).values(add_time=1, update_time=1)))
    answer = sign_in(center.client())
    assert (answer.status_code, answer.json()["must_change_password"]) == (200, False)


@pytest.mark.parametrize("password", ["Pulsar2026", "apachepulsar!", "Zookeeper1", "puls@r123", "UserCenter99"])
def test_v6_2_11_words_of_the_product_are_no_passwords(password: str) -> None:
    with pytest.raises(InvalidInput, match="first that an attacker tries"):
        password_rules.check(password, "alice")


def test_v6_4_3_a_reset_does_not_get_past_the_second_factor(center: Center, alice: Person) -> None:
    app, _ = with_app(center.signed_in(alice))
    root = center.signed_in(center.make(an_administrator))
    secret = root.post(f"/api/v1/users/{alice.id}/initial-secret", headers=ANY).json()["initial_secret"]
    client = center.client()
    answer = sign_in(client, secret)
    assert (answer.status_code, answer.json()["code"]) == (401, "second_factor_needed")
    assert client.put(f"{SESSION}/password", json={"current": secret, "new": f"{PASSWORD}!"}).status_code == 401
    assert client.post(f"{SESSION}/factor", json={"code": app.next_code()}).json()["must_change_password"] is True


def test_v6_7_2_each_challenge_is_long_and_new(center: Center, alice: Person) -> None:
    signed_in = center.by_name().signed_in(alice)
    answers: list[dict[str, Any]] = [center.client().post(f"{SESSION}/passkey/challenge").json() for _ in range(20)]
    answers += [signed_in.post(f"{SESSION}/passkeys/challenge").json() for _ in range(20)]
    challenges = {base64url_to_bytes(options["challenge"]) for options in answers}
    assert len(challenges) == 40
    assert min(map(len, challenges)) >= 16
    assert len({challenge[:8] for challenge in challenges}) == 40, "the random part comes first"


def test_v7_1_2_one_session_more_than_fifty_ends_the_one_longest_unused(center: Center, alice: Person) -> None:
    center.signed_in(alice)
    user = center.read(lambda s: users.find(s, alice.id))

    def start(session: Session, now: int) -> str:
        return sessions.start(session, center.settings, user, now).secret

    now = int(time.time() * 1000)
    secrets = [center.make(start, now + number) for number in range(sessions.MOST + 1)]
    with center.database.reading() as session:
        opened = [sessions.find(session, center.settings, secret, now) for secret in secrets]
    assert [found is None for found in opened] == [True] + [False] * sessions.MOST


def test_v16_3_1_every_sign_in_is_logged_with_how(
    center: Center, alice: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    client = center.signed_in(alice)
    app, codes = with_app(client)
    other = center.client()
    sign_in(other, "wrong")
    sign_in(other)
    other.post(f"{SESSION}/factor", json={"code": "000000"})
    other.post(f"{SESSION}/factor", json={"recovery_code": "nonsense"})
    other.post(f"{SESSION}/factor", json={"recovery_code": codes[0]})
    other.post(f"{SESSION}/reauthentication", json={"code": "000000"})
    other.post(f"{SESSION}/reauthentication", json={"code": app.next_code()})
    service = center.make(a_service, "bot")
    secret = center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[1])
    form = {"grant_type": "client_credentials", "client_id": "bot"}
    for tried in (secret, "wrong"):
        center.client().post("/oauth2/token", data={**form, "client_secret": tried})
    key_signing = signing(center)
    key_signing.post(key_signing.assertion())
    key_signing.post("wrong", client_id="feeder")

    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]
    events = [(line["event"], line.get("user"), line["by"].split(":")[0]) for line in lines if "by" in line]
    failed = [line for line in events if line[0] == "sign-in failed"]
    assert [by for _, _, by in failed] == [
        "password",
        "authenticator app",
        "recovery code",
        "authenticator app",
        "client secret",
        "client key",
    ]
    start = ("session begun", "alice", "pwd kba")
    assert {start, ("user shown again", None, "otp"), ("signed in", "bot", "secret")} <= set(events)
    assert ("signed in", "feeder", "key") in events
    assert all(line["timestamp"].endswith("Z") for line in lines)


def _waiting_mail_kinds(center: Center) -> list[str]:
    """Kinds of the e-mails that wait to be sent."""
    return list(center.read(lambda session: session.scalars(select(Mail.kind).order_by(Mail.id)).all()))


@pytest.fixture
def with_address(center: Center, alice: Person) -> Person:
    center.app.state.settings = center.settings.model_copy(update={"mail_host": "127.0.0.1"})
    confirmed = update(User).values(email="alice@acme.example", email_verified=1)
    center.make(lambda session: session.execute(confirmed))
    return alice


def test_v6_3_5_a_sign_in_from_a_new_browser_is_notified(center: Center, with_address: Person) -> None:
    known = center.signed_in(with_address)
    before = _waiting_mail_kinds(center)
    sign_in(known)
    assert _waiting_mail_kinds(center) == before
    sign_in(center.client())
    assert _waiting_mail_kinds(center) == [*before, "new_browser"]


def test_v6_3_7_changed_credentials_are_notified(center: Center, with_address: Person) -> None:
    client = center.signed_in(with_address)
    with_app(client)
    assert client.put(f"{SESSION}/password", json={"current": PASSWORD, "new": f"{PASSWORD}!"}).status_code == 200
    assert {"new_factor", "password_changed"} <= set(_waiting_mail_kinds(center))


@pytest.mark.usefixtures("whole_log")
def test_v16_2_1_the_line_of_a_request_names_its_user(
    center: Center, alice: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    client = center.signed_in(alice)
    assert client.get("/api/v1/trail").status_code == 403
    said: list[str] = []

    def written() -> bool:
        said.append(capsys.readouterr().err)
        return '"status": 403' in "".join(said)

    wait_until("the line, which is written when the answer has gone", written)
    lines = [json.loads(line) for line in "".join(said).splitlines() if '"event": "request"' in line]
    refused = [line for line in lines if line["status"] == 403]
    assert [(line["user"], line["route"]) for line in refused] == [("alice", "/api/v1/trail")]
