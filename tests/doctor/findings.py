"""What the tests of the doctor share."""

import datetime
import re

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pydantic import SecretStr

from app.maintenance.doctor.check import Diagnosis

OTHER = SecretStr("another-key-of-32-and-more-characters-xyz")


def pem(days: int) -> bytes:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "acme")])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now - datetime.timedelta(days=99))
    signed = made.not_valid_after(now + datetime.timedelta(days=days, hours=1)).sign(key, hashes.SHA256())
    return signed.public_bytes(serialization.Encoding.PEM)


def matches(pattern: str, diagnosis: Diagnosis) -> bool:
    return re.search(pattern, f"{diagnosis.sentence} {diagnosis.mend}") is not None
