"""The shaded Java clients that applications use, as Maven Central has them: fetched once, checked, kept outside git.

`python -m tests.end_to_end.client_jars` does it ahead of time.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.end_to_end.class_path import digest
from tests.end_to_end.distribution import cache

_POM = Path(__file__).with_name("client_pom.xml")
_MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
OLDEST, NEWEST = "3.0.7", "4.2.4"
CONTENT = {
    "3.0.7": "f2273078fe1a091ec97ca415c19e4c65ff0b308e6a1f45b2717e673b7608766b",
    "4.0.13": "bd2715c9a217c71f0a622665670e6c4cbac14c7e0124d97dcf0df11133e941df",
    "4.2.4": "509a878b7d26dca00cc4895983fd0e89de7c0dc45384375f073c96311df957c7",
}
"""Version of Pulsar → SHA-256 over its jars, by name. The server distribution brings the client that is not shaded."""


def shaded_client(version: str) -> Path:
    """The directory with the jars of this client, made on first use.

    Raises:
        RuntimeError: Maven could not fetch them, or what it fetched is not what was tested.
    """
    directory = cache() / f"pulsar-client-{version}"
    if not directory.exists():
        cache().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache()) as aside:
            fetched = Path(aside) / version
            _fetch(version, fetched)
            if (content := digest(fetched)) != CONTENT[version]:
                raise RuntimeError(f"The jars of the Pulsar client {version} are not those that were tested: {content}")
            # Renamed last: a directory with this name is whole.
            shutil.move(fetched, directory)
    return directory


def _fetch(version: str, directory: Path) -> None:
    print(f"Fetching the Pulsar client {version} (once) …", flush=True)
    command = ["mvn", "-B", "-ntp", "-q", "-f", str(_POM), _MAVEN_COPY, f"-Dpulsar.version={version}",
               f"-DoutputDirectory={directory}", "-DincludeScope=runtime"]  # fmt: skip
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"Maven could not fetch the Pulsar client {version}:\n{done.stdout[-2000:]}")


if __name__ == "__main__":
    for each in CONTENT:
        shaded_client(each)
