"""The service as a person starts it: `python -m app run` on a free port with an empty SQLite database."""

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

REPOSITORY = Path(__file__).parents[2]
_PATIENCE_SECONDS = 60


@dataclass(frozen=True)
class RunningCenter:
    """Where it answers, and the one-time secret of its first administrator."""

    url: str
    initial_secret: str


@contextmanager
def running(directory: Path, **more: str) -> Iterator[RunningCenter]:
    """Start it, wait until it answers, end it at the end. `more`: settings by their names in the environment."""
    if not (REPOSITORY / "console/dist/index.html").is_file():
        raise FileNotFoundError("console/dist is not built: make console (or npm ci && npm run build in console/)")
    port = _free_port()
    url = f"http://127.0.0.1:{port}"
    log = directory / "center.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "app", "run"],
            cwd=REPOSITORY,
            env=os.environ | _settings(directory, port, url) | more,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_until_ready(process, url, log)
        yield RunningCenter(url, _initial_secret(log))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)


def _settings(directory: Path, port: int, url: str) -> dict[str, str]:
    return {
        "PUC_ENVIRONMENT": "development",
        "PUC_DATABASE_URL": f"sqlite:///{directory / 'center.db'}",
        "PUC_SECRET_KEY": secrets.token_urlsafe(48),
        "PUC_ISSUER": url,
        "PUC_PORT": str(port),
        "PUC_CONSOLE_DIRECTORY": str(REPOSITORY / "console/dist"),
    }


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


def _wait_until_ready(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            if httpx.get(f"{url}/health/ready", trust_env=False).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise RuntimeError(f"the service did not start:\n{log.read_text()}")


def _initial_secret(log: Path) -> str:
    found = re.search(r"one-time secret \(shown only now\): (\S+)", log.read_text())
    if found is None:
        raise RuntimeError(f"no one-time secret was printed:\n{log.read_text()}")
    return found.group(1)
