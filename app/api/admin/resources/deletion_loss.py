"""What deleting a tenant, namespace or topic would destroy on its clusters, which are asked while the caller waits."""

from functools import partial

from fastapi import Request
from pydantic import Field

from app.access.names import ResourceType
from app.api.admin.resources import resource_deletion
from app.api.admin.resources.cluster_questions import Question, about, ask_clusters
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import SignedInToWait
from app.api.paging import ApiModel, Id
from app.api.problems import responses
from app.api.routing import Router
from app.platform.settings import Settings
from app.resources.provisioning import deletion_forecast
from app.resources.provisioning.deletion_forecast import ClusterLoss
from app.resources.resource_rows import Row

router = Router()


class Loss(ApiModel):
    """What each cluster has of it now, by Pulsar's statistics, including topics that the center does not know."""

    full_name: str
    clusters: list[ClusterLoss] = Field(description="One for each cluster that it lives on.")


@router.get(
    "/tenants/{tenant_id}/loss", tags=["tenants"], summary="Ask what deleting a tenant takes", responses=responses(429)
)
async def tenant_loss(request: Request, caller: SignedInToWait, tenant_id: Id, settings: Configured) -> Loss:
    """Asks its clusters now. For users who may delete it."""
    return await _ask_clusters(request, caller, settings, ResourceType.TENANT, tenant_id)


@router.get(
    "/namespaces/{namespace_id}/loss",
    tags=["namespaces"],
    summary="Ask what deleting a namespace takes",
    responses=responses(429),
)
async def namespace_loss(request: Request, caller: SignedInToWait, namespace_id: Id, settings: Configured) -> Loss:
    """Asks its clusters now. For users who may delete it."""
    return await _ask_clusters(request, caller, settings, ResourceType.NAMESPACE, namespace_id)


@router.get(
    "/topics/{topic_id}/loss", tags=["topics"], summary="Ask what deleting a topic takes", responses=responses(429)
)
async def topic_loss(request: Request, caller: SignedInToWait, topic_id: Id, settings: Configured) -> Loss:
    """Asks its clusters now. For users who may delete it."""
    return await _ask_clusters(request, caller, settings, ResourceType.TOPIC, topic_id)


async def _ask_clusters(request: Request, caller: Caller, settings: Settings, kind: ResourceType, res_id: int) -> Loss:
    def permit(row: Row) -> None:
        resource_deletion.require_deletion(caller, kind, row, cascade=False)

    def question(_row: Row) -> Question[ClusterLoss]:
        return lambda cluster, name, token: deletion_forecast.ask(cluster, kind, name, token)

    prepare = partial(about, caller, settings, kind, res_id, permit, question)
    name, cluster_losses = await ask_clusters(request, caller, prepare)
    return Loss(full_name=name, clusters=cluster_losses)
