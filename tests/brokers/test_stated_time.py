"""Every answer to a broker says what time it is at the center."""

import time
from collections.abc import Callable

import httpx
import pytest

from app.api.broker import center_time, followed_rights
from app.audit.trail import trail
from tests.brokers.plugin import BASE, Listening, Plugin
from tests.center import Center


def now() -> int:
    """Epoch ms."""
    return time.time_ns() // 1_000_000


def test_every_answer_states_the_time_of_answering(plugin: Plugin) -> None:
    whole = plugin.snapshot()
    answers: list[Callable[[], httpx.Response]] = [
        lambda: whole,
        lambda: plugin.snapshot(**{"If-None-Match": whole.headers["ETag"]}),
        lambda: plugin.heartbeat(1),
        lambda: plugin.permissions("list", resource_type="nothing", resource="x"),
        lambda: plugin.client.get(f"{BASE}/snapshot", headers={"Authorization": "Bearer wrong"}),
    ]
    statuses = []
    before = 0
    for ask in answers:
        answer = ask()
        stated = int(answer.headers[center_time.HEADER])
        assert before <= stated <= now()
        before, status = stated, answer.status_code
        statuses.append(status)
    assert statuses[:3] == [200, 304, 200]
    assert statuses[4] == 401


def test_a_stored_snapshot_states_no_stored_time(plugin: Plugin) -> None:
    plugin.snapshot()
    before = now()
    again = plugin.snapshot()
    assert again.status_code == 200
    assert int(again.headers[center_time.HEADER]) >= before


def test_only_brokers_get_the_time(center: Center) -> None:
    assert center_time.HEADER not in center.client().get("/api/v1/session").headers


def test_a_silent_feed_states_the_time(center: Center, plugin: Plugin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followed_rights, "KEEP_ALIVE_SECONDS", 0.05)
    after = center.read(trail.current_revision)
    before = now()
    with Listening(plugin.client, after) as feed:
        frames = [feed.next(), feed.next()]
    stated = [frame[1]["time"] for frame in frames if frame and frame[0] == "time"]
    assert len(stated) == 2
    assert before <= stated[0] <= stated[1] <= now()
