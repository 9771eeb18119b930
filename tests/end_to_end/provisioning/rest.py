"""The broker's admin API as somebody, and what the center says of grants made by it."""

from typing import Any

import httpx

from tests.end_to_end.conftest import Business


class Rest:
    """The broker's admin API as one person."""

    def __init__(self, business: Business, token: str) -> None:
        self._url = f"{business.estate.broker.admin_url}/admin/v2"
        self._headers = {"Authorization": f"Bearer {token}"}
        self.token = token
        self.namespace = f"/namespaces/{business.name}/orders/permissions"
        self.topic = f"/persistent/{business.name}/orders/created/permissions"

    def __call__(self, method: str, path: str, body: Any = None) -> httpx.Response:
        return httpx.request(method, self._url + path, json=body, headers=self._headers, timeout=60)


def tenant(*administrators: str) -> dict[str, list[str]]:
    """What `tenants create` and `update` send."""
    return {"adminRoles": list(administrators), "allowedClusters": ["standalone"]}


def grants_held_by(business: Business, username: str) -> list[tuple[str, str]]:
    """(authorities, giver) of the grants that the user holds."""
    users = business.estate.admin.get("/api/v1/users", q=username)["items"]
    user = next(listed["id"] for listed in users if listed["username"] == username)
    grants = business.estate.admin.get("/api/v1/grants", user_id=user)["items"]
    return sorted(
        (",".join(str(authority["id"]) for authority in grant["authorities"]), grant["granted_by"]) for grant in grants
    )
