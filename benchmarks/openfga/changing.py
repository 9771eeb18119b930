"""Both while rights of those who are asked about change ten times a second. Each change is asked about as soon as it is
acknowledged, and judged: what was given counts, what was taken does not."""

import statistics
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle, islice
from threading import Event
from typing import Any

from benchmarks.connection import Served, serve
from benchmarks.openfga.sides import Pair, Question

_PAUSE_SECONDS = 0.1
_READ, _TOPIC = 303, 4
_GIVER = 1
"""Nobody gives to oneself."""
Row = dict[str, Any]


def rows(pair: Pair, what: str, callers: int, rounds: int, number: int) -> Iterator[Row]:
    """Throughput and p99 of the quietest rounds; the sides take turns."""
    strangers = [at for at, may in enumerate(pair.answers) if not may and pair.questions[at][0] != _GIVER]
    sides = {
        "ours": (pair.center.url, pair.ours, _our_changes(pair, strangers)),
        "theirs": (pair.fga.address, pair.theirs, _their_changes(pair, strangers)),
    }
    found: dict[str, list[Served]] = {name: [] for name in sides}
    changes = dict.fromkeys(sides, 0.0)
    for _ in range(rounds):
        for name, (address, requests, change) in sides.items():
            started = time.monotonic()
            with _ten_times_a_second(change) as counted:
                found[name].append(serve(address, list(islice(cycle(requests), number)), callers))
            changes[name] += counted.result() / (time.monotonic() - started) / rounds
    often = ", ".join(f"{number:.1f}" for number in changes.values())
    what = f"{what}, {callers} callers, while rights change [{often} times a second]"
    best = {name: max(served.rate for served in each) for name, each in found.items()}
    slow = {name: min(_p99(served.times) for served in each) for name, each in found.items()}
    yield _row(what, best, "/s", ">= 2 x")
    yield _row(f"{what}, p99", slow, "ms", "<= 1 x")


def _row(what: str, found: dict[str, float], unit: str, goal: str) -> Row:
    ours, theirs = found["ours"], found["theirs"]
    return {"what": what, "ours": ours, "bare": theirs, "unit": unit, "ratio": ours / theirs, "goal": goal}


def _p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


@contextmanager
def _ten_times_a_second(change: Iterator[None]) -> Iterator["Future[int]"]:
    """While the block lasts. Its result, after the block: how often; or it raises what a change raised."""
    over = Event()
    with ThreadPoolExecutor(1) as thread:
        counted = thread.submit(_change, change, over)
        try:
            yield counted
        finally:
            over.set()


def _change(change: Iterator[None], over: Event) -> int:
    started, number = time.monotonic(), 0
    while not over.wait(started + number * _PAUSE_SECONDS - time.monotonic()):
        next(change)
        number += 1
    return number


def _our_changes(pair: Pair, strangers: list[int]) -> Iterator[None]:
    """A right is given, and taken with the next change."""
    connection = pair.center.administrator
    for at in cycle(strangers):
        user, topic = pair.questions[at]
        body = {"user_id": user, "res_type": _TOPIC, "res_id": topic, "authorities": [_READ]}
        number = connection.ask("POST", "/api/v1/grants", body)["id"]
        assert connection.send(pair.ours[at]).json()["answers"][0]["allowed"], "what was given counts"
        yield
        taken = connection.request("DELETE", f"/api/v1/grants/{number}")
        connection.send(taken.replace(b"\r\n", b"\r\nIf-Match: *\r\n", 1))
        assert not connection.send(pair.ours[at]).json()["answers"][0]["allowed"], "what was taken does not"
        yield


def _their_changes(pair: Pair, strangers: list[int]) -> Iterator[None]:
    for at in cycle(strangers):
        fact = _fact(pair.questions[at])
        pair.fga.tell([fact])
        assert pair.fga.connection.send(pair.theirs[at]).json()["allowed"], "what was given counts"
        yield
        pair.fga.forget(fact)
        assert not pair.fga.connection.send(pair.theirs[at]).json()["allowed"], "what was taken does not"
        yield


def _fact(question: Question) -> dict[str, str]:
    return {"user": f"user:{question[0]}", "relation": "reader", "object": f"topic:{question[1]}"}
