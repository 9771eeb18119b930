"""A release is the same bytes from whichever directory it is built, so that anybody can check it."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.soak
TOP = Path(__file__).parents[2]
_LEFT_OUT = shutil.ignore_patterns("__pycache__", "target", "node_modules")
_PARTS = ("app", "spark_audit", "clients/python", "migrations", "console/dist", "pulsar_plugins", "requirements", ".ci")
_FILES = ("pyproject.toml", "README.md", "LICENSE")
_TIME = "1790000000"


@pytest.fixture
def checkouts(tmp_path: Path) -> list[Path]:
    """Two of them: in directories of other names, with files of now and other rights."""
    places = [tmp_path / "one", tmp_path / "deeper" / "somewhere else"]
    for place, mask in zip(places, (0o022, 0o077), strict=True):
        before = os.umask(mask)
        for part in _PARTS:
            shutil.copytree(TOP / part, place / part, ignore=_LEFT_OUT, copy_function=shutil.copyfile)
        for name in _FILES:
            shutil.copyfile(TOP / name, place / name)
        os.umask(before)
    return places


def test_the_wheels(checkouts: list[Path], tmp_path: Path) -> None:
    found = []
    for place in checkouts:
        uv = Path(sys.executable).parent / "uv"
        command = ["bash", str(place / ".ci" / "build-wheel"), str(uv), str(place / "out")]
        subprocess.run(command, check=True, env={**os.environ, "SOURCE_DATE_EPOCH": _TIME})
        found.append(_digests(place / "out", "*.whl"))
    assert len(found[0]) == 2
    assert found[0] == found[1]


@pytest.mark.timeout(600)
def test_the_plugins(checkouts: list[Path]) -> None:
    found = []
    for place, zone in zip(checkouts, ("UTC", "Asia/Shanghai"), strict=True):
        command = ["mvn", "-B", "-ntp", "-q", "-f", str(place / "pulsar_plugins" / "pom.xml")]
        environment = {**os.environ, "TZ": zone}
        subprocess.run([*command, "package", "-Dmaven.test.skip=true"], check=True, env=environment)
        found.append(_digests(place, "pulsar_plugins/*/target/pulsar-user-center-*.?ar"))
    assert len(found[0]) == 3
    assert found[0] == found[1]


def _digests(place: Path, pattern: str) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in place.glob(pattern)}
