"""Users that are limited to networks: signing in, sessions and tokens work from inside only."""

from typing import Any

import httpx
import pytest

from tests.api.addresses import ELSEWHERE, INSIDE, NETWORK, OUTSIDE, SMALLER, client, token_client
from tests.api.given import ANY
from tests.center import Center
from tests.factories import PASSWORD, Person, a_user, an_administrator, password_of

pytestmark = pytest.mark.any_database

USERS, SESSION = "/api/v1/users", "/api/v1/session"


def limit(by: httpx.Client, person: Person, *networks: str) -> httpx.Response:
    return by.patch(f"{USERS}/{person.id}", json={"networks": list(networks) or None}, headers=ANY)


def sign_in(center: Center, person: Person, address: str, password: str = PASSWORD) -> tuple[httpx.Client, Any]:
    browser = client(center, address)
    answer = browser.post(SESSION, json={"username": person.username, "password": password})
    return browser, answer


def test_from_outside_a_right_password_is_answered_like_a_wrong_one(center: Center, admin: httpx.Client) -> None:
    alice = center.make(a_user, "alice")
    center.make(password_of, center.settings, alice.username, PASSWORD)
    assert limit(admin, alice, SMALLER).status_code == 200
    right, wrong = (sign_in(center, alice, OUTSIDE, password)[1] for password in (PASSWORD, "another password"))
    assert right.status_code == wrong.status_code == 401
    assert {**right.json(), "request_id": ""} == {**wrong.json(), "request_id": ""}
    assert right.json()["code"] == "invalid_credentials"


def test_a_session_and_a_token_work_inside_only(center: Center, admin: httpx.Client, alice: Person) -> None:
    center.make(password_of, center.settings, alice.username, PASSWORD)
    assert limit(admin, alice, SMALLER).status_code == 200
    browser, answer = sign_in(center, alice, INSIDE)
    assert answer.status_code == 200
    elsewhere = client(center, OUTSIDE)
    elsewhere.cookies = browser.cookies
    assert [caller.get(SESSION).status_code for caller in (browser, elsewhere, browser)] == [200, 401, 200]
    tokens = [token_client(center, alice, address).get(SESSION) for address in (INSIDE, OUTSIDE, INSIDE)]
    assert [answer.status_code for answer in tokens] == [200, 401, 200]
    assert tokens[1].json()["code"] == "invalid_token"
    limit(admin, alice)
    assert elsewhere.get(SESSION).status_code == 200


def test_a_sub_account_keeps_to_its_main_accounts_networks_too(center: Center, admin: httpx.Client) -> None:
    main = center.make(a_user, "main")
    sub = center.make(a_user, "main-app", parent=main)
    limit(admin, main, SMALLER)
    for networks in ((), (NETWORK,)):
        limit(admin, sub, *networks)
        assert [token_client(center, sub, address).get(SESSION).status_code for address in (INSIDE, OUTSIDE)] == [
            200,
            401,
        ]
    limit(admin, sub, ELSEWHERE)
    assert token_client(center, sub, INSIDE).get(SESSION).status_code == 401


def test_users_narrow_themselves_and_never_widen(center: Center, admin: httpx.Client) -> None:
    alice, bob = (center.make(a_user, name) for name in ("alice", "bob"))
    me = center.with_token(alice)
    assert limit(me, bob, NETWORK).status_code == 404
    for network, code in ((ELSEWHERE, "would_lock_out"), ("1.2.3.4/8", "invalid_network")):
        answer = limit(me, alice, network)
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert limit(me, alice, NETWORK).json()["networks"] == [NETWORK]
    assert limit(me, alice, SMALLER).json()["networks"] == [SMALLER]
    wider: list[tuple[str, ...]] = [(), (NETWORK,), (SMALLER, ELSEWHERE)]
    for networks in wider:
        answer = limit(me, alice, *networks)
        assert (answer.status_code, answer.json()["code"]) == (403, "own_networks_only_narrower")
    mixed = me.patch(f"{USERS}/{alice.id}", json={"networks": [SMALLER], "remark": "x"}, headers=ANY)
    assert mixed.status_code == 403
    assert limit(admin, alice).json()["networks"] is None


def test_a_main_account_limits_its_sub_accounts(center: Center) -> None:
    main = center.make(a_user, "main")
    sub = center.make(a_user, "main-app", parent=main)
    assert limit(center.with_token(main), sub, SMALLER).json()["networks"] == [SMALLER]
    assert limit(center.with_token(main), sub).json()["networks"] is None


def test_the_only_administrator_does_not_lock_itself_out(center: Center) -> None:
    root = center.make(an_administrator)
    browser = center.signed_in(root)
    answer = limit(browser, root, ELSEWHERE)
    assert (answer.status_code, answer.json()["code"], answer.json()["address"]) == (422, "would_lock_out", INSIDE)
    assert limit(browser, root, NETWORK, ELSEWHERE).status_code == 200
    assert browser.get(SESSION).json()["is_administrator"]


def test_a_new_user_may_be_limited(center: Center, admin: httpx.Client) -> None:
    made = admin.post(USERS, json={"username": "bot", "kind": "service", "networks": ["10.0.0.1"]})
    assert made.json()["networks"] == ["10.0.0.1/32"]
