"""Keys of services through the API: who registers them for whom, what is refused, what is recorded."""

import json

import httpx
import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.identity import expired_credentials
from app.identity.models import ClientKey, User
from app.platform.clock import now_ms
from tests.api.credential_calls import A_KEY, ANOTHER_KEY
from tests.api.estate import problem
from tests.center import Center
from tests.factories import a_service, a_user

PRIVATE = "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"


def _path(person_id: int) -> str:
    return f"/api/v1/users/{person_id}/keys"


def test_an_owner_registers_and_deletes_keys_of_its_service(center: Center) -> None:
    owner = center.make(a_user, "owner")
    service = center.make(a_user, "feeder", kind="service", parent=owner)
    browser, path = center.signed_in(owner), _path(service.id)
    before = center.read(_version, "feeder")
    made = browser.post(path, json={"name": "host 7", "jwk": {**A_KEY, "kid": "one"}, "days": 2})
    assert (made.status_code, made.json()["kid"], made.json()["alg"]) == (201, "one", "ES256")
    assert made.json()["valid_until"] == made.json()["add_time"] + 2 * 86_400_000
    assert browser.get(path).json()["items"] == [made.json()]
    between = center.read(_version, "feeder")
    assert between > before
    assert browser.delete(f"{path}/{made.json()['id']}").status_code == 204
    assert browser.get(path).json()["items"] == []
    assert center.read(_version, "feeder") > between
    entries = center.read(
        lambda s: s.execute(select(TrailEntry.action, TrailEntry.actor).order_by(TrailEntry.id)).all()
    )
    recorded = [tuple(entry) for entry in entries if "key" in entry.action and entry.actor == "owner"]
    assert recorded == [
        (f"{of}_{verb}" if of == "user.key" else f"{of}.{verb}", "owner")
        for verb in ("create", "delete")
        for of in ("client_key", "user.key")
    ]


def _version(session: Session, name: str) -> int:
    return session.scalars(select(User.cred_version).where(User.username == name)).one()


def test_a_private_key_is_refused_and_kept_nowhere(center: Center, capsys: pytest.CaptureFixture[str]) -> None:
    service = center.make(a_service, "feeder")
    answer = center.with_token(service).post(_path(service.id), json={"name": "x", "jwk": {**A_KEY, "d": PRIVATE}})
    assert problem(answer) == (422, "private_key_sent")
    assert PRIVATE not in answer.text
    assert PRIVATE not in capsys.readouterr().err
    assert not center.read(
        lambda s: [after for after in s.scalars(select(TrailEntry.after)) if PRIVATE in json.dumps(after)]
    )


def test_a_key_belongs_to_one_service(center: Center) -> None:
    service, other = center.make(a_service, "one"), center.make(a_service, "other")
    assert center.with_token(service).post(_path(service.id), json={"name": "x", "jwk": A_KEY}).status_code == 201
    again = center.with_token(other).post(_path(other.id), json={"name": "x", "jwk": {**A_KEY, "kid": "else"}})
    assert problem(again) == (409, "key_exists")
    same_kid = {**ANOTHER_KEY, "kid": center.read(lambda s: s.scalars(select(ClientKey.kid)).one())}
    assert problem(center.with_token(service).post(_path(service.id), json={"name": "x", "jwk": same_kid})) == (
        409,
        "key_exists",
    )


def test_five_keys_are_the_most(center: Center) -> None:
    service = center.make(a_service, "feeder")
    client = center.with_token(service)
    center.make(_fill, service.id)
    assert problem(client.post(_path(service.id), json={"name": "x", "jwk": A_KEY})) == (409, "too_many_keys")


def _fill(session: Session, user_id: int) -> None:
    for number in map(str, range(5)):
        session.add(
            ClientKey(
                user_id=user_id, kid=number, thumbprint=number, alg="ES256", public_jwk="{}", name="x", add_time=1
            )
        )


def test_keys_are_for_services_and_their_owners(center: Center) -> None:
    alice, service, other = center.make(a_user, "alice"), center.make(a_service), center.make(a_service)
    body = {"name": "x", "jwk": A_KEY}
    assert problem(center.signed_in(alice).post(_path(alice.id), json=body)) == (422, "not_a_service")
    assert center.with_token(service).post(_path(other.id), json=body).status_code in (403, 404)
    assert center.with_token(service).get(_path(other.id)).status_code in (403, 404)
    made = center.with_token(service).post(_path(service.id), json=body).json()
    assert center.with_token(other).delete(f"{_path(other.id)}/{made['id']}").status_code == 404


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"jwk": A_KEY}, "invalid_input"),
        ({"name": "x"}, "invalid_key"),
        ({"name": "x", "jwk": A_KEY, "pem": "hello"}, "invalid_key"),
        ({"name": "x", "pem": "hello"}, "invalid_key"),
        ({"name": "x", "jwk": A_KEY, "alg": "HS256"}, "invalid_input"),
        ({"name": "x", "jwk": A_KEY, "alg": "RS256"}, "invalid_key"),
        ({"name": "x", "jwk": A_KEY, "days": 0}, "invalid_input"),
        ({"name": "x", "jwk": A_KEY, "networks": ["@nowhere"]}, "unknown_network"),
        ({"name": "a\x07b", "jwk": A_KEY}, "invalid_input"),
        ({"name": "x", "jwk": {str(n): n for n in range(21)}}, "invalid_input"),
    ],
)
def test_wrong_input(center: Center, body: dict[str, object], code: str) -> None:
    service = center.make(a_service, "feeder")
    assert problem(center.with_token(service).post(_path(service.id), json=body)) == (422, code)


def test_a_key_is_deleted_at_its_end(center: Center) -> None:
    service, owner = center.make(a_service, "feeder"), center.make(a_service, "other")
    for person, key in ((service, A_KEY), (owner, ANOTHER_KEY)):
        made = center.with_token(person).post(_path(person.id), json={"name": "x", "jwk": key, "days": 1})
        assert made.status_code == 201
    center.make(lambda s: s.execute(update(ClientKey).where(ClientKey.user_id == owner.id).values(valid_until=1)))
    expired_credentials.end_secrets(center.database, center.settings, now_ms())
    assert center.read(lambda s: s.scalars(select(ClientKey.user_id)).all()) == [service.id]


def test_keys_go_with_their_user(center: Center, admin: httpx.Client) -> None:
    service = center.make(a_service, "feeder")
    assert admin.post(_path(service.id), json={"name": "x", "jwk": A_KEY}).status_code == 201
    gone = admin.delete(f"/api/v1/users/{service.id}?cascade=true", headers={"If-Match": "*"})
    assert gone.status_code == 204
    assert center.read(lambda s: s.scalars(select(ClientKey.id)).all()) == []


def test_a_list_that_a_key_names_cannot_be_deleted_and_its_change_reaches_the_key(
    center: Center, admin: httpx.Client
) -> None:
    office = admin.post("/api/v1/networks", json={"name": "office", "networks": ["10.1.0.0/16"]}).json()
    service = center.make(a_service, "feeder")
    body = {"name": "x", "jwk": A_KEY, "networks": ["@office"]}
    assert admin.post(_path(service.id), json=body).status_code == 201
    path, anything = f"/api/v1/networks/{office['id']}", {"If-Match": "*"}
    refused = admin.delete(path, headers=anything)
    assert (*problem(refused), refused.json()["keys"]) == (409, "network_in_use", 1)
    assert admin.patch(path, json={"networks": ["10.2.0.0/16"]}, headers=anything).status_code == 200
    assert center.read(lambda s: s.scalars(select(ClientKey.cidrs)).all()) == [("10.2.0.0/16",)]
