"""Answers the OpenAPI document. It is written once: that takes a second, and strangers may ask for it, so it must not
be done for each of them, least of all where the change feeds of brokers wait for it."""

import json
from typing import Any

from anyio import CapacityLimiter, to_thread
from fastapi import Depends, FastAPI, Request, Response

from app.api.parameters import refuse_unknown

ADDRESS = "/api/v1/openapi.json"


def install(app: FastAPI) -> None:
    """Serve it. Another route that is added later is in it, too."""
    written: list[tuple[dict[str, Any], bytes]] = []
    # One thread for all who ask: those who are first would otherwise take every thread.
    lane = CapacityLimiter(1)

    def write() -> bytes:
        now = app.openapi()
        if not written or written[0][0] is not now:
            written[:] = [(now, json.dumps(now, ensure_ascii=False, separators=(",", ":")).encode())]
        return written[0][1]

    async def document(_: Request) -> Response:
        return Response(await to_thread.run_sync(write, limiter=lane), media_type="application/json")

    strict = [Depends(refuse_unknown)]
    app.add_api_route(ADDRESS, document, methods=["GET", "HEAD"], dependencies=strict, include_in_schema=False)
