"""API tokens, client secrets and device tokens that are limited to networks."""

from typing import Any

import httpx
import jwt
import pytest

from app.brokers import heartbeats
from app.identity import verification
from app.platform.clock import now_ms
from tests.api.addresses import ELSEWHERE, INSIDE, NETWORK, OUTSIDE, SMALLER, client
from tests.api.credential_calls import credential_requests
from tests.center import Center
from tests.factories import CLUSTER, Person, a_cluster, a_grant, a_user
from tests.policy.desk import PolicyDesk

USERS, SESSION = "/api/v1/users", "/api/v1/session"


def a_token(center: Center, by: httpx.Client, person: Person, *networks: str) -> dict[str, Any]:
    body = {"name": "t", "days": 3, "audiences": [center.settings.issuer], "networks": list(networks) or None}
    answer = by.post(f"{USERS}/{person.id}/tokens", json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def claims(token: str) -> dict[str, Any]:
    return dict(jwt.decode(token, options={"verify_signature": False}))


def test_a_limited_token_states_its_networks_and_fails_elsewhere(center: Center, admin: httpx.Client) -> None:
    admin.post("/api/v1/networks", json={"name": "office", "networks": [SMALLER, "2001:db8::/32"]})
    bot = center.make(a_user, "bot", kind="service")
    made = a_token(center, admin, bot, "@office", ELSEWHERE)
    assert made["networks"] == [ELSEWHERE, "@office"]
    assert claims(made["token"])["networks"] == [ELSEWHERE, SMALLER, "2001:db8::/32"]
    seen = [
        client(center, address, Authorization=f"Bearer {made['token']}").get(SESSION) for address in (INSIDE, OUTSIDE)
    ]
    assert [answer.status_code for answer in seen] == [200, 401]
    assert seen[1].json()["code"] == "invalid_token"
    listed = admin.get(f"{USERS}/{bot.id}/tokens").json()["items"]
    assert [token["networks"] for token in listed] == [[ELSEWHERE, "@office"]]
    assert "networks" not in claims(a_token_without(center, admin, bot))


def a_token_without(center: Center, admin: httpx.Client, bot: Person) -> str:
    answer = admin.post(f"{USERS}/{bot.id}/tokens", json={"name": "free", "days": 3})
    return str(answer.json()["token"])


def test_a_client_secret_gets_limited_tokens_and_only_from_inside(center: Center, admin: httpx.Client) -> None:
    bot = center.make(a_user, "bot", kind="service")
    made = admin.post(f"{USERS}/{bot.id}/client-secrets", json={"networks": [SMALLER]}).json()
    assert made["networks"] == [SMALLER]
    form = {"grant_type": "client_credentials", "client_id": "bot", "client_secret": made["client_secret"]}
    form["audience"] = center.settings.issuer
    inside, outside = (client(center, address).post("/oauth2/token", data=form) for address in (INSIDE, OUTSIDE))
    assert (outside.status_code, outside.json()["error"]) == (401, "invalid_client")
    token = inside.json()["access_token"]
    assert claims(token)["networks"] == [SMALLER]
    assert client(center, OUTSIDE, Authorization=f"Bearer {token}").get(SESSION).status_code == 401
    by_password = {"grant_type": "urn:pulsar-user-center:grant-type:password", "username": "bot"}
    by_password["password"] = made["client_secret"]
    answers = [client(center, address).post("/oauth2/token", data=by_password) for address in (INSIDE, OUTSIDE)]
    assert [answer.status_code for answer in answers] == [200, 400]
    assert claims(answers[0].json()["access_token"])["networks"] == [SMALLER]


def test_a_token_keeps_the_networks_of_a_secret_deleted_meanwhile(
    center: Center, admin: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = center.make(a_user, "bot", kind="service")
    made = admin.post(f"{USERS}/{bot.id}/client-secrets", json={"networks": [SMALLER]}).json()
    verify = verification.verify_password

    def verify_then_lose(*values: Any) -> verification.VerifiedUser:
        found = verify(*values)
        assert admin.delete(f"{USERS}/{bot.id}/client-secrets/{made['id']}").status_code == 204
        return found

    monkeypatch.setattr(verification, "verify_password", verify_then_lose)
    form = {"grant_type": "urn:pulsar-user-center:grant-type:password", "username": "bot"}
    answer = client(center, INSIDE).post("/oauth2/token", data={**form, "password": made["client_secret"]})
    assert answer.status_code == 200, answer.text
    assert claims(answer.json()["access_token"])["networks"] == [SMALLER], "as if it had been deleted just after"


def test_with_a_limited_token_nobody_makes_credentials(center: Center, admin: httpx.Client) -> None:
    cluster, alice = center.make(a_cluster), center.make(a_user, "alice")
    bot = center.make(a_user, "root-bot", kind="service")
    center.make(a_grant, bot, [4], 0, 0)
    limited = client(center, INSIDE, Authorization=f"Bearer {a_token(center, admin, bot, NETWORK)['token']}")
    for path, body in credential_requests(bot, alice, cluster.id):
        answer = limited.post(path, json=body, headers={"If-Match": "*"})
        assert (answer.status_code, answer.json()["code"]) == (403, "limited_token"), path
    assert limited.post(USERS, json={"username": "new-bot", "kind": "service"}).status_code == 201


@pytest.mark.parametrize(("known", "status"), [((), 409), (("prefix", "subscriptions"), 409), (("networks",), 201)])
def test_no_limited_token_while_a_broker_does_not_know_them(
    center: Center, admin: httpx.Client, known: tuple[str, ...], status: int
) -> None:
    cluster = center.make(a_cluster)
    beat = heartbeats.Heartbeat("b1:8080", "boot", "0.1.0", "4.0.8", 1, 1, 0, 0, 0, 86_400, leaving=False, limits=known)
    center.make(lambda s: heartbeats.store(s, [heartbeats.Report(cluster.id, 1, beat, now_ms())]))
    bot = center.make(a_user, "bot", kind="service")
    for path, body in (("tokens", {"name": "x", "days": 3}), ("client-secrets", {})):
        answer = admin.post(f"{USERS}/{bot.id}/{path}", json={**body, "networks": [NETWORK]})
        assert answer.status_code == status, answer.text
        assert status == 201 or (answer.json()["code"], answer.json()["brokers"]) == (
            "limit_unknown_to_brokers",
            ["b1:8080"],
        )
        assert (
            admin.post(f"{USERS}/{bot.id}/{path}", json={**body, **({"name": "free"} if body else {})}).status_code
            == 201
        )


def test_grants_made_with_a_limited_token_are_within_its_networks(center: Center, admin: httpx.Client) -> None:
    bot, accomplice = center.make(a_user, "bot", kind="service"), center.make(a_user, "accomplice")
    center.make(a_grant, bot, [4], 0, 0)
    cluster = center.make(a_cluster, "prod").id
    token = a_token(center, admin, bot, NETWORK)["token"]
    by = client(center, INSIDE, Authorization=f"Bearer {token}")

    def give(*networks: str) -> httpx.Response:
        limits = {"limits": {"networks": list(networks)}} if networks else {}
        what = {"res_type": CLUSTER, "res_id": cluster, "authorities": [3], "user_id": accomplice.id}
        return by.post("/api/v1/grants", json={**what, **limits})

    refused = [give(), give(ELSEWHERE), give(NETWORK, ELSEWHERE)]
    assert [(answer.status_code, answer.json()["code"]) for answer in refused] == [(403, "limited_token")] * 3
    made = give(SMALLER)
    assert made.status_code == 201, made.text
    path, any_version = f"/api/v1/grants/{made.json()['id']}", {"If-Match": "*"}
    assert by.patch(path, json={"limits": None}, headers=any_version).json()["code"] == "limited_token"
    role = admin.post("/api/v1/roles", json={"name": "readers"}).json()["id"]
    what = {"res_type": CLUSTER, "res_id": cluster, "authorities": [3], "role_id": role}
    assert admin.post("/api/v1/grants", json=what).status_code == 201
    joined = by.put(f"/api/v1/roles/{role}/members/{accomplice.id}")
    assert (joined.status_code, joined.json()["code"]) == (403, "limited_token")
    assert by.delete(path, headers=any_version).status_code == 204


def test_a_file_sent_with_a_limited_token_only_narrows_networks_of_others(center: Center, admin: httpx.Client) -> None:
    boss = center.make(a_user, "boss", kind="service")
    center.make(a_grant, boss, [4], 0, 0)
    center.make(a_user, "boss-app", parent=boss)
    center.make(a_user, "alice")
    token = a_token(center, admin, boss, NETWORK)["token"]
    desk = PolicyDesk(client(center, INSIDE, Authorization=f"Bearer {token}"))
    for name in ("alice", "boss-app"):
        main = ", main: boss" if name == "boss-app" else ""
        text = f"version: 1\nusers: {{{name}: {{networks: [{SMALLER}]{main}}}}}\n"
        desk.apply(text)
        for wider in (NETWORK, f"{SMALLER}, {ELSEWHERE}", ""):
            assert desk.refused("apply", text.replace(SMALLER, wider)) == (403, "limited_token")
        assert f"- {SMALLER}" in desk.export(), "nothing was done"
        assert PolicyDesk(admin).apply(text.replace(SMALLER, ""))["changes"]
