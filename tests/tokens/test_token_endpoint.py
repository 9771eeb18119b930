"""client_credentials as stock clients send it, and everything they could send wrongly."""

import base64
import json
from itertools import product

import httpx
import jwt
import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.identity.models import ClientSecret
from app.platform.clock import now_ms
from tests.center import Center
from tests.factories import a_user


def _post(center: Center, **form: str) -> httpx.Response:
    return center.client().post("/oauth2/token", data={"grant_type": "client_credentials", **form})


def test_the_secret_in_the_form_with_an_empty_audience(center: Center, secret: str) -> None:
    answer = _post(center, client_id="orders-producer", client_secret=secret, audience="")
    body = answer.json()
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert body["token_type"] == "Bearer"
    assert body["expires_in"] > 0
    claims = jwt.decode(body["access_token"], options={"verify_signature": False})
    assert (claims["sub"], claims["aud"]) == ("orders-producer", "pulsar")


def test_the_secret_in_the_basic_header(center: Center, secret: str) -> None:
    pair = base64.b64encode(f"orders-producer:{secret}".encode()).decode()
    client = center.client(Authorization=f"Basic {pair}")
    assert client.post("/oauth2/token", data={"grant_type": "client_credentials"}).status_code == 200


def test_a_token_for_this_api_opens_it_and_one_for_brokers_does_not(center: Center, secret: str) -> None:
    wanted = ((center.settings.issuer, 200), ("pulsar", 401))
    for (audience, status), name in product(wanted, ("audience", "resource")):
        answer = _post(center, client_id="orders-producer", client_secret=secret, **{name: audience})
        token = answer.json()["access_token"]
        assert center.client(Authorization=f"Bearer {token}").get("/api/v1/session").status_code == status


def test_a_wrong_secret_is_logged(center: Center, secret: str, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = "puc_secret_" + "a" * 43
    assert _post(center, client_id="orders-producer", client_secret=wrong).status_code == 401
    logged = capsys.readouterr().err
    (line,) = (json.loads(text) for text in logged.splitlines() if '"sign-in failed"' in text)
    assert (line["user"], line["address"], line["by"]) == ("orders-producer", "127.0.0.1", "client secret")
    assert wrong not in logged


def test_why_a_token_was_refused_is_logged_with_the_client(
    center: Center, secret: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The Python client of Pulsar tells its user "400" and nothing else."""
    _post(center, client_id="orders-producer", client_secret=secret, audience="https://elsewhere.example")
    logged = capsys.readouterr().err
    (line,) = (json.loads(text) for text in logged.splitlines() if '"token refused"' in text)
    assert (line["user"], line["address"], line["error"]) == ("orders-producer", "127.0.0.1", "invalid_target")
    assert "https://elsewhere.example" in line["why"]
    assert secret not in logged


def test_a_scope_is_ignored_and_the_answer_names_none(center: Center, secret: str) -> None:
    asked = _post(center, client_id="orders-producer", client_secret=secret, scope="openid everything")
    assert (asked.status_code, asked.json()["scope"]) == (200, "")
    assert "scope" not in _post(center, client_id="orders-producer", client_secret=secret).json()


def test_tokens_are_issued_while_somebody_else_writes(center: Center, secret: str) -> None:
    """Even to a client whose secret was not used before: the use is written later."""
    form = {"client_id": "orders-producer", "client_secret": secret}
    with center.database.writing() as session:
        trail.lock_revision(session)
        assert _post(center, **form).status_code == 200
        assert center.read(_last_use) is None
    center.app.state.last_uses.write(now_ms())
    assert center.read(_last_use) is not None


def test_a_wrong_secret_does_not_count_as_a_use(center: Center, secret: str) -> None:
    long_ago = now_ms() - 60_000
    center.make(lambda s: s.execute(update(ClientSecret).values(last_use=long_ago)))
    assert _post(center, client_id="orders-producer", client_secret="puc_secret_" + 43 * "x").status_code == 401
    center.app.state.last_uses.write(now_ms())
    assert center.read(_last_use) == long_ago


def _last_use(session: Session) -> int | None:
    return session.scalars(select(ClientSecret.last_use)).one()


def test_a_persons_password_is_no_client_secret(center: Center) -> None:
    person = center.make(a_user, "alice")
    center.signed_in(person)
    assert _post(center, client_id="alice", client_secret="wooden bridge over the sea").status_code == 401
