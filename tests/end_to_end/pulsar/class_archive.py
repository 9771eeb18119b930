"""Makes an archive of Pulsar's classes for the JVM's class data sharing: see `quick_start.py`.

`python -m tests.end_to_end.pulsar.class_archive` makes it ahead of time, once per JVM.
"""

import tempfile
import zipfile
from pathlib import Path

import httpx

from tests.end_to_end.clients import python
from tests.end_to_end.pulsar import quick_start
from tests.end_to_end.pulsar.distribution import VERSION, cache, pulsar_home
from tests.end_to_end.pulsar.standalone import PulsarStandalone
from tests.end_to_end.waiting import wait_until


def make() -> None:
    """Write the archive, unless it exists. Raises TimeoutError or StartRefused if a bare broker does not start."""
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
        # What a broker loads for its first client is kept too.
        topic = f"{broker.admin_url}/admin/v2/persistent/public/default/kept"
        wait_until("a topic", lambda: httpx.put(topic, timeout=60).is_success, pause=0.2)
        with python.client(broker.service_url, python.by_token("unused"), seconds=60) as client:
            consumer = client.subscribe("kept", "first")
            client.create_producer("kept", send_timeout_millis=60_000).send(b"kept")
            consumer.acknowledge(consumer.receive(60_000))
    finally:
        # It writes the archive on exit, which takes longer than a normal stop.
        broker.stop(seconds=180)
    # Renamed last, so that a file with this name is complete.
    made.rename(archive)


if __name__ == "__main__":
    make()
