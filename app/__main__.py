"""`usercenter`, also as `python -m app`: the command line, and the service that some of its commands start."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from app.cli import program

if TYPE_CHECKING:
    from app.platform.periodic_jobs import PeriodicJob
    from app.platform.settings import Settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status."""
    return program.main(program.Service(_run, _openapi, _jobs), arguments)


def _run(settings: "Settings", workers: int) -> int:
    from app.server import serving

    return serving.run(settings, workers)


def _openapi(settings: "Settings") -> dict[str, Any]:
    from app.api import openapi_document
    from app.server.main import create_app

    return openapi_document.with_components(create_app(settings).openapi())


def _jobs() -> "Sequence[PeriodicJob]":
    from app.server import periodic

    return periodic.JOBS


if __name__ == "__main__":
    sys.exit(main())
