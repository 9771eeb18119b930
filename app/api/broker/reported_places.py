"""Places as the plugin reports them: what was made or deleted at a broker, and by whom."""

from typing import Literal

from pydantic import Field

from app.access.names import ResourceName, ResourceType
from app.api.broker.permissions import Name, Proof
from app.api.paging import Body

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
