"""Pairs that clients use already: the center takes over the private half, seals it, and shows it to readers alone."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_der_private_key,
)
from sqlalchemy import select

from app.audit.trail import trail
from app.resources import encryption_halves
from app.resources.models import EncryptionKeyVersion
from tests.api.encryption import ADMINISTER, CREATED, READ, WRITE, entries, let, make, path, private, public, rotate
from tests.api.given import ANY, Business, refusal
from tests.doctor.findings import pem as a_certificate

PAIR = rsa.generate_private_key(65537, 3072)
CURVE, OTHER_CURVE = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))


def _public(key: Any) -> str:
    return encryption_halves._pem(key.public_key())


def _private(key: Any, form: PrivateFormat = PrivateFormat.PKCS8, password: str | None = None) -> str:
    lock = NoEncryption() if password is None else BestAvailableEncryption(password.encode())
    return str(key.private_bytes(Encoding.PEM, form, lock).decode())


def _pair(key: Any, **more: Any) -> dict[str, Any]:
    return {"algorithm": None, "public_key": _public(key), "private_key": _private(key, **more)}


def _post(business: Business, body: dict[str, Any], to: str = "") -> Any:
    return business.center.with_token(business.owner).post(f"{path(business)}{to}", json=body, headers=ANY)


@pytest.mark.parametrize("form", [PrivateFormat.PKCS8, PrivateFormat.TraditionalOpenSSL])
@pytest.mark.parametrize("key", [PAIR, CURVE], ids=["RSA-3072", "EC-P256"])
@pytest.mark.any_database
def test_a_pair_is_taken_over_and_read_by_readers(business: Business, key: Any, form: PrivateFormat) -> None:
    writer, reader = let(business, business.partner, WRITE), let(business, business.third, READ)
    made = make(business, **_pair(key, form=form), rotate_days=30)
    assert (made["mode"], made["warnings"], made["rotate_days"]) == ("center", [], 30)
    assert "PRIVATE" not in repr(made)
    assert public(writer, CREATED)[0]["public_key"] == _public(key)
    assert private(reader).json()["private_key"] == _private(key), "as clients of all languages read it"
    sealed = business.center.read(lambda s: s.scalars(select(EncryptionKeyVersion.private_sealed)).one())
    assert sealed is not None
    assert "PRIVATE" not in sealed
    assert rotate(business).json()["versions"][0]["number"] == 2, "the center makes the next one"


def test_versions_are_taken_over_the_oldest_first(business: Business) -> None:
    """Old messages without a version are opened with the first."""
    reader = let(business, business.third, READ)
    make(business, **_pair(CURVE))
    assert rotate(business, **_pair(OTHER_CURVE)).status_code == 201
    halves = [private(reader, number=number).json()["private_key"] for number in (1, 2)]
    assert halves == [_private(CURVE), _private(OTHER_CURVE)]


def test_the_audit_log_says_that_somebody_else_has_it_too(business: Business) -> None:
    make(business, **_pair(CURVE))
    rotate(business)
    told = [trail.export_line(entry)["after"] for entry in entries(business)]
    assert [after.get("taken_over") for after in told] == [True, None]
    assert "PRIVATE" not in repr(told)


def test_what_openssl_writes_before_it_is_read_over(business: Business) -> None:
    make(business, **_pair(CURVE) | {"private_key": f"Bag Attributes: <No Attributes>\n{_private(CURVE)}"})


def _of_two(own: Any, other: Any) -> str:
    """The number of one key with the point of another."""
    der = own.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    mine, foreign = (key.public_key().public_numbers() for key in (own, other))
    for part in ("x", "y"):
        der = der.replace(getattr(mine, part).to_bytes(32, "big"), getattr(foreign, part).to_bytes(32, "big"))
    with pytest.raises(ValueError, match="Invalid key"):
        load_der_private_key(der, None)
    return _armoured(der)


def _armoured(der: bytes) -> str:
    from base64 import encodebytes

    begin, end = (f"-----{edge} PRIVATE KEY-----" for edge in ("BEGIN", "END"))
    return f"{begin}\n{encodebytes(der).decode()}{end}\n"


def _too_large_for_openssl() -> str:
    """Of Diffie-Hellman with a modulus of 12,000 bits."""

    def part(tag: str, content: bytes) -> bytes:
        return bytes.fromhex(tag) + b"\x82" + len(content).to_bytes(2, "big") + content

    modulus, number = part("02", ((1 << 12_000) - 1).to_bytes(1501, "big")), bytes.fromhex("020102")
    parameters = bytes.fromhex("06092a864886f70d010301") + part("30", modulus + number)
    return _armoured(part("30", bytes.fromhex("020100") + part("30", parameters) + b"\x04\x03" + number))


def _inconsistent() -> str:
    n = PAIR.private_numbers()
    wrong = rsa.RSAPrivateNumbers(n.p, n.q, n.d + 2, n.dmp1, n.dmq1, n.iqmp, n.public_numbers)
    return _private(wrong.private_key(unsafe_skip_rsa_key_validation=True))


def _with(private_half: Any, public_half: Any = CURVE) -> dict[str, Any]:
    return {"public_key": _public(public_half) if not isinstance(public_half, str) else public_half} | {
        "private_key": private_half
    }


_P384, _RSA_2048 = ec.generate_private_key(ec.SECP384R1()), rsa.generate_private_key(65537, 2048)
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "another pair's": (_with(_private(OTHER_CURVE)), "invalid_key_pair"),
    "another pair's RSA": (_with(_private(rsa.generate_private_key(65537, 3072)), PAIR), "invalid_key_pair"),
    "RSA for a curve": (_with(_private(PAIR)), "invalid_key_pair"),
    "a curve for RSA": (_with(_private(CURVE), PAIR), "invalid_key_pair"),
    "another curve": (_pair(_P384), "weak_key"),
    "another curve's private half": (_with(_private(_P384)), "invalid_key_pair"),
    "a twisted curve": (_with(_private(ec.generate_private_key(ec.SECP256K1()))), "invalid_key_pair"),
    "Ed25519": (_with(_private(ed25519.Ed25519PrivateKey.generate())), "invalid_key_pair"),
    "RSA of 2048 bits": (_pair(_RSA_2048), "invalid_key"),
    "RSA with exponent 3": (_pair(rsa.generate_private_key(3, 3072)), "weak_key"),
    "encrypted": (_pair(CURVE, password="of the owner"), "invalid_key_pair"),
    "encrypted in the old way": (
        _pair(PAIR, form=PrivateFormat.TraditionalOpenSSL, password="of the owner"),
        "invalid_key_pair",
    ),
    "of OpenSSH": (_pair(CURVE, form=PrivateFormat.OpenSSH), "invalid_key_pair"),
    "two": (_with(_private(CURVE) + _private(OTHER_CURVE)), "invalid_key_pair"),
    "twice the same": (_with(_private(CURVE) * 2), "invalid_key_pair"),
    "with its public half": (_with(_private(CURVE) + _public(CURVE)), "invalid_key_pair"),
    "with a certificate": (_with(_private(CURVE) + a_certificate(1).decode()), "invalid_key_pair"),
    "a certificate": (_with(a_certificate(1).decode()), "invalid_key_pair"),
    "a certificate as public half": (_with(_private(CURVE), a_certificate(1).decode()), "invalid_key"),
    "the public half twice": (_with(_public(CURVE)), "invalid_key_pair"),
    "the halves exchanged": ({"public_key": _private(CURVE), "private_key": _public(CURVE)}, "private_key_sent"),
    "one key with the point of another": (_with(_of_two(CURVE, OTHER_CURVE), OTHER_CURVE), "invalid_key_pair"),
    "RSA that contradicts itself": (_with(_inconsistent(), PAIR), "invalid_key_pair"),
    "too large for OpenSSL": (_with(_too_large_for_openssl()), "invalid_key_pair"),
    "no PEM": (_with("hello"), "invalid_key_pair"),
    "empty": (_with(""), "invalid_key_pair"),
    "nothing inside": (_with(_armoured(b"")), "invalid_key_pair"),
    "not base64": (
        _with(_armoured(b"").replace("\n-----END", "\n????\n-----END")),
        "invalid_key_pair",
    ),
    "cut off": (_with(_private(CURVE)[:100]), "invalid_key_pair"),
    "no beginning": (_with(_private(CURVE).partition("\n")[2]), "invalid_key_pair"),
    "too long": (_with(_private(CURVE) + "x" * 4096), "invalid_input"),
    "RSA of 8192 bits": (_with(_armoured(b"\x30" * 4700)), "invalid_input"),
    "control characters": (_with(_private(CURVE) + "\x00"), "invalid_input"),
    "a number": (_with(7), "invalid_input"),
    "a list": (_with([_private(CURVE)]), "invalid_input"),
    "an object": (_with({"pem": _private(CURVE)}), "invalid_input"),
    "alone": ({"private_key": _private(CURVE)}, "invalid_input"),
    "with an algorithm": (_pair(CURVE) | {"algorithm": "EC-P256"}, "invalid_input"),
    "with its passphrase": (_pair(CURVE) | {"passphrase": "of the owner"}, "unknown_field"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_pair_that_cannot_be_used_is_refused(business: Business, what: str, caplog: Any) -> None:
    body, code = BAD[what]
    make(business)
    before = business.rows()
    for to, more in (("", {"name": "bad"}), ("/orders/versions", {})):
        answer = _post(business, body | more, to)
        assert refusal(business, answer, before) == (422, code), answer.text
        for text in body.values():
            for line in str(text).splitlines():
                assert len(line) < 40 or line[5:35] not in answer.text + caplog.text, "nothing of it is repeated"


def test_a_customer_key_stays_one(business: Business) -> None:
    make(business, algorithm=None, public_key=_public(CURVE))
    before = business.rows()
    answer = rotate(business, **_pair(OTHER_CURVE))
    assert refusal(business, answer, before) == (422, "invalid_input")
    assert "customer key" in answer.json()["detail"]


def test_who_may_not_make_keys_hands_none_over(business: Business) -> None:
    reader, stranger = let(business, business.third, READ, WRITE), business.center.with_token(business.partner)
    body, before = {"name": "x", **_pair(CURVE)}, business.rows()
    assert refusal(business, reader.post(path(business), json=body), before) == (403, "not_allowed")
    assert refusal(business, stranger.post(path(business), json=body), before) == (404, "not_found")
    assert refusal(business, business.center.client().post(path(business), json=body), before)[0] == 401
    helper = let(business, business.partner, ADMINISTER)
    assert helper.post(path(business), json=body).status_code == 201
    assert private(helper, name="x").status_code == 403, "whoever handed it over gets it back as a reader alone"


def test_a_trial_and_a_repetition_keep_nothing_of_it(business: Business) -> None:
    owner, body, before = business.center.with_token(business.owner), {"name": "x", **_pair(CURVE)}, business.rows()
    assert owner.post(f"{path(business)}?dry_run=true", json=body).status_code == 201
    assert business.rows() == before
    first, again = (owner.post(path(business), json=body, headers={"Idempotency-Key": "k"}) for _ in range(2))
    assert (first.status_code, again.status_code, again.content) == (201, 201, first.content)
    assert again.headers["idempotency-replayed"] == "true"
    assert "PRIVATE" not in repr(business.rows())
