"""Changes wait for each other in turns, none for too long, and readers do not wait for them."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from app.api.admission.reader_slots import ReaderSlots
from app.api.admission.writers import Writers
from app.audit.trail import trail
from app.platform.errors import Busy
from app.tokens import device
from tests.api.estate import ANY, problem
from tests.center import Center
from tests.factories import PASSWORD, a_user, an_administrator
from tests.policy.desk import YAML
from tests.requests.desk import change_settings
from tests.requests.registering import WANTED

MORE_THAN_PLACES = 40


def test_readers_do_not_wait_for_queued_writers(center: Center) -> None:
    token = center.with_token(center.make(an_administrator)).headers["Authorization"]
    reader = center.with_token(center.make(a_user, "reader"))

    def write(number: int) -> int:
        with httpx.Client(base_url=center.url, headers={"Authorization": token}, timeout=60) as client:
            return client.post("/api/v1/groups", json={"name": f"group {number}"}).status_code

    with ThreadPoolExecutor(MORE_THAN_PLACES) as pool:
        with center.database.writing() as session:
            trail.lock_revision(session)
            answers = [pool.submit(write, number) for number in range(MORE_THAN_PLACES)]
            while center.app.state.writers.waiting + 1 < MORE_THAN_PLACES:
                assert reader.get("/api/v1/session").status_code == 200
        assert {answer.result() for answer in answers} == {201}


WAITING: dict[str, tuple[str, str, dict[str, Any]]] = {
    "simulate": ("POST", "/access/simulate", {"json": {"changes": {"disable": [2]}, "all": True}}),
    "policy": ("POST", "/policy/apply?dry_run=true", {"content": "version: 1\ngroups: {fresh: {}}\n", "headers": YAML}),
    "password": ("PUT", "/session/password", {"json": {"current": PASSWORD, "new": "wooden bridge over the sea"}}),
    "device": ("POST", "/device/decision", {"json": {"user_code": "?", "approve": True}}),
    "registration": ("POST", "/registrations", {"json": WANTED}),
    "user": ("PATCH", "/users/2", {"json": {"remark": "x"}, "headers": ANY}),
}


@pytest.mark.parametrize("what", WAITING)
def test_waiting_for_the_lock_takes_no_readers_place(center: Center, what: str) -> None:
    """There is one place for readers, and a change waits for the lock meanwhile."""
    change_settings(center, registration_open=True, registration_clusters="prod")
    administrator, user = center.make(an_administrator), center.make(a_user, "zoe")
    changing, reader = center.signed_in(administrator), center.with_token(user)
    method, path, sent = WAITING[what]
    if what == "device":
        started = changing.post("/oauth2/device_authorization", data={"client_id": device.CLIENT}).json()
        sent = {"json": {"user_code": started["user_code"], "approve": True}}
    center.app.state.reader_slots, reader.timeout = ReaderSlots(1), httpx.Timeout(5)
    with ThreadPoolExecutor(1) as pool:
        with center.database.writing() as session:
            trail.lock_revision(session)
            answer = pool.submit(changing.request, method, f"/api/v1{path}", **sent)
            while not center.app.state.writers.busy:
                assert reader.get("/api/v1/grants").status_code == 200
            assert reader.get("/api/v1/grants").status_code == 200
            assert not answer.done()
        assert answer.result().is_success, answer.result().text


async def order_of_turns(writers: Writers, *names: str) -> list[str]:
    """The order of turns of writers that came in the order of the names while somebody wrote."""
    order: list[str] = []

    async def write(name: str) -> None:
        async with writers.turn(name[0]):
            order.append(name)

    async with writers.turn("first"):
        tasks = [asyncio.create_task(write(name)) for name in names]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    return order


def test_turns_go_round_between_people() -> None:
    order = asyncio.run(order_of_turns(Writers(), "a1", "a2", "a3", "b1", "c1", "b2"))
    assert order == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_one_person_does_not_fill_the_queue() -> None:
    async def flood() -> None:
        writers = Writers(each=2)
        async with writers.turn("x"), asyncio.TaskGroup() as waiting:
            tasks = [waiting.create_task(queue(writers, "a")) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                await queue(writers, "a")
            tasks.append(waiting.create_task(queue(writers, "b")))
            await asyncio.sleep(0)
            assert writers.waiting == 3
            for task in tasks:
                task.cancel()
        await queue(writers, "a")
        assert writers.waiting == 0

    asyncio.run(flood())


async def queue(writers: Writers, whose: str) -> None:
    """Take a turn and give it back."""
    async with writers.turn(whose):
        pass


def test_a_writer_that_waits_too_long_is_refused_and_leaves_the_queue() -> None:
    async def wait() -> None:
        writers = Writers(wait_seconds=0)
        async with writers.turn("x"):
            with pytest.raises(Busy):
                await queue(writers, "a")
        await queue(writers, "b")

    asyncio.run(wait())


def test_a_writer_that_leaves_at_its_turn_passes_it_on() -> None:
    async def leave() -> None:
        writers = Writers()
        async with writers.turn("x"):
            going, next_one = (asyncio.create_task(queue(writers, name)) for name in "ab")
            await asyncio.sleep(0)
        going.cancel()
        await asyncio.wait([going, next_one])
        assert (going.cancelled(), next_one.cancelled(), writers.waiting) == (True, False, 0)
        await queue(writers, "c")

    asyncio.run(leave())


def test_a_change_that_holds_the_lock_for_too_long_is_undone(center: Center, root: httpx.Client) -> None:
    center.app.state.settings = center.settings.model_copy(update={"change_seconds": 1e-9})
    before = center.read(trail.current_revision)
    assert problem(root.post("/api/v1/groups", json={"name": "x"})) == (503, "change_too_long")
    assert problem(root.post("/api/v1/groups?dry_run=true", json={"name": "x"})) == (503, "change_too_long")
    center.app.state.settings = center.settings
    assert center.read(trail.current_revision) == before
    assert root.post("/api/v1/groups", json={"name": "x"}).status_code == 201
