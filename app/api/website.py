"""Serves the console's built files under `/`; paths of the single-page application get its start page.

Scripts of the page come only from its own files, and styles from there or with the nonce of this answer: antd writes
its styles while it runs (console/src/app/styleNonce.ts).
"""

import secrets
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from app.platform import console_files

_FOREVER = "public, max-age=31536000, immutable"
_NONCE_HERE = "NONCE-OF-THIS-PAGE"
"""What the build writes where the nonce belongs (console/vite.config.ts)."""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)


class _PageConvertor(PathConvertor):
    """No path of the API: one with another method is answered 405 with `Allow`, not as a page that is missing."""

    regex = r"(?!(?:api|oauth2|\.well-known|health|metrics)(?:/|$)).*"


class _CompressedFile(FileResponse):
    """A file of the console, gzipped if accepted. API answers are not compressed: if a secret is compressed together
    with text that a stranger chose, the length of the answer reveals it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A range of a file is sent uncompressed, as its bounds count the file's own bytes."""
        part = any(header == b"range" for header, _ in scope["headers"])
        answer = super().__call__
        await (answer if part else GZipMiddleware(answer, compresslevel=6))(scope, receive, send)


def install(app: FastAPI, directory: Path) -> None:
    """Serve the console from `directory`, else the one in the wheel. If both are missing (it was not built), `/` says
    so."""
    root = console_files.root(directory)
    register_url_convertor("page", _PageConvertor())

    @app.api_route("/{path:page}", methods=["GET", "HEAD"], include_in_schema=False)
    def console(path: str) -> Response:
        return _file(root, path)


def _file(root: Path, path: str) -> Response:
    start = root / console_files.START
    wanted = _inside(root, path)
    if wanted is not None and wanted != start:
        # Names below assets/ contain a digest of the content; everything else is revalidated each time.
        return _CompressedFile(
            wanted, headers={"Cache-Control": _FOREVER if path.startswith("assets/") else "no-cache"}
        )
    if wanted is None and "." in path.rsplit("/", 1)[-1]:
        raise HTTPException(404)
    if not start.is_file():
        return Response("The console is not built; the API answers under /api/v1.\n", 404, media_type="text/plain")
    nonce = secrets.token_urlsafe(16)
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": _POLICY.format(nonce=nonce)}
    return HTMLResponse(start.read_text(encoding="utf-8").replace(_NONCE_HERE, nonce), headers=headers)


def _inside(root: Path, path: str) -> Path | None:
    """The file, if it exists and lies below the root after links and dots are resolved."""
    try:
        wanted = (root / path).resolve()
        return wanted if wanted.is_relative_to(root) and wanted.is_file() else None
    except (OSError, ValueError):
        return None
