"""What an import changes at the center: pure, from what the cluster holds, the mapping, and what the center has.

What is there already is never changed: where it differs, that is a line of the report. Making the plan again after it
was carried out finds nothing to do.
"""

from collections import Counter
from collections.abc import Mapping as Map
from dataclasses import dataclass, field

from app.desired_state.importing import plan_grants, plan_places, plan_rules, targets
from app.desired_state.importing.center_state import CenterState
from app.desired_state.importing.mapping import Mapping
from app.desired_state.importing.report_lines import ImportDifference, NotCarried
from app.desired_state.importing.sentences import what
from app.desired_state.importing.steps import KINDS, GrantStep, Step
from app.desired_state.importing.targets import Targets
from app.resources.pulsar.cluster_content import ClusterContent


@dataclass(frozen=True)
class ImportPlan:
    """The steps in order, and what they leave."""

    steps: tuple[Step, ...]
    exists: Map[str, int]
    """Kind → how many are there already, just so."""
    differs: tuple[ImportDifference, ...]
    not_carried: tuple[NotCarried, ...]
    targets: Targets = field(default_factory=Targets)

    @property
    def comes(self) -> Map[str, int]:
        """Kind → how many are made."""
        return dict(Counter(KINDS[type(step)] for step in self.steps))


def make(estate: ClusterContent, mapping: Mapping, center: CenterState, *, audience: str, now: int) -> ImportPlan:
    """`audience`: what tokens call brokers. `now` in epoch ms: grants are judged then."""
    chosen = targets.choose(estate, mapping, center, audience)
    places = plan_places.compare(estate, center)
    rules = plan_rules.compare(estate, center, chosen, places.usable)
    before = (*chosen.steps, *places.steps, *rules.steps)
    grants = plan_grants.compare(estate, center, chosen, places.usable, wanted=mapping.manage_subscriptions, now=now)
    exists = Counter(places.exists) + Counter(rules.exists) + Counter(grants.exists) + _count_receivers(chosen, center)
    left = (*_left_out(estate, chosen), *places.not_carried, *rules.not_carried, *grants.not_carried)
    differs = (*places.differs, *rules.differs, *grants.differs)
    return ImportPlan((*before, *grants.steps), dict(exists), differs, left, chosen)


def _count_receivers(chosen: Targets, center: CenterState) -> Counter[str]:
    receivers = set(chosen.receivers.values())
    users = sum(kind == "user" and name in center.users for kind, name in receivers)
    return +Counter(user=users, role=sum(kind == "role" and name in center.shared for kind, name in receivers))


def _left_out(estate: ClusterContent, chosen: Targets) -> list[NotCarried]:
    return [NotCarried(estate.cluster, role, what("everything_held"), why) for role, why in chosen.why_not.items()]


def grant_steps(plan: ImportPlan) -> list[GrantStep]:
    """The grants that are made."""
    return [step for step in plan.steps if isinstance(step, GrantStep)]
