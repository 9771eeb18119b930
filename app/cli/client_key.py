"""Client keys: makes one, and gets tokens with the one of PUC_CLIENT_ID and PUC_CLIENT_KEY (a file)."""

import time
import uuid
from pathlib import Path

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from app.cli.connection import CenterConnection
from app.cli.exit_status import wrong_usage
from app.platform import private_files
from app.platform.clock import machine_ms
from app.tokens.client_assertions import TYPE

_SECONDS = 60


def make(file: Path) -> str:
    """Write a new private key to a file that only its owner may read. Returns the public key (PEM). Raises
    CommandError."""
    private = ec.generate_private_key(ec.SECP256R1())
    text = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    try:
        private_files.write_new(file, text)
    except OSError as error:
        raise wrong_usage(f"{file} cannot be made, or is there already: name a new file") from error
    return private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def token(server: str, client: str, file: Path) -> tuple[str, int]:
    """A token for the API of this center, and its end (epoch ms). The signed request names the address that it is sent
    to, so that whoever gets it there cannot use it elsewhere. Raises CommandError."""
    if not client:
        raise wrong_usage("PUC_CLIENT_KEY is set: say with PUC_CLIENT_ID whose key it is")
    try:
        key = load_pem_private_key(file.read_bytes(), password=None)
    except (OSError, ValueError, TypeError) as error:
        raise wrong_usage(f"the key file {file} cannot be read") from error
    alg = "ES256" if isinstance(key, ec.EllipticCurvePrivateKey) else "RS256"
    now = int(time.time())
    claims = {"iss": client, "sub": client, "aud": server, "iat": now, "exp": now + _SECONDS, "jti": str(uuid.uuid4())}
    try:
        signed = jwt.encode(claims, key, algorithm=alg)  # type: ignore[arg-type]
    except (TypeError, ValueError, jwt.PyJWTError) as error:
        raise wrong_usage(f"the key file {file} holds no key for signatures (P-256 or RSA)") from error
    form = {
        "grant_type": "client_credentials",
        "audience": server,
        "client_assertion_type": TYPE,
        "client_assertion": signed,
    }
    with CenterConnection(server) as connection:
        answer = connection.ask("POST", "/oauth2/token", data=form).json()
    return str(answer["access_token"]), machine_ms() + 1_000 * int(answer["expires_in"])
