"""A certificate authority for tests, in files: one server on 127.0.0.1 and any number of clients."""

import datetime
import ipaddress
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True)
class CertificateFiles:
    """Paths of a certificate and of its private key, both PEM."""

    certificate: Path
    key: Path


class Authority:
    """Signs certificates; `trust` is its own certificate, which the others must trust."""

    def __init__(self, directory: Path, name: str = "ca") -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._directory = directory
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"{name} of the tests")])
        builder = _builder(self._name, self._name, self._key.public_key())
        authority = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        self.trust = directory / f"{name}.pem"
        self.trust.write_bytes(authority.sign(self._key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))

    def server(self, *others: str, until: datetime.timedelta = _DAY) -> CertificateFiles:
        """For 127.0.0.1 and localhost, or instead for other addresses and names."""
        names = [_general_name(host) for host in others or ("127.0.0.1", "localhost")]
        return self._sign("server", x509.SubjectAlternativeName(names), ExtendedKeyUsageOID.SERVER_AUTH, until)

    def client(self, name: str, until: datetime.timedelta = _DAY) -> CertificateFiles:
        """For a client with this common name."""
        names = x509.SubjectAlternativeName([x509.DNSName(name)])
        return self._sign(name, names, ExtendedKeyUsageOID.CLIENT_AUTH, until)

    def _sign(
        self, name: str, names: x509.SubjectAlternativeName, use: x509.ObjectIdentifier, until: datetime.timedelta
    ) -> CertificateFiles:
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        builder = _builder(subject, self._name, key.public_key(), until).add_extension(names, critical=False)
        signed = builder.add_extension(x509.ExtendedKeyUsage([use]), critical=False).sign(self._key, hashes.SHA256())
        files = CertificateFiles(self._directory / f"{name}.pem", self._directory / f"{name}.key.pem")
        files.certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
        files.key.touch(mode=0o600)
        files.key.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        return files


def _general_name(name: str) -> x509.GeneralName:
    return x509.IPAddress(ipaddress.ip_address(name)) if name[0].isdigit() else x509.DNSName(name)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, until: datetime.timedelta = _DAY
) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - 2 * _DAY)
        .not_valid_after(now + until)
    )
