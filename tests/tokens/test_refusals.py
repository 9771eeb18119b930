"""Why the last token request of a client was refused, at its account and application, without a write a request."""

import httpx
import pytest
from sqlalchemy import event

from app.identity import client_secrets, users
from app.platform.clock import now_ms
from app.tokens import applications, device
from app.tokens.last_uses import LastUses
from tests.center import Center
from tests.factories import a_service, a_user, an_administrator
from tests.tokens.relying_party import register_application
from tests.tokens.signing import signing

PAUSE, DAY = 30_000, 86_400_000


def _post(center: Center, **form: str) -> httpx.Response:
    return center.client().post("/oauth2/token", data={"grant_type": "client_credentials", **form})


def test_the_last_refusal_is_shown_with_code_time_address_and_number(center: Center) -> None:
    service = center.make(a_service, "orders")
    secret = center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[1])
    root = center.with_token(center.make(an_administrator))
    before = now_ms()
    assert _post(center, client_id="orders", client_secret="wrong").status_code == 401
    for _ in range(2):
        refused = _post(center, client_id="orders", client_secret=secret, audience="https://elsewhere.example")
        assert refused.json()["error"] == "invalid_target"
    assert root.get(f"/api/v1/users/{service.id}").json()["last_refusal"] is None
    center.app.state.last_uses.write(now_ms())
    user = root.get(f"/api/v1/users/{service.id}").json()
    last = user["last_refusal"]
    assert (last["error"], last["address"], last["number"]) == ("invalid_target", "127.0.0.1", 3)
    assert before <= last["since"] <= last["time"] <= now_ms()
    assert root.get("/api/v1/users").json()["items"][0].keys() == user.keys()
    assert center.with_token(center.make(a_user, "alice")).get(f"/api/v1/users/{service.id}").status_code == 404


def test_refusals_of_keys_and_applications_are_shown_too(center: Center) -> None:
    """Requests signed with a key need no client_id beside (RFC 7523 §2.2)."""
    signer = signing(center, "ES256")
    assert signer.post(signer.assertion(signer.claims(aud="elsewhere"))).status_code == 401
    desk = center.make(lambda s: register_application(s, center.settings).client_id)
    answer = center.client().post("/oauth2/token", data={"grant_type": "authorization_code", "client_id": desk})
    assert answer.status_code == 400
    center.app.state.last_uses.write(now_ms())
    root = center.with_token(center.make(an_administrator))
    assert root.get(f"/api/v1/users/{signer.service.id}").json()["last_refusal"]["error"] == "invalid_client"
    (application,) = [each for each in root.get("/api/v1/applications").json()["items"] if each["client_id"] == desk]
    assert application["last_refusal"]["error"] == "invalid_request"


def test_a_device_that_waits_is_not_refused(center: Center, capsys: pytest.CaptureFixture[str]) -> None:
    center.make(applications.ensure_command_line, center.settings)
    client = center.client()
    started = client.post("/oauth2/device_authorization", data={"client_id": device.CLIENT}).json()
    form = {"grant_type": device.GRANT_TYPE, "client_id": device.CLIENT, "device_code": started["device_code"]}
    assert client.post("/oauth2/token", data=form).json()["error"] == "authorization_pending"
    center.app.state.last_uses.write(now_ms())
    (application,) = center.with_token(center.make(an_administrator)).get("/api/v1/applications").json()["items"]
    assert application["last_refusal"] is None
    assert "token refused" not in capsys.readouterr().err


def test_an_exhausted_rate_is_shown_and_logged(center: Center, capsys: pytest.CaptureFixture[str]) -> None:
    service = center.make(a_service, "orders")
    secret = center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[1])
    center.app.state.settings = center.settings.model_copy(update={"token_per_minute": 3})
    answers = [_post(center, client_id="orders", client_secret=secret).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]
    center.app.state.last_uses.write(now_ms())
    root = center.with_token(center.make(an_administrator))
    assert root.get(f"/api/v1/users/{service.id}").json()["last_refusal"]["error"] == "temporarily_unavailable"
    assert "token refused" in capsys.readouterr().err


def test_many_refusals_are_one_write_and_strangers_none(center: Center) -> None:
    service, now, commits = center.make(a_service, "orders"), now_ms(), []
    found, other = LastUses(center.database), LastUses(center.database)

    def note_commit(_connection: object) -> None:
        commits.append(1)

    event.listen(center.database.engine, "commit", note_commit)
    for number in range(1_000):
        found.refused(f"made-up-{number}", "invalid_client", "10.0.0.1", now)
        found.refused("orders\0 ", "invalid_client", "10.0.0.1", now)
    found.write(now)
    assert commits == []
    for at in (now, now + 1, now + 2):
        found.refused("orders", "invalid_grant", "10.0.0.1", at)
        found.write(now + 3)
    assert commits == []
    found.write(now + PAUSE)
    assert commits == [1]
    other.refused("orders", "invalid_target", "10.0.0.2", now + 9)
    other.write(now + 9)
    event.remove(center.database.engine, "commit", note_commit)
    root = center.with_token(center.make(an_administrator))
    expected = {"error": "invalid_target", "address": "10.0.0.2", "number": 4, "since": now, "time": now + 9}
    assert root.get(f"/api/v1/users/{service.id}").json()["last_refusal"] == expected
    late = now + 10 + DAY
    other.refused("orders", "invalid_scope", "10.0.0.2", late)
    other.write(late)
    refusal = root.get(f"/api/v1/users/{service.id}").json()["last_refusal"]
    assert (refusal["error"], refusal["number"], refusal["since"]) == ("invalid_scope", 1, late)
