"""The route that plans a file and changes nothing."""

from app.api.admin.policy import planning
from app.api.admin.policy.plan_item import PlanItem, item
from app.api.admin.policy.planning import File, Prune, Scope
from app.api.guard import SignedIn
from app.api.problems import responses
from app.api.routing import Router
from app.desired_state.policy_file import plan_size
from app.platform.clock import now_ms

router = Router(prefix="/policy", tags=["policy"])


@router.post("/plan", summary="Plan a file", responses=responses(404, 413))
def plan_policy(caller: SignedIn, text: File, tenant: Scope = None, prune: Prune = "") -> PlanItem:
    """What applying the file would change, in words. Nothing is changed, and rights are not checked
    (`apply?dry_run=true` checks them without changing anything)."""
    planned, _, source = planning.plan(caller, text, tenant, prune, now_ms())
    return item(planned.revision, planned, source, len(planned.changes) - plan_size.first(planned))
