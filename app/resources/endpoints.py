"""How the center calls the admin API of a cluster, by the settings and by what is stored with the cluster."""

from sqlalchemy.orm import Session

from app.platform.outgoing.look_up import Reach
from app.platform.settings import Settings
from app.resources import cluster_tls
from app.resources.models import Cluster
from app.resources.pulsar.endpoint import Endpoint


def of(session: Session, settings: Settings, cluster: Cluster) -> Endpoint:
    """The endpoint. It holds the cluster's private key: it is not to be stored or logged."""
    return Endpoint(
        cluster.admin_url,
        settings.allowed_cluster_hosts(),
        Reach(settings.allowed_cluster_networks()),
        cluster_tls.settings_of(session, settings, cluster.id),
    )
