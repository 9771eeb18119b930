"""The service as users start it, on a big estate, with two callers on one kept-alive connection each."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.big_estate.filled import FilledEstate
from benchmarks.connection import Connection
from tests.end_to_end.center.process import CenterProcess

AS_DELIVERED = {"PUC_HEARTBEAT_SECONDS": "10", "PUC_NOTICE_DAYS": "7"}


@dataclass(frozen=True)
class Center:
    """Its address, its process, and the callers' connections."""

    url: str
    pid: int
    administrator: Connection
    reader: Connection
    nobody: Connection


@contextmanager
def start_center(estate: FilledEstate, directory: Path) -> Iterator[Center]:
    """Run `usercenter run` on the estate; its log is below `directory`."""
    settings = {
        "PUC_DATABASE_URL": estate.settings.database_url,
        "PUC_SECRET_KEY": estate.settings.secret_key.get_secret_value(),
        "PUC_ISSUER": estate.settings.issuer,
    }
    process = CenterProcess(directory / "center", **AS_DELIVERED, **settings)
    with ExitStack() as open_connections:
        process.start()
        open_connections.callback(process.stop)
        callers = (estate.administrator, estate.reader, "")
        assert process.process
        yield Center(
            process.url,
            process.process.pid,
            *(open_connections.enter_context(Connection(process.url, headers)) for headers in callers),
        )
