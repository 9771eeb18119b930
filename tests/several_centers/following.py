"""Reads rights as a broker does: a snapshot, then the change feed, at the next center whenever one is lost."""

import json
import queue
import threading
import time
from typing import Any

import httpx

from app.access.rights_snapshot import RULED_FORMAT
from tests import plain_http
from tests.brokers.plugin import BASE, Listening
from tests.several_centers.sending import Sender


class Follower:
    """Used in a `with` block. `grants` are the ids it knows at `revision`; `gaps` must stay empty. `strange`: how often
    a center did not know its revision; it then keeps what it has, as the plugin does."""

    def __init__(self, url: str, credential: str) -> None:
        self._url, self._headers = url, {"Authorization": f"Bearer {credential}"}
        self.grants: set[int] = set()
        self.revision, self.epoch, self.mark = 0, "", ""
        self.gaps: list[str] = []
        self.lost = self.strange = 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._follow)

    def __enter__(self) -> "Follower":
        self._load()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join(30)

    def snapshot(self) -> dict[str, Any]:
        """A fresh one, of whatever center answers."""
        answer = Sender(self._url, "").send("GET", f"{BASE}/snapshot", self._headers, params={"format": RULED_FORMAT})
        answer.raise_for_status()
        return dict(answer.json())

    def report(self) -> None:
        """Tell the center what is in force here."""
        counts = dict.fromkeys(("snapshot_at", "events_written", "events_dropped", "connections"), 0)
        named = {"broker": "broker-1:8080", "boot": "boot", "plugin": "0.1.0", "pulsar": "4.0.8", "kicks": True}
        body = {**named, **counts, "revision": self.revision, "epoch": self.epoch, "mark": self.mark}
        with plain_http.client(self._url, timeout=20, headers=self._headers) as client:
            client.post(f"{BASE}/heartbeat", json=body).raise_for_status()

    def reaches(self, revision: int, seconds: float = 30) -> bool:
        """Whether it comes to this revision in time."""
        latest = time.monotonic() + seconds
        while self.revision < revision and time.monotonic() < latest:
            time.sleep(0.02)
        return self.revision == revision

    def _load(self) -> None:
        found = self.snapshot()
        self.grants, self.revision = {grant["id"] for grant in found["grants"]}, found["revision"]
        self.epoch, self.mark = found["epoch"], found["mark"]

    def _follow(self) -> None:
        while not self._end.is_set():
            try:
                with (
                    plain_http.client(self._url, timeout=15, headers=self._headers) as client,
                    Listening(client, self.revision, self.epoch, self.mark) as feed,
                ):
                    self._listen(feed)
            except (AssertionError, AttributeError, queue.Empty, httpx.HTTPError):
                pass  # no center took it: the next one
            self.lost += 1
            self._end.wait(0.1)

    def _listen(self, feed: Listening) -> None:
        while not self._end.is_set():
            try:
                frame = feed.next(1)
            except queue.Empty:
                continue
            if frame is None or self._is_of_another_history(feed):
                return
            if frame[0] == "reset":
                self.gaps.append(json.dumps(frame))
            if frame[0] == "delta":
                self._apply(frame[1], feed)

    def _is_of_another_history(self, feed: Listening) -> bool:
        """What the center said in its greeting, before the first frame or in the middle."""
        hello = {"known": True, "epoch": self.epoch}
        while not feed.hellos.empty():
            hello = feed.hellos.get()
        if hello["epoch"] != self.epoch and hello["follows"]:
            self._load()
            return True
        self.strange += not hello["known"]
        return not hello["known"]

    def _apply(self, delta: dict[str, Any], feed: Listening) -> None:
        if delta["after"] != self.revision:
            self.gaps.append(f"at {self.revision} came one after {delta['after']}")
        self.grants -= set(delta["gone"].get("grants", ()))
        self.grants |= {grant["id"] for grant in delta["set"].get("grants", ())}
        self.epoch, self.mark = feed.marks.pop(0)
        self.revision = delta["revision"]
