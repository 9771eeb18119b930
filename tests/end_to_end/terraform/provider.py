"""The calls of terraform-provider-pulsar: what `apply` sends, and whether `plan` would find a difference afterwards."""

from typing import Any

import httpx

from tests.end_to_end.estate import Estate

Grants = dict[str, list[str]]
"""Role → Pulsar's actions."""


_MOST_REPEATED = 10
_PARTITIONED = {"Content-Type": "application/vnd.partitioned-topic-metadata+json"}
"""What newer clients make a topic with partitions by."""
_COMPACTING = '"HTTP 422 {}"'
"""What Pulsar 4.0.8 answers to the deletion of a namespace whose system topic it is compacting."""


class Provider:
    """Terraform as one account, at the broker's admin API."""

    def __init__(self, estate: Estate, token: str, account: str = "") -> None:
        self.account = account
        self._url = f"{estate.broker.admin_url}/admin/v2"
        self._headers = {"Authorization": f"Bearer {token}"}

    def call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """One call; redirects are followed, as the provider's client does."""
        answer = self._send(method, path, body)
        for _ in range(_MOST_REPEATED if method == "DELETE" else 0):
            if _COMPACTING not in answer.text:
                break
            answer = self._send(method, path, body)
        return answer

    def _send(self, method: str, path: str, body: Any) -> httpx.Response:
        url = self._url + path
        headers = self._headers | (_PARTITIONED if isinstance(body, dict) and "partitions" in body else {})
        return httpx.request(method, url, json=body, headers=headers, timeout=60, follow_redirects=True)

    def apply(self, method: str, path: str, body: Any = None) -> None:
        """A call that has to succeed."""
        answer = self.call(method, path, body)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text[:500]}"

    def tenant(self, name: str, *admin_roles: str, update: bool = False) -> None:
        """The resource `pulsar_tenant`."""
        body = {"adminRoles": list(admin_roles), "allowedClusters": ["standalone"]}
        self.apply("POST" if update else "PUT", f"/tenants/{name}", body)

    def admin_roles(self, name: str) -> list[str]:
        """What the provider reads of a tenant."""
        read = self.read(f"/tenants/{name}")
        assert read["allowedClusters"] == ["standalone"]
        return list(read["adminRoles"])

    def namespace(self, name: str) -> None:
        """The resource `pulsar_namespace`."""
        self.apply("PUT", f"/namespaces/{name}", {})

    def grant(self, place: str, role: str, *actions: str) -> None:
        """A new `pulsar_permission_grant`, or a new block `permission_grant`."""
        self.apply("POST", f"{place}/permissions/{role}", list(actions))

    def change(self, place: str, role: str, *actions: str) -> None:
        """A changed one: the provider revokes and grants again."""
        self.destroy(place, role)
        self.grant(place, role, *actions)

    def destroy(self, place: str, role: str) -> None:
        """One that was taken out of the configuration."""
        self.apply("DELETE", f"{place}/permissions/{role}")

    def permissions(self, place: str) -> Grants:
        """What the provider reads of a namespace's or topic's permissions."""
        return {role: sorted(actions) for role, actions in self.read(f"{place}/permissions").items()}

    def policies(self, namespace: str) -> dict[str, Any]:
        """`auth_policies` of the namespace."""
        read: dict[str, Any] = self.read(f"/namespaces/{namespace}")["auth_policies"]
        return read

    def read(self, path: str) -> Any:
        """The answer to a GET."""
        answer = self.call("GET", path)
        assert answer.is_success, f"GET {path}: {answer.status_code} {answer.text[:500]}"
        return answer.json()
