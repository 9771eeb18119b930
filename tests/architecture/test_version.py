"""The version of a release, which stands in several places."""

import json
import re
import tomllib
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_VERSION = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
_JAVA = "pulsar_plugins/broker/src/main/java/io/github/pulsarusercenter/settings/PluginVersion.java"


@pytest.mark.parametrize(
    ("file", "pattern"),
    [
        ("app/main.py", r'version="(.+?)"'),
        (_JAVA, r'VERSION = "(.+?)"'),
        ("console/package.json", r'"version": "(.+?)"'),
        ("console/package-lock.json", r'"version": "(.+?)"'),
        ("docs/operators/kubernetes.md", r"tag: [\d.]+-(\S+)"),
        *((f"pulsar_plugins/{module}pom.xml", r"(?s)pulsar-user-center.*?<version>(.+?)</version>")
          for module in ("", "broker/", "client/")),
    ],
)  # fmt: skip
def test_every_place_has_the_version_of_the_release(file: str, pattern: str) -> None:
    found = re.search(pattern, (_ROOT / file).read_text(encoding="utf-8"))
    assert found
    assert found[1] == _VERSION


def test_the_lock_file_of_the_console_has_it_for_its_package_too() -> None:
    lock = json.loads((_ROOT / "console/package-lock.json").read_text(encoding="utf-8"))
    assert lock["packages"][""]["version"] == _VERSION
