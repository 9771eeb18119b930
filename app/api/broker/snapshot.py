"""GET /snapshot: everything the cluster may know, at one revision."""

from typing import Annotated

from fastapi import APIRouter, Header, Request, Response

from app.api.broker.caller import Calling
from app.brokers.snapshot_cache import SnapshotCache

router = APIRouter(tags=["broker"])


@router.get(
    "/snapshot",
    summary="Everything the cluster may know",
    response_class=Response,
    responses={304: {"description": "The revision is the newest."}},
)
def snapshot(
    request: Request,
    cluster: Calling,
    if_none_match: Annotated[str | None, Header(max_length=256)] = None,
    accept_encoding: Annotated[str, Header(max_length=256)] = "",
) -> Response:
    """The snapshot; its revision is the ETag."""
    cache: SnapshotCache = request.app.state.snapshots
    if if_none_match is not None and f'"{cache.revision()}"' in if_none_match.split(", "):
        return Response(status_code=304, headers={"ETag": if_none_match, **_HEADERS})
    kept = cache.get(cluster.cluster_id)
    headers = {"ETag": f'"{kept.revision}"', **_HEADERS}
    if not _gzip_accepted(accept_encoding):
        return Response(kept.plain, media_type="application/json", headers=headers)
    return Response(kept.gzipped, media_type="application/json", headers={**headers, "Content-Encoding": "gzip"})


_HEADERS = {"Vary": "Accept-Encoding, Authorization", "Cache-Control": "no-cache, private"}


def _gzip_accepted(accepted: str) -> bool:
    for choice in accepted.lower().split(","):
        coding, _, quality = choice.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return quality.strip("0.") != "" or not quality
    return False
