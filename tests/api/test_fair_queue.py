"""Sign-ins wait fairly: each source gets its turn, and a flood refuses itself."""

import asyncio
from collections import Counter
from collections.abc import Coroutine

import pytest

from app.api.admission.fair_queue import FairQueue
from app.platform.errors import Busy

pytestmark = pytest.mark.any_database


class Crowd:
    """People who sign in at a queue; `served` and `refused`: in the order in which it happened."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue, self.served, self.refused, self.most, self._now = queue, list[str](), list[str](), 0, 0
        self._tasks: list[asyncio.Task[None]] = []

    async def come(self, source: str, user: str = "u", *, seconds: float = 0) -> asyncio.Task[None]:
        """Let somebody sign in; it waits when this returns."""
        task = asyncio.create_task(self._sign_in(source, user, seconds))
        self._tasks.append(task)
        await asyncio.sleep(0)
        return task

    async def _sign_in(self, source: str, user: str, seconds: float) -> None:
        try:
            async with self.queue.turn(source, user):
                self._now += 1
                self.most = max(self.most, self._now)
                self.served.append(f"{source}/{user}")
                await asyncio.sleep(seconds)
                self._now -= 1
        except Busy:
            self.refused.append(f"{source}/{user}")

    async def end(self) -> None:
        """Wait for all."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


def run(story: Coroutine[object, object, None]) -> None:
    asyncio.run(asyncio.wait_for(story, 20))


def test_sources_take_turns_and_so_do_the_users_of_one() -> None:
    async def story() -> None:
        crowd = Crowd(FairQueue(1, 100))
        for user in "aaab":
            await crowd.come("flood", user, seconds=0.02)
        await crowd.come("office")
        await crowd.end()
        assert crowd.served == ["flood/a", "flood/a", "office/u", "flood/b", "flood/a"]

    run(story())


def test_no_more_than_the_places_run_and_every_place_is_freed() -> None:
    async def story() -> None:
        queue = FairQueue(3, 100)
        for _ in range(2):
            crowd = Crowd(queue)
            for number in range(30):
                await crowd.come(f"s{number % 4}", seconds=0.001)
            await crowd.end()
            assert (len(crowd.served), crowd.most, crowd.refused) == (30, 3, [])

    run(story())


def test_a_flood_refuses_itself() -> None:
    async def story() -> None:
        crowd = Crowd(FairQueue(1, 10))
        for number in range(500):
            await crowd.come("flood", f"u{number}", seconds=0.001)
        for source in ("office", "home"):
            await crowd.come(source)
        await crowd.end()
        assert Counter(name.split("/")[0] for name in crowd.refused) == {"flood": len(crowd.refused)}
        assert len(crowd.served) + len(crowd.refused) == 502
        assert {"office/u", "home/u"} <= set(crowd.served)

    run(story())


def test_one_user_of_a_source_does_not_shut_the_others_out() -> None:
    async def story() -> None:
        crowd = Crowd(FairQueue(1, 10))
        for _ in range(500):
            await crowd.come("cluster", "storm", seconds=0.001)
        await crowd.come("cluster", "alice")
        await crowd.end()
        assert "cluster/alice" in crowd.served
        assert set(crowd.refused) == {"cluster/storm"}

    run(story())


def test_of_equal_sources_the_last_are_refused() -> None:
    async def story() -> None:
        crowd = Crowd(FairQueue(1, 4))
        for number in range(8):
            await crowd.come(f"source{number}", seconds=0.001)
        await crowd.end()
        assert crowd.refused == [f"{name}/u" for name in ("source5", "source6", "source7")]

    run(story())


def test_waiters_that_time_out_or_leave_free_the_queue() -> None:
    async def story() -> None:
        noted: list[int] = []
        queue = FairQueue(1, 10, seconds=0.05, note_refused=lambda: noted.append(1))
        crowd = Crowd(queue)
        await crowd.come("slow", seconds=0.2)
        await crowd.come("late")
        gone = await crowd.come("gone")
        gone.cancel()
        await crowd.end()
        assert crowd.refused == ["late/u"]
        assert (len(noted), queue.free_places, dict(queue._queues), queue._waiting.total()) == (1, 1, {}, 0)

    run(story())


@pytest.mark.parametrize("moment", range(6))
def test_a_place_of_a_waiter_that_leaves_is_passed_on(moment: int) -> None:
    async def story() -> None:
        queue = FairQueue(1, 10)
        crowd = Crowd(queue)
        await crowd.come("first")
        leaving = await crowd.come("leaving")
        await crowd.come("next")
        for _ in range(moment):
            await asyncio.sleep(0)
        leaving.cancel()
        await crowd.end()
        assert "next/u" in crowd.served
        assert queue.free_places == 1

    run(story())
