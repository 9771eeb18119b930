"""What a cluster said is remembered for a moment, and one that is down is not asked again at once."""

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from app.resources.cluster_views import memory
from app.resources.cluster_views.failures import ClusterRefused, ClusterUnreachable
from app.resources.cluster_views.memory import Memory


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Cluster:
    """Counts how often it is asked."""

    def __init__(self, answer: object = "yes") -> None:
        self.asked = 0
        self.answer = answer
        self.let_go = threading.Event()
        self.let_go.set()

    def __call__(self) -> object:
        self.asked += 1
        assert self.let_go.wait(30)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def run(work: Callable[[Memory, Clock], Awaitable[None]]) -> None:
    clock = Clock()

    async def inside() -> None:
        await work(Memory(clock), clock)

    asyncio.run(inside())


def test_many_who_look_at_once_cost_one_call() -> None:
    cluster = Cluster()

    async def work(kept: Memory, clock: Clock) -> None:
        cluster.let_go.clear()
        asked = [asyncio.ensure_future(kept.recall(1, "stats", cluster)) for _ in range(50)]
        await asyncio.sleep(0)
        cluster.let_go.set()
        assert await asyncio.gather(*asked) == ["yes"] * 50
        assert await kept.recall(1, "stats", cluster) == "yes"
        assert cluster.asked == 1
        clock.now += memory.SECONDS
        await kept.recall(1, "stats", cluster)
        assert cluster.asked == 2

    run(work)


def test_who_goes_away_takes_the_answer_from_nobody() -> None:
    cluster = Cluster()

    async def work(kept: Memory, _: Clock) -> None:
        cluster.let_go.clear()
        first = asyncio.ensure_future(kept.recall(1, "stats", cluster))
        second = asyncio.ensure_future(kept.recall(1, "stats", cluster))
        await asyncio.sleep(0)
        first.cancel()
        cluster.let_go.set()
        assert await second == "yes"
        assert cluster.asked == 1

    run(work)


def test_a_cluster_that_is_down_is_left_alone_for_a_moment_and_others_are_asked() -> None:
    down, up = Cluster(ClusterUnreachable("no answer")), Cluster()

    async def work(kept: Memory, clock: Clock) -> None:
        for what in ("stats", "bundles", "brokers"):
            with pytest.raises(ClusterUnreachable, match="no answer"):
                await kept.recall(1, what, down)
        assert down.asked == 1
        assert await kept.recall(2, "stats", up) == "yes"
        clock.now += memory.SECONDS
        down.answer = "back"
        assert await kept.recall(1, "stats", down) == "back"

    run(work)


def test_a_refusal_is_remembered_for_its_question_alone() -> None:
    refusing, other = Cluster(ClusterRefused("no")), Cluster()

    async def work(kept: Memory, clock: Clock) -> None:
        for _ in range(3):
            with pytest.raises(ClusterRefused):
                await kept.recall(1, "stats", refusing)
        assert refusing.asked == 1
        assert await kept.recall(1, "bundles", other) == "yes"

    run(work)


def test_what_was_changed_is_asked_anew_and_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST", 3)
    here, there = Cluster(), Cluster()

    async def work(kept: Memory, _: Clock) -> None:
        await kept.recall(1, "stats", here)
        await kept.recall(2, "stats", there)
        kept.forget(1)
        await kept.recall(1, "stats", here)
        await kept.recall(2, "stats", there)
        assert (here.asked, there.asked) == (2, 1)
        for other in range(10):
            await kept.recall(1, other, here)
        await kept.recall(2, "stats", there)
        assert there.asked == 2

    run(work)
