"""The calls after which somebody has credentials of another user or of a cluster."""

from typing import Any

from tests.factories import Person

USERS = "/api/v1/users"
A_KEY = {
    "kty": "EC",
    "crv": "P-256",
    "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
}
"""The key of RFC 7515, A.3."""
ANOTHER_KEY = {
    "kty": "EC",
    "crv": "P-256",
    "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
    "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
}
"""The key of RFC 7517, A.1."""


def credential_requests(bot: Person, alice: Person, cluster: int) -> list[tuple[str, dict[str, Any]]]:
    """Path and body of each POST."""
    return [
        (f"{USERS}/{bot.id}/tokens", {"name": "x", "days": 3}),
        (f"{USERS}/{bot.id}/client-secrets", {}),
        (f"{USERS}/{bot.id}/keys", {"name": "x", "jwk": ANOTHER_KEY}),
        (f"{USERS}/{alice.id}/initial-secret", {}),
        (USERS, {"username": "new", "kind": "person"}),
        (f"/api/v1/clusters/{cluster}/credentials", {}),
        (f"/api/v1/clusters/{cluster}/broker-token", {}),
        ("/api/v1/registrations/1/approve", {}),
    ]
