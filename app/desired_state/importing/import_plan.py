"""What an import changes at the center, as its parts find it: `plan.make` fills it in. Pure."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from app.access.rights_snapshot import Snapshot
from app.desired_state.engine import center_reader
from app.desired_state.engine.state import CenterState, Place
from app.desired_state.engine.steps import Step
from app.desired_state.importing import made
from app.desired_state.importing.report_lines import ImportDifference, NotCarried, words_of
from app.desired_state.importing.targets import Targets
from app.resources.models import Cluster
from app.rights import snapshots


@dataclass
class ImportPlan:
    """The steps in order, and what they leave. `usable`: the places that the center has afterwards, on this cluster and
    open."""

    targets: Targets = field(default_factory=Targets)
    steps: list[Step] = field(default_factory=list)
    exists: Counter[str] = field(default_factory=Counter)
    """Kind → how many are there already, just so."""
    differs: list[ImportDifference] = field(default_factory=list)
    not_carried: list[NotCarried] = field(default_factory=list)
    usable: set[Place] = field(default_factory=set)

    @property
    def comes(self) -> Mapping[str, int]:
        """Kind → how many are made."""
        return Counter(words_of(step).kind for step in self.steps)


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
