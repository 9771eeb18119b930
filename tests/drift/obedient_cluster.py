"""A played cluster that carries out the admin calls of provisioning and of repairs, and tells what it has as facts."""

import json
from typing import Any

from app.resources.pulsar.policies import POLICIES, from_namespace, from_topic
from tests.importing.played_cluster import PlayedCluster, Reply

Fact = tuple[str, str, str | None]
"""Place, field and subject, as a line of drift names them."""
_DONE, _EXISTS, _ABSENT = (204, b""), (409, b'{"reason": "exists"}'), (404, b'{"reason": "not found"}')
_OF_NAMESPACES = {
    place.write.split(" ")[1]: place.key for policy in POLICIES.values() if (place := policy.namespace) is not None
}


class ObedientCluster(PlayedCluster):
    """`prod` and `dr` know each other."""

    def _found(self, parts: list[str]) -> Any:
        if parts[0] == "clusters":
            return ["dr", "prod"] if len(parts) == 1 else {}
        return super()._found(parts)

    def change(self, method: str, path: str, body: bytes) -> Reply:
        value = json.loads(body) if body else None
        match path.strip("/").split("/"):
            case ["tenants", name]:
                return self._tenant(method, name, value)
            case ["namespaces", tenant, name]:
                return self._namespace(method, f"{tenant}/{name}", value)
            case ["namespaces", tenant, name, *about]:
                return self._of_namespace(method, f"{tenant}/{name}", about, value)
            case [domain, tenant, name, topic, *about]:
                return self._topic(method, f"{domain}://{tenant}/{name}/{topic}", about, value)
        return _ABSENT

    def _tenant(self, method: str, name: str, value: Any) -> Reply:
        if method == "PUT" and name in self.tenants:
            return _EXISTS
        if method == "DELETE":
            del self.tenants[name]
        else:
            self.tenants[name] = value
        return _DONE

    def _namespace(self, method: str, name: str, value: Any) -> Reply:
        if method == "PUT" and name in self.namespaces:
            return _EXISTS
        if method == "DELETE":
            self.namespaces.pop(name, None)
        else:
            self.namespace(name, **value)
        return _DONE

    def _of_namespace(self, method: str, name: str, about: list[str], value: Any) -> Reply:
        there = self.namespaces[name]
        grants = there["auth_policies"]
        match about:
            case ["permissions", "subscription", subscription]:
                grants["subscription_auth_roles"][subscription] = value
            case ["permissions", subscription, role]:
                grants["subscription_auth_roles"][subscription].remove(role)
            case ["permissions", role]:
                _put(grants["namespace_auth"], role, value)
            case ["subscriptionAuthMode"]:
                there["subscription_auth_mode"] = value
            case [route]:
                _put(there, _OF_NAMESPACES[route], None if method == "DELETE" else value)
        return _DONE

    def _topic(self, method: str, name: str, about: list[str], value: Any) -> Reply:
        if about in ([], ["partitions"]) and method == "DELETE":
            self.topics.pop(name)
            self.topic_policies.pop(name, None)
        elif about in ([], ["partitions"]):
            if method == "PUT" and name in self.topics:
                return _EXISTS
            self.topics[name] = value or 0
        elif about[0] == "permissions":
            space = self.namespaces[name.partition("://")[2].rsplit("/", 1)[0]]
            _put(space["auth_policies"]["destination_auth"].setdefault(name, {}), about[1], value)
        else:
            _put(self.topic_policies.setdefault(name, {}), about[0], None if method == "DELETE" else value)
        return _DONE


def _put(there: dict[str, Any], name: str, value: Any) -> None:
    if value is None:
        there.pop(name, None)
    else:
        there[name] = value


def facts(played: PlayedCluster) -> dict[Fact, Any]:
    """Everything that the cluster stores."""
    found: dict[Fact, Any] = {}
    for name, facts_of_tenant in played.tenants.items():
        found |= {(name, "resource", None): True, (name, "admin_roles", None): sorted(facts_of_tenant["adminRoles"])}
        found[name, "allowed_clusters", None] = sorted(facts_of_tenant["allowedClusters"])
    for name, facts_of_namespace in played.namespaces.items():
        mode, grants = facts_of_namespace["subscription_auth_mode"], facts_of_namespace["auth_policies"]
        found |= {(name, "resource", None): True, (name, "subscription_auth_mode", None): mode}
        for place, roles in ((name, grants["namespace_auth"]), *grants["destination_auth"].items()):
            found |= {(place, "grant", role): sorted(actions) for role, actions in roles.items()}
        lists = grants["subscription_auth_roles"]
        found |= {
            (name, "subscription_grant", subscription): sorted(roles) for subscription, roles in lists.items() if roles
        }
        found |= {(name, "policy", policy): value for policy, value in from_namespace(facts_of_namespace).wish.items()}
    for name, partitions in played.topics.items():
        found |= {(name, "resource", None): True, (name, "partitions", None): partitions}
        policies = from_topic(played.topic_policies.get(name, {})).wish
        found |= {(name, "policy", policy): value for policy, value in policies.items()}
    return found
