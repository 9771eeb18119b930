"""Two hundred brokers in a process of their own: each takes a snapshot, follows the center over a link and
reports.

They report as the plugin does: at once after a change, and otherwise as often as the center says. They keep no rights,
but see that no revision is left out.
"""

import asyncio
import gzip
import json
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe
from typing import Any
from urllib.parse import urlsplit

from app.access.rights_snapshot import RULED_FORMAT
from benchmarks.change_feed.brokers import Link, whole_report
from benchmarks.load import snapshots

_POSITION = f"after={{revision}}&epoch={{epoch}}&mark={{mark}}&format={RULED_FORMAT}"
_PAUSE_SECONDS = 0.1


@dataclass
class Seen:
    """What the brokers noticed. `everywhere`: when the last of them had a revision, monotonic ns. `snapshot_seconds`:
    until all had one when none was built; `again_seconds`: when it was."""

    brokers: int
    everywhere: dict[int, int] = field(default_factory=dict)
    readers: Counter[int] = field(default_factory=Counter)
    reports: Counter[str] = field(default_factory=Counter)
    gaps: list[str] = field(default_factory=list)
    ended: int = 0
    snapshot_seconds: float = 0.0
    again_seconds: float = 0.0
    snapshot_bytes: int = 0
    at: list[int] = field(default_factory=list)
    """The revision of each in the end."""

    def has(self, revisions: range) -> None:
        """One more broker has these revisions now."""
        self.readers.update(revisions)
        for revision in revisions:
            if self.readers[revision] == self.brokers:
                self.everywhere[revision] = time.monotonic_ns()


@contextmanager
def following(url: str, credential: str, number: int) -> Iterator["Pipe[Any, Any]"]:
    """Brokers that have the snapshot when the block begins. Whatever is sent to the pipe ends them; it answers
    `Seen`."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_run, args=(url, credential, number, theirs))
    process.start()
    try:
        if not ours.poll(600):
            raise RuntimeError("the brokers did not get their snapshots")
        ours.recv()
        yield ours
    finally:
        process.terminate()
        process.join(10)


def _run(url: str, credential: str, number: int, pipe: "Pipe[Any, Any]") -> None:
    asyncio.run(_all(url, credential, number, pipe))


async def _all(url: str, credential: str, number: int, pipe: "Pipe[Any, Any]") -> None:
    seen, port = Seen(number), str(urlsplit(url).port)
    first = await snapshots.load_all(port, credential, number)
    again = await snapshots.load_all(port, credential, number)
    seen.snapshot_seconds, seen.again_seconds, seen.snapshot_bytes = first.seconds, again.seconds, len(again.packed)
    position = _position(again.packed)
    brokers = [Broker(f"broker-{at}:8080", port, credential, seen, position) for at in range(number)]
    tasks = [asyncio.create_task(broker.follow()) for broker in brokers]
    pipe.send("ready")
    await asyncio.to_thread(pipe.recv)
    seen.at = [broker.revision for broker in brokers]
    pipe.send(seen)
    for task in tasks:
        task.cancel()


def _position(packed: bytes) -> dict[str, Any]:
    found = json.loads(gzip.decompress(packed))
    return {key: found[key] for key in ("revision", "epoch", "mark")}


class Broker:
    """One of them. It connects again when its link ends, and goes on where it was."""

    def __init__(self, name: str, port: str, credential: str, seen: Seen, position: dict[str, Any]) -> None:
        self._name, self._port, self._credential, self._seen = name, port, credential, seen
        self._at, self._changed, self._interval = position, asyncio.Event(), 10.0

    @property
    def revision(self) -> int:
        """That it has."""
        return int(self._at["revision"])

    async def follow(self) -> None:
        """Follow over a link and report, until cancelled. Connects again when it ends."""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                link = await Link.open(self._port, self._credential, _POSITION.format(**self._at))
                reporting = asyncio.create_task(self._report(link))
                try:
                    await self._read(link)
                finally:
                    reporting.cancel()
                    link.close()
            self._seen.ended += 1
            await asyncio.sleep(_PAUSE_SECONDS)

    async def _read(self, link: Link) -> None:
        while True:
            message = await link.message()
            if message.startswith(b'{"delta":'):
                self._apply(json.loads(message)["delta"])
            elif message.startswith(b'{"time":'):
                self._interval = json.loads(message)["time"]["interval_seconds"]
            elif message.startswith(b'{"reset":'):
                self._seen.gaps.append(f"{self._name}: reset at {self.revision}")
            elif message.startswith(b'{"refused":'):
                self._seen.reports[message.decode()[:80]] += 1

    def _apply(self, delta: dict[str, Any]) -> None:
        revision = int(delta["revision"])
        if delta["after"] != self.revision:
            self._seen.gaps.append(f"{self._name}: at {self.revision} came one after {delta['after']}")
        self._seen.has(range(self.revision + 1, revision + 1))
        self._at = {key: delta[key] for key in ("revision", "epoch", "mark")}
        self._changed.set()

    async def _report(self, link: Link) -> None:
        """At once after a change, and otherwise as often as the center says."""
        link.report({**whole_report(self._name, "load"), **self._at})
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), self._interval)
            self._changed.clear()
            link.report(self._at)
            self._seen.reports["taken"] += 1
