"""The jars inside pyspark, as parts of it: Python's lists of parts do not see them, and faults are found in them."""

import hashlib
import re
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from release.licences import Bom

_LINE = re.compile(r"(?m)^(groupId|version) *= *(\S+)")
_FILE = re.compile(r"^(?P<name>.+?)-(?P<version>\d.*)\.jar$")


def add_to(bom: Bom, packages: Path) -> None:
    """List them below the component `pyspark` (CycloneDX: nested components). `packages`: the site-packages."""
    [spark] = [component for component in bom["components"] if component["name"] == "pyspark"]
    spark["components"] = [_component(jar) for jar in sorted((packages / "pyspark" / "jars").glob("*.jar"))]


def _component(jar: Path) -> dict[str, Any]:
    named = _FILE.match(jar.name)
    name, version = (named["name"], named["version"]) if named else (jar.stem, "")
    found: dict[str, Any] = {"type": "library", "name": name, "version": version}
    if said := _maven_coordinates(jar, name):
        found |= {"group": said[0], "version": said[1], "purl": _purl(*said, name, version)}
    return found | {"hashes": [{"alg": "SHA-256", "content": hashlib.sha256(jar.read_bytes()).hexdigest()}]}


def _purl(group: str, version: str, name: str, in_file: str) -> str:
    """The address of a part; what a file's name says after the version is Maven's classifier."""
    classifier = in_file.removeprefix(version).removeprefix("-")
    return f"pkg:maven/{group}/{name}@{version}" + (f"?classifier={classifier}" if classifier else "")


def _maven_coordinates(jar: Path, artifact: str) -> tuple[str, str] | None:
    """Maven's group id and version, as the jar itself says them; some jars say none."""
    with ZipFile(jar) as content:
        files = [name for name in content.namelist() if name.endswith(f"/{artifact}/pom.properties")]
        said = [dict(_LINE.findall(content.read(name).decode("utf-8"))) for name in files]
    return (said[0]["groupId"], said[0]["version"]) if len(said) == 1 else None
