"""Settings with which JVMs of the tests start fast: a broker takes 3 s of processor time instead of 12 s.

One collector thread, no second compiler, and Pulsar's classes mapped from a file (made by `class_archive.py`). If there
is no such file, or it fits another JVM, they start without it.
"""

import functools
import hashlib
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.end_to_end.pulsar.distribution import VERSION, cache, pulsar_home

FLAGS = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+PerfDisableSharedMem")
LOGGING = "log4j2.yaml"


def java() -> str:
    """The program `java` that tests run."""
    home = os.environ.get("JAVA_HOME")
    return str(Path(home) / "bin" / "java") if home else "java"


def javac() -> list[str]:
    """The program `javac`, with options that halve its time for a few small classes."""
    return [f"{java()}c", *(f"-J{flag}" for flag in FLAGS), "-proc:none"]


@functools.cache
def archive() -> Path:
    """The path of the class archive for this JVM, whether it exists or not."""
    version = subprocess.run([java(), "-version"], capture_output=True, check=True).stderr
    return cache() / f"pulsar-{VERSION}-classes-{hashlib.sha256(version).hexdigest()[:12]}.jsa"


def logging_jar() -> Path:
    """The stock logging configuration in a jar: class data sharing allows no directory with files on the class path."""
    return cache() / f"pulsar-{VERSION}-logging.jar"


def with_libraries(*more: object) -> list[str]:
    """Options of a `java` with the distribution's libraries, and what else its class path has.

    A class path that begins like that of the distribution's scripts may use their archive: it halves a client's time.
    """
    added = ":".join(map(str, more))
    if not (archive().exists() and logging_jar().exists()):
        return ["-cp", f"{added}:{pulsar_home()}/lib/*"]
    # The scripts leave two places empty.
    path = f"{logging_jar()}:::{pulsar_home()}/lib/*:{added}"
    return [f"-XX:SharedArchiveFile={archive()}", "-cp", path]


def variables(*more: str) -> Mapping[str, str]:
    """Environment variables for the distribution's scripts; `more`: JVM flags."""
    has_archive = archive().exists()
    flags = " ".join([*FLAGS, *([f"-XX:SharedArchiveFile={archive()}"] if has_archive else []), *more])
    quick = {"PULSAR_GC": flags, "BOOKIE_GC": flags, "PULSAR_GC_LOG": " ", "BOOKIE_GC_LOG": " "}
    # The scripts put the directory of this file on the class path.
    return quick | ({"PULSAR_LOG_CONF": str(logging_jar() / LOGGING)} if logging_jar().exists() else {})
