"""Keys of one topic for Pulsar's client, which reads them from files: one public half, one private half at a time."""

import logging
import os
import re
import socket
import threading
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Self
from weakref import WeakSet

import pulsar

from pulsar_user_center_keys.center import Center, KeyProblem, KeyRefused
from pulsar_user_center_keys.memory_file import MemoryFile

_RENEW_SECONDS = 300
_MOST, _PATIENCE = 100, 100
_ALGORITHM = "RSA-3072"
_log = logging.getLogger(__name__)
_here: "WeakSet[ConsumerKeys]" = WeakSet()


class _Keys(ABC):
    """`reader` is for the client. Close the keys, or leave their `with` block, after the clients that use them."""

    reader: pulsar.CryptoKeyReader

    def __init__(self, center: str, token: Callable[[], str], topic: str) -> None:
        self.topic = topic
        self._center, self._ended = Center(center, token), threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the renewal; private halves are forgotten."""
        self._ended.set()

    @abstractmethod
    def renew(self) -> None:
        """Ask the center anew; a thread does so every five minutes. Through an outage all stays as it is."""

    def _begin_renewing(self) -> None:
        threading.Thread(target=self._keep_renewing, name="encryption keys", daemon=True).start()

    def _keep_renewing(self) -> None:
        while not self._ended.wait(_RENEW_SECONDS):
            try:
                self.renew()
            except Exception:  # the thread lives on
                _log.exception("%s: keys are not renewed", self.topic)


class ProducerKeys(_Keys):
    """The public half that is active for a topic; `name` (as `orders@2`) is the producer's encryption key.

    Both stay the same, as a producer goes on to write this name into its messages: when `outdated`, make new ones and a
    new producer. Raises KeyRefused without the right to write, CenterUnavailable, ValueError, OSError outside Linux."""

    def __init__(self, center: str, token: Callable[[], str], topic: str) -> None:
        super().__init__(center, token, topic)
        half = self._active()
        self.name, self.outdated = _full_name(half), False
        self._file = _public_file(half["public_key"])
        self.reader = pulsar.CryptoKeyReader(self._file.path, "")
        self._begin_renewing()

    def renew(self) -> None:
        """See whether there is a newer version."""
        try:
            # `noted`: the producer goes on with the version that it has, so this one does not count as fetched.
            self.outdated = self.outdated or _full_name(self._active(noted=False)) != self.name
        except KeyProblem as problem:
            _log.warning("%s: the public half stays as it is: %s", self.topic, problem)

    def _active(self, **how: bool) -> dict[str, Any]:
        match self._center.ask("public", {"topics": [self.topic], **how}):
            case {"items": [{"error": None, "name": str(), "number": int()} as half]}:
                return _of_rsa(half, "public_key")
            case {"items": [{"error": str(error)}]}:
                raise KeyRefused(f"{self.topic}: {error}")
        raise KeyRefused(f"{self.topic}: the center gives no key")


class ConsumerKeys(_Keys):
    """Private halves for a topic. The client reads a single file, so it opens messages of one version at a time: that
    of `name` (as `orders@2`), or the one that `opened` found last.

    Raises KeyRefused without the right to read, CenterUnavailable, ValueError, OSError outside Linux."""

    def __init__(
        self,
        center: str,
        token: Callable[[], str],
        topic: str,
        name: str | None = None,
        subscription: str | None = None,
    ) -> None:
        super().__init__(center, token, topic)
        self._file, self._lock = MemoryFile(), threading.RLock()
        self._asked = {"topic": topic, "reason": f"consumer on {socket.gethostname()}"}
        self._asked |= {} if subscription is None else {"subscription": subscription}
        self._halves: dict[tuple[str, int], MemoryFile] = {}
        self._awaited: tuple[str, str | None] | None = None
        self._failures: Counter[bool] = Counter()
        self._first = name
        _here.add(self)
        self.reader = pulsar.CryptoKeyReader("", self._file.path)
        if name is not None:
            self.use(name)
        self._begin_renewing()

    def use(self, name: str, metadata: Mapping[str, str] | None = None) -> None:
        """Open messages of this version from now on. Raises KeyRefused, CenterUnavailable."""
        version = _version(name, metadata or {})
        with self._lock:
            if self._ended.is_set():
                raise KeyRefused("the keys are closed")
            half = self._halves.pop(version, None) or MemoryFile(self._private_half(*version))
            self._halves[version] = half
            self._file.become(half)
            if len(self._halves) > _MOST:
                self._halves.pop(next(iter(self._halves)))

    def opened(self, message: pulsar.Message) -> bool:
        """Whether the message is readable, in a consumer that gets encrypted ones, too (CONSUME). If not, have it
        delivered again: the version that it needs is used now, or soon. Raises as `use`."""
        context = message.encryption_context()
        if context is None:
            return True
        keys = {(key.key, key.metadata.get("version")): key.metadata for key in context.keys()}  # noqa: SIM118
        if not context.is_decryption_failed():
            self._awaited = None if self._awaited in keys else self._awaited
            return True
        awaited = self._awaited in keys
        self._failures[awaited] += 1
        # Some failed before the version was used. Until it has opened one, no other is used: each shall open some.
        if self._awaited is not None and self._failures[awaited] < _PATIENCE:
            return False
        if awaited:
            raise KeyRefused(f"message {message.message_id()} is not encrypted for the key that it names")
        problem = KeyProblem("the message names no key")
        for key, metadata in keys.items():
            try:
                self.use(key[0], metadata)
            except KeyProblem as found:
                problem = found
            else:
                self._awaited, self._failures = key, Counter()
                return False
        raise problem

    def renew(self) -> None:
        """Forget all private halves when the right to read has ended. When it is back, use the version of `name`."""
        with self._lock:
            newest = next(reversed(self._halves), None)
        wanted = newest or (None if self._first is None else _version(self._first, {}))
        try:
            if wanted is not None:
                self._ask("private?dry_run=true", *wanted)  # the same decision, but nothing is given or recorded
            with self._lock:
                if self._first is not None and not self._halves:
                    self.use(self._first)
        except KeyRefused as refused:
            _log.warning("%s: private halves are forgotten: %s", self.topic, refused)
            self._forget()
        except KeyProblem as problem:
            _log.warning("%s: private halves stay as they are: %s", self.topic, problem)

    def close(self) -> None:
        """End the renewal and forget all private halves."""
        super().close()
        self._forget()

    def _forget(self) -> None:
        with self._lock:
            self._file.become(MemoryFile())
            self._halves.clear()
            self._awaited = None

    def _private_half(self, name: str, number: int) -> bytes:
        half = self._ask("private", name, number)
        if (half.get("name"), half.get("number")) != (name, number):
            raise KeyRefused(f"the center gives another key than {name}@{number}")
        return str(_of_rsa(half, "private_key")["private_key"]).encode()

    def _ask(self, path: str, name: str, number: int) -> dict[str, Any]:
        return self._center.ask(path, {**self._asked, "name": name, "number": number})


def _close_in_child() -> None:
    for keys in list(_here):
        # Threads that are not here may hold the others.
        keys._lock, keys._ended = threading.RLock(), threading.Event()
        keys.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_in_child)


def _version(name: str, metadata: Mapping[str, str]) -> tuple[str, int]:
    """Which key in which version a message was encrypted for, by what it carries."""
    key, at, number = name.rpartition("@")
    if not at:
        key, number = name, metadata.get("version", "1")
    if not re.fullmatch("[1-9][0-9]{0,9}", number):
        raise KeyRefused(f"{name!r}: the version {number!r} is no number")
    return key, int(number)


@cache
def _public_file(half: str) -> MemoryFile:
    # It stays: a producer that finds no public half when it changes its data key goes on, with what nobody can open.
    return MemoryFile(half.encode())


def _full_name(half: Mapping[str, Any]) -> str:
    return f"{half['name']}@{half['number']}"


def _of_rsa(half: dict[str, Any], field: str) -> dict[str, Any]:
    if (found := half.get("algorithm")) != _ALGORITHM:
        raise KeyRefused(f"{_full_name(half)} is of {found}; Pulsar's Python client takes {_ALGORITHM}")
    if not isinstance(half.get(field), str):
        raise KeyRefused(f"the center gives no {field} of {_full_name(half)}")
    return half
