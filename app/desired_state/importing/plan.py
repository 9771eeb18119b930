"""What an import changes at the center: pure, from what the cluster holds, the mapping, and what the center has.

What is there already is never changed: where it differs, that is a line of the report. Making the plan again after it
was carried out finds nothing to do.
"""

from app.desired_state.importing import plan_grants, plan_places, targets
from app.desired_state.importing.import_plan import ImportPlan, PlanBasis
from app.desired_state.importing.mapping_file import Mapping
from app.desired_state.importing.sentences import what
from app.resources.pulsar.cluster_content import ClusterContent


def make(content: ClusterContent, mapping: Mapping, basis: PlanBasis, *, audience: str, now: int) -> ImportPlan:
    """`audience`: what tokens call brokers. `now` in epoch ms: grants are judged then."""
    center = basis.center
    plan = ImportPlan(targets.choose(content, mapping, center, audience))
    plan.steps += plan.targets.steps
    for kind, name in set(plan.targets.receivers.values()):
        plan.exists[kind] += name in (center.users if kind == "user" else center.roles)
    for role, why in plan.targets.why_not.items():
        plan.leave(content.cluster, role, what("everything_held"), why)
    plan_places.compare(plan, content, center)
    plan_grants.compare(plan, content, basis, wanted=mapping.manage_subscriptions, now=now)
    return plan
