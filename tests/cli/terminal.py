"""A person's terminal: commands of `usercenter`, with a home directory of its own.

Commands run inside this process, because starting Python takes longer than most of them. A separate process is used
only where it is needed: for lines of a shell, for commands that wait or are interrupted, and for environment variables.
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

from app.__main__ import main

TOP = Path(__file__).parents[2]
COMMAND = [sys.executable, "-P", "-m", "app"]
Ended = subprocess.CompletedProcess[str]
_ONLY_A_SHELL = re.compile(r"[$`|<>&;*?~\\]")


def _listen_to_ctrl_c() -> None:
    # If the tests were started in the background of a shell, SIGINT is ignored: restore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@dataclass
class Terminal:
    """Where commands are typed. `environment` holds what was exported."""

    home: Path
    environment: dict[str, str] = field(default_factory=dict)

    def __call__(self, *arguments: str, status: int = 0, typed: str = "") -> Ended:
        """Run one command; `typed` is its standard input. It must end with this status and without a stack trace."""
        return _check(self._here(arguments, typed), status)

    def process(self, *arguments: str, status: int = 0) -> Ended:
        """The same as a process of its own."""
        return _check(self._process([*COMMAND, *arguments]), status)

    def shell(self, line: str, status: int | None = 0) -> Ended:
        """Run a line in a shell. With None, any status is accepted."""
        words = shlex.split(line, comments=True)
        if words[0] != "usercenter" or _ONLY_A_SHELL.search(line):
            return _check(self._process(["sh", "-c", line]), status)
        return _check(self._here(words[1:]), status)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Begin a command that waits for something."""
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [*COMMAND, *arguments], cwd=self.home, env=self.whole_environment(), stdout=pipe, stderr=pipe, text=True,
            preexec_fn=_listen_to_ctrl_c,
        )  # fmt: skip

    def whole_environment(self) -> Mapping[str, str]:
        """The environment of a command, without PUC_ settings of this machine."""
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

    def _here(self, arguments: Sequence[str], typed: str = "") -> Ended:
        out, err = _stream(), _stream()
        with (
            mock.patch.dict(os.environ, self.whole_environment(), clear=True),
            mock.patch("sys.stdin", _stream(typed)),
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


def _stream(content: str = "") -> io.TextIOWrapper:
    """A stream like sys.stdout: text, with a buffer of bytes."""
    return io.TextIOWrapper(io.BytesIO(content.encode()), encoding="utf-8", write_through=True)


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def _check(ended: Ended, status: int | None) -> Ended:
    report = f"{ended.args[-6:]}: {ended.returncode}\n{ended.stdout}\n{ended.stderr}"
    assert status in (None, ended.returncode), report
    assert "Traceback" not in ended.stderr, ended.stderr
    return ended
