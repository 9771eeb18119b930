"""The few calls of Pulsar's admin REST API v2 that provisioning needs. Each can be repeated without further effect.

So "exists already" after a creation and "not found" after a deletion count as success.
"""

from collections.abc import Collection, Mapping
from typing import Any

from app.access.names import ResourceName
from app.access.naming_rules import SCALABLE, is_scalable
from app.resources.pulsar.admin_http import AdminHttp, ClusterRefusedError
from app.resources.pulsar.admin_path import TOPIC_ROUTES, AdminPath


class AdminClient(AdminHttp):
    """One cluster, for the length of one job. `seconds`: the limit for all its calls together.

    Every method raises ClusterRefusedError (with the cluster's message), ClusterUnreachableError, or
    AddressNotAllowedError when the cluster's host, or one that it redirects to, is not allowed.
    """

    def clusters(self) -> list[str]:
        """Names of the clusters that this one knows, including itself."""
        return self.call("GET", AdminPath.of("clusters")).require_success().names()

    def cluster(self, name: str) -> dict[str, Any] | None:
        """How this cluster knows another one (Pulsar's ClusterData); None when it does not."""
        answer = self.call("GET", AdminPath.of("clusters", name))
        if answer.status == 404:
            return None
        return answer.require_success().members()

    def register_cluster(self, name: str, data: Mapping[str, object]) -> None:
        """Make another cluster known. One that somebody registered a moment ago is fine."""
        answer = self.call("PUT", AdminPath.of("clusters", name), data)
        if answer.status != 409:
            answer.require_success()

    def create_tenant(self, name: str, allowed_clusters: Collection[str]) -> None:
        """Create a tenant without admin roles, as the center holds the rights. One that may use these clusters is
        fine."""
        path = AdminPath.of_tenant(name)
        answer = self.call("PUT", path, {"adminRoles": [], "allowedClusters": sorted(allowed_clusters)})
        if answer.status == 409:
            known = set(self._get(path).get("allowedClusters") or [])
            _expect_same(set(allowed_clusters) <= known, f"tenant {name} exists for clusters {sorted(known)}")
            return
        answer.require_success()

    def delete_tenant(self, name: str) -> None:
        """Remove an empty tenant."""
        self.call("DELETE", AdminPath.of_tenant(name)).require_success(gone_is_fine=True)

    def namespaces(self, tenant: str) -> list[str]:
        """`tenant/namespace` of every namespace; none when the tenant does not exist."""
        return self._list(AdminPath.of("namespaces", tenant))

    def create_namespace(self, name: str, bundles: int, replication_clusters: Collection[str]) -> None:
        """Create a namespace with this many bundles. An existing one with as many or more is fine."""
        wish: dict[str, object] = {"bundles": {"numBundles": bundles}}
        if replication_clusters:
            wish["replication_clusters"] = sorted(replication_clusters)
        path = AdminPath.of_namespace(name)
        answer = self.call("PUT", path, wish)
        if answer.status == 409:
            existing = (self._get(path).get("bundles") or {}).get("numBundles")
            # Brokers split busy bundles, so more of them than at the start is the same namespace.
            _expect_same(
                isinstance(existing, int) and existing >= bundles, f"namespace {name} exists with {existing} bundles"
            )
            return
        answer.require_success()

    def delete_namespace(self, name: str) -> None:
        """Remove an empty namespace."""
        self.call("DELETE", AdminPath.of_namespace(name)).require_success(gone_is_fine=True)

    def topics(self, namespace: str) -> list[str]:
        """Full names of the topics of all domains, each partitioned topic once; none when the namespace does not
        exist."""
        # Scalable topics are in a list of their own, which clusters before 5.0 do not have.
        listed = self._list(AdminPath.of_namespace(namespace, TOPIC_ROUTES[SCALABLE]))
        topics = {ResourceName.of_topic(topic).name for topic in listed}
        for domain in ("persistent", "non-persistent"):
            all_of_them = AdminPath.of_namespace(namespace, domain)
            for path in (all_of_them, all_of_them / "partitioned"):
                topics.update(ResourceName.of_topic(topic).name for topic in self._list(path))
        return sorted(topics - {""})

    def create_topic(self, name: str, partitions: int) -> None:
        """Create a topic; `partitions` 0: not partitioned. An existing one with as many partitions is fine."""
        path = AdminPath.of_topic(name)
        if is_scalable(name):
            self._create_scalable(path)
            return
        call = self.call("PUT", path / "partitions", partitions) if partitions else self.call("PUT", path)
        if call.status == 409:
            existing = self.partitions(name)
            _expect_same(existing == partitions, f"topic {name} exists with {existing} partitions")
            return
        call.require_success()

    def _create_scalable(self, path: AdminPath) -> None:
        """With one segment, of which the cluster makes more by load."""
        answer = self.call("PUT", path, {})
        if answer.status == 404:
            raise ClusterRefusedError("404: the cluster has no scalable topics: they need Pulsar 5.0 or newer")
        if answer.status != 409:
            answer.require_success()

    def partitions(self, name: str) -> int | None:
        """The number of partitions, 0 for a topic without; None when the topic does not exist."""
        path = AdminPath.of_topic(name)
        answer = self.call("GET", path if is_scalable(name) else path / "partitions")
        if answer.status == 404:
            return None
        answer.require_success()
        count = 0 if is_scalable(name) else answer.members().get("partitions")
        if not isinstance(count, int):
            raise ClusterRefusedError("the cluster does not say how many partitions the topic has")
        return count

    def grow_topic(self, name: str, partitions: int) -> None:
        """Raise the number of partitions; nothing to do when there are as many or more."""
        existing = self.partitions(name)
        if existing is not None and existing >= partitions:
            return
        self.call("POST", AdminPath.of_topic(name) / "partitions", partitions).require_success()

    def delete_topic(self, name: str, *, force: bool = False) -> None:
        """Delete a topic, partitioned or not. `force`: also while producers and consumers are connected."""
        existing = self.partitions(name)
        if existing is None:
            return
        path = AdminPath.of_topic(name)
        path = path / "partitions" if existing else path
        self.call("DELETE", path.asking(force="true") if force else path).require_success(gone_is_fine=True)

    def stats(self, name: str) -> dict[str, Any] | None:
        """A topic's statistics (Pulsar's TopicStats), all partitions together; None when no broker has loaded it."""
        existing = self.partitions(name)
        if existing is None:
            return None
        path = AdminPath.of_topic(name)
        path = (path / "partitioned-stats").asking(perPartition="false") if existing else path / "stats"
        answer = self.call("GET", path)
        if answer.status == 404:
            return None
        stats = answer.require_success().members()
        return {"publishers": stats.get("producers"), **stats}  # as those of a scalable topic are called

    def _get(self, path: AdminPath) -> dict[str, Any]:
        return self.call("GET", path).require_success().members()

    def _list(self, path: AdminPath) -> list[str]:
        answer = self.call("GET", path)
        if answer.status == 404:
            return []
        return answer.require_success().names()


def _expect_same(same: bool, existing: str) -> None:
    if not same:
        raise ClusterRefusedError(f"409: the cluster has another one: {existing}")
