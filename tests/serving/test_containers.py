"""What docker-compose.yml starts is as safe as a start by hand. Nothing is built here: the files are read."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from app.settings import Settings

TOP = Path(__file__).parents[2]
SERVICES = yaml.safe_load((TOP / "docker-compose.yml").read_text())["services"]
KEPT_OUT = {".env", ".git", "data", "docker/broker"}
"""Secrets, and what is big: no build needs them."""


def _settings(service: str, secret_key: str) -> Settings:
    given: dict[str, Any] = {
        name.removeprefix("PUC_").lower(): value for name, value in SERVICES[service]["environment"].items()
    }
    return Settings(**{**given, "secret_key": secret_key})


@pytest.mark.parametrize("service", ["center", "audit"])
def test_it_wants_a_secret_key_that_nobody_guesses(service: str) -> None:
    assert SERVICES[service]["environment"]["PUC_SECRET_KEY"].startswith("${PUC_SECRET_KEY:?"), "there is no default"
    assert _settings(service, "changeme" * 4).unsafe() != []
    assert _settings(service, "Zk3vQ9xT7pLw2RmB8sHc5NfJ0aYdUeGi4o1").unsafe() == []
    assert _settings(service, "x").environment == "production"


def test_the_broker_asks_by_a_name_that_the_center_knows() -> None:
    assert "userCenterUrl=http://center:8080" in (TOP / "docker/start-broker.sh").read_text()
    assert "center" in _settings("center", "x").hosts()


@pytest.mark.parametrize("file", sorted((TOP / "docker").glob("*.Dockerfile")), ids=lambda file: file.stem)
def test_nothing_runs_as_root(file: Path) -> None:
    users = [line.split()[1] for line in file.read_text().splitlines() if line.startswith("USER ")]
    assert users[-1:] != []
    assert users[-1] not in ("root", "0")


def test_secrets_stay_out_of_the_builds() -> None:
    assert set((TOP / ".dockerignore").read_text().splitlines()) >= KEPT_OUT
