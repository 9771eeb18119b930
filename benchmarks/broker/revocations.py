"""Time from the center's answer to a revocation until the last message that an open producer gets through."""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.broker import sides
from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.conftest import WRITE_TOPIC, Business, new_business
from tests.end_to_end.waiting import wait_until

Row = dict[str, Any]
_AT_ONCE, _BATCHES = 20, 11
_EDGES = (1, 2, 5, 10, 20, 50, 100, 1000)
"""Upper ends of the histogram's bars, ms."""


def measure(directory: Path) -> list[Row]:
    """One row of percentiles, one for each bar of the histogram."""
    with sides.estate(directory) as estate:
        business = new_business(estate)
        late = sorted(lag for number in range(_BATCHES) for lag in _batch(business, number))
    what = f"{len(late)} revocations: last accepted message after the answer"
    percentiles = {f"p{part}": late[min(len(late) - 1, len(late) * part // 100)] for part in (50, 90, 99)}
    rows = [_row(f"{what}, {name}", value, "ms") for name, value in percentiles.items()]
    return [*rows, _row(f"{what}, longest", late[-1], "ms"), *_histogram(late)]


def _batch(business: Business, number: int) -> list[float]:
    """Open a producer for each user, then revoke the users' rights one after the other."""
    accounts = [business.service(f"r{number}-{at}", WRITE_TOPIC) for at in range(_AT_ONCE)]
    answered: list[float] = []
    with ExitStack() as open_producers:
        producing = [
            open_producers.enter_context(Producing(business.url, python.by_token(account.token), business.topic))
            for account, _ in accounts
        ]
        for _, grant in accounts:
            assert grant is not None
            business.owner.revoke(grant)
            answered.append(time.monotonic())
        wait_until("all to be refused", lambda: all(producer.error for producer in producing), seconds=60)
    ended = zip(producing, answered, strict=True)
    return [max(0.0, (producer.accepted[-1] - answer) * 1000) for producer, answer in ended]


def _histogram(late: list[float]) -> list[Row]:
    rows, below = [], 0
    for edge in _EDGES:
        within = sum(lag <= edge for lag in late)
        rows.append(_row(f"revocations within {edge} ms {'#' * ((within - below) * 40 // len(late))}", within, ""))
        below = within
    return rows


def _row(what: str, value: float, unit: str) -> Row:
    return {"what": what, "ours": value, "bare": None, "unit": unit, "ratio": None, "goal": ""}
