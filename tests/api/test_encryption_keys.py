"""Encryption keys over HTTP: made, replaced, bounded, deleted, and recorded."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key
from sqlalchemy import select, update

from app.access.names import ResourceType
from app.audit.trail import trail
from app.platform.clock import now_ms
from app.resources import deletion, encryption_halves
from app.resources.models import EncryptionKeyVersion
from tests.api.encryption import (
    CREATED,
    PUBLIC,
    READ,
    WRITE,
    entries,
    explained,
    explanation,
    let,
    make,
    path,
    private,
    public,
    rotate,
    used,
    written,
)
from tests.api.given import ANY, Business, refusal
from tests.factories import TOPIC, a_topic, an_administrator


def test_a_key_is_made_used_replaced_and_listed(business: Business) -> None:
    writer, reader = let(business, business.partner, WRITE), let(business, business.third, READ)
    made = make(business, algorithm=None)
    assert (made["mode"], made["warnings"]) == ("center", [])
    assert [(v["number"], v["algorithm"], v["state"], v["made_by"]) for v in made["versions"]] == [
        (1, "RSA-3072", "active", "owner")
    ]
    (half,) = public(writer, CREATED)
    assert (half["name"], half["number"], half["algorithm"], half["error"]) == ("orders", 1, "RSA-3072", None)
    answer = private(reader)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert answer.headers["ratelimit"].startswith('"key_release"')
    _fits(half["public_key"], answer.json()["private_key"])

    rotated = rotate(business)
    assert rotated.status_code == 201, rotated.text
    assert [(v["number"], v["state"]) for v in rotated.json()["versions"]] == [(2, "active"), (1, "retiring")]
    assert rotated.headers["etag"] == f'"{rotated.json()["version"]}"'
    rotate(business, algorithm=None)  # as the one before
    (item,) = business.center.with_token(business.owner).get(path(business)).json()["items"]
    assert [(v["number"], v["state"]) for v in item["versions"]] == [(3, "active"), (2, "retiring"), (1, "retired")]
    (half,) = public(writer, CREATED)
    assert (half["number"], half["algorithm"]) == (3, "EC-P256")
    assert private(reader).json()["private_key"] == answer.json()["private_key"], "older messages stay readable"
    assert private(reader, number=3).json()["algorithm"] == "EC-P256"


def _fits(public_pem: str, private_pem: str) -> None:
    """What the one half encrypts the other decrypts."""
    key, own = load_pem_public_key(public_pem.encode()), load_pem_private_key(private_pem.encode(), None)
    assert isinstance(key, rsa.RSAPublicKey)
    assert isinstance(own, rsa.RSAPrivateKey)
    oaep = padding.OAEP(padding.MGF1(SHA256()), SHA256(), None)
    assert own.decrypt(key.encrypt(b"a data key", oaep), oaep) == b"a data key"


def test_each_release_is_recorded_with_who_whence_what_and_why(business: Business) -> None:
    reader = let(business, business.third, READ)
    make(business)
    before = business.center.read(trail.current_revision)
    answer = private(reader, f"{CREATED}-partition-3", subscription="billing")
    assert int(answer.headers["x-revision"]) == before + 1
    entry = entries(business)[-1]
    assert (entry.action, entry.entity_key, entry.actor) == ("encryption_key.release", CREATED, "third")
    assert entry.address == "127.0.0.1"
    assert entry.credential is not None
    assert entry.credential.startswith("token:")
    assert trail.export_line(entry)["after"] == {
        "name": "orders",
        "number": 1,
        "reason": "to bill",
        "subscription": "billing",
    }
    assert "PRIVATE" not in repr([trail.export_line(each) for each in entries(business)])
    shown = business.center.with_token(business.owner).get(
        "/api/v1/trail", params={"res_type": TOPIC, "res_id": business.topic.id}
    )
    assert [item["action"] for item in shown.json()["items"] if item["entity"] == "encryption_key"] == [
        "encryption_key.create",
        "encryption_key.release",
    ]


def test_a_topic_takes_its_own_key_and_else_that_of_its_namespace(business: Business) -> None:
    owner = business.center.with_token(business.owner)
    assert public(owner, CREATED)[0]["error"] == "no_key"
    assert used(business) is None
    make(business, "all", "namespace")
    from_above = {"full_name": "acme/orders", "name": "all", "number": 1, "algorithm": "EC-P256"}
    assert (used(business), used(business, "namespace")) == (from_above, from_above)
    business.center.make(a_topic, business.namespace, "shipped")
    shipped, unknown = "persistent://acme/orders/shipped", "topic://acme/orders/tomorrow"
    before = private(owner, name="all").json()["private_key"]
    make(business, "orders")
    assert used(business) == {**from_above, "full_name": CREATED, "name": "orders"}
    assert used(business, "namespace") == from_above
    asked = [CREATED, f"{CREATED}-partition-7", shipped, unknown, "persistent://acme/nowhere/x", "nonsense", CREATED]
    found = public(owner, *asked)
    assert [item["topic"] for item in found] == asked
    assert [item["name"] or item["error"] for item in found] == [
        "orders", "orders", "all", "all", "not_found", "not_found", "orders",
    ]  # fmt: skip
    assert private(owner, name="all").json()["private_key"] == before, "what was written before stays readable"
    assert private(owner, unknown, "all").status_code == 200
    assert private(owner, shipped, "orders").status_code == 404, "another topic's key"
    assert private(owner, number=2).status_code == 404


def test_an_explanation_names_the_key_of_who_may(business: Business) -> None:
    make(business, "all", "namespace")
    make(business, "orders")
    own = {"full_name": CREATED, "name": "orders", "number": 1, "algorithm": "EC-P256"}
    assert explained(business, "third") is None, "denied"
    let(business, business.third, READ)
    assert explained(business, "third") == explained(business, "third", resource=f"{CREATED}-partition-3") == own
    assert explained(business, "third", question="topic:LOOKUP") is None, "no data"
    assert explained(business, "third", as_of=business.center.read(trail.current_revision)) is None, "it is about then"
    for elsewhere in ({"at": now_ms()}, {"address": "10.1.1.1"}):
        assert explained(business, "third", **elsewhere) is None, "it is not about now and here"
    unknown = explained(business, "owner", question="topic:PRODUCE", resource="persistent://acme/orders/tomorrow")
    assert unknown == {**own, "full_name": "acme/orders", "name": "all"}


def fetched(business: Business, principal: str = "third", **values: Any) -> list[tuple[str, int, str]]:
    found = explanation(business, principal, **values)["fetched_halves"]
    assert all(business.now <= half["time"] <= now_ms() for half in found)
    return [(half["name"], half["number"], half["half"]) for half in found]


def test_an_explanation_says_which_versions_somebody_has(business: Business) -> None:
    """Who may read has perhaps no key; who may no longer read has what it fetched."""
    make(business, "all", "namespace")
    make(business, "orders")
    rotate(business)
    assert fetched(business) == []
    reader, grant = business.center.with_token(business.third), business.grant(business.owner, business.third, [READ])
    assert private(reader, number=1).status_code == 200
    assert fetched(business) == [("orders", 1, "private")]
    assert private(reader, number=2).status_code == 200
    public(business.center.with_token(business.owner), CREATED, "persistent://acme/orders/tomorrow")
    written(business)
    assert fetched(business) == [("orders", 2, "private"), ("orders", 1, "private")], "newest first"
    assert sorted(fetched(business, "owner")) == [("all", 1, "public"), ("orders", 2, "public")]
    elsewhere = {"resource": "persistent://acme/orders/tomorrow"}
    assert fetched(business, "owner", **elsewhere) == [("all", 1, "public")], "another topic's key is not its own"
    assert business.take_back(business.owner, grant).status_code == 204
    denied = explanation(business, "third")
    assert (denied["allowed"], denied["encryption_key"]) == (False, None)
    assert fetched(business) == [("orders", 2, "private"), ("orders", 1, "private")], "nobody can take these back"
    assert fetched(business, question="topic:LOOKUP") == []
    assert fetched(business, as_of=business.center.read(trail.current_revision)) == [], "it is about then"
    assert fetched(business, "nobody") == []


def test_who_sees_the_topic_no_more_does_not_learn_whether_it_is_there(business: Business) -> None:
    make(business)
    reader, grant = business.center.with_token(business.third), business.grant(business.owner, business.third, [READ])
    assert private(reader).status_code == 200
    body = {"principal": "third", "question": "topic:CONSUME", "resource_type": "topic", "resource": CREATED}

    def told() -> Any:
        return reader.post("/api/v1/access/explain", json=body).json()["fetched_halves"]

    assert len(told()) == 1
    business.take_back(business.owner, grant)
    assert told() == []


def test_a_customer_key_has_no_escrow(business: Business) -> None:
    reader, own = let(business, business.third, READ), encryption_halves.make("RSA-3072")
    made = make(business, algorithm=None, public_key=own.public)
    assert (made["mode"], made["warnings"]) == ("customer", ["no_escrow"])
    assert public(business.center.with_token(business.owner), CREATED)[0]["public_key"] == own.public
    before = business.rows()
    assert refusal(business, private(reader), before) == (409, "no_private_half")
    for body in ({"algorithm": "EC-P256"}, {}):
        client = business.center.with_token(business.owner)
        answer = client.post(f"{path(business)}/orders/versions", json=body, headers=ANY)
        assert refusal(business, answer, before) == (422, "invalid_input")
    assert rotate(business, public_key=encryption_halves.make("EC-P256").public).json()["mode"] == "customer"
    make(business, "ours")
    (half,) = public(business.center.with_token(business.owner), CREATED)
    assert (half["name"], half["number"]) == ("ours", 1), "the newest key of the place is the one to use"
    before = business.rows()
    assert refusal(business, rotate(business, "ours", public_key=own.public), before) == (422, "invalid_input")


def test_what_is_deleted_takes_its_keys_and_the_name_begins_without(business: Business) -> None:
    make(business)
    make(business, "all", "namespace")
    topic, namespace = business.topic.id, business.namespace.id
    business.center.make(deletion.finish, ResourceType.TOPIC, topic)
    deleted = entries(business)[-1]
    assert (deleted.action, deleted.entity_key) == ("encryption_key.delete", CREATED)
    business.topic = business.center.make(a_topic, business.namespace, "created")
    owner = business.center.with_token(business.owner)
    assert public(owner, CREATED)[0]["name"] == "all"
    assert owner.get(path(business)).json()["items"] == []
    assert private(owner).status_code == 404
    business.center.make(deletion.finish, ResourceType.TOPIC, business.topic.id)
    business.center.make(deletion.finish, ResourceType.NAMESPACE, namespace)
    assert business.center.read(lambda session: session.scalars(select(EncryptionKeyVersion.id)).all()) == []


@pytest.mark.parametrize("sealed", ["AAAA", "", "no base64 at all"])
def test_nobody_writes_for_a_half_that_cannot_be_opened(business: Business, sealed: str) -> None:
    writer = let(business, business.partner, WRITE)
    make(business)
    business.center.make(lambda session: session.execute(update(EncryptionKeyVersion).values(private_sealed=sealed)))
    answer = writer.post(PUBLIC, json={"topics": [CREATED]})
    assert (answer.status_code, answer.json()["code"]) == (503, "key_differs")


def test_names_and_numbers_are_bounded(business: Business, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.resources.encryption_keys.MOST_KEYS", 2)
    monkeypatch.setattr("app.resources.encryption_keys.MOST_VERSIONS", 2)
    make(business)
    make(business, "Orders")
    rotate(business)
    before, owner = business.rows(), business.center.with_token(business.owner)
    third = {"name": "third", "algorithm": "EC-P256"}
    assert refusal(business, owner.post(path(business), json=third), before) == (409, "too_many_encryption_keys")
    taken = {"name": "orders", "algorithm": "EC-P256"}
    assert refusal(business, owner.post(path(business, "namespace"), json=taken), before) == (409, "exists")
    monkeypatch.setattr("app.resources.encryption_halves.make", lambda _: pytest.fail("a pair for nothing"))
    assert refusal(business, owner.post(path(business), json=third), before) == (409, "too_many_encryption_keys")
    assert refusal(business, rotate(business, "nobody"), before) == (404, "not_found")
    monkeypatch.undo()
    monkeypatch.setattr("app.resources.encryption_keys.MOST_KEYS", 2)
    monkeypatch.setattr("app.resources.encryption_keys.MOST_VERSIONS", 2)
    assert refusal(business, rotate(business), before) == (409, "too_many_encryption_keys")
    root = business.center.with_token(business.center.make(an_administrator))
    assert root.post(path(business), json=third).status_code == 201, "nobody can use up a place for ever"
    assert root.post(f"{path(business)}/third/versions", json={}, headers=ANY).status_code == 201
    assert root.post(f"{path(business)}/third/versions", json={}, headers=ANY).status_code == 201


def test_of_two_that_rotate_at_once_one_hears_of_the_other(business: Business) -> None:
    seen = make(business)["version"]
    client = business.center.with_token(business.owner)
    url, body = f"{path(business)}/orders/versions", {"algorithm": "EC-P256"}
    assert client.post(url, json=body).json()["code"] == "if_match_required"
    answers = [client.post(url, json=body, headers={"If-Match": f'"{seen}"'}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 412]
