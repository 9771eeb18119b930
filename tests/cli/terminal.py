"""A person's terminal: commands of `usercenter`, with a home directory of its own.

A command runs inside this process, as starting Python takes longer than most of them; what only a process can show
runs in one: what a shell makes of a line, what waits and is interrupted, what the settings of an environment do.
"""

import io
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from app.cli import main

TOP = Path(__file__).parents[2]
COMMAND = [sys.executable, "-P", "-m", "app"]
Ended = subprocess.CompletedProcess[str]
_ONLY_A_SHELL = re.compile(r"[$`|<>&;*?~\\]")


def _listen_to_ctrl_c() -> None:
    # Who starts the tests in the background of a shell gives them an interrupt that is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@dataclass
class Terminal:
    """Where commands are typed. `environment` holds what was exported."""

    home: Path
    environment: dict[str, str] = field(default_factory=dict)

    def __call__(self, *arguments: str, status: int = 0) -> Ended:
        """Run one command; it must end with this status and without a stack trace."""
        return _checked(self._here(arguments), status)

    def process(self, *arguments: str, status: int = 0) -> Ended:
        """The same as a process of its own."""
        return _checked(self._process([*COMMAND, *arguments]), status)

    def shell(self, line: str, status: int | None = 0) -> Ended:
        """Run a line as a shell reads it; with None any status will do."""
        words = shlex.split(line, comments=True)
        if words[0] != "usercenter" or _ONLY_A_SHELL.search(line):
            return _checked(self._process(["sh", "-c", line]), status)
        return _checked(self._here(words[1:]), status)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Begin a command that waits for something."""
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [*COMMAND, *arguments], cwd=self.home, env=self.whole_environment(), stdout=pipe, stderr=pipe, text=True,
            preexec_fn=_listen_to_ctrl_c,
        )  # fmt: skip

    def whole_environment(self) -> Mapping[str, str]:
        """What a command inherits: nothing of the machine's own PUC_ settings."""
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

    def _here(self, arguments: Sequence[str]) -> Ended:
        out, err = _stream(), _stream()
        with (
            mock.patch.dict(os.environ, self.whole_environment(), clear=True),
            mock.patch("sys.stdin", _stream()),
            chdir(self.home),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            status = main(arguments)
        return Ended(["usercenter", *arguments], status, _written(out), _written(err))

    def _process(self, command: list[str]) -> Ended:
        environment = self.whole_environment()
        return subprocess.run(
            command, cwd=self.home, env=environment, input="", capture_output=True, text=True, timeout=60
        )


def _stream() -> io.TextIOWrapper:
    """As the standard ones are: for text, with bytes behind it."""
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def _checked(ended: Ended, status: int | None) -> Ended:
    told = f"{ended.args[-6:]}: {ended.returncode}\n{ended.stdout}\n{ended.stderr}"
    assert status in (None, ended.returncode), told
    assert "Traceback" not in ended.stderr, ended.stderr
    return ended
