"""Whether a cluster answers the center now, why not, and whether it knows the clusters that it shares tenants with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.resources import placement
from app.resources.models import Cluster, Tenant
from app.resources.provisioning import cluster_abandonment
from app.resources.provisioning.deletion_forecast import ClusterToAsk
from app.resources.pulsar.addresses import AddressNotAllowedError
from app.resources.pulsar.admin_client import AdminClient
from app.resources.pulsar.admin_http import ClusterRefusedError, ClusterUnreachableError
from app.resources.pulsar.peers import Peer

SECONDS = 5.0
GONE = "cluster_gone"
OTHER_NAME = "cluster_other_name"


@dataclass(frozen=True)
class PeerStanding:
    """How the cluster knows another one. `message`: in what its registration differs from the center's."""

    cluster: str
    state: Literal["known", "known_differently", "not_known"]
    message: str | None


@dataclass(frozen=True)
class Standing:
    """`answers`, or a stable `code` and a message for people. `peers`: clusters that it shares tenants with."""

    cluster_id: int
    cluster: str
    answers: bool
    code: str | None
    message: str | None
    peers: list[PeerStanding]


def peers(session: Session, cluster: Cluster) -> list[Peer]:
    """The clusters that it shares tenants with, but for those that were given up."""
    several = select(Tenant.clusters).where(placement.lives_on(cluster.id), Tenant.clusters.contains(",")).distinct()
    ids = {int(cluster_id) for text in session.scalars(several) for cluster_id in text.split(",")} - {cluster.id}
    clusters = session.scalars(select(Cluster).where(Cluster.id.in_(ids), Cluster.gone == 0).order_by(Cluster.name))
    return [Peer(other.name, other.address, other.admin_url) for other in clusters]


def ask(target: ClusterToAsk, peers: Sequence[Peer], token: str) -> Standing:
    """Ask it now, for some seconds at most. Raises nothing: a cluster that does not answer is the answer."""
    if target.gone:
        return _no_answer(target, GONE, cluster_abandonment.MESSAGE)
    try:
        with AdminClient(target.at, token, seconds=SECONDS) as client:
            return _ask_client(client, target, peers)
    except (ClusterUnreachableError, ClusterRefusedError, AddressNotAllowedError) as error:
        return _no_answer(target, error.code, str(error))


def _ask_client(client: AdminClient, target: ClusterToAsk, peers: Sequence[Peer]) -> Standing:
    cluster_names = client.clusters()
    if target.cluster not in cluster_names:
        message = (
            f"it knows {cluster_names}, but not itself as {target.cluster}: name it in the center as it names itself"
        )
        return _no_answer(target, OTHER_NAME, message)
    return Standing(target.cluster_id, target.cluster, True, None, None, [_peer(client, peer) for peer in peers])


def _peer(client: AdminClient, peer: Peer) -> PeerStanding:
    registered = client.cluster(peer.name)
    if registered is None:
        return PeerStanding(peer.name, "not_known", None)
    different = peer.differences(registered)
    return PeerStanding(peer.name, "known_differently" if different else "known", "; ".join(different) or None)


def _no_answer(target: ClusterToAsk, code: str, message: str) -> Standing:
    return Standing(target.cluster_id, target.cluster, False, code, message, [])
