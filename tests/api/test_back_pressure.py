"""An overloaded center refuses new requests at once; otherwise it refuses none."""

import asyncio
import selectors
from collections.abc import Callable
from typing import Any, cast

import pytest
from starlette.datastructures import State

from app.api.admission.reader_slots import BackPressure, LoopLateness, ReaderSlots
from app.platform.errors import Busy
from tests.center import Center
from tests.factories import an_administrator

pytestmark = pytest.mark.any_database
_API, _BROKERS = "/api/v1/users", ("/api/broker/v1/changes", "/api/broker/v1/link")


class Clock:
    """Seconds that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Waits(selectors.DefaultSelector):
    """Sets the clock instead of waiting for events."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock

    def select(self, timeout: float | None = None) -> Any:
        """What is there to be done now."""
        self.clock.now += timeout or 0
        return super().select(0)


class Loop(asyncio.SelectorEventLoop):
    """An event loop by that clock."""

    def __init__(self) -> None:
        self.clock = Clock()
        super().__init__(Waits(self.clock))

    def time(self) -> float:
        """What the clock says."""
        return self.clock.now


def test_places_are_given_in_order_and_report_the_longest_wait() -> None:
    clock = Clock()
    places, waited, came = ReaderSlots(1, clock), [], []

    async def enter(name: str, leave: asyncio.Event) -> None:
        async with places:
            came.append(name)
            await leave.wait()

    async def all_of_it() -> None:
        leave = [asyncio.Event() for _ in range(3)]
        tasks = []
        for number, each in enumerate(leave):
            tasks.append(asyncio.create_task(enter(str(number), each)))
            await asyncio.sleep(0)
            clock.now += 1
            waited.append(places.wait_seconds())
        tasks[1].cancel()
        await asyncio.sleep(0)
        waited.append(places.wait_seconds())
        leave[0].set()
        leave[2].set()
        await asyncio.gather(*tasks, return_exceptions=True)
        waited.append(places.wait_seconds())

    asyncio.run(all_of_it())
    assert waited == [0, 1, 2, 1, 0]
    assert came == ["0", "2"]


def test_waiting_too_long_for_a_place_is_refused_and_leaves_the_queue() -> None:
    places = ReaderSlots(0, wait_seconds=0)

    async def enter() -> None:
        with pytest.raises(Busy):
            await places.__aenter__()

    asyncio.run(enter())
    assert places.wait_seconds() == 0


def test_a_loop_is_late_only_when_most_steps_are() -> None:
    async def lateness(blocks: Callable[[int], bool]) -> float:
        loop, clock = LoopLateness(tick_seconds=0.01), cast(Loop, asyncio.get_running_loop()).clock
        loop.seconds()
        for number in range(60):
            if blocks(number):
                clock.now += 0.018
                await asyncio.sleep(0)
            else:
                await asyncio.sleep(0.01)
        return loop.seconds()

    with asyncio.Runner(loop_factory=Loop) as runner:
        assert runner.run(lateness(lambda _: True)) > 0.004
    with asyncio.Runner(loop_factory=Loop) as runner:
        assert runner.run(lateness(lambda number: number == 50)) < 0.004, "one long step does not count"


def test_only_requests_of_people_and_programs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    places = ReaderSlots(0, clock)

    async def waits() -> dict[str, bool]:
        task = asyncio.create_task(places.__aenter__())
        await asyncio.sleep(0)
        pressure = BackPressure(State({"reader_slots": places}))
        clock.now = 1.9
        assert not pressure.refuses(_API)
        clock.now = 2.1
        paths = (_API, "/oauth2/token", "/oauth2/jwks", "/health/ready", "/metrics", "/", *_BROKERS)
        found = {path: pressure.refuses(path) for path in paths}
        task.cancel()
        await asyncio.sleep(0)
        assert not pressure.refuses(_API), "nobody waits any more"
        return found

    found = asyncio.run(waits())
    assert [path for path, refused in found.items() if refused] == [_API, "/oauth2/token"]


@pytest.fixture
def overloaded(center: Center, monkeypatch: pytest.MonkeyPatch) -> Center:
    monkeypatch.setattr(ReaderSlots, "wait_seconds", lambda _: 3.0)
    return center


def test_a_refusal_says_when_to_come_again(overloaded: Center) -> None:
    admin = overloaded.with_token(overloaded.make(an_administrator))
    refused = admin.get(_API)
    assert (refused.status_code, refused.headers["retry-after"], refused.json()["code"]) == (503, "2", "busy")
    assert admin.get("/health/ready").status_code == 200
    form = {"grant_type": "client_credentials", "client_id": "a", "client_secret": "b"}
    answer = admin.post("/oauth2/token", data=form)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert answer.json()["error"] == "temporarily_unavailable"
    assert answer.headers["cache-control"] == "no-store"
