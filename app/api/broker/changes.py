"""GET /changes: deltas pushed as server-sent events. The stream stays open for days, without a thread or connection to
the database."""

from typing import Annotated

from fastapi import Query, Request
from sse_starlette import EventSourceResponse

from app.access import rights_snapshot
from app.api.broker import center_time
from app.api.broker.caller import Calling, Reads
from app.api.routing import Router
from app.audit.trail.epochs import StateVersion
from app.brokers.feed import ChangeFeed, KeepAlive

KEEP_ALIVE_SECONDS = 10
SEND_SECONDS = 30
"""A broker that reads nothing for so long is disconnected. It reconnects and gets what it missed."""

router = Router(tags=["broker"])


@router.get("/changes", summary="What changes, pushed at once", response_class=EventSourceResponse)
async def changes(
    request: Request,
    cluster: Calling,
    after: Annotated[int, Query(ge=0, le=2**63 - 1)],
    epoch: Annotated[str | None, Query(max_length=32)] = None,
    mark: Annotated[str | None, Query(max_length=64)] = None,
    reads: Reads = rights_snapshot.FORMAT,
) -> EventSourceResponse:
    """Changes after revision `after` of `epoch`: `hello`, then `delta` events, or `reset` (take a new snapshot), with
    `time` events in between. `hello` says whether the center's history contains the revision. A plugin that does not
    read the format of the cluster's snapshot gets `reset` alone: it would skip what it does not know."""
    feed: ChangeFeed = request.app.state.feed
    state, keep_alive = StateVersion(epoch, after, mark), KeepAlive(KEEP_ALIVE_SECONDS, center_time.event)
    frames = feed.listen(cluster.cluster_id, cluster.credential_id, state, keep_alive, reads)
    # The framework's pings are off: they would go on even when the feed can no longer say anything.
    return EventSourceResponse(frames, ping=0, sep="\n", send_timeout=SEND_SECONDS)
