"""The console's built files under `/`; a path of the single-page application answers its start page."""

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, Response
from starlette.exceptions import HTTPException

_NEVER = ("api", "oauth2", ".well-known", "health", "metrics")
_FOREVER = "public, max-age=31536000, immutable"


def install(app: FastAPI, directory: Path) -> None:
    """Serve the console from `directory`; without it (`make console` has not run) `/` says so."""
    root = directory.resolve()

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    def console(path: str) -> Response:
        if path.split("/", 1)[0] in _NEVER:
            raise HTTPException(404)
        return _file(root, path)


def _file(root: Path, path: str) -> Response:
    start = root / "index.html"
    wanted = _inside(root, path)
    if wanted is not None:
        # The builder puts a digest into the names below assets/; everything else is asked for again each time.
        return FileResponse(wanted, headers={"Cache-Control": _FOREVER if path.startswith("assets/") else "no-cache"})
    if "." in path.rsplit("/", 1)[-1]:
        raise HTTPException(404)
    if not start.is_file():
        return Response("The console is not built; the API answers under /api/v1.\n", 404, media_type="text/plain")
    return FileResponse(start, headers={"Cache-Control": "no-cache"})


def _inside(root: Path, path: str) -> Path | None:
    """The file, if it is one and lies below the root after all links and dots are resolved."""
    try:
        wanted = (root / path).resolve()
        return wanted if wanted.is_relative_to(root) and wanted.is_file() else None
    except (OSError, ValueError):
        return None
