"""What a plan rests on: the state of the center, and what it knows of the cluster. Read with few statements."""

from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from app.access.rights_snapshot import Snapshot
from app.desired_state.engine import center_reader
from app.desired_state.engine.state import CenterState
from app.desired_state.importing import made
from app.resources.models import Cluster
from app.rights import snapshots


@dataclass(frozen=True)
class PlanBasis:
    """The center without its grants, and the rights of the cluster as they are."""

    snapshot: Snapshot
    center: CenterState = field(default_factory=CenterState)
    made: frozenset[str] = frozenset()
    """Users that an import made: each is the native role of its name."""
    consume_manages: bool | None = None
    """The cluster's setting about `consume`; None: nobody chose."""


def read(session: Session, cluster: Cluster) -> PlanBasis:
    """The basis of now. `session` reads one consistent state."""
    return PlanBasis(
        snapshots.snapshot_of(session, cluster.id),
        center_reader.read(session, grants=False),
        made.users(session),
        cluster.consume_manages_subscriptions,
    )
