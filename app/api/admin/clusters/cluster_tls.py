"""TLS between the center and a cluster: whom the center trusts there, and the certificate that it shows."""

from typing import Annotated

from fastapi import Response
from pydantic import Field

from app.api.admin.clusters.cluster_access import find_administered
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import AdministratorToChange, SignedIn, require_reauthentication
from app.api.paging import ApiModel, Body, Id, examples
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.platform.outgoing.certificates import LONGEST
from app.resources import cluster_tls, clusters
from app.resources.models import Cluster

router = ChangingRouter(prefix="/clusters/{cluster_id}/tls", tags=["clusters"])
Pem = Annotated[str, Field(max_length=LONGEST, examples=["-----BEGIN CERTIFICATE-----\n…"])]


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


@router.get("", summary="Read the TLS settings of a cluster")
def get_tls(caller: SignedIn, cluster_id: Id, response: Response) -> ClusterTlsItem:
    """Of the center's calls to the cluster. For users who administer it."""
    row = find_administered(caller, cluster_id)
    return _answer(caller, row, response)


@router.patch("", summary="Change the TLS settings of a cluster")
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
