"""TLS to one machine: whom to trust, and the certificate that the center shows. The host name is always checked."""

import os
import ssl
import tempfile
from dataclasses import dataclass, field
from functools import cache, lru_cache

import httpx
from cryptography.hazmat.primitives import serialization

_FORMAT = serialization.PrivateFormat.PKCS8


@dataclass(frozen=True)
class Tls:
    """`authorities`: PEM certificates that alone are trusted; None: those that everybody trusts. `certificate`: PEM,
    the center's own first, then those that signed it; `key`: its private key, PEM without a password; None beside a
    certificate: it was lost."""

    authorities: str | None = None
    certificate: str | None = None
    key: bytes | None = field(default=None, repr=False)


USUAL = Tls()


def context(tls: Tls) -> ssl.SSLContext:
    """What to verify and show. Raises ssl.SSLError, ValueError for what OpenSSL does not take."""
    return _usual_context() if tls == USUAL else _make_context(tls)


@cache
def _usual_context() -> ssl.SSLContext:
    # Loaded once, because loading them takes longer than most calls.
    return httpx.create_ssl_context(trust_env=False)


@lru_cache(maxsize=64)
def _make_context(tls: Tls) -> ssl.SSLContext:
    if tls.authorities is None:
        context = httpx.create_ssl_context(trust_env=False)
    else:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # verifies certificate and host name
        context.load_verify_locations(cadata=tls.authorities)
        # An authority that is itself signed by another one may be named alone.
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    if tls.certificate is not None:
        if tls.key is None:
            raise ValueError("the private key is missing")
        _load_certificate(context, tls.certificate, tls.key)
    return context


def _load_certificate(context: ssl.SSLContext, certificate: str, key: bytes) -> None:
    # `ssl` reads files only. The key is on the disk for a moment, encrypted with a password that never is.
    password = os.urandom(32).hex().encode()
    locked = serialization.load_pem_private_key(key, None).private_bytes(
        serialization.Encoding.PEM, _FORMAT, serialization.BestAvailableEncryption(password)
    )
    with tempfile.NamedTemporaryFile() as file:
        file.write(certificate.encode() + b"\n" + locked)
        file.flush()
        context.load_cert_chain(file.name, password=password)
