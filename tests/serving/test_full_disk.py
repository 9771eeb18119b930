"""SQLite on a real disk that is full: requests, readiness, metrics and the doctor name it, and reading goes on."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests import memory_disk, plain_http
from tests.end_to_end.center.process import CenterProcess
from tests.end_to_end.waiting import wait_until

_BLOCK = 4096


class SmallDisk:
    """A center whose database lies on a disk of 4 MB of its own."""

    def __init__(self, directory: Path) -> None:
        self.disk = directory / "disk"
        self.disk.mkdir()
        self.center = CenterProcess(directory, PUC_DATABASE_URL=f"sqlite:///{self.disk / 'center.db'}")
        self.center.within = memory_disk.with_small_file_system(self.disk, "4m")
        self.center.start()
        assert self.center.process
        self.pid = self.center.process.pid
        self._fill = Path(f"/proc/{self.pid}/root{self.disk}/fill")

    def fill(self) -> None:
        """To the last byte."""
        with self._fill.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(b"x" * _BLOCK):
                pass

    def doctor(self) -> str:
        """What it prints, on the machine of the center."""
        prefix = ["nsenter", "--target", str(self.pid), "--user", "--mount", "--preserve-credentials"]
        command = [*prefix, f"--wd={self.center.program}", sys.executable, "-m", "app", "doctor"]
        return subprocess.run(command, env=self.center.environment(), capture_output=True, text=True).stdout

    def make_room(self) -> None:
        self._fill.unlink()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[SmallDisk]:
    made = SmallDisk(tmp_path)
    yield made
    made.center.stop()


def test_a_full_disk_is_named(small: SmallDisk) -> None:
    name, secret = small.center.first_administrator()
    with plain_http.client(small.center.url, timeout=60) as client:

        def sign_in() -> httpx.Response:
            return client.post("/api/v1/session", json={"username": name, "password": secret})

        assert "puc_database_writable 1.0" in client.get("/metrics").text
        small.fill()
        refused, ready, metrics = sign_in(), client.get("/health/ready"), client.get("/metrics").text
        assert (refused.status_code, refused.json()["code"]) == (503, "database_not_writable")
        assert (ready.status_code, ready.json()["writable"]) == (200, False)
        assert "puc_database_writable 0.0" in metrics
        assert "puc_database_free_bytes 0.0" in metrics
        assert client.get("/oauth2/jwks").status_code == 200
        assert "problem  database.disk: 0 MiB are free" in small.doctor()
        wait_until("the worker", lambda: "the worker could not" in small.center.log.read_text(), 30)
        failed = [line for line in small.center.log.read_text().splitlines() if '"level": "error"' in line]
        assert [line for line in failed if "exception" in line or "the database stores nothing" not in line] == []
        small.make_room()
        assert sign_in().status_code == 200
