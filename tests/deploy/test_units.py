"""The unit files of deploy/systemd, judged by systemd itself."""

import shutil
import subprocess
from pathlib import Path

import pytest

UNITS = Path(__file__).parents[2] / "deploy" / "systemd"
_MOST = "20"
"""Of what is left to a service, from 0 to 100; 96 without any restriction."""
pytestmark = pytest.mark.any_database


@pytest.fixture
def units(tmp_path: Path) -> list[str]:
    """Copies that start a program of this machine."""
    assert shutil.which("systemd-analyze"), ".ci/system-packages systemd"
    for file in UNITS.glob("user-center*"):
        (tmp_path / file.name).write_text(file.read_text().replace("/opt/user-center/bin/usercenter", "/bin/true"))
    return sorted(str(file) for file in tmp_path.iterdir())


def test_systemd_finds_nothing_to_say(units: list[str]) -> None:
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True)
    assert (done.returncode, done.stderr, len(units)) == (0, "", 3)


def test_services_keep_only_what_they_need(units: list[str]) -> None:
    services = [file for file in units if file.endswith(".service")]
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={_MOST}", *services]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
