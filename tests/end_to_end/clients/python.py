"""The stock Python client, and clients that keep producing or consuming until they are stopped."""

import contextlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pulsar

SEND_TIMEOUT_MS = 2000


def by_token(token: str) -> pulsar.Authentication:
    """Sign in with a JWT."""
    return pulsar.AuthenticationToken(token)


def by_supplier(supplier: Callable[[], str]) -> pulsar.Authentication:
    """Sign in with the JWT that the supplier returns when the client needs one."""
    return pulsar.AuthenticationToken(supplier)


def by_method(method: str, username: str, password: str) -> pulsar.Authentication:
    """Sign in with name and password under another method's name."""
    return pulsar.AuthenticationBasic(username, password, method)


def by_password(username: str, password: str) -> pulsar.Authentication:
    """Sign in with name and password (Pulsar's method `basic`)."""
    return pulsar.AuthenticationBasic(username, password)


def by_oauth2(issuer: str, client_id: str, client_secret: str) -> pulsar.Authentication:
    """Let the client fetch tokens (client_credentials), with the empty audience that it sends by default."""
    values = {"type": "client_credentials", "issuer_url": issuer, "client_id": client_id}
    return pulsar.AuthenticationOauth2(json.dumps({**values, "client_secret": client_secret}))


@contextlib.contextmanager
def client(service_url: str, authentication: pulsar.Authentication, seconds: int = 15) -> Iterator[pulsar.Client]:
    """A client that is closed with the block. If sign-in is refused, it retries for `seconds`, then raises Timeout."""
    quiet = pulsar.FileLogger(pulsar.LoggerLevel.Error, os.devnull)
    made = pulsar.Client(service_url, authentication=authentication, operation_timeout_seconds=seconds, logger=quiet)
    try:
        yield made
    finally:
        with contextlib.suppress(pulsar.PulsarException):
            made.close()


def tls_client(service_url: str, authentication: pulsar.Authentication, trust: Path, **own: str) -> pulsar.Client:
    """A client over TLS that checks the server's name; `own` are the paths of its own certificate and key."""
    return pulsar.Client(
        service_url, authentication=authentication, operation_timeout_seconds=3, tls_trust_certs_file_path=str(trust),
        tls_validate_hostname=True, logger=pulsar.FileLogger(pulsar.LoggerLevel.Error, os.devnull), **own,
    )  # fmt: skip


def produce(service_url: str, authentication: pulsar.Authentication, topic: str, text: str = "hello") -> None:
    """Send one message. Raises what the client raises."""
    with client(service_url, authentication) as connected:
        connected.create_producer(topic, send_timeout_millis=SEND_TIMEOUT_MS).send(text.encode())


def consume(service_url: str, authentication: pulsar.Authentication, topic: str, subscription: str) -> str:
    """Receive and acknowledge one message of a new or known subscription, from the beginning."""
    with client(service_url, authentication) as connected:
        consumer = connected.subscribe(topic, subscription, initial_position=pulsar.InitialPosition.Earliest)
        message = consumer.receive(10_000)
        consumer.acknowledge(message)
        consumer.close()  # sends what is acknowledged, and waits for the broker
        return bytes(message.data()).decode()


def may_read(service_url: str, authentication: pulsar.Authentication, topic: str) -> bool:
    """Whether it may open a consumer. Raises what the client raises but for a refusal."""
    try:
        with client(service_url, authentication) as connected:
            connected.subscribe(topic, "shop", initial_position=pulsar.InitialPosition.Earliest).close()
    except pulsar.AuthorizationError:
        return False
    return True


class Producing:
    """An open producer that sends one message after the other in a thread, and remembers when each was accepted."""

    def __init__(self, service_url: str, authentication: pulsar.Authentication, topic: str) -> None:
        self.accepted: list[float] = []
        self.error: Exception | None = None
        self._place = (service_url, authentication, topic)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Producing":
        self._thread.start()
        until = time.monotonic() + 20
        while not self.accepted and not self.error and time.monotonic() < until:
            time.sleep(0.005)
        if not self.accepted:
            self.__exit__()
            raise self.error or TimeoutError("no message was accepted within 20 s")
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(30)

    def __str__(self) -> str:
        ago = f", the last one {time.monotonic() - self.accepted[-1]:.1f} s ago" if self.accepted else ""
        return f"{len(self.accepted)} messages accepted{ago}; error: {self.error}"

    @property
    def alive(self) -> bool:
        """Whether nothing was refused so far and a message was accepted within the last second."""
        return self.error is None and time.monotonic() - self.accepted[-1] < 1

    def accepted_after(self, moment: float) -> int:
        """How many messages the broker accepted after that moment of the monotonic clock."""
        return sum(1 for each in self.accepted if each > moment)

    def _run(self) -> None:
        service_url, authentication, topic = self._place
        try:
            with client(service_url, authentication) as connected:
                producer = connected.create_producer(topic, send_timeout_millis=SEND_TIMEOUT_MS)
                while not self._ended.is_set():
                    producer.send(b"on and on")
                    self.accepted.append(time.monotonic())
                    time.sleep(0.001)
        except pulsar.PulsarException as refused:
            self.error = refused


class Consuming:
    """An open consumer in a thread that records when each message came.

    If the broker closes the consumer, the stock client subscribes again by itself. If that is refused, `received` stops
    growing, and the refusal is in the broker's events.
    """

    def __init__(
        self, service_url: str, authentication: pulsar.Authentication, topic: str, subscription: str, **options: object
    ) -> None:
        self.received: list[float] = []
        self._place = (service_url, authentication, topic, subscription, options)
        self._open, self._ended = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Consuming":
        self._thread.start()
        if not self._open.wait(20):
            raise TimeoutError("no subscription within 20 s")
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(30)

    def __str__(self) -> str:
        ago = f", the last one {time.monotonic() - self.received[-1]:.1f} s ago" if self.received else ""
        return f"{len(self.received)} messages received{ago}"

    def received_after(self, moment: float) -> int:
        """How many messages came after that moment of the monotonic clock."""
        return sum(1 for each in self.received if each > moment)

    def _run(self) -> None:
        service_url, authentication, topic, subscription, options = self._place
        with contextlib.suppress(pulsar.PulsarException), client(service_url, authentication) as connected:
            # A queue of one: messages that were already sent to the client arrive even after a revocation.
            consumer = connected.subscribe(topic, subscription, receiver_queue_size=1, **options)
            self._open.set()
            while not self._ended.is_set():
                with contextlib.suppress(pulsar.Timeout):
                    message = consumer.receive(200)
                    self.received.append(time.monotonic())
                    consumer.acknowledge(message)
