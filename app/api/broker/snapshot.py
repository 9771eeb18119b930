"""GET /snapshot: everything the cluster may know, at one revision."""

from typing import Annotated

from fastapi import Header, Request, Response
from fastapi.responses import StreamingResponse

from app.access import rights_snapshot
from app.api.broker.caller import Calling, Reads
from app.api.routing import Router
from app.brokers.snapshot_cache import SnapshotCache

router = Router(tags=["broker"])


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


_HEADERS = {"Vary": "Accept-Encoding, Authorization", "Cache-Control": "no-cache, private"}


def _gzip_accepted(accepted: str) -> bool:
    for choice in accepted.lower().split(","):
        coding, _, quality = choice.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return quality.strip("0.") != "" or not quality
    return False
