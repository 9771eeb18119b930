"""What docker-compose.yml starts is as safe as a start by hand. Nothing is built here: the files are read."""

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.platform import unsafe_settings
from app.platform.settings import Settings

TOP = Path(__file__).parents[2]
SERVICES = yaml.safe_load((TOP / "docker-compose.yml").read_text())["services"]
KEPT_OUT = {".env", ".git", "data"}
"""Secrets, and what is big: no build needs them."""


HARDENED = {"read_only": True, "cap_drop": ["ALL"], "security_opt": ["no-new-privileges:true"]}


def _settings(service: str, directory: Path) -> Settings:
    """The settings of a service whose volume with secrets is this directory."""
    fields: dict[str, Any] = {
        name.removeprefix("PUC_").lower(): value.replace("/secrets", str(directory))
        for name, value in SERVICES[service]["environment"].items()
        if name.startswith("PUC_")
    }
    return Settings(**fields)


def _make_secrets(center: Path) -> dict[str, str]:
    """Name of each file, from its directory's on → what is in it."""
    places = [center, center.with_name("database"), center.with_name("backup")]
    for place in places:
        place.mkdir(exist_ok=True)
    run: list[str | Path] = ["sh", TOP / "docker/make-secrets.sh", *places]
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    subprocess.run(run, check=True, timeout=60, env={**os.environ, "PATH": path})
    files = [file for place in places for file in place.iterdir()]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o440}
    return {f"{file.parent.name}/{file.name}": file.read_text() for file in files}


def test_its_secrets_are_random_files_that_stay(tmp_path: Path) -> None:
    center = tmp_path / "center"
    made = _make_secrets(center)
    assert _make_secrets(center) == made
    assert len(set(made.values())) == len(made) == 4
    for service in ("center", "audit", "files"):
        settings = _settings(service, center)
        assert unsafe_settings.start_problems(settings) == []
        assert settings.environment == "production"
        assert made["database/postgres-password"] in settings.database_url


def test_secrets_that_earlier_versions_kept_together_are_set_apart(tmp_path: Path) -> None:
    center = tmp_path / "center"
    made = _make_secrets(center)
    for name in ("database/postgres-password", "backup/backup-key"):
        (tmp_path / name).rename(center / Path(name).name)
    assert _make_secrets(center) == made


def test_each_service_has_its_own_secrets_alone() -> None:
    having = {
        name: {each for each in service.get("volumes", []) if "secrets:" in each} for name, service in SERVICES.items()
    }
    center, backup = "secrets:/secrets:ro", "backup-secrets:/backup-secrets:ro"
    assert {name: found for name, found in having.items() if name != "secrets"} == {
        "database": {"database-secrets:/database-secrets:ro"}, "center": {center}, "files": {center},
        "backup": {center, backup}, "audit": {center}, "broker": set(),
    }  # fmt: skip


def test_a_failed_command_is_tried_again_in_ten_minutes() -> None:
    command = ["sh", str(TOP / "docker/repeat.sh"), "86400", "sh", "-c", "exit 1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as repeating:
        assert repeating.stderr
        line = repeating.stderr.readline()
        repeating.terminate()
    assert (line, repeating.returncode) == ("sh -c exit 1 failed; the next try is in 600 seconds\n", 0)


def test_no_environment_holds_a_secret() -> None:
    names = [name for service in SERVICES.values() for name in service.get("environment", {})]
    secret = [name for name in names if any(word in name for word in ("PASSWORD", "SECRET", "URL"))]
    assert secret != []
    assert [name for name in secret if not name.endswith("_FILE")] == []


@pytest.mark.parametrize("service", SERVICES)
def test_every_container_can_do_little(service: str) -> None:
    assert HARDENED.items() <= SERVICES[service].items()


def test_the_broker_waits_for_its_files_and_cannot_change_them() -> None:
    assert SERVICES["broker"]["depends_on"] == {"files": {"condition": "service_completed_successfully"}}
    assert "broker-files:/pulsar/user-center:ro" in SERVICES["broker"]["volumes"]
    assert "--seen-as=/pulsar/user-center" in SERVICES["files"]["command"]


def test_the_broker_asks_by_a_name_that_the_center_knows() -> None:
    assert "userCenterUrl=http://center:8080" in (TOP / "docker/start-broker.sh").read_text()
    assert "center" in SERVICES["center"]["environment"]["PUC_ALLOWED_HOSTS"].split(",")


@pytest.mark.parametrize("file", sorted((TOP / "docker").glob("*.Dockerfile")), ids=lambda file: file.stem)
def test_nothing_runs_as_root(file: Path) -> None:
    users = [line.split()[1] for line in file.read_text().splitlines() if line.startswith("USER ")]
    assert users[-1:] != []
    assert users[-1] not in ("root", "0")


def test_secrets_stay_out_of_the_builds() -> None:
    assert set((TOP / ".dockerignore").read_text().splitlines()) >= KEPT_OUT
