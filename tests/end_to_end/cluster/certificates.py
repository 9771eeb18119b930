"""Certificates for the center's address, one valid and one expired, and the authority that brokers trust."""

import datetime
import ipaddress
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID

_STORE_PASSWORD = "changeit"
_DAY = datetime.timedelta(days=1)


class Certificates:
    """A certificate authority below `directory`; `good` and `expired` are SSL contexts of a server."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._directory = directory
        self._key = ec.generate_private_key(ec.SECP256R1())
        now = datetime.datetime.now(datetime.UTC)
        self._root = self._sign("pair test authority", self._key, now - 30 * _DAY, now + 30 * _DAY, authority=True)
        self.good = self._server("good", now - _DAY, now + _DAY)
        self.expired = self._server("expired", now - 2 * _DAY, now - _DAY)
        self._trust_store = directory / "trust.p12"
        self._trust_store.write_bytes(
            pkcs12.serialize_java_truststore(
                [pkcs12.PKCS12Certificate(self._root, b"authority")],
                serialization.BestAvailableEncryption(_STORE_PASSWORD.encode()),
            )
        )

    def java_options(self) -> str:
        """Make a JVM trust this authority and no other."""
        return (
            f"-Djavax.net.ssl.trustStore={self._trust_store} -Djavax.net.ssl.trustStorePassword={_STORE_PASSWORD} "
            "-Djavax.net.ssl.trustStoreType=PKCS12"
        )

    def _server(self, name: str, begin: datetime.datetime, end: datetime.datetime) -> ssl.SSLContext:
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self._sign(name, key, begin, end)
        chain, private = self._directory / f"{name}.pem", self._directory / f"{name}.key"
        chain.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        private.touch(mode=0o600)
        private.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(chain, private)
        return context

    def _sign(
        self,
        name: str,
        key: ec.EllipticCurvePrivateKey,
        begin: datetime.datetime,
        end: datetime.datetime,
        authority: bool = False,
    ) -> x509.Certificate:
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        issuer = subject if authority else self._root.subject
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(issuer)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(begin)
            .not_valid_after(end)
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        )
        if not authority:
            address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
            builder = builder.add_extension(address, critical=False)
        return builder.sign(self._key, hashes.SHA256())
