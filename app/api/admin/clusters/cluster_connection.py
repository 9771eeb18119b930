"""Whether a cluster answers the center: asked while the caller waits."""

from anyio import to_thread
from fastapi import Request
from fastapi.concurrency import run_in_threadpool

from app.api.admin.clusters.cluster_access import find_administered
from app.api.admission.fair_share import QuestionShare
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import SignedInToWait
from app.api.paging import Id
from app.api.problems import responses
from app.api.routing import Router
from app.platform.settings import Settings
from app.resources.provisioning import cluster_reachability, deletion_forecast
from app.resources.provisioning.cluster_reachability import Standing
from app.resources.provisioning.deletion_forecast import ClusterToAsk
from app.resources.pulsar.peers import Peer
from app.tokens import cluster_tokens

router = Router(prefix="/clusters/{cluster_id}/connection", tags=["clusters"])


@router.get("", summary="Ask whether a cluster answers", responses=responses(429))
async def get_connection(request: Request, caller: SignedInToWait, cluster_id: Id, settings: Configured) -> Standing:
    """Calls it now, as provisioning does. For users who administer it; administrators of the center also learn how it
    knows the clusters that it shares tenants with."""
    shares: QuestionShare = request.app.state.questions
    with shares.of(caller.parent_id or caller.user_id):
        asked, others, token = await run_in_threadpool(_prepare, caller, settings, cluster_id)
        lanes = request.app.state.cluster_lanes
        return await to_thread.run_sync(cluster_reachability.ask, asked, others, token, limiter=lanes)


def _prepare(caller: Caller, settings: Settings, cluster_id: int) -> tuple[ClusterToAsk, list[Peer], str]:
    """The cluster, the others that it should know, and the token for the call."""
    with caller.session as session:
        cluster = find_administered(caller, cluster_id)
        asked = deletion_forecast.how_to_ask(session, settings, cluster)
        token = cluster_tokens.issue(session, settings, asked.username)
        return asked, cluster_reachability.peers(session, cluster) if caller.is_administrator else [], token
