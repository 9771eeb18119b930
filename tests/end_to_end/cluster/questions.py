"""Asks brokers whether an account may write or read, as clients do: by opening a producer or a reader."""

import contextlib
import time
from collections.abc import Iterator
from typing import Literal

import pulsar

from tests.end_to_end.clients import python
from tests.end_to_end.cluster.company import READ_TOPIC, WRITE_TOPIC, Topic
from tests.end_to_end.estate import Account

Right = Literal["write", "read"]
AUTHORITY: dict[Right, int] = {"write": WRITE_TOPIC, "read": READ_TOPIC}
_PAUSE_SECONDS = 0.2
_NOT_NOW = (pulsar.Timeout, pulsar.ConnectError, pulsar.ServiceUnitNotReady, pulsar.TopicNotFound, pulsar.NotConnected,
            pulsar.UnknownError, pulsar.LookupError, pulsar.AlreadyClosed)  # fmt: skip


class Asking:
    """One account with a connection to the cluster; use as a context."""

    def __init__(self, service_url: str, account: Account) -> None:
        self._stack = contextlib.ExitStack()
        self._client = self._stack.enter_context(python.client(service_url, python.by_token(account.token), seconds=4))

    def __enter__(self) -> "Asking":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def may(self, right: Right, topic: Topic, seconds: float = 60) -> bool:
        """The brokers' answer. Retries while no broker serves the topic.

        Raises:
            TimeoutError: nobody answered for so long.
        """
        until = time.monotonic() + seconds
        while True:
            try:
                self._open(right, topic)
            except pulsar.AuthorizationError:
                return False
            except _NOT_NOW as unavailable:
                if time.monotonic() > until:
                    raise TimeoutError(f"nobody answers for {topic.full}") from unavailable
                time.sleep(_PAUSE_SECONDS)
            else:
                return True

    def gets_in(self, right: Right, topic: Topic, seconds: float) -> bool:
        """Whether it succeeds at least once within so many seconds, ignoring all errors."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with contextlib.suppress(pulsar.PulsarException):
                self._open(right, topic)
                return True
            time.sleep(_PAUSE_SECONDS)
        return False

    def _open(self, right: Right, topic: Topic) -> None:
        if right == "write":
            self._client.create_producer(topic.full).close()
        else:
            self._client.create_reader(topic.full, pulsar.MessageId.latest).close()


@contextlib.contextmanager
def asking(service_url: str, *accounts: Account) -> Iterator[list[Asking]]:
    """Several accounts at once."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(Asking(service_url, account)) for account in accounts]
