"""What commands use of the service above the command line; `app.__main__` hands it over as Typer's `obj`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.platform.periodic_jobs import PeriodicJob
    from app.platform.settings import Settings


@dataclass(frozen=True)
class Service:
    """The service of this machine. Each function imports what it needs itself: most commands need none of it."""

    run: Callable[[Settings], int]
    """Serves until interrupted. Returns the exit status."""
    openapi: Callable[[Settings], dict[str, Any]]
    """The OpenAPI document."""
    jobs: Callable[[], Sequence[PeriodicJob]]
    """The periodic jobs of the worker."""
