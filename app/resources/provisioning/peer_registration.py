"""Makes the clusters of a tenant known to each other, as Pulsar replicates only between clusters that know each other.

What is registered already is not overwritten: brokers may have to use another address than the center (decision 0093).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.resources.models import Cluster
from app.resources.pulsar.admin_client import AdminClient
from app.resources.pulsar.peers import Peer


def peers(session: Session, cluster: Cluster, wish: Mapping[str, Any]) -> tuple[Peer, ...]:
    """The other clusters that a wish names, but for those that were given up."""
    others = [name for name in wish.get("clusters", ()) if name != cluster.name]
    if not others:
        return ()
    clusters = session.scalars(select(Cluster).where(Cluster.name.in_(others), Cluster.gone == 0).order_by(Cluster.id))
    return tuple(Peer(other.name, other.address, other.admin_url) for other in clusters)


def introduce(client: AdminClient, peers: Iterable[Peer]) -> list[str]:
    """Register the clusters that this one does not know. Returns a sentence for each that it knows differently.

    Raises what `AdminClient` raises.
    """
    sentences = []
    for peer in peers:
        registration = client.cluster(peer.name)
        if registration is None:
            client.register_cluster(peer.name, peer.registration())
        elif different := peer.differences(registration):
            sentences.append(
                f'The cluster knows "{peer.name}" by another address ({"; ".join(different)}); left as it is.'
            )
    return sentences
