"""Whether a cluster answers the center: asked while the caller waits."""

from anyio import to_thread
from fastapi import Request
from fastapi.concurrency import run_in_threadpool

from app.api.admin.clusters.cluster_access import find_administered
from app.api.admission.fair_share import QuestionShare
from app.api.callers import Caller
from app.api.guard import SignedInToWait
from app.api.paging import Id
from app.api.problems import responses
from app.api.routing import Router
from app.api.running import Configured
from app.platform.settings import Settings
from app.resources.provisioning import losses, standing
from app.resources.provisioning.losses import ClusterToAsk
from app.resources.provisioning.standing import Standing
from app.resources.pulsar.peers import Peer
from app.tokens import cluster_tokens

router = Router(prefix="/clusters/{cluster_id}/connection", tags=["clusters"])


@router.get("", summary="Ask whether a cluster answers", responses=responses(404, 429))
async def get_connection(request: Request, caller: SignedInToWait, cluster_id: Id, settings: Configured) -> Standing:
    """Calls it now, as provisioning does. For users who administer it; administrators of the center also learn how it
    knows the clusters that it shares tenants with."""
    shares: QuestionShare = request.app.state.questions
    with shares.of(caller.parent_id or caller.user_id):
        asked, others, token = await run_in_threadpool(_prepare, caller, settings, cluster_id)
        lanes = request.app.state.cluster_lanes
        return await to_thread.run_sync(standing.ask, asked, others, token, limiter=lanes)


def _prepare(caller: Caller, settings: Settings, cluster_id: int) -> tuple[ClusterToAsk, list[Peer], str]:
    """The cluster, the others that it should know, and the token for the call."""
    with caller.session as session:
        cluster = find_administered(caller, cluster_id)
        asked = losses.how_to_ask(session, settings, cluster)
        token = cluster_tokens.issue(session, settings, asked.username)
        return asked, standing.peers(session, cluster) if caller.is_administrator else [], token
