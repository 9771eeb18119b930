"""The center's connection to a cluster: does the cluster answer, whom does the center trust there, and what certificate
does it show?"""

from typing import Annotated

from anyio import to_thread
from fastapi import Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from app.api.admin.clusters.cluster_access import find_administered
from app.api.admission.fair_share import QuestionShare
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import AdministratorToChange, SignedIn, SignedInToWait, require_reauthentication
from app.api.paging import ApiModel, Body, Id, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.platform.outgoing.certificates import LONGEST
from app.platform.settings import Settings
from app.resources import cluster_tls, clusters
from app.resources.models import Cluster
from app.resources.provisioning import cluster_reachability, deletion_forecast
from app.resources.provisioning.cluster_reachability import Standing
from app.resources.provisioning.deletion_forecast import ClusterToAsk
from app.resources.pulsar.peers import Peer
from app.tokens import cluster_tokens

router = ChangingRouter(prefix="/clusters/{cluster_id}", tags=["clusters"])
Pem = Annotated[str, Field(max_length=LONGEST, examples=["-----BEGIN CERTIFICATE-----\n…"])]


@router.get("/connection", summary="Ask whether a cluster answers", responses=responses(429))
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


class CertificateItem(ApiModel):
    """A certificate. Times are epoch ms; `fingerprint`: SHA-256."""

    subject: str
    issuer: str
    valid_from: int
    valid_until: int
    fingerprint: str


class ClusterTlsItem(ApiModel):
    """`authorities`: who alone may have signed the cluster's certificate; none: those that everybody trusts.
    `certificate`: what the center shows, its own first, then those that signed it. The private key is never shown."""

    authorities: list[CertificateItem]
    certificate: list[CertificateItem]
    version: str


class ClusterTlsChange(Body):
    """PEM texts; null takes away, what is left out stays. Certificate and private key are given together; they are
    dropped when the cluster's `admin_url` changes."""

    model_config = examples({"authorities": None})

    authorities: Pem | None = None
    certificate: Pem | None = None
    private_key: Annotated[str | None, Field(max_length=LONGEST, repr=False)] = None


@router.get("/tls", summary="Read the TLS settings of a cluster")
def get_tls(caller: SignedIn, cluster_id: Id, response: Response) -> ClusterTlsItem:
    """Of the center's calls to the cluster. For users who administer it."""
    row = find_administered(caller, cluster_id)
    return _answer(caller, row, response)


@router.patch("/tls", summary="Change the TLS settings of a cluster")
def change_tls(
    caller: AdministratorToChange,
    cluster_id: Id,
    body: ClusterTlsChange,
    seen: Seen,
    settings: Configured,
    response: Response,
) -> ClusterTlsItem:
    """Certificates are checked before they are kept: authorities may sign, the key fits, nothing is expired."""
    require_reauthentication(caller)
    row = seen.latest(clusters.find(caller.session, cluster_id))
    values = body.model_dump(include=body.model_fields_set)
    cluster_tls.change(caller.session, settings, caller.username, row, values)
    return _answer(caller, row, response)


def _answer(caller: Caller, row: Cluster, response: Response) -> ClusterTlsItem:
    facts = cluster_tls.facts_of(cluster_tls.row_of(caller.session, row.id))
    return tagged(response, ClusterTlsItem.of(row, **facts))
