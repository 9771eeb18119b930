"""A person's terminal: `usercenter` as a process of its own, with a home directory of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

TOP = Path(__file__).parents[2]
COMMAND = [sys.executable, "-P", "-m", "app"]


def _listen_to_ctrl_c() -> None:
    # Who starts the tests in the background of a shell gives them an interrupt that is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@dataclass
class Terminal:
    """Where commands are typed. `environment` holds what was exported."""

    home: Path
    environment: dict[str, str] = field(default_factory=dict)

    def __call__(self, *arguments: str, status: int = 0, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run one command; it must end with this status and without a stack trace."""
        return self._checked([*COMMAND, *arguments], status, stdin)

    def shell(self, line: str, status: int | None = 0) -> subprocess.CompletedProcess[str]:
        """Run a line as a shell reads it; with None any status will do."""
        return self._checked(["sh", "-c", line], status, "")

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Begin a command that waits for something."""
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [*COMMAND, *arguments], cwd=self.home, env=self.whole_environment(), stdout=pipe, stderr=pipe, text=True,
            preexec_fn=_listen_to_ctrl_c,
        )  # fmt: skip

    def whole_environment(self) -> Mapping[str, str]:
        """What a process inherits: nothing of the machine's own PUC_ settings."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PUC_")}
        own = {"PYTHONPATH": str(TOP), "XDG_CONFIG_HOME": str(self.home), "PATH": f"{self._bin()}:{os.environ['PATH']}"}
        return {**inherited, **own, **self.environment}

    def _bin(self) -> Path:
        """A directory with the command, as `make` writes it."""
        file = self.home / "bin" / "usercenter"
        if not file.exists():
            file.parent.mkdir(parents=True)
            file.write_text(f'#!/bin/sh\nexec {" ".join(COMMAND)} "$@"\n')
            file.chmod(0o755)
        return file.parent

    def _checked(self, command: list[str], status: int | None, stdin: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            command,
            cwd=self.home,
            env=self.whole_environment(),
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert status in (None, done.returncode), f"{command[-6:]}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr, done.stderr
        return done
