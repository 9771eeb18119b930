"""What deleting a tenant, namespace or topic would destroy on its clusters, which are asked while the caller waits."""

import asyncio
from collections.abc import Sequence
from typing import Any

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from app.api import problems
from app.api.admin import resource_deletion
from app.api.admin import resource_items as shared
from app.api.fair_share import QuestionShare
from app.api.guard import Caller, Configured, SignedInToWait
from app.api.paging import Id
from app.provisioning import losses
from app.provisioning.losses import Asked, ClusterLoss
from app.pulsar.names import ResourceType
from app.resources import deletion
from app.resources.models import Namespace, Tenant, Topic
from app.settings import Settings
from app.tokens import issuing

router = APIRouter()
_MODELS: dict[ResourceType, Any] = {
    ResourceType.TENANT: Tenant,
    ResourceType.NAMESPACE: Namespace,
    ResourceType.TOPIC: Topic,
}
_TOKEN_SECONDS = 60
_REFUSALS = problems.responses(403, 404, 429)


class Loss(BaseModel):
    """What each cluster has of it now, by Pulsar's statistics, including topics that the center does not know."""

    full_name: str
    clusters: list[ClusterLoss] = Field(description="One for each cluster that it lives on.")


@router.get(
    "/tenants/{tenant_id}/loss", tags=["tenants"], summary="Ask what deleting a tenant takes", responses=_REFUSALS
)
async def tenant_loss(request: Request, caller: SignedInToWait, tenant_id: Id, settings: Configured) -> Loss:
    """Asks its clusters now. For users who may delete it."""
    return await _ask_clusters(request, caller, settings, ResourceType.TENANT, tenant_id)


@router.get(
    "/namespaces/{namespace_id}/loss",
    tags=["namespaces"],
    summary="Ask what deleting a namespace takes",
    responses=_REFUSALS,
)
async def namespace_loss(request: Request, caller: SignedInToWait, namespace_id: Id, settings: Configured) -> Loss:
    """Asks its clusters now. For users who may delete it."""
    return await _ask_clusters(request, caller, settings, ResourceType.NAMESPACE, namespace_id)


@router.get("/topics/{topic_id}/loss", tags=["topics"], summary="Ask what deleting a topic takes", responses=_REFUSALS)
async def topic_loss(request: Request, caller: SignedInToWait, topic_id: Id, settings: Configured) -> Loss:
    """Asks its clusters now. For users who may delete it."""
    return await _ask_clusters(request, caller, settings, ResourceType.TOPIC, topic_id)


async def _ask_clusters(request: Request, caller: Caller, settings: Settings, kind: ResourceType, res_id: int) -> Loss:
    shares: QuestionShare = request.app.state.questions
    lanes: CapacityLimiter = request.app.state.cluster_lanes
    with shares.of(caller.parent_id or caller.user_id):
        name, asked = await run_in_threadpool(_prepared, caller, settings, kind, res_id)
        hosts = settings.allowed_cluster_hosts()

        def ask(one: Asked, token: str) -> ClusterLoss:
            return losses.ask(one, kind, name, token, hosts)

        found = await asyncio.gather(*(to_thread.run_sync(ask, *one, limiter=lanes) for one in asked))
    return Loss(full_name=name, clusters=found)


def _prepared(
    caller: Caller, settings: Settings, kind: ResourceType, res_id: int
) -> tuple[str, Sequence[tuple[Asked, str]]]:
    """The full name, and the clusters, each with the token for the call."""
    with caller.session as session:
        row = shared.found(caller, kind, _MODELS[kind], res_id)
        resource_deletion.require_deletion(caller, kind, row, cascade=False)
        asked = losses.clusters_of(session, row)
        tokens = [
            issuing.issue(
                session, settings, one.username, audiences=(settings.audience,), seconds=_TOKEN_SECONDS
            ).reveal()
            for one in asked
        ]
        return deletion.name_of(session, row), list(zip(asked, tokens, strict=True))
