"""API tokens that are narrowed to rights, places and clusters."""

from typing import Any

import jwt
import pytest

from app.access import token_scope
from tests.center import Center
from tests.factories import Person, a_cluster, a_user

pytestmark = pytest.mark.any_database

TOPIC = "persistent://acme/orders/created"
READ = {"place": "topic", "name": TOPIC, "authorities": [303]}


def make(center: Center, scope: Any, **more: Any) -> Any:
    alice = center.make(a_user, "alice")
    body = {"name": "t", "days": 3, "scope": scope, **more}
    return center.signed_in(alice).post(f"/api/v1/users/{alice.id}/tokens", json=body)


def test_a_narrowed_token_has_its_own_type_and_states_its_scope(center: Center) -> None:
    center.make(a_cluster, "one")
    limited = {
        "place": "namespace",
        "name": "acme/orders",
        "authorities": [203],
        "clusters": ["one"],
        "limits": {"prefix": "cre", "subscriptions": ["billing"]},
    }
    made = make(center, [READ, limited])
    assert made.status_code == 201, made.text
    token = made.json()["token"]
    assert jwt.get_unverified_header(token)["typ"] == "narrowed-at+jwt"
    claims = jwt.decode(token, options={"verify_signature": False})
    assert claims["sub"] == "alice"
    assert claims["authorization_details"] == [
        {"type": "pulsar_rights", "place": "topic", "identifier": TOPIC, "authorities": [303]},
        {
            "type": "pulsar_rights",
            "place": "namespace",
            "identifier": "acme/orders",
            "authorities": [203],
            "locations": ["one"],
            "prefix": "cre",
            "subscriptions": ["billing"],
        },
    ]
    assert len(token_scope.read(claims["authorization_details"]).parts) == 2


def test_the_list_shows_what_a_token_is_narrowed_to(center: Center, alice: Person) -> None:
    browser = center.signed_in(alice)
    for name, scope in (("wide", None), ("narrow", [READ])):
        body = {"name": name, "days": 3, "scope": scope}
        assert browser.post(f"/api/v1/users/{alice.id}/tokens", json=body).status_code == 201
    listed = browser.get(f"/api/v1/users/{alice.id}/tokens").json()["items"]
    assert [token["scope"] for token in listed] == [None, [{**READ, "clusters": None, "limits": None}]]


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ({"name": "orders/created"}, "invalid_scope"),
        ({"name": "persistent://acme/orders/created-partition-1"}, "invalid_scope"),
        ({"place": "tenant"}, "invalid_scope"),
        ({"clusters": ["nowhere"]}, "invalid_scope"),
        ({"clusters": []}, "invalid_input"),
        ({"authorities": []}, "invalid_input"),
        ({"authorities": [998]}, "unknown_authority"),
        ({"authorities": [104]}, "authority_not_grantable_here"),
        ({"limits": {"prefix": "x"}}, "limit_not_possible_here"),
        ({"authorities": [302], "limits": {"subscriptions": ["s"]}}, "limit_not_possible_here"),
        ({"limits": {"networks": ["10.0.0.0/8"]}}, "invalid_scope"),
        ({"moon": "full"}, "unknown_field"),
    ],
)
def test_what_cannot_be_a_scope_is_refused(center: Center, part: dict[str, Any], code: str) -> None:
    answer = make(center, [{**READ, **part}])
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_a_scope_fits_into_a_header(center: Center) -> None:
    many = [{**READ, "name": f"persistent://acme/orders/{'x' * 200}{number}"} for number in range(20)]
    assert make(center, many).json()["code"] == "invalid_scope"


def test_a_scope_of_nothing_is_refused(center: Center) -> None:
    assert make(center, []).json()["code"] == "invalid_input"


def test_a_narrowed_token_opens_brokers_alone(center: Center) -> None:
    for audiences in ([center.settings.issuer], [center.settings.audience, center.settings.issuer]):
        alice = center.make(a_user, f"alice{len(audiences)}")
        body = {"name": "t", "days": 3, "scope": [READ], "audiences": audiences}
        answer = center.signed_in(alice).post(f"/api/v1/users/{alice.id}/tokens", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_scope")
    token = make(center, [READ]).json()["token"]
    assert center.client(Authorization=f"Bearer {token}").get("/api/v1/session").status_code == 401
