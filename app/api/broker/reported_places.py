"""Places as the plugin reports them: what was made or deleted at a broker, and by whom."""

from collections.abc import Callable, Collection, Iterable
from typing import Literal

from fastapi import Request
from pydantic import Field
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.api.app_state import database_of, settings_of
from app.api.broker.permissions import Name, Proof
from app.api.paging import Body
from app.brokers.credentials import CredentialHolder
from app.resources.models import Cluster
from app.resources.provisioning import place_presence
from app.resources.provisioning.deletion_forecast import how_to_ask
from app.resources.provisioning.place_presence import Presence
from app.tokens.cluster_tokens import token_for

MOST = 100
_TYPES = {"tenant": ResourceType.TENANT, "namespace": ResourceType.NAMESPACE, "topic": ResourceType.TOPIC}


class ReportedPlace(Body):
    """A place by its full name. `actor`: the principal that called the broker; `proof`: what it signed in with."""

    type: Literal["tenant", "namespace", "topic"]
    name: str  # whatever Pulsar lets in: one name that is refused would hide the others
    actor: Name | None = None
    proof: Proof | None = Field(None, repr=False)

    def resource(self) -> ResourceName | None:
        """The name; malformed when the center refuses it. None for a partition, which is not its topic."""
        name = ResourceName.of(_TYPES[self.type], self.name)
        return name if name.name in ("", self.name) else None


def look(
    request: Request,
    cluster: CredentialHolder,
    names: Iterable[ResourceName],
    to_ask: Callable[[Session, int, ResourceName], Collection[Cluster]],
) -> Presence:
    """What clusters say themselves, which `to_ask` names for each. Raises Busy when the center looks for too many."""
    database, settings = database_of(request), settings_of(request)
    with database.reading() as session:
        on = {name: to_ask(session, cluster.cluster_id, name) for name in names}
        rows = {row for rows in on.values() for row in rows}
        wanted = [(how_to_ask(session, settings, row), [name for name in on if row in on[name]]) for row in rows]
    if not wanted:
        return {}
    with request.app.state.looks.of(cluster.cluster_id):
        return place_presence.look(token_for(database, settings), wanted)
