"""The version of a release, which stands in several places."""

import json
import re
from pathlib import Path

import pytest

from app.platform.version import VERSION

_ROOT = Path(__file__).parents[2]
_JAVA = "pulsar_plugins/broker/src/main/java/io/github/pulsarusercenter/settings/PluginVersion.java"


@pytest.mark.parametrize(
    ("file", "pattern"),
    [
        ("docs/openapi.json", r'"title": "Pulsar User Center",[^}]*?"version": "(.+?)"'),
        (_JAVA, r'VERSION = "(.+?)"'),
        ("clients/python/pyproject.toml", r'version = "(.+?)"'),
        ("docs/encryption.md", r"usercenterkeys@v(\S+)"),
        ("console/package.json", r'"version": "(.+?)"'),
        ("console/package-lock.json", r'"version": "(.+?)"'),
        ("deploy/helm/pulsar-user-center/Chart.yaml", r"(?m)^version: (\S+)"),
        ("deploy/helm/pulsar-user-center/Chart.yaml", r"(?m)^appVersion: (\S+)"),
        ("deploy/pulsar-chart/broker.yaml", r"image: \S+plugin:(\S+)"),
        *((f"docker/{image}.Dockerfile", r'org\.opencontainers\.image\.version="(.+?)"')
          for image in ("audit", "broker", "center", "plugin")),
        ("docs/operators/kubernetes.md", r"tag: [\d.]+-(\S+)"),
        *((f"pulsar_plugins/{module}pom.xml", r"(?s)pulsar-user-center.*?<version>(.+?)</version>")
          for module in ("", "broker/", "client/", "peers/")),
    ],
)  # fmt: skip
def test_every_place_has_the_version_of_the_release(file: str, pattern: str) -> None:
    found = re.search(pattern, (_ROOT / file).read_text(encoding="utf-8"))
    assert found
    assert found[1] == VERSION


def test_the_lock_file_of_the_console_has_it_for_its_package_too() -> None:
    lock = json.loads((_ROOT / "console/package-lock.json").read_text(encoding="utf-8"))
    assert lock["packages"][""]["version"] == VERSION


def test_the_changelog_tells_what_is_in_it() -> None:
    text = (_ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"(?m)^## \[{re.escape(VERSION)}\] - \d{{4}}-\d\d-\d\d$", text)
