"""Stock clients that never give up: they keep writing and reading, and record what they got."""

import contextlib
import json
import threading
import time
from abc import ABC, abstractmethod
from typing import Any

import pulsar

from tests.end_to_end.clients import python
from tests.end_to_end.estate import Account

_SEND_TIMEOUT_MS = 400
_RECEIVE_MS = 100
_RETRY_SECONDS = 0.02


class Stubborn(ABC, threading.Thread):
    """A client in its own thread that retries at once when refused."""

    def __init__(self, service_url: str, account: Account, topic: str) -> None:
        super().__init__(daemon=True, name=f"client of {account.username}")
        self.account = account
        self.done = 0
        """Messages written or read so far."""
        self.refused = 0
        self._service_url = service_url
        self._topic = topic
        self._ended = threading.Event()

    def end(self) -> None:
        """Stop and wait for it."""
        self._ended.set()
        self.join(60)

    def run(self) -> None:
        """Go on until the end."""
        with python.client(self._service_url, python.by_token(self.account.token), seconds=5) as connected:
            while not self._ended.is_set():
                try:
                    self._work(connected)
                except pulsar.PulsarException:
                    self.refused += 1
                    self._ended.wait(_RETRY_SECONDS)

    @abstractmethod
    def _work(self, connected: pulsar.Client) -> None: ...


class Writer(Stubborn):
    """Sends numbered messages, one after the other; each carries the time of the attempt."""

    def __init__(self, service_url: str, account: Account, topic: str) -> None:
        super().__init__(service_url, account, topic)
        self._number = 0

    def _work(self, connected: pulsar.Client) -> None:
        producer = connected.create_producer(self._topic, send_timeout_millis=_SEND_TIMEOUT_MS)
        try:
            while not self._ended.is_set():
                self._number += 1
                stamp = {"by": self.account.username, "n": self._number, "at": time.monotonic()}
                producer.send(json.dumps(stamp).encode())
                self.done += 1
                time.sleep(0.002)
        finally:
            with contextlib.suppress(pulsar.PulsarException):
                producer.close()


class Reader(Stubborn):
    """Receives all messages it can; `received` holds each with its time."""

    def __init__(self, service_url: str, account: Account, topic: str) -> None:
        super().__init__(service_url, account, topic)
        self.received: list[tuple[dict[str, Any], float]] = []

    def _work(self, connected: pulsar.Client) -> None:
        consumer = connected.subscribe(self._topic, self.account.username)
        try:
            while not self._ended.is_set():
                self._receive(consumer)
        finally:
            with contextlib.suppress(pulsar.PulsarException):
                consumer.close()

    def _receive(self, consumer: pulsar.Consumer) -> None:
        try:
            message = consumer.receive(_RECEIVE_MS)
        except pulsar.Timeout:
            if not consumer.is_connected():
                raise  # cut off: reconnect at once
            return
        self.received.append((json.loads(message.data()), time.monotonic()))
        self.done += 1
        consumer.acknowledge(message)
