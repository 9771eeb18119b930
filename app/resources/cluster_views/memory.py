"""A few seconds of memory for each cluster: many people who look at once cost the cluster one call.

It belongs to the event loop. The same question joins the one that runs. A cluster that does not answer is not asked
again for a moment, so that its threads do not pile up while it is down.
"""

import asyncio
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread

from app.resources.cluster_views.failures import ClusterUnreachable

SECONDS = 3.0
"""How long an answer, or an error, is given again."""
LANES = 4
"""Questions to one cluster at the same time."""
MOST = 500
"""Answers that are remembered; beyond it the oldest is forgotten."""
T = TypeVar("T")


@dataclass
class _Cluster:
    lanes: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(LANES))
    down: tuple[float, str] | None = None
    """Until when it is not asked, and why."""


@dataclass
class _Entry:
    task: "asyncio.Task[Any]"
    until: float = float("inf")


class Memory:
    """Asks clusters in threads of their own and remembers the answers. `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._clusters: dict[int, _Cluster] = {}
        self._kept: dict[Hashable, _Entry] = {}

    async def recall(self, cluster: int, question: Hashable, ask: Callable[[], T]) -> T:
        """The answer to `question` of this cluster, at most `SECONDS` old; `ask` gets it, in a thread. Raises what
        `ask` raises."""
        key = cluster, question
        entry = self._kept.get(key)
        if entry is None or entry.until <= self._clock():
            entry = self._begin(cluster, key, ask)
        # Who asked first may go away; the others still wait for the answer.
        answer: T = await asyncio.shield(entry.task)
        return answer

    def forget(self, cluster: int) -> None:
        """Forget what the cluster said: it was just changed."""
        self._kept = {key: entry for key, entry in self._kept.items() if key[0] != cluster}  # type: ignore[index]

    async def ask(self, cluster: int, ask: Callable[[], T]) -> T:
        """Ask now, without remembering. Raises what `ask` raises."""
        state = self._clusters.setdefault(cluster, _Cluster())
        async with state.lanes:
            self._refuse_down(state)
            try:
                return await to_thread.run_sync(ask, limiter=CapacityLimiter(1))
            except ClusterUnreachable as error:
                state.down = self._clock() + SECONDS, error.detail
                raise

    def _begin(self, cluster: int, key: Hashable, ask: Callable[[], Any]) -> _Entry:
        self._make_room()
        entry = self._kept[key] = _Entry(asyncio.ensure_future(self.ask(cluster, ask)))
        entry.task.add_done_callback(lambda task: self._done(entry, task))
        return entry

    def _done(self, entry: _Entry, task: "asyncio.Task[Any]") -> None:
        entry.until = self._clock() + SECONDS
        if not task.cancelled():
            task.exception()  # fetched, or Python complains when nobody waits any more

    def _make_room(self) -> None:
        now = self._clock()
        self._kept = {key: entry for key, entry in self._kept.items() if entry.until > now}
        while len(self._kept) >= MOST:
            del self._kept[next(iter(self._kept))]

    def _refuse_down(self, state: _Cluster) -> None:
        if state.down is not None and state.down[0] > self._clock():
            raise ClusterUnreachable(state.down[1])
        state.down = None
