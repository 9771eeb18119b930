"""Jars of Maven Central: fetched by Maven once, checked, kept outside git."""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement

from tests.end_to_end.pulsar.distribution import cache

_DEPENDENCY_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0"
_OF_AN_ITEM = ("groupId", "artifactId", "version", "classifier")


def jars(name: str, pom: Path, content: str, *settings: str) -> Path:
    """The directory `name` of the cache with what the pom needs, made on first use; `settings` are Maven's, -D….

    Raises:
        RuntimeError: Maven could not fetch them, or their digest is not `content`.
    """
    return _kept(name, content, lambda directory: _with_what_it_needs(pom, directory, settings))


def listed_jars(name: str, listed: Path, content: str) -> Path:
    """As `jars`, of a file with one `group:artifact:version[:classifier]` a line: Maven need not read their poms."""
    return _kept(name, content, lambda directory: _each(listed.read_text().split(), directory))


def _kept(name: str, content: str, fetch: Callable[[Path], None]) -> Path:
    directory = cache() / name
    if not directory.exists():
        cache().mkdir(parents=True, exist_ok=True)
        print(f"Fetching {name} (once) …", flush=True)
        with tempfile.TemporaryDirectory(dir=cache()) as aside:
            fetched = Path(aside) / name
            fetch(fetched)
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


def _with_what_it_needs(pom: Path, directory: Path, settings: tuple[str, ...]) -> None:
    _maven(pom, "copy-dependencies", directory, "-DincludeScope=runtime", *settings)


def _each(coordinates: list[str], directory: Path) -> None:
    """Maven asks no pom for jars that are named one by one."""
    project = Element("project")
    known = {"modelVersion": "4.0.0", "groupId": "local", "artifactId": "jars", "version": "1", "packaging": "pom"}
    for key, value in known.items():
        SubElement(project, key).text = value
    plugin = SubElement(SubElement(SubElement(project, "build"), "plugins"), "plugin")
    SubElement(plugin, "artifactId").text = "maven-dependency-plugin"
    items = SubElement(SubElement(plugin, "configuration"), "artifactItems")
    for each in coordinates:
        item = SubElement(items, "artifactItem")
        for key, value in zip(_OF_AN_ITEM, each.split(":"), strict=False):
            SubElement(item, key).text = value
    pom = directory.with_suffix(".xml")
    ElementTree(project).write(pom)
    _maven(pom, "copy", directory)


def _maven(pom: Path, goal: str, directory: Path, *settings: str) -> None:
    command = ["mvn", "-B", "-ntp", "-q", "-f", str(pom), f"{_DEPENDENCY_PLUGIN}:{goal}",
               f"-DoutputDirectory={directory}", *settings]  # fmt: skip
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"Maven could not fetch {directory.name}:\n{done.stdout[-2000:]}")
