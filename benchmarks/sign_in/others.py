"""What others notice while every slot for hashes is busy.

One caller sends requests to one instance, on a kept-alive connection, in turn while nobody signs in and while more
people do than there are slots: there, or at another instance on the same database.
"""

import statistics
import time
from collections.abc import Iterator
from typing import Any

from app.platform.settings import Settings
from benchmarks.connection import Connection, request
from benchmarks.sign_in import busy
from benchmarks.sign_in.center import ServedCenter

_REQUESTS = 400
Times = dict[str, list[float]]


def rows(center: ServedCenter, signing_in: ServedCenter, where: str, rounds: int) -> Iterator[dict[str, Any]]:
    """One for each kind of request to `center`. `where`: how to call the instance at which people sign in."""
    slots, requests = Settings().password_slots, _requests(center)
    quiet: Times = {name: [] for name in requests}
    full: Times = {name: [] for name in requests}
    with Connection(center.url) as connection, Connection(signing_in.url) as watching:
        for _ in range(rounds):
            _until(watching, 0)  # the last ones of the round before are still hashed
            _times(connection, requests, quiet)
            with busy.signing_in(signing_in.url, signing_in.sign_ins(), slots * 3):
                _until(watching, slots)
                _times(connection, requests, full)
    for name in requests:
        found = {"ours": _p99(full[name]), "bare": _p99(quiet[name])}
        what = f"{name} while every hashing slot{where} is busy, p99 beside nobody signing in"
        middle = ", ".join(f"{statistics.median(times[name]):.2f}" for times in (full, quiet))
        yield {"what": f"{what} [p50 {middle} ms]", **found, "unit": "ms", "ratio": found["ours"] / found["bare"],
               "goal": "<= 2 x"}  # fmt: skip


def _requests(center: ServedCenter) -> dict[str, bytes]:
    question = {"cluster_id": 1, "principal": "person1", "question": "topic:PRODUCE", "resource_type": "topic"}
    questions = {"questions": [{**question, "resource": "persistent://acme/orders/created"}]}
    return {
        "GET /health/live": request(center.url, "", "GET", "/health/live"),
        "a list page": request(center.url, center.administrator, "GET", "/api/v1/users"),
        "POST /access/check": request(center.url, center.administrator, "POST", "/api/v1/access/check", questions),
    }


def _times(connection: Connection, requests: dict[str, bytes], found: Times) -> None:
    for name, sent in requests.items():
        connection.send(sent)
        found[name] += [connection.milliseconds(sent) for _ in range(_REQUESTS)]


def _p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


def _until(connection: Connection, slots: int) -> None:
    end = time.monotonic() + 30
    while f"puc_password_slots_busy {slots}.0" not in _metrics(connection):
        assert time.monotonic() < end, f"{slots} slots are not busy"
        time.sleep(0.02)


def _metrics(connection: Connection) -> str:
    return connection.send(connection.request("GET", "/metrics")).body.decode()
