"""Certificates for the center's address, one valid and one expired, and the authority that brokers trust."""

import datetime
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.serialization import pkcs12

from tests.end_to_end.authentication.certificates import Authority, CertificateFiles

_STORE_PASSWORD = "changeit"
_DAY = datetime.timedelta(days=1)


class Certificates:
    """A certificate authority below `directory`; `good` and `expired` are SSL contexts of a server."""

    def __init__(self, directory: Path) -> None:
        authority = Authority(directory)
        self.good = _server(authority.server("127.0.0.1"))
        self.expired = _server(authority.server("127.0.0.1", until=-_DAY))
        self._trust_store = directory / "trust.p12"
        root = x509.load_pem_x509_certificate(authority.trust.read_bytes())
        self._trust_store.write_bytes(
            pkcs12.serialize_java_truststore(
                [pkcs12.PKCS12Certificate(root, b"authority")],
                serialization.BestAvailableEncryption(_STORE_PASSWORD.encode()),
            )
        )

    def java_options(self) -> str:
        """Make a JVM trust this authority and no other."""
        return (
            f"-Djavax.net.ssl.trustStore={self._trust_store} -Djavax.net.ssl.trustStorePassword={_STORE_PASSWORD} "
            "-Djavax.net.ssl.trustStoreType=PKCS12"
        )


def _server(files: CertificateFiles) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files.certificate, files.key)
    return context
