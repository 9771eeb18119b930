"""The center's own key at a provider: it signs the center's requests for tokens instead of a secret (private_key_jwt,
RFC 7523). One for each provider, so that what is signed for one counts nowhere else."""

import uuid
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from app.platform import jwk
from app.tokens.client_assertions import TYPE

_ALG, _SECONDS = "ES256", 60


def make() -> tuple[bytes, str]:
    """A new private key (PEM), and its public half as JWK."""
    key = ec.generate_private_key(ec.SECP256R1())
    public = jwk.members(key.public_key())
    shown = jwk.as_text({**public, "alg": _ALG, "kid": jwk.thumbprint(public), "use": "sig"})
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), shown


def form(pem: str, client_id: str, audience: str, now: int) -> dict[str, str]:
    """What the token endpoint takes instead of a secret, once. `now`: epoch ms."""
    key: Any = load_pem_private_key(pem.encode(), password=None)
    issued = now // 1000
    times = {"iat": issued, "exp": issued + _SECONDS}
    claims = {"iss": client_id, "sub": client_id, "aud": audience, "jti": str(uuid.uuid4()), **times}
    headers = {"kid": jwk.thumbprint(jwk.members(key.public_key()))}
    return {
        "client_id": client_id,
        "client_assertion_type": TYPE,
        "client_assertion": jwt.encode(claims, key, algorithm=_ALG, headers=headers),
    }
