"""Certificates as an operator gives them (PEM, RFC 7468): read, and refused where they could not work. Pure."""

import datetime
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID

from app.platform.errors import InvalidInput

LONGEST = 32_768
"""Characters of one field. A bundle of ten authorities has some 20,000."""
_MOST = 20
_SHORTEST_RSA = 2048
PrivateKey = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey


@dataclass(frozen=True)
class CertificateFacts:
    """What may be shown of a certificate. Times are epoch ms; `fingerprint`: SHA-256, as OpenSSL writes it."""

    subject: str
    issuer: str
    valid_from: int
    valid_until: int
    fingerprint: str


def facts(text: str) -> list[CertificateFacts]:
    """The facts of each certificate of a PEM text that was accepted before."""
    return [_facts(certificate) for certificate in x509.load_pem_x509_certificates(text.encode())]


def check_authorities(text: str, now: int) -> None:
    """Check certificates that may sign others. `now`: epoch ms. Raises InvalidInput."""
    for certificate in _read("authorities", text):
        _check_time("authorities", certificate, now)
        if not _is_authority(certificate):
            message = "may not sign others: it is no authority (CA)"
            raise refusal("authorities", "not_an_authority", _sentence(certificate, message))


def check_client(certificate: str, key: str, now: int) -> None:
    """Check a certificate with its key, and those that signed it behind it. Raises InvalidInput."""
    chain = _read("certificate", certificate)
    for member in chain:
        _check_time("certificate", member, now)
    _check_use(chain)
    if _spki(_read_key(key).public_key()) != _spki(chain[0].public_key()):
        raise refusal("private_key", "key_does_not_fit", _sentence(chain[0], "belongs to another private key"))


def _read(field: str, text: str) -> list[x509.Certificate]:
    try:
        found = x509.load_pem_x509_certificates(text.encode())
        for certificate in found:
            _ = certificate.public_key(), certificate.extensions  # parsed only now, and may be broken
    except (ValueError, UnsupportedAlgorithm, x509.DuplicateExtension, x509.UnsupportedGeneralNameType):
        raise refusal(field, "certificate_unreadable", "This is no certificate in PEM.") from None
    if len(text) > LONGEST or len(found) > _MOST:
        text = f"At most {_MOST} certificates and {LONGEST} characters are kept."
        raise refusal(field, "certificate_unreadable", text)
    return found


def _read_key(text: str) -> PrivateKey:
    try:
        key = serialization.load_pem_private_key(text.encode(), None)
    except TypeError:
        raise _bad_key("The private key has a password: give it without one, it is sealed here.") from None
    except (ValueError, UnsupportedAlgorithm):
        raise _bad_key("This is no private key in PEM.") from None
    if not isinstance(key, PrivateKey):
        raise _bad_key("The private key is neither RSA nor EC nor Ed25519.")
    if isinstance(key, rsa.RSAPrivateKey) and key.key_size < _SHORTEST_RSA:
        raise _bad_key(f"The private key is shorter than {_SHORTEST_RSA} bits.")
    return key


def _check_time(field: str, certificate: x509.Certificate, now: int) -> None:
    at = datetime.datetime.fromtimestamp(now / 1000, datetime.UTC)
    if at >= certificate.not_valid_after_utc:
        message = f"expired on {certificate.not_valid_after_utc:%Y-%m-%d}"
        raise refusal(field, "certificate_out_of_date", _sentence(certificate, message))
    if at < certificate.not_valid_before_utc:
        message = f"begins on {certificate.not_valid_before_utc:%Y-%m-%d} only"
        raise refusal(field, "certificate_out_of_date", _sentence(certificate, message))


def _check_use(chain: Sequence[x509.Certificate]) -> None:
    with suppress(x509.ExtensionNotFound):
        uses = chain[0].extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
        if not {ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE} & set(uses):
            raise refusal(
                "certificate", "certificate_unsuitable", _sentence(chain[0], "is not for clients (clientAuth)")
            )
    for certificate, issuer in pairwise(chain):
        try:
            certificate.verify_directly_issued_by(issuer)
        except (ValueError, TypeError, InvalidSignature):
            message = "is not signed by the one behind it: the own certificate comes first"
            raise refusal("certificate", "certificate_unsuitable", _sentence(certificate, message)) from None


def _is_authority(certificate: x509.Certificate) -> bool:
    with suppress(x509.ExtensionNotFound):
        return certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    return False


def _facts(certificate: x509.Certificate) -> CertificateFacts:
    return CertificateFacts(
        subject=certificate.subject.rfc4514_string(),
        issuer=certificate.issuer.rfc4514_string(),
        valid_from=int(certificate.not_valid_before_utc.timestamp() * 1000),
        valid_until=int(certificate.not_valid_after_utc.timestamp() * 1000),
        fingerprint=certificate.fingerprint(hashes.SHA256()).hex(":").upper(),
    )


def _spki(key: object) -> bytes:
    encode = getattr(key, "public_bytes")  # noqa: B009 - every public key has it, the union of types does not say so
    return bytes(encode(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo))


def _sentence(certificate: x509.Certificate, said: str) -> str:
    return f'The certificate "{certificate.subject.rfc4514_string()[:200]}" {said}.'


def _bad_key(said: str) -> InvalidInput:
    return refusal("private_key", "certificate_unreadable", said)


def refusal(field: str, code: str, message: str) -> InvalidInput:
    """`field`: authorities, certificate or private_key. The message never holds the key."""
    return InvalidInput(f"{field}: {message}", code=code, errors=[{"field": field, "message": message}])
