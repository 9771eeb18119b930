"""The class paths of brokers that are available only as jars.

`python -m tests.end_to_end.versions.class_path` fetches them ahead of time.
"""

from pathlib import Path

from tests.end_to_end.pulsar.jars import jars

_POM = Path(__file__).with_name("pom.xml")
CONTENT = {
    "3.0.7": "e491f80942145d96d4d3c77d3c6a2be461e023a453c402bf52a0d1dba59f9805",
    "4.2.4": "854811be4621384a8751ddcd06bc5b5d8504ee6736d1d98bbee88c0bc065adda",
    "5.0.0-M1": "4ef9850744c935ca15e9a623d8e6eb185174bfe25c188a93aebebbfb2fce5d10",
}
"""Version of Pulsar → SHA-256 over all its jars, by name."""
EACH_TIME = ("5.0.0-M1",)
"""Versions that `make test-all` runs: the farthest from 4.0.8. The others are for `make soak`, fetched on first use."""


def class_path(version: str) -> Path:
    """The directory with all jars of a broker of this version. Raises RuntimeError if they cannot be fetched."""
    return jars(f"pulsar-broker-{version}", _POM, CONTENT[version], f"-Dpulsar.version={version}")


if __name__ == "__main__":
    for each in EACH_TIME:
        class_path(each)
