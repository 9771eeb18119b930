"""One change that bypasses the center: its place, the line that is found, and the cluster's state before and after."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.end_to_end.stock.sides import Stock

CHANGES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "changes.yaml").read_text())
_ROUTES = ("subscribeRate", "messageTTL", "maxProducers", "publishRate")


@dataclass(frozen=True)
class Change:
    """A change of the list, in a namespace of its own; in a tenant of its own when it is about tenants."""

    side: str
    number: int
    content: dict[str, Any]

    @property
    def name(self) -> str:
        """In words."""
        return str(self.content["name"])

    @property
    def tenant(self) -> str:
        """The tenant that it lies in."""
        return f"{self.side}{self.number}" if self._concerns_tenant else self.side

    @property
    def _concerns_tenant(self) -> bool:
        return any("{tenant}" in path for _, path, *_ in self.content["calls"])

    @property
    def namespace(self) -> str:
        """`tenant/namespace`. Policies share one, and those of topics another: each is a line of its own."""
        shared = "topics" if self.needs("plain") else "policies"
        return f"{self.tenant}/{shared if self._shares else f'n{self.number}'}"

    @property
    def _shares(self) -> bool:
        # Brokers refuse some retentions beside some quotas.
        return self._is_policy and self.line[2] not in ("retention", "backlog_quota", "backlog_quota_age")

    @property
    def _is_policy(self) -> bool:
        return self.line[1] == "policy"

    def owns(self, line: dict[str, Any]) -> bool:
        """True for a line about what the change is about."""
        place = str(line["place"]).partition("://")[2] or str(line["place"])
        if self._is_policy and line["subject"] != self.line[2]:
            return False
        if self._concerns_tenant:
            return place.split("/")[0].removesuffix("-new") == self.tenant
        return place == self.namespace or place.startswith(f"{self.namespace}/")

    @property
    def line(self) -> tuple[str, str, str | None]:
        """Kind, field and subject of the line that has to be found."""
        kind, field, *subject = self.content["line"]
        return kind, field, subject[0] if subject else None

    def refusal_code(self, answer: str) -> str | None:
        """The code with which an answer is refused; None when it is possible."""
        found: str | None = self.content.get(answer)
        return found

    def needs(self, topic: str) -> bool:
        """True when the change is about this topic, so that it has to be there."""
        return any(f"{{{topic}}}" in path for _, path, *_ in self.content["calls"])

    def make(self, cluster: Stock) -> None:
        """Make the change on the cluster."""
        for method, path, *body in self.content["calls"]:
            cluster.done(method, self._fill_in(path), *body)

    def _fill_in(self, path: str) -> str:
        topics = f"persistent/{self.namespace}"
        return path.format(
            tenant=self.tenant, namespace=self.namespace, topic=f"{topics}/created", plain=f"{topics}/plain"
        )

    def state(self, cluster: Stock) -> dict[str, Any]:
        """What the cluster has of the tenant; what is not set is left out, bundles are a number."""
        found = {"tenant": _got(cluster, f"tenants/{self.tenant}")}
        found["new"] = _got(cluster, f"tenants/{self.tenant}-new")
        for namespace in (
            (_got(cluster, f"namespaces/{self.tenant}") or []) if self._concerns_tenant else [self.namespace]
        ):
            policies = _got(cluster, f"namespaces/{namespace}")
            # Pulsar keeps the record of an offload threshold that was taken back.
            found[namespace] = {**policies, "bundles": policies["bundles"]["numBundles"], "offload_policies": None}
            for domain in ("persistent", "non-persistent"):
                for topic in _got(cluster, f"{domain}/{namespace}/partitioned") or []:
                    found[topic] = _got(cluster, f"{topic.replace('://', '/')}/partitions")["partitions"]
            found[f"topics of {namespace}"] = _topics_of_clients(_got(cluster, f"persistent/{namespace}"))
            if self.needs("plain"):
                found |= {
                    f"{route} of the topic": _got(cluster, f"persistent/{self.namespace}/plain/{route}")
                    for route in _ROUTES
                }
        return {name: _set(value) for name, value in found.items()}


def _got(cluster: Stock, path: str) -> Any:
    answer = cluster.call("GET", path)
    return answer.json() if answer.is_success and answer.content else None


def _topics_of_clients(topics: list[str]) -> list[str]:
    return sorted(topic for topic in topics if "/__" not in topic)


def _set(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    settings = {name: _set(setting) for name, setting in value.items()}
    return {name: setting for name, setting in settings.items() if setting not in (None, {}, [])}
