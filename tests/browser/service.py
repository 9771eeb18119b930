"""The service as a person starts it, with the built console and an empty SQLite database."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.end_to_end.center.process import QUICK_HASHES, CenterProcess

REPOSITORY = Path(__file__).parents[2]


@dataclass(frozen=True)
class RunningCenter:
    """The service's address, and the one-time secret of its first administrator."""

    url: str
    initial_secret: str


@contextmanager
def running(directory: Path, **more: str) -> Iterator[RunningCenter]:
    """Start the service, wait until it answers, and end it with the block. `more`: environment variables."""
    console = REPOSITORY / "console/dist"
    if not (console / "index.html").is_file():
        raise FileNotFoundError("console/dist is not built: make console (or npm ci && npm run build in console/)")
    as_delivered = {"PUC_HEARTBEAT_SECONDS": "10", "PUC_NOTICE_DAYS": "7", "PUC_CONSOLE_DIRECTORY": str(console)}
    process = CenterProcess(directory, **QUICK_HASHES | as_delivered | more)
    try:
        process.start()
        yield RunningCenter(process.url, process.first_administrator()[1])
    finally:
        process.stop()
