"""The Pulsar server distribution: fetched by Maven once, checked, unpacked into a cache outside git.

`python -m tests.end_to_end.pulsar.distribution` does it ahead of time and prints the directory.
"""

import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

VERSION = "4.0.8"
_COORDINATES = f"org.apache.pulsar:pulsar-server-distribution:{VERSION}:tar.gz:bin"
_MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
_SHA512 = (
    "65b769b10696cdfebf7fc5bcdc95dd663702e27051e616c1a13cb100e9127952"
    "5be35352171befe7b0011176330aab29bd0a6c8a0f2f0646641af46d2e33cbd6"
)
_READY = ".unpacked"


def cache() -> Path:
    """Directory for downloads that survives `make clean` and a fresh clone (PUC_CACHE)."""
    return Path(os.environ.get("PUC_CACHE") or Path.home() / ".cache" / "pulsar-user-center")


def pulsar_home() -> Path:
    """The unpacked distribution, made on first use.

    Raises:
        RuntimeError: Maven could not fetch it, or its digest is wrong.
    """
    home = cache() / f"apache-pulsar-{VERSION}"
    if not (home / _READY).exists():
        cache().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache()) as aside:
            archive = Path(aside) / f"pulsar-server-distribution-{VERSION}-bin.tar.gz"
            what = f"the Pulsar {VERSION} server distribution (245 MB)"
            _unpack(fetch_archive(_COORDINATES, what, archive, _SHA512), Path(aside), home)
    return home


def fetch_archive(coordinates: str, what: str, archive: Path, sha512: str) -> Path:
    """The archive, which Maven writes under this name."""
    print(f"Fetching {what}, once …", flush=True)
    command = [
        "mvn",
        "-B",
        "-ntp",
        "-q",
        _MAVEN_COPY,
        f"-Dartifact={coordinates}",
        f"-DoutputDirectory={archive.parent}",
    ]
    done = subprocess.run(command, cwd=archive.parent, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode or not archive.exists():
        raise RuntimeError(f"Maven could not fetch {coordinates}:\n{done.stdout[-2000:]}")
    with archive.open("rb") as content:
        if hashlib.file_digest(content, "sha512").hexdigest() != sha512:
            raise RuntimeError(
                f"{archive.name} is not the published file (SHA-512 differs): remove it from Maven's cache."
            )
    return archive


def _unpack(archive: Path, aside: Path, home: Path) -> None:
    with tarfile.open(archive) as packed:
        packed.extractall(aside, filter="tar")
    unpacked = aside / home.name
    (unpacked / _READY).touch()
    shutil.rmtree(home, ignore_errors=True)
    # Renamed last, so that a directory with this name is complete, even if two runs unpack at once.
    unpacked.rename(home)


if __name__ == "__main__":
    pulsar_home()
