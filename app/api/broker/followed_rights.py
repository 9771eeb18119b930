"""What a cluster's brokers follow: everything that the cluster may know at one revision, and what changes, pushed as
server-sent events. That stream stays open for days, without a thread or connection to the database."""

from typing import Annotated

from fastapi import Depends, Header, Query, Request, Response
from fastapi.responses import StreamingResponse
from sse_starlette import EventSourceResponse

from app.access import rights_snapshot
from app.api.broker import center_time
from app.api.broker.caller import Calling, Reads
from app.api.routing import Router
from app.audit.trail.epochs import StateVersion
from app.brokers.feed import ChangeFeed, KeepAlive
from app.brokers.snapshot_cache import SnapshotCache

router = Router(tags=["broker"])
KEEP_ALIVE_SECONDS = 10
SEND_SECONDS = 30
"""A broker that reads nothing for so long is disconnected. It reconnects and gets what it missed."""
_HEADERS = {"Vary": "Accept-Encoding, Authorization", "Cache-Control": "no-cache, private"}


@router.get(
    "/snapshot",
    summary="Everything the cluster may know",
    response_class=Response,
    responses={304: {"description": "The revision is the newest."}},
)
async def snapshot(
    request: Request,
    cluster: Calling,
    if_none_match: Annotated[str | None, Header(max_length=256)] = None,
    accept_encoding: Annotated[str, Header(max_length=256)] = "",
    reads: Reads = rights_snapshot.FORMAT,
) -> Response:
    """The snapshot. Its ETag contains epoch and revision. A request that waits for the snapshot to be built holds no
    thread. A plugin that does not read its format is never told that what it has is the newest."""
    cache: SnapshotCache = request.app.state.snapshots
    cached = await cache.fetch(cluster.cluster_id, if_none_match, reads)
    if cached is None:
        return Response(status_code=304, headers={"ETag": if_none_match or "", **_HEADERS})
    headers = {"ETag": cached.tag, **_HEADERS}
    if not _gzip_accepted(accept_encoding):
        return StreamingResponse(cached.plain(), media_type="application/json", headers=headers)
    headers |= {"Content-Encoding": "gzip", "Content-Length": str(len(cached.gzipped))}
    return StreamingResponse(cached.pieces(), media_type="application/json", headers=headers)


def _gzip_accepted(accepted: str) -> bool:
    for choice in accepted.lower().split(","):
        coding, _, quality = choice.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return quality.strip("0.") != "" or not quality
    return False


def _position(
    after: Annotated[int, Query(ge=0, le=2**63 - 1)],
    epoch: Annotated[str | None, Query(max_length=32)] = None,
    mark: Annotated[str | None, Query(max_length=64)] = None,
) -> StateVersion:
    return StateVersion(epoch, after, mark)


Position = Annotated[StateVersion, Depends(_position)]
"""What the broker holds."""


@router.get("/changes", summary="What changes, pushed at once", response_class=EventSourceResponse)
async def changes(
    request: Request,
    cluster: Calling,
    state: Position,
    reads: Reads = rights_snapshot.FORMAT,
) -> EventSourceResponse:
    """Changes after revision `after` of `epoch`: `hello`, then `delta` events, or `reset` (take a new snapshot), with
    `time` events in between. `hello` says whether the center's history contains the revision. A plugin that does not
    read the format of the cluster's snapshot gets `reset` alone: it would skip what it does not know."""
    feed: ChangeFeed = request.app.state.feed
    keep_alive = KeepAlive(KEEP_ALIVE_SECONDS, center_time.event)
    frames = feed.listen(cluster.cluster_id, cluster.credential_id, state, keep_alive, reads)
    # The framework's pings are off: they would go on even when the feed can no longer say anything.
    return EventSourceResponse(frames, ping=0, sep="\n", send_timeout=SEND_SECONDS)
