"""Which keys a service may register, and what is said to whoever sends something else."""

import base64
import json
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from app.identity import public_keys
from app.identity.public_keys import PublicKey
from app.platform.errors import InvalidInput

RFC_7638 = {
    "kty": "RSA",
    "n": "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjB"
    "ZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8"
    "KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_"
    "xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
    "e": "AQAB",
    "alg": "RS256",
    "kid": "2011-04-29",
}
RFC_7517_EC = {
    "kty": "EC",
    "crv": "P-256",
    "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
    "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
    "use": "sig",
    "kid": "1",
}


def test_the_thumbprint_of_rfc_7638() -> None:
    key = public_keys.from_jwk(RFC_7638)
    assert key.thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"
    assert (key.alg, key.kid) == ("RS256", "2011-04-29")


def test_the_elliptic_key_of_rfc_7517() -> None:
    key = public_keys.from_jwk(RFC_7517_EC)
    assert (key.alg, key.kid) == ("ES256", "1")
    assert set(json.loads(key.jwk)) == {"crv", "kty", "x", "y"}


def test_pem_and_jwk_of_one_key_are_one() -> None:
    public = ec.generate_private_key(ec.SECP256R1()).public_key()
    by_pem = public_keys.from_pem(_pem(public))
    assert public_keys.from_jwk({**json.loads(by_pem.jwk)}) == by_pem
    assert by_pem.kid == by_pem.thumbprint


def test_an_rsa_key_may_be_for_ps256() -> None:
    pem = _pem(rsa.generate_private_key(65_537, 2048).public_key())
    assert public_keys.from_pem(pem).alg == "RS256"
    assert public_keys.from_pem(pem, "PS256").alg == "PS256"


def _pem(key: ec.EllipticCurvePublicKey | rsa.RSAPublicKey | ed25519.Ed25519PublicKey | dsa.DSAPublicKey) -> str:
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def _private_pem(form: PrivateFormat) -> str:
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(Encoding.PEM, form, NoEncryption()).decode()


def _jwk(**changed: object) -> Callable[[], PublicKey]:
    return lambda: public_keys.from_jwk({name: v for name, v in {**RFC_7517_EC, **changed}.items() if v is not None})


def _rsa(**changed: object) -> Callable[[], PublicKey]:
    return lambda: public_keys.from_jwk({**RFC_7638, **changed})


def _of_bits(bits: int) -> str:
    return base64.urlsafe_b64encode(((1 << bits) - 1).to_bytes((bits + 7) // 8, "big")).rstrip(b"=").decode()


REFUSED: dict[str, tuple[str, Callable[[], PublicKey]]] = {
    "a private JWK": ("private_key_sent", _jwk(d="870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE")),
    "a private RSA prime": ("private_key_sent", _rsa(p="AQAB")),
    "a symmetric key": ("private_key_sent", lambda: public_keys.from_jwk({"kty": "oct", "k": "AQAB"})),
    "PKCS 8": ("private_key_sent", lambda: public_keys.from_pem(_private_pem(PrivateFormat.PKCS8))),
    "SEC 1": ("private_key_sent", lambda: public_keys.from_pem(_private_pem(PrivateFormat.TraditionalOpenSSL))),
    "a private key behind a public one": (
        "private_key_sent",
        lambda: public_keys.from_pem(
            _pem(ec.generate_private_key(ec.SECP256R1()).public_key()) + _private_pem(PrivateFormat.PKCS8)
        ),
    ),
    "P-384": ("weak_key", lambda: public_keys.from_pem(_pem(ec.generate_private_key(ec.SECP384R1()).public_key()))),
    "secp256k1": ("weak_key", lambda: public_keys.from_pem(_pem(ec.generate_private_key(ec.SECP256K1()).public_key()))),
    "another curve in a JWK": ("weak_key", _jwk(crv="P-521")),
    "RSA of 1024 bits": ("weak_key", _rsa(n=_of_bits(1024))),
    "RSA of 2047 bits": ("weak_key", _rsa(n=_of_bits(2047))),
    "RSA of 8000 bits": ("weak_key", _rsa(n=_of_bits(8000)[:1024])),
    "RSA with exponent 3": ("weak_key", _rsa(e="Aw")),
    "RSA with an even exponent": ("invalid_key", _rsa(e="AQAA")),
    "Ed25519": ("invalid_key", lambda: public_keys.from_pem(_pem(ed25519.Ed25519PrivateKey.generate().public_key()))),
    "OKP": ("invalid_key", lambda: public_keys.from_jwk({"kty": "OKP", "crv": "Ed25519", "x": "AQAB"})),
    "DSA": ("invalid_key", lambda: public_keys.from_pem(_pem(dsa.generate_private_key(2048).public_key()))),
    "a point beside the curve": ("invalid_key", _jwk(x="AQAB")),
    "a missing coordinate": ("invalid_key", _jwk(y=None)),
    "padding": ("invalid_key", _jwk(x="MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4=")),
    "one letter, which is no byte": ("invalid_key", _rsa(e="A")),
    "a number as coordinate": ("invalid_key", _jwk(x=7)),
    "no kind": ("invalid_key", _jwk(kty=None)),
    "a kind that is a list": ("invalid_key", _jwk(kty=["EC"])),
    "for encryption": ("invalid_key", _jwk(use="enc")),
    "only to sign": ("invalid_key", _jwk(key_ops=["sign"])),
    "operations as text": ("invalid_key", _jwk(key_ops="verify")),
    "an address of keys": ("invalid_key", _jwk(x5u="https://elsewhere.example")),
    "a certificate": ("invalid_key", _jwk(x5c=["MII"])),
    "HS256": ("invalid_key", _jwk(alg="HS256")),
    "none": ("invalid_key", _jwk(alg="none")),
    "the algorithm of another kind": ("invalid_key", _jwk(alg="RS256")),
    "a name of a key with SQL": ("invalid_key", _jwk(kid="' OR 1=1 --")),
    "a long name of a key": ("invalid_key", _jwk(kid="a" * 65)),
    "an empty name of a key": ("invalid_key", _jwk(kid="")),
    "a name that is a number": ("invalid_key", _jwk(kid=1)),
    "no PEM": ("invalid_key", lambda: public_keys.from_pem("hello")),
    "an empty PEM": (
        "invalid_key",
        lambda: public_keys.from_pem("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n"),
    ),
    "half a letter": ("invalid_key", lambda: public_keys.from_pem("\ud800")),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_keys_are_refused(name: str) -> None:
    code, read = REFUSED[name]
    with pytest.raises(InvalidInput) as refused:
        read()
    assert refused.value.stable_code == code
