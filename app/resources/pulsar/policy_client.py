"""Reads and writes policies at one cluster, by the catalogue. Each call can be repeated without further effect."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from app.resources.pulsar.admin_http import AdminHttp, ClusterRefusedError
from app.resources.pulsar.admin_path import AdminPath
from app.resources.pulsar.policies import wire
from app.resources.pulsar.policies.catalogue import POLICIES, Level, at
from app.resources.pulsar.policies.cluster_answers import (
    PolicyReading,
    calls_of,
    from_namespace,
    from_topic,
    topic_reads,
)
from app.resources.pulsar.policies.desired_policies import to_remove, to_write


class PolicyClient:
    """One cluster, over a connection that others may use too. Every method raises what `AdminClient`'s do."""

    def __init__(self, http: AdminHttp) -> None:
        self._http = http

    def of_namespace(self, name: str, cluster: str | None = None) -> PolicyReading:
        """What is set on a namespace (`tenant/namespace`), by one call."""
        answer = self._http.call("GET", AdminPath.of_namespace(name)).require_success()
        return from_namespace(answer.members(), cluster)

    def of_topic(self, name: str, names: Collection[str] | None = None) -> PolicyReading:
        """What is set on a topic, by a call for each policy in `names`, or for all that there are (30)."""
        policies = [policy for policy in at("topic") if names is None or policy.name in names]
        paths = dict.fromkeys(policy.topic.read for policy in policies if policy.topic is not None)
        return from_topic({path: self._topic_policy(name, path) for path in topic_reads() if path in paths})

    def defaults(self) -> dict[str, str]:
        """broker.conf as the broker uses it: key → text."""
        answer = self._http.call("GET", AdminPath.of("brokers", "configuration", "runtime")).require_success()
        return {key: str(value) for key, value in answer.members().items()}

    def write(self, level: Level, name: str, policy: str, value: Any) -> None:
        """Set one policy to a canonical value."""
        calls, entry = calls_of(POLICIES[policy], level), POLICIES[policy]
        method, path = calls.write.split(" ", 1)
        sent = wire.written(entry, value)
        if "{value}" in path:
            self._call(method, _path(level, name).route(path, sent), None)
        else:
            self._call(method, _path(level, name).route(path), sent)

    def remove(self, level: Level, name: str, policy: str) -> None:
        """Take one policy back, so that the value of the level above holds."""
        calls = calls_of(POLICIES[policy], level)
        method, path = (calls.remove or calls.write).split(" ", 1)
        self._call(method, _path(level, name).route(path), None if calls.remove else calls.unset)

    def fulfil(self, level: Level, name: str, wish: Mapping[str, Any], unset: Collection[str], cluster: str) -> None:
        """Make a cluster (its name) follow a wish, and take back the policies in `unset`; others stay as they
        are.

        What holds already is not written again. A refusal does not stop the other policies; the last one is raised.
        """
        read = self.of_namespace(name, cluster) if level == "namespace" else self.of_topic(name, {*wish, *unset})
        taken_back = to_remove(set(unset) - set(wish), read.wish, level)
        self._write_all(level, name, to_write(wish, read.wish), taken_back, read.wish)

    def _write_all(
        self, level: Level, name: str, wish: Mapping[str, Any], unset: Collection[str], actual: Mapping[str, Any]
    ) -> None:
        """Writes the policies one by one. Raises ClusterRefusedError with all that stay refused."""
        steps: list[tuple[str, Any]] = [*((policy, None) for policy in unset), *wish.items()]
        # A smaller retention is refused before the smaller backlog quota is there: what is refused is tried once more.
        refused = list(self._refusals(level, name, steps, actual))
        again = list(self._refusals(level, name, [step for step, _ in refused], actual)) if len(steps) > 1 else refused
        if again:
            raise ClusterRefusedError("; ".join(f"{step[0]}: {error}" for step, error in again))

    def _refusals(
        self, level: Level, name: str, steps: Collection[tuple[str, Any]], actual: Mapping[str, Any]
    ) -> Iterator[tuple[tuple[str, Any], ClusterRefusedError]]:
        """Writes each step; yields those that the cluster refuses, with why."""
        for policy, value in steps:
            try:
                # Pulsar adds labels to those that are there.
                if value is None or (POLICIES[policy].type == "labels" and policy in actual):
                    self.remove(level, name, policy)
                if value is not None:
                    self.write(level, name, policy, value)
            except ClusterRefusedError as error:
                yield (policy, value), error

    def _topic_policy(self, name: str, path: str) -> Any:
        answer = self._http.call("GET", (AdminPath.of_topic(name) / path).asking(applied="false"))
        if answer.status == 404 and path not in _ALWAYS:
            return None  # a version that does not have it
        return answer.require_success().value()

    def _call(self, method: str, path: AdminPath, body: Any) -> None:
        self._http.call(method, path, body).require_success()


_ALWAYS = frozenset(topic_reads()) - {
    calls.read for policy in POLICIES.values() if (calls := policy.topic) is not None and calls.since is not None
}


def _path(level: Level, name: str) -> AdminPath:
    return AdminPath.of_namespace(name) if level == "namespace" else AdminPath.of_topic(name)
