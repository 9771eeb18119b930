"""Public halves, bodies and names that nobody should send."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from app.resources import encryption_halves
from tests.api.encryption import (
    CREATED,
    PRIVATE,
    PUBLIC,
    READ,
    WRITE,
    let,
    make,
    path,
    private,
    public,
)
from tests.api.given import ANY, Business, refusal


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
