"""The class paths of brokers that Maven Central holds only as jars: fetched by Maven once, checked, kept outside git.

`python -m tests.end_to_end.class_path` does it ahead of time.
"""

import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.end_to_end.distribution import cache

_POM = Path(__file__).with_name("version_pom.xml")
_MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
CONTENT = {
    "3.0.7": "e491f80942145d96d4d3c77d3c6a2be461e023a453c402bf52a0d1dba59f9805",
    "4.2.4": "854811be4621384a8751ddcd06bc5b5d8504ee6736d1d98bbee88c0bc065adda",
    "5.0.0-M1": "4ef9850744c935ca15e9a623d8e6eb185174bfe25c188a93aebebbfb2fce5d10",
}
"""Version of Pulsar → SHA-256 over all its jars, by name: what was tested is what is run."""
EACH_TIME = ("5.0.0-M1",)
"""What `make test` runs: the farthest from 4.0.8. The others are fetched by `make soak`, on first use."""


def class_path(version: str) -> Path:
    """The directory with all jars of a broker of this version, made on first use.

    Raises:
        RuntimeError: Maven could not fetch them, or what it fetched is not what was tested.
    """
    directory = cache() / f"pulsar-broker-{version}"
    if not directory.exists():
        cache().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache()) as aside:
            fetched = Path(aside) / version
            _fetch(version, fetched)
            if (content := digest(fetched)) != CONTENT[version]:
                raise RuntimeError(f"The jars of Pulsar {version} are not those that were tested: {content}")
            # Renamed last: a directory with this name is whole.
            shutil.move(fetched, directory)
    return directory


def digest(directory: Path) -> str:
    """SHA-256 over name and content of every jar, by name."""
    whole = hashlib.sha256()
    for jar in sorted(directory.glob("*.jar")):
        with jar.open("rb") as content:
            whole.update(f"{hashlib.file_digest(content, 'sha256').hexdigest()}  {jar.name}\n".encode())
    return whole.hexdigest()


def _fetch(version: str, directory: Path) -> None:
    print(f"Fetching the class path of a Pulsar {version} broker (once) …", flush=True)
    command = ["mvn", "-B", "-ntp", "-q", "-f", str(_POM), _MAVEN_COPY, f"-Dpulsar.version={version}",
               f"-DoutputDirectory={directory}", "-DincludeScope=runtime"]  # fmt: skip
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"Maven could not fetch the class path of Pulsar {version}:\n{done.stdout[-2000:]}")


if __name__ == "__main__":
    for each in EACH_TIME:
        class_path(each)
