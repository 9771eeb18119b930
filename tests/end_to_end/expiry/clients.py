"""Clients that keep sending whatever happens, and count results and errors."""

import contextlib
import os
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import httpx
import pulsar

from tests.end_to_end.clients import python
from tests.end_to_end.clients.java import JavaSignIn, java_program
from tests.end_to_end.waiting import wait_until


class SteadyProducer:
    """Runs the Java program of this name as a user, and counts its messages."""

    def __init__(self, username: str, service_url: str, sign_in: JavaSignIn, topic: str, log: Path) -> None:
        self.username = username
        self._log = log
        credentials = {"SERVICE_URL": service_url, "AUTH_PLUGIN": sign_in.plugin, "AUTH_PARAMS": sign_in.parameters}
        command = java_program("SteadyProducer", topic)
        with log.open("w") as out:
            self.process = subprocess.Popen(
                command, env={**os.environ, **credentials}, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
            )  # fmt: skip

    def count(self, word: str) -> int:
        """How often its output has this word."""
        return sum(line.startswith(word) for line in self._log.read_text(errors="replace").splitlines())

    def has_printed(self, text: str) -> bool:
        """Whether its output, or that of its libraries, has this text."""
        return text in self._log.read_text(errors="replace")

    def goes_on(self, seconds: float) -> None:
        """Wait until it has sent ten more messages."""
        before = self.count("SENT")
        wait_until(f"ten more messages, see {self._log}", lambda: self.count("SENT") >= before + 10, seconds, pause=0.2)


class Persevering:
    """The stock Python client with a producer that continues after failures, as the client itself does."""

    def __init__(self, service_url: str, authentication: pulsar.Authentication, topic: str) -> None:
        self.accepted = self.failed = 0
        self._place = (service_url, authentication, topic)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self.goes_on(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(60)

    def goes_on(self, seconds: float) -> None:
        """Wait until ten more messages were accepted."""
        before = self.accepted
        wait_until(f"ten more messages, {self.failed} failed", lambda: self.accepted >= before + 10, seconds, pause=0.1)

    def _run(self) -> None:
        service_url, authentication, topic = self._place
        with python.client(service_url, authentication, seconds=60) as connected:
            producer = connected.create_producer(topic, send_timeout_millis=1000)
            while not self._ended.wait(0.1):
                try:
                    producer.send(b"on and on")
                    self.accepted += 1
                except pulsar.PulsarException:
                    self.failed += 1


class FetchingSupplier:
    """A typical token supplier: fetches a new token only when the current one is about to expire."""

    def __init__(self, center: str, client_id: str, secret: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": secret}
        self._url, self._clock = f"{center}/oauth2/token", clock
        self._token, self._renew_at = "", 0.0
        self.fetched = 0

    def __call__(self) -> str:
        if self._clock() >= self._renew_at:
            with contextlib.suppress(httpx.HTTPError):
                answer = httpx.post(self._url, data=self._form, timeout=5).raise_for_status().json()
                self._token, self._renew_at = answer["access_token"], self._clock() + 0.5 * answer["expires_in"]
                self.fetched += 1
        return self._token
