"""What an import changes at the center, as its parts find it: `plan.make` fills it in. Pure."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.desired_state.engine.state import Place
from app.desired_state.engine.steps import Step
from app.desired_state.importing.report_lines import ImportDifference, NotCarried
from app.desired_state.importing.step_words import kind_of
from app.desired_state.importing.targets import Targets


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
        return Counter(kind_of(step) for step in self.steps)
