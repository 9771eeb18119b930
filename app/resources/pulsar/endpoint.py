"""Where a cluster's admin API is, and what a connection to it must keep to."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from app.platform.outgoing.look_up import Reach
from app.platform.outgoing.tls import Tls


@dataclass(frozen=True)
class Endpoint:
    """`url`: scheme, host and port. `allowed_hosts`: lower-case names (settings.allowed_cluster_hosts); redirects stay
    among them too. `reach`: the networks that their addresses may be in. `tls`: whom to trust, and what to show.

    Nothing has a default: a connection that forgot one of them would be made without the check.
    """

    url: str
    allowed_hosts: Collection[str]
    reach: Reach
    tls: Tls

    def at(self, url: str) -> "Endpoint":
        """Another address of the same cluster, one of its brokers."""
        return replace(self, url=url)
