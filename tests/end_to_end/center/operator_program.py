"""Runs `usercenter` as an operator does: as a process with the center's address and a token."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

_TOP = Path(__file__).parents[3]
_LINES, _COLUMNS = 8, 150


class OperatorProgram:
    """Runs commands against one center, and prints each line and the beginning of its output."""

    def __init__(self, server: str, token: str, say: Callable[[str], None]) -> None:
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("PUC_")}
        self._environment = {**inherited, "PUC_SERVER": server, "PUC_TOKEN": token}
        self._say = say

    def __call__(self, *arguments: str | Path, wanted: str) -> str:
        """Run `usercenter …`; answers what it printed.

        Raises:
            AssertionError: the exit status is not 0, or `wanted` is not in the output.
        """
        typed = [str(each) for each in arguments]
        self._say(f"$ usercenter {' '.join(_short(each) for each in typed)}")
        done = subprocess.run(
            [sys.executable, "-m", "app", *typed],
            cwd=_TOP, env=self._environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        self._show(done.stdout.splitlines())
        if done.returncode or wanted not in done.stdout:
            raise AssertionError(f"status {done.returncode}, wanted {wanted!r}: {done.stdout}{done.stderr}")
        return done.stdout

    def _show(self, lines: list[str]) -> None:
        for line in lines[:_LINES]:
            self._say(f"  {line if len(line) <= _COLUMNS else line[: _COLUMNS - 1] + '…'}")
        if len(lines) > _LINES:
            self._say("  …")


def _short(argument: str) -> str:
    path = Path(argument)
    return path.name if path.is_absolute() else argument
