"""How a cluster knows another one: Pulsar's ClusterData (`/admin/v2/clusters/{name}`), by which it replicates. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Peer:
    """Another cluster. `address`: for clients (`pulsar://…`); `admin_url`: of its web service."""

    name: str
    address: str
    admin_url: str

    def registration(self) -> dict[str, object]:
        """What is registered on a cluster that does not know it. Brokers sign in there with their own token."""
        if self.address.startswith("pulsar+ssl:"):
            return {**self._addresses(), "brokerClientTlsEnabled": True}
        return dict(self._addresses())

    def differences(self, registration: Mapping[str, Any]) -> list[str]:
        """`field: registered, not wanted` of each address that is registered differently."""
        return [
            f"{field}: {registration.get(field) or 'none'}, not {address}"
            for field, address in self._addresses().items()
            if str(registration.get(field) or "").rstrip("/") != address
        ]

    def _addresses(self) -> dict[str, str]:
        broker = "brokerServiceUrlTls" if self.address.startswith("pulsar+ssl:") else "brokerServiceUrl"
        web = "serviceUrlTls" if self.admin_url.startswith("https:") else "serviceUrl"
        return {broker: self.address, web: self.admin_url}
