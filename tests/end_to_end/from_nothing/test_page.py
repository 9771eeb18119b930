"""The page from nothing to the first report: a reader's terminals and browser, on ports of the test's own."""

import itertools
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.end_to_end.center.api import CenterApi
from tests.end_to_end.center.process import first_administrator, inherited_environment
from tests.end_to_end.from_nothing import page
from tests.end_to_end.ports import end, free_ports
from tests.end_to_end.waiting import wait_until

_CODE = re.compile(r"user_code=(\S+)")
_KEPT = {"PIP_CACHE_DIR": ".cache/pip", "npm_config_cache": ".npm"}
"""What was downloaded before is not downloaded again: variable → directory of the real home."""
_SECONDS = 1200


@dataclass
class Reader:
    """Types what the page says. Directory and variables last, as in a shell."""

    directory: Path
    environment: dict[str, str]
    center: str
    running: list["subprocess.Popen[bytes]"] = field(default_factory=list)
    outputs: list[Path] = field(default_factory=list)

    def do(self, step: page.Step) -> None:
        """Follow one block."""
        if step.kind == "run":
            said = self._run(step.text)
            assert step.wanted in said, said
        elif step.kind == "until":
            wait_until(step.text, lambda: step.wanted in self._run(step.text), 60, pause=1)
        elif step.kind == "file":
            (self.directory / step.wanted).write_text(step.text, encoding="utf-8")
        elif step.kind == "start":
            self._start(step.text, step.wanted)
        else:
            assert step.kind == "sign in", f"what is to be done with {step.text}?"
            self._sign_in(step.text)

    def close(self) -> None:
        """End what was started, the newest first."""
        for process in reversed(self.running):
            end(process)

    def _run(self, text: str) -> str:
        file = self.environment["HOME"] + "/left"
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", f"{text}\nenv -0 > {file}"],
            cwd=self.directory, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=_SECONDS,
        )  # fmt: skip
        assert done.returncode == 0, f"{text}{done.stdout[-3000:]}"
        self.environment = dict(line.split("=", 1) for line in Path(file).read_text().split("\0")[:-1])
        self.directory = Path(self.environment["PWD"])
        return done.stdout

    def _start(self, text: str, wanted: str) -> None:
        output = Path(self.environment["HOME"]) / f"terminal-{len(self.outputs)}"
        self.outputs.append(output)
        with output.open("wb") as log:
            self.running.append(
                subprocess.Popen(
                    ["bash", "-c", text], cwd=self.directory, env=self.environment, start_new_session=True,
                    stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                )
            )  # fmt: skip

        def has_printed() -> bool:
            assert self.running[-1].poll() is None, output.read_text()[-3000:]
            return wanted in output.read_text(errors="replace")

        wait_until(text, has_printed, _SECONDS / 4, pause=0.2)

    def _sign_in(self, text: str) -> None:
        name, secret = first_administrator(self.outputs[0].read_text())
        with closing(CenterApi.first_sign_in(self.center, name, secret)) as browser:
            waiting = subprocess.Popen(
                ["bash", "-c", text], cwd=self.directory, env=self.environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )  # fmt: skip
            assert waiting.stdout is not None
            code = next(filter(None, map(_CODE.search, waiting.stdout)))[1]
            browser.post("/api/v1/device/decision", user_code=code, approve=True)
            said, _ = waiting.communicate(timeout=60)
        assert f"as {name}" in said


@pytest.fixture
def reader(tmp_path: Path, ports: dict[str, str]) -> Iterator[Reader]:
    """With an empty directory and an empty home."""
    for name in ("home", "here"):
        (tmp_path / name).mkdir()
    own = {
        "HOME": str(tmp_path / "home"),
        "PORT": ports["center"],
        "PUC_PORT": ports["center"],
        # As on machines of the tests; a reader's broker takes more memory by default.
        "PULSAR_MEM": "-Xms256m -Xmx768m -XX:MaxDirectMemorySize=384m",
        "PULSAR_GC": "-XX:+UseSerialGC -XX:TieredStopAtLevel=1",
        **{variable: str(Path.home() / place) for variable, place in _KEPT.items()},
    }
    inherited = {
        key: value
        for key, value in inherited_environment().items()
        if key not in ("VIRTUAL_ENV", "PYTHONPATH", "MAKEFLAGS")
    }
    made = Reader(tmp_path / "here", {**inherited, **own}, f"http://127.0.0.1:{ports['center']}")
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def ports() -> dict[str, str]:
    """Free ones, by what listens there."""
    return dict(zip(("center", "web", "broker", "bookie"), map(str, free_ports(4)), strict=True))


@pytest.mark.timeout(_SECONDS * 2)
def test_from_nothing_to_the_first_report(
    reader: Reader, ports: dict[str, str], record_measurement: Callable[[str], None]
) -> None:
    instead = {
        "https://git.example/pulsar-user-center.git": f"{page.TOP} pulsar-user-center",
        "127.0.0.1:8080": f"127.0.0.1:{ports['center']}",
        "127.0.0.1:8081": f"127.0.0.1:{ports['web']}",
        "127.0.0.1:6650": f"127.0.0.1:{ports['broker']}",
        "webServicePort=8081": f"webServicePort={ports['web']}; echo brokerServicePort={ports['broker']}",
        "standalone -nfw -nss": f"standalone -nfw -nss --bookkeeper-port {ports['bookie']}",
    }
    for section, steps in itertools.groupby(page.steps(instead), lambda step: step.section):
        begin = time.monotonic()
        for step in steps:
            reader.do(step)
        record_measurement(f"from nothing, {section}: {time.monotonic() - begin:.0f} s")
    assert len(reader.running) == 2
