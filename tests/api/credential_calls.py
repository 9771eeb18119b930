"""The calls after which somebody has credentials of another user or of a cluster."""

from typing import Any

from tests.factories import Person

USERS = "/api/v1/users"


def making_credentials(bot: Person, alice: Person, cluster: int) -> list[tuple[str, dict[str, Any]]]:
    """Path and body of each POST."""
    return [
        (f"{USERS}/{bot.id}/tokens", {"name": "x", "days": 3}),
        (f"{USERS}/{bot.id}/client-secrets", {}),
        (f"{USERS}/{alice.id}/initial-secret", {}),
        (USERS, {"username": "new", "kind": "person"}),
        (f"/api/v1/clusters/{cluster}/credentials", {}),
        (f"/api/v1/clusters/{cluster}/broker-token", {}),
        ("/api/v1/registrations/1/approve", {}),
    ]
