"""Encryption keys over HTTP: made and replaced, public halves for writers, private halves for readers, recorded."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key
from sqlalchemy import select, update

from app.access.limits import Limits
from app.access.names import ResourceType
from app.api.admission import rate_limits
from app.audit.trail import trail
from app.audit.trail.models import TrailEntry
from app.resources import deletion, encryption_halves
from app.resources.models import EncryptionKeyVersion
from tests.api.addresses import INSIDE, OUTSIDE, SMALLER, token_client
from tests.api.given import ANY, Business, refusal
from tests.factories import NAMESPACE, TOPIC, Person, a_grant, a_topic, an_administrator

CREATED = "persistent://acme/orders/created"
PUBLIC, PRIVATE = "/api/v1/encryption-keys/public", "/api/v1/encryption-keys/private"
WRITE, READ, ADMINISTER = 302, 303, 304


def path(business: Business, kind: str = "topic") -> str:
    row = business.topic if kind == "topic" else business.namespace
    return f"/api/v1/{kind}s/{row.id}/encryption-keys"


def make(business: Business, name: str = "orders", kind: str = "topic", **body: Any) -> dict[str, Any]:
    body = {"name": name, "algorithm": "EC-P256", **body}
    answer = business.center.with_token(business.owner).post(path(business, kind), json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def rotate(business: Business, name: str = "orders", **body: Any) -> httpx.Response:
    client = business.center.with_token(business.owner)
    body = body or {"algorithm": "EC-P256"}
    return client.post(f"{path(business)}/{name}/versions", json=body, headers=ANY)


def public(client: httpx.Client, *topics: str) -> list[dict[str, Any]]:
    answer = client.post(PUBLIC, json={"topics": list(topics)})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["items"])


def private(client: httpx.Client, topic: str = CREATED, name: str = "orders", number: int = 1, **more: Any) -> Any:
    return client.post(PRIVATE, json={"topic": topic, "name": name, "number": number, "reason": "to bill", **more})


def let(business: Business, person: Person, *authorities: int, **values: Any) -> httpx.Client:
    """A client of somebody who holds this on the topic."""
    business.center.make(a_grant, person, list(authorities), TOPIC, business.topic.id, **values)
    return business.center.with_token(person)


def entries(business: Business) -> list[TrailEntry]:
    return business.center.read(trail.entries, entity="encryption_key")


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
    make(business, "all", "namespace")
    business.center.make(a_topic, business.namespace, "shipped")
    shipped, unknown = "persistent://acme/orders/shipped", "topic://acme/orders/tomorrow"
    before = private(owner, name="all").json()["private_key"]
    make(business, "orders")
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


RIGHTS: dict[str, tuple[list[int], str | None, int]] = {
    "nothing": ([], "not_found", 404),
    "writes": ([WRITE], None, 403),
    "reads": ([READ], "not_allowed", 200),
    "administers": ([ADMINISTER], "not_allowed", 403),
    "audits": ([307], "not_allowed", 403),
    "subscriptions": ([306], "not_allowed", 403),
}


@pytest.mark.parametrize("who", RIGHTS)
def test_who_gets_which_half(business: Business, who: str) -> None:
    authorities, error, status = RIGHTS[who]
    make(business)
    client = let(business, business.third, *authorities) if authorities else business.center.with_token(business.third)
    before = business.rows()
    assert public(client, CREATED)[0]["error"] == error
    answer = private(client)
    assert answer.status_code == status, answer.text
    if status != 200:
        assert "PRIVATE" not in answer.text
        assert business.rows() == before


def test_a_right_counts_at_the_moment_of_the_call(business: Business) -> None:
    make(business)
    third = business.third
    grant = business.grant(business.owner, third, [READ])
    reader = business.center.with_token(third)
    assert private(reader).status_code == 200
    business.take_back(business.owner, grant)
    assert private(reader).status_code == 404
    let(business, third, READ, valid_until=business.now - 1)
    assert private(reader).status_code == 404, "an expired right"
    let(business, third, READ)
    assert private(reader).status_code == 200
    business.set_status(third, "disabled")
    assert private(reader).status_code == 401


def test_a_sub_account_reads_with_its_main_account(business: Business) -> None:
    make(business)
    app = let(business, business.partner_app, READ)
    assert private(app).status_code == 404, "the main account holds nothing"
    let(business, business.partner, READ)
    assert private(app).status_code == 200


def test_a_right_to_one_subscription_is_enough_with_its_name(business: Business) -> None:
    make(business)
    reader = let(business, business.third, READ, limits=Limits(subscriptions=("billing",)))
    assert private(reader).status_code == 403
    assert private(reader, subscription="audit").status_code == 403
    assert private(reader, subscription="billing").status_code == 200


def test_a_right_from_one_network_counts_there(business: Business) -> None:
    make(business)
    let(business, business.third, READ, WRITE, limits=Limits(networks=(SMALLER,)))
    inside, outside = (token_client(business.center, business.third, address) for address in (INSIDE, OUTSIDE))
    assert private(inside).status_code == 200
    assert public(inside, CREATED)[0]["error"] is None
    assert private(outside).status_code == 404, "from there nothing of it is seen"
    assert public(outside, CREATED)[0]["error"] == "not_found"


def test_tokens_for_brokers_open_nothing_here(business: Business) -> None:
    let(business, business.third, READ)
    make(business)
    center = business.center
    assert private(center.with_token(business.third, audience=center.settings.audience)).status_code == 401
    scope = [{"place": "topic", "name": CREATED, "authorities": [READ]}]
    url = f"/api/v1/users/{business.third.id}/tokens"
    narrowed = center.signed_in(business.third).post(url, json={"name": "t", "days": 3, "scope": scope})
    assert private(center.client(Authorization=f"Bearer {narrowed.json()['token']}")).status_code == 401


def test_a_closed_topic_gives_nothing(business: Business) -> None:
    reader = let(business, business.third, READ, WRITE)
    make(business)
    owner = business.center.with_token(business.owner)
    owner.patch(f"/api/v1/topics/{business.topic.id}", json={"is_valid": 2}, headers=ANY).raise_for_status()
    assert public(reader, CREATED)[0]["error"] == "not_allowed"
    assert private(reader).status_code == 403


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


def test_nobody_but_who_administers_makes_keys(business: Business) -> None:
    make(business)
    reader, before = let(business, business.third, READ, WRITE), None
    before = business.rows()
    body = {"name": "mine", "algorithm": "EC-P256"}
    assert refusal(business, reader.post(path(business), json=body), before) == (403, "not_allowed")
    url = f"{path(business)}/orders/versions"
    assert refusal(business, reader.post(url, json={}, headers=ANY), before) == (403, "not_allowed")
    assert refusal(business, reader.get(path(business)), before) == (403, "not_allowed")
    stranger = business.center.with_token(business.partner)
    assert refusal(business, stranger.post(path(business), json=body), before) == (404, "not_found")


def test_a_trial_shows_no_private_half_and_records_nothing(business: Business) -> None:
    reader = let(business, business.third, READ)
    make(business)
    before = business.rows()
    for trial in ("true", "entries"):
        answer = reader.post(
            f"{PRIVATE}?dry_run={trial}",
            json={"topic": CREATED, "name": "orders", "number": 1, "reason": "tried"},
        )
        assert answer.status_code == 200
        assert "PRIVATE" not in answer.text
    assert business.rows() == before


def test_a_repeated_request_is_decided_and_recorded_anew(business: Business) -> None:
    make(business)
    grant = business.grant(business.owner, business.third, [READ])
    reader = business.center.with_token(business.third)
    reader.headers["Idempotency-Key"] = "8e03978e-40d5-43dd-bc93-6894a57f9324"
    first, second = private(reader), private(reader)
    assert first.json() == second.json()
    assert [entry.action for entry in entries(business)].count("encryption_key.release") == 2
    business.take_back(business.owner, grant)
    assert private(reader).status_code == 404


def test_releases_to_one_user_are_limited(business: Business, monkeypatch: pytest.MonkeyPatch) -> None:
    make(business)
    reader = let(business, business.third, READ)
    monkeypatch.setattr(business.center.settings, "key_release_per_minute", 2)
    monkeypatch.setattr(rate_limits, "now_ms", lambda: 60_000)
    answers = [private(reader) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "rate_limit"
    assert "retry-after" in answers[2].headers
    assert "PRIVATE" not in answers[2].text
    assert private(business.center.with_token(business.owner)).status_code == 200, "others are not concerned"
    assert [entry.action for entry in entries(business)].count("encryption_key.release") == 3


def test_a_private_half_opens_only_as_that_of_its_version(business: Business) -> None:
    reader = let(business, business.third, READ)
    make(business)
    rotate(business)

    def swap(session: Any) -> None:
        one, two = session.scalars(select(EncryptionKeyVersion).order_by(EncryptionKeyVersion.number)).all()
        session.execute(
            update(EncryptionKeyVersion)
            .where(EncryptionKeyVersion.id == one.id)
            .values(private_sealed=two.private_sealed)
        )

    business.center.make(swap)
    before = business.rows()
    assert refusal(business, private(reader), before) == (503, "key_differs")
    assert private(reader, number=2).status_code == 200


def test_who_administers_the_center_reads_and_is_recorded(business: Business) -> None:
    make(business)
    root = business.center.make(an_administrator, "root")
    assert private(business.center.with_token(root)).status_code == 200
    assert entries(business)[-1].actor == "root"


def test_who_writes_the_namespace_gets_the_half_for_a_topic_to_be_made(business: Business) -> None:
    make(business, "all", "namespace")
    business.center.make(a_grant, business.third, [202], NAMESPACE, business.namespace.id)
    client, unknown = business.center.with_token(business.third), "persistent://acme/orders/tomorrow"
    assert public(client, unknown)[0]["name"] == "all"
    assert private(client, unknown, "all").status_code == 404
    system = "persistent://acme/orders/__change_events"
    assert public(client, system)[0]["error"] == "not_found"


def test_a_consumer_encrypts_for_the_dead_letter_topic_of_its_subscription(business: Business) -> None:
    make(business, "all", "namespace")
    client = let(business, business.third, READ)
    assert public(client, f"{CREATED}-billing-DLQ")[0]["name"] == "all"
    assert public(client, "persistent://acme/orders/other-billing-DLQ")[0]["error"] == "not_found"


def _pem(key: Any) -> str:
    return encryption_halves._pem(key.public_key())


_FACTORED = rsa.RSAPublicNumbers(65537, 3**1938).public_key()
BAD_PUBLIC: dict[str, tuple[Any, str]] = {
    "private": (encryption_halves.make("EC-P256").private, "private_key_sent"),
    "private RSA": (encryption_halves.make("RSA-3072").private, "private_key_sent"),
    "another curve": (_pem(ec.generate_private_key(ec.SECP384R1())), "weak_key"),
    "RSA of 2048 bits": (_pem(rsa.generate_private_key(65537, 2048)), "invalid_key"),
    "RSA of 1024 bits": (_pem(rsa.generate_private_key(65537, 1024)), "weak_key"),
    "RSA with exponent 3": (_pem(rsa.generate_private_key(3, 3072)), "weak_key"),
    "RSA that anybody factors": (
        encryption_halves._pem(rsa.RSAPublicNumbers(65537, 3**1938).public_key()),
        "invalid_key",
    ),
    "no PEM": ("hello", "invalid_key"),
    "empty": ("", "invalid_key"),
    "nothing inside": ("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n", "invalid_key"),
    "not base64": ("-----BEGIN PUBLIC KEY-----\n????\n-----END PUBLIC KEY-----\n", "invalid_key"),
    "cut off": (encryption_halves.make("RSA-3072").public[:200], "invalid_key"),
    "two bytes": ("-----BEGIN PUBLIC KEY-----\nMAA=\n-----END PUBLIC KEY-----\n", "invalid_key"),
    "too long": ("x" * 4097, "invalid_input"),
    "control characters": ("\x00", "invalid_input"),
    "a number": (7, "invalid_input"),
    "a list": ([], "invalid_input"),
}


@pytest.mark.parametrize("what", BAD_PUBLIC)
@pytest.mark.any_database
def test_a_public_half_that_cannot_be_used_is_refused(business: Business, what: str) -> None:
    value, code = BAD_PUBLIC[what]
    text = value.decode() if isinstance(value, bytes) else value
    before, owner = business.rows(), business.center.with_token(business.owner)
    answer = owner.post(path(business), json={"name": "bad", "public_key": text})
    assert refusal(business, answer, before) == (422, code)
    if isinstance(text, str) and len(text) > 40:
        assert text[30:60] not in answer.text, "nothing of it is repeated"


BAD_BODIES: list[tuple[str, dict[str, Any]]] = [
    ("create", {"name": name}) for name in ("", " ", "a b", ".hidden", "-x", "a/b", "x" * 65, "ключ", "a\n", None, 7)
] + [
    ("create", {"name": "x", "algorithm": "RSA-2048"}),
    ("create", {"name": "x", "algorithm": "rsa-3072"}),
    ("create", {"name": "x", "algorithm": "EC-P256", "public_key": "y"}),
    ("create", {"name": "x", "mode": "center"}),
    ("create", {"name": "x", "private_key": "y"}),
    ("create", {}),
    ("rotate", {"name": "orders"}),
    ("rotate", {"number": 7}),
    ("private", {"number": 0}),
    ("private", {"number": -1}),
    ("private", {"number": 2**63}),
    ("private", {"number": "1"}),
    ("private", {"number": True}),
    ("private", {"number": 1.0}),
    ("private", {"reason": ""}),
    ("private", {"reason": "  "}),
    ("private", {"reason": "x" * 257}),
    ("private", {"reason": "\x1b[31m"}),
    ("private", {"reason": None}),
    ("private", {"name": "orders "}),
    ("private", {"name": "../orders"}),
    ("private", {"topic": ""}),
    ("private", {"topic": "x" * 1025}),
    ("private", {"topic": f"{CREATED}\x00"}),
    ("private", {"subscription": ""}),
    ("private", {"subscription": "a\nb"}),
    ("private", {"version": 1}),
    ("public", {"topics": []}),
    ("public", {"topics": [CREATED] * 1001}),
    ("public", {"topics": CREATED}),
    ("public", {"topics": [None]}),
    ("public", {"topics": [CREATED], "reason": "x"}),
]  # fmt: skip


@pytest.mark.any_database
def test_bad_bodies_are_refused_and_change_nothing(business: Business) -> None:
    make(business)
    before, owner = business.rows(), business.center.with_token(business.owner)
    good = {"topic": CREATED, "name": "orders", "number": 1, "reason": "to bill"}
    urls = {
        "create": path(business),
        "rotate": f"{path(business)}/orders/versions",
        "private": PRIVATE,
        "public": PUBLIC,
    }
    for to, body in BAD_BODIES:
        sent = {**good, **body} if to == "private" else body
        answer = owner.post(urls[to], json=sent, headers=ANY)
        assert refusal(business, answer, before)[0] == 422, (to, body, answer.text)
        assert "PRIVATE" not in answer.text


MISSING = [
    "persistent://acme/orders/other",
    "non-persistent://acme/orders/created",
    "topic://acme/orders/created",
    "persistent://acme/orders/Created",
    "persistent://acme/orders/created-partition-03",
    "persistent://acme/orders/created ",
    "persistent://acme/billing/created",
    "persistent://other/orders/created",
    "persistent://acme/orders",
    "acme/orders/created",
    "created",
    "persistent://acme/orders/../created",
    "persistent://acme/orders/__change_events",
    "persistent://pulsar/system/transaction_coordinator_assign",
]


@pytest.mark.parametrize("topic", MISSING)
def test_a_reader_of_one_topic_gets_nothing_by_another_name(business: Business, topic: str) -> None:
    reader = let(business, business.third, READ, WRITE)
    make(business)
    make(business, "all", "namespace")
    before = business.rows()
    for name in ("orders", "all"):
        assert refusal(business, private(reader, topic, name), before) == (404, "not_found")
    assert public(reader, topic)[0]["error"] == "not_found"
