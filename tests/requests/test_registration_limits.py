"""Asking for an account is bounded: per address, in all, by time, and by what the fields take."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.identity.network_of_address import network_of
from app.platform.clock import now_ms
from app.rights.requests import open_requests, registration
from app.rights.requests.models import Registration
from app.rights.requests.registration import AccountApplication
from tests.center import Center
from tests.requests.desk import actions, change_settings, problem, rows
from tests.requests.registering import PATH, WANTED, decide, only_request, status, submit


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"username": "a b"}, (422, "invalid_name")),
        ({"username": "a:b"}, (422, "invalid_name")),
        ({"username": ""}, (422, "invalid_input")),
        ({"username": "x" * 129}, (422, "invalid_input")),
        ({"username": 7}, (422, "invalid_input")),
        ({"nick": "a\nb"}, (422, "invalid_input")),
        ({"contact": ""}, (422, "invalid_input")),
        ({"contact": "a\x00b"}, (422, "invalid_input")),
        ({"contact": "x" * 257}, (422, "invalid_input")),
        ({"group_name": " orders"}, (422, "invalid_input")),
        ({"group_name": "\ud800"}, (422, "invalid_input")),
        ({"tenant_name": "a/b"}, (422, "invalid_name")),
        ({"cluster": "hidden"}, (422, "unknown_cluster")),
        ({"cluster": 1}, (422, "invalid_input")),
        ({"reason": ""}, (422, "invalid_input")),
        ({"reason": "x" * 1001}, (422, "invalid_input")),
        ({"administrator": True}, (422, "unknown_field")),
    ],
)
def test_bad_input_changes_nothing(
    center: Center, root: httpx.Client, values: dict[str, Any], expected: tuple[int, str]
) -> None:
    before = rows(center)
    answer = center.client().post(
        PATH, content=json.dumps(WANTED | values), headers={"Content-Type": "application/json"}
    )
    assert problem(answer) == expected
    assert rows(center) == before


def test_another_site_cannot_make_browsers_ask(center: Center, root: httpx.Client) -> None:
    answer = center.client().post(PATH, json=WANTED, headers={"Origin": "https://evil.example"})
    assert problem(answer) == (403, "cross_site")
    assert center.read(lambda session: session.scalars(select(Registration.id)).all()) == []


def test_the_limits_hold_when_many_ask_at_once(center: Center, root: httpx.Client) -> None:
    change_settings(center, registration_open_per_address=1_000, registration_open_max=5)
    clients = [center.client() for _ in range(4)]
    bodies = [WANTED | {"username": f"user-{number}"} for number in range(16)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda pair: clients[pair[0] % 4].post(PATH, json=pair[1]), enumerate(bodies)))
    assert sorted(answer.status_code for answer in answers) == [202] * 5 + [429] * 11
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert refused.json()["code"] == "registration_limit"
    assert int(refused.headers["retry-after"]) > 0
    assert root.get(PATH).json()["total"] == 5
    assert actions(center, "registration") == ["registration.create"] * 5


def test_one_address_does_not_take_all_places(center: Center, root: httpx.Client) -> None:
    settings = center.app.state.settings
    asked = AccountApplication("a", None, "a@b.example", "g", None, None, "r")

    def ask(address: str) -> None:
        center.make(registration.submit, settings, asked, address, now_ms())

    for _ in range(3):
        ask("2001:db8::1")
    with pytest.raises(Exception, match="Too many") as refused:
        ask("2001:db8::ffff:2")
    assert refused.value.stable_code == "registration_limit"  # type: ignore[attr-defined]
    ask("2001:db8:0:1::1")
    ask("192.0.2.1")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("192.0.2.1:51344", "192.0.2.1"),
        ("[2001:db8::1]:51344", "2001:db8::/64"),
        ("[::ffff:192.0.2.1]:51344", "192.0.2.1"),
        ("unknown", "unknown"),
        ("unknown:51344", "unknown:51344"),
        (" 192.0.2.1 ", "192.0.2.1"),
        ("unknown ", "unknown"),
        ("x" * 63 + " y", "x" * 63),
    ],
)
def test_which_addresses_count_as_one(address: str, network: str) -> None:
    assert network_of(address) == network


def test_an_answered_request_frees_its_place(center: Center, root: httpx.Client) -> None:
    change_settings(center, registration_open_max=1)
    submit(center)
    assert problem(center.client().post(PATH, json=WANTED)) == (429, "registration_limit")
    assert decide(root, only_request(root)["id"], "refuse", comment="no").status_code == 200
    submit(center)


def test_an_unanswered_request_expires(center: Center, root: httpx.Client) -> None:
    change_settings(center, registration_open_max=1)
    receipt = submit(center)
    number = only_request(root)["id"]

    def expire(session: Session) -> None:
        session.get_one(Registration, number).expires = now_ms() - 1

    center.make(expire)
    assert status(center, receipt)["state"] == "expired"
    assert only_request(root, "expired")["id"] == number
    assert problem(decide(root, number, "approve")) == (409, "already_decided")
    submit(center)
    open_requests.run(center.database, center.settings, now_ms())
    assert actions(center, "registration")[-1] == "registration.expire"
    assert status(center, receipt)["state"] == "expired"
