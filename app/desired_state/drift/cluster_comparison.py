"""Reads a cluster and compares it with what the center wishes. Outside of transactions, but for three short ones.

The center is read before and after the cluster: what was changed meanwhile is judged by the next run.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from sqlalchemy.orm import Session

from app.desired_state.drift import center_places, comparing, known_rights
from app.desired_state.drift.center_places import KnownCluster, unchanged, unsettled
from app.desired_state.drift.differences import Difference
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.settings import Settings
from app.resources import cluster_users, endpoints
from app.resources.models import Cluster
from app.resources.provisioning import admin_calls, content_reader
from app.resources.provisioning.content_calls import ContentCalls
from app.resources.pulsar.cluster_content import ClusterContent, UnreadPart
from app.resources.pulsar.cluster_errors import ClusterRefusedError
from app.resources.pulsar.endpoint import Endpoint
from app.tokens.cluster_tokens import token_for

_SECONDS = 900.0
"""Limit for reading one cluster; well below `runs.CLAIM_MS`."""


@dataclass(frozen=True)
class ClusterComparison:
    """What a run found."""

    differences: list[Difference]
    unread: tuple[UnreadPart, ...]
    known: KnownCluster

    @cached_property
    def by_key(self) -> dict[str, Difference]:
        """The differences by what they are about."""
        return {difference.key: difference for difference in self.differences}


@dataclass(frozen=True)
class ClusterAccess:
    """How a cluster is called."""

    endpoint: Endpoint
    token: Callable[[], str] = field(repr=False)


def access_to(session: Session, database: Database, settings: Settings, cluster: Cluster) -> ClusterAccess:
    """The cluster, called as the center's own service user of it."""
    username, token = cluster_users.admin_username(session, cluster), token_for(database, settings)
    return ClusterAccess(endpoints.of(session, settings, cluster), lambda: token(username))


def compare(database: Database, settings: Settings, cluster_id: int) -> ClusterComparison:
    """Raises ClusterUnreachableError, ClusterRefusedError, AddressNotAllowedError when nothing could be read."""
    with database.reading() as session:
        cluster = session.get_one(Cluster, cluster_id)
        access = access_to(session, database, settings, cluster)
    # First, so that a cluster that is down costs no reading of all that the center has.
    names = admin_calls.clusters_known_to(access.endpoint, access.token())
    with database.reading() as session:
        before = center_places.read(session, session.get_one(Cluster, cluster_id))
    with ContentCalls(access.endpoint, access.token, seconds=_SECONDS) as calls:
        content = content_reader.read(cluster.name, calls)
    with database.reading() as session:
        cluster = session.get_one(Cluster, cluster_id)
        if cluster.admin_url != access.endpoint.url:
            raise ClusterRefusedError("the cluster was given another address while it was read")
        after = unsettled(before, center_places.read(session, cluster, before.places))
        after = known_rights.with_rights(session, after, cluster_id, content, now_ms())
    differences = _unchanged_differences(before, after, names, content)
    return ClusterComparison(differences, content.unread, after)


def _unchanged_differences(
    before: KnownCluster, after: KnownCluster, names: frozenset[str], content: ClusterContent
) -> list[Difference]:
    differences = comparing.compare(center_places.among(after, names), content)
    return [difference for difference in differences if unchanged(before, after, difference.place)]
