"""The caller of the broker API: the plugins of one cluster, known by its plugin credential."""

import hashlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Annotated

from fastapi import Depends, FastAPI, Query, Request
from fastapi.requests import HTTPConnection
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from app.api.admission.fair_share import LOOKS, TRIALS, FairShare, QuestionShare
from app.api.app_state import database_of, settings_of
from app.api.broker.batches import Batches
from app.api.database_polling import Watch
from app.api.origin import note_origin
from app.audit.trail import trail
from app.audit.trail.epochs import StateVersion
from app.brokers import broker_states, credentials, heartbeats, live_connections
from app.brokers.credentials import CredentialHolder
from app.brokers.feed import ChangeFeed
from app.brokers.heartbeats import Report
from app.brokers.snapshot_cache import SnapshotCache
from app.platform.database import Database
from app.platform.errors import NotSignedIn

_RECENT = 1_000
"""Credentials that are remembered: some of each cluster."""
_bearer = HTTPBearer(auto_error=False, scheme_name="ClusterCredential", description="puc_cluster_…")


async def calling_cluster(
    request: HTTPConnection, presented: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> CredentialHolder:
    """The cluster. Raises NotSignedIn. Holds no connection when it returns, because the change feed and links stay
    open for days."""
    if presented is None:
        raise NotSignedIn("Send the cluster's credential as bearer token.")
    sign_ins: Batches[str, CredentialHolder] = request.app.state.sign_ins
    return await sign_ins.ask(presented.credentials)


Calling = Annotated[CredentialHolder, Depends(calling_cluster)]
Reads = Annotated[
    int, Query(alias="format", ge=1, le=1000, description="The newest format of snapshots that the plugin reads.")
]


@contextmanager
def changing(request: Request, cluster: CredentialHolder) -> Iterator[Session]:
    """The transaction of a change that a broker asks for. It holds the lock of the revision."""
    with database_of(request).writing(settings_of(request).change_seconds) as session:
        note_origin(request, session, f"cluster_credential:{cluster.credential_id}")
        trail.lock_revision(session)
        yield session


class RecentCallers:
    """Whose credential was right the last time that it was asked for. That says in which queue a request waits, without
    a question to the database, and nothing more: `let_ask` asks whether it still is."""

    def __init__(self, ask: Callable[[str], Awaitable[CredentialHolder]]) -> None:
        self._ask = ask
        self._found: dict[bytes, CredentialHolder] = {}

    async def of(self, presented: str) -> CredentialHolder:
        """The cluster of this credential, now or before. Raises NotSignedIn for one that is not known to have been
        right."""
        found = self._found.get(_key(presented))
        if found is None:
            found = await self._ask(presented)
            if len(self._found) >= _RECENT:
                self._found.clear()
            self._found[_key(presented)] = found
        return found

    def let_ask(self, presented: str, connection: Connection) -> None:
        """Raises NotSignedIn when the credential is not valid any more."""
        if credentials.holder(connection, presented) is None:
            self._found.pop(_key(presented), None)
            raise NotSignedIn(credentials.REFUSED)


def _key(presented: str) -> bytes:
    return hashlib.sha256(presented.encode()).digest()


def _signed_in(database: Database, presented: Sequence[str]) -> list[CredentialHolder | Exception]:
    with database.reading_rows() as connection:
        return [holder or NotSignedIn(credentials.REFUSED) for holder in credentials.holders(connection, presented)]


def _heard(
    database: Database, watch: Watch[int, broker_states.Reports], most: int, reports: Sequence[Report]
) -> list[StateVersion | Exception]:
    answers = heartbeats.take(database, reports, most)
    watch.wake()
    return answers


def install(app: FastAPI) -> None:
    """Add to the application what broker routes need: credentials, heartbeats, change feed, snapshots, and waiting for
    reports. Called once when the application is made."""
    database: Database = app.state.database
    app.state.feed = ChangeFeed(database)
    app.state.snapshots = SnapshotCache(database)
    # As many as may wait for their turn to sign in come at once, and all show the credential of their cluster first.
    app.state.sign_ins = Batches(partial(_signed_in, database), name="sign-in", most=20_000)
    app.state.callers = RecentCallers(app.state.sign_ins.ask)
    app.state.reports = watch = Watch(database, broker_states.reports_of)
    heard = partial(_heard, database, watch, app.state.settings.brokers_max)
    app.state.heartbeats = Batches(heard, name="heartbeats", pause=app.state.feed.pause)
    app.state.questions = QuestionShare()
    app.state.trials = QuestionShare(TRIALS)
    app.state.looks = FairShare(LOOKS)
    app.state.answers = Watch(database, live_connections.answers, most=100)
    trail.on_commit(database._write, app.state.feed.wake)
