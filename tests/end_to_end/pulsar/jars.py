"""Jars of Maven Central: fetched by Maven once, checked, kept outside git."""

import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.end_to_end.pulsar.distribution import cache

_MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"


def jars(name: str, pom: Path, content: str, *settings: str) -> Path:
    """The directory `name` of the cache with what the pom needs, made on first use; `settings` are Maven's, -D….

    Raises:
        RuntimeError: Maven could not fetch them, or their digest is not `content`.
    """
    directory = cache() / name
    if not directory.exists():
        cache().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache()) as aside:
            fetched = Path(aside) / name
            _fetch(name, pom, fetched, settings)
            if (found := digest(fetched)) != content:
                raise RuntimeError(f"The jars of {name} are not those that were tested: {found}")
            # Renamed last, so that a directory with this name is complete.
            shutil.move(fetched, directory)
    return directory


def digest(directory: Path) -> str:
    """SHA-256 over name and content of every jar, by name."""
    whole = hashlib.sha256()
    for jar in sorted(directory.glob("*.jar")):
        with jar.open("rb") as content:
            whole.update(f"{hashlib.file_digest(content, 'sha256').hexdigest()}  {jar.name}\n".encode())
    return whole.hexdigest()


def _fetch(name: str, pom: Path, directory: Path, settings: tuple[str, ...]) -> None:
    print(f"Fetching {name} (once) …", flush=True)
    command = ["mvn", "-B", "-ntp", "-q", "-f", str(pom), _MAVEN_COPY, f"-DoutputDirectory={directory}",
               "-DincludeScope=runtime", *settings]  # fmt: skip
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"Maven could not fetch {name}:\n{done.stdout[-2000:]}")
