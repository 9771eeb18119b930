"""Keeps Pulsar's classes as the JVM has them in memory (class data sharing): see `quick_start.py`.

`python -m tests.end_to_end.pulsar.class_archive` does it ahead of time, once for each JVM.
"""

import tempfile
import zipfile
from pathlib import Path

from tests.end_to_end.pulsar import quick_start
from tests.end_to_end.pulsar.distribution import VERSION, cache, pulsar_home
from tests.end_to_end.pulsar.standalone import PulsarStandalone


def make() -> None:
    """Write the archive, unless it is there. Raises TimeoutError or StartRefused when a bare broker does not start."""
    archive = quick_start.archive()
    if archive.exists():
        return
    print(f"Keeping the classes of Pulsar {VERSION}, so that its processes start faster (once) …", flush=True)
    cache().mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(quick_start.logging_jar(), "w") as packed:
        packed.write(pulsar_home() / "conf" / quick_start.LOGGING, quick_start.LOGGING)
    with tempfile.TemporaryDirectory(dir=cache()) as aside:
        _dump(Path(aside), archive)


def _dump(directory: Path, archive: Path) -> None:
    made = directory / archive.name
    broker = PulsarStandalone(directory / "broker", {})
    broker.java_flags.append(f"-XX:ArchiveClassesAtExit={made}")
    try:
        broker.start()
    finally:
        # It writes while it ends, for longer than a broker usually takes.
        broker.stop(seconds=180)
    # Renamed last: a file with this name is whole.
    made.rename(archive)


if __name__ == "__main__":
    make()
