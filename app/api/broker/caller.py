"""Who calls the broker API: the plugins of one cluster, by the cluster's credential."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, FastAPI, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from app.audit import trail
from app.brokers import credentials, live_connections, registrations, snapshots
from app.brokers.fair_share import FairShare
from app.brokers.feed import ChangeFeed
from app.brokers.snapshot_cache import SnapshotCache
from app.brokers.watching import Watch
from app.database import Database
from app.errors import NotSignedIn

_bearer = HTTPBearer(auto_error=False, scheme_name="ClusterCredential", description="puc_cluster_…")


@dataclass(frozen=True, slots=True)
class CallingCluster:
    """The cluster whose credential was presented. It sees nothing of other clusters."""

    cluster_id: int
    name: str
    credential_id: int


def calling_cluster(
    request: Request, presented: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> CallingCluster:
    """Raises NotSignedIn. Holds no connection when it returns: the change feed stays open for days."""
    if presented is None:
        raise NotSignedIn("Send the cluster's credential as bearer token.")
    database: Database = request.app.state.database
    with database.reading() as session:
        credential = credentials.authenticate(session, presented.credentials)
        name = snapshots.cluster_name(session, credential.cluster_id)
        return CallingCluster(credential.cluster_id, name, credential.id)


Calling = Annotated[CallingCluster, Depends(calling_cluster)]


def install(app: FastAPI) -> None:
    """Give the application its change feed, woken by its own commits, its snapshots, and who waits for brokers'
    reports. Called once, at its making."""
    database: Database = app.state.database
    app.state.feed = ChangeFeed(database)
    app.state.snapshots = SnapshotCache(database)
    app.state.shares = FairShare()
    app.state.reports = Watch(database, registrations.reports_of)
    app.state.answers = Watch(database, live_connections.answers, most=100)
    trail.on_commit(database._write, app.state.feed.wake)
