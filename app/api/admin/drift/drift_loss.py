"""What removing an extra place would destroy on the cluster, which is asked while the caller waits."""

from functools import partial

from fastapi import Request

from app.access.names import ResourceType
from app.api.admin.drift import drift_rights
from app.api.admin.resources.cluster_questions import Prepared, ask_clusters
from app.api.admin.resources.deletion_loss import Loss
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import SignedInToWait
from app.api.paging import Id
from app.api.problems import responses
from app.api.routing import Router
from app.platform.errors import Conflict
from app.platform.settings import Settings
from app.resources.models import Cluster
from app.resources.provisioning import deletion_forecast
from app.resources.provisioning.deletion_forecast import ClusterLoss
from app.tokens import cluster_tokens

router = Router(prefix="/clusters/{cluster_id}/drift", tags=["drift"])


@router.get("/lines/{line_id}/loss", summary="Ask what removing an extra place takes", responses=responses(409, 429))
async def line_loss(
    request: Request, caller: SignedInToWait, cluster_id: Id, line_id: Id, settings: Configured
) -> Loss:
    """Asks the cluster now. For users who may remove the place."""
    prepare = partial(_prepare, caller, settings, cluster_id, line_id)
    name, losses = await ask_clusters(request, caller, prepare)
    return Loss(full_name=name, clusters=losses)


def _prepare(caller: Caller, settings: Settings, cluster_id: int, line_id: int) -> Prepared[ClusterLoss]:
    with caller.session as session:
        row = drift_rights.line(caller, cluster_id, line_id)
        if row.field != "resource" or row.kind != "extra":
            raise Conflict("Repairing this removes nothing.", code="not_repairable")
        drift_rights.require_removal(caller, row)
        cluster = deletion_forecast.how_to_ask(session, settings, session.get_one(Cluster, cluster_id))
        token = cluster_tokens.issue(session, settings, cluster.username)
        kind = ResourceType(row.res_type)
        return row.place, lambda asked, name, token: deletion_forecast.ask(asked, kind, name, token), [(cluster, token)]
