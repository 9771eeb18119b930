"""Questions about rights over HTTP, as programs ask them: their cost must not depend on the size of the estate.

`python -m benchmarks.run questions`. The service as users start it, one kept-alive connection, estates of 1,000 and of
1,000,000 grants on SQLite. `after a change`: a right is changed before each question, so that caches of the previous
revision do not help. `nothing remembered`: the questions are about a given time, for which no answer is cached.
Explanations have the same answer in every size: an allowance by a grant on the topic itself, and a denial.
"""

import itertools
import random
import tempfile
from pathlib import Path
from typing import Any

from app.platform.clock import now_ms
from benchmarks.big_estate.filled import fill
from benchmarks.big_estate.process import Center, start_center
from benchmarks.big_estate.requests import TOPIC
from benchmarks.big_estate.rows import Size, topic_name
from benchmarks.times import Timed, medians

Row = dict[str, Any]
_SMALL, _BIG, _QUICK = 1_000, 1_000_000, 10_000
_ROUNDS = 5
_MANY = 1_000
_GRANTED_TO_7 = 7
"""A topic that user 7 may consume from, and may not terminate."""
_GOALS = {
    "1,000": "<= 15 ms",
    "explain": "<= 10 ms, equal",
    "rights": "<= 10 ms, equal",
    "principals": "<= 10 ms, equal",
}


def measure(*, quick: bool = False) -> list[Row]:
    """Rows in ms: the big size against the small one. `quick`: the big one has 10,000 grants, and two rounds."""
    big = _QUICK if quick else _BIG
    small, large = (_measure(grants, 2 if quick else _ROUNDS) for grants in (_SMALL, big))
    return [
        {
            "what": f"{name}, {big:,} grants beside {_SMALL:,}",
            "ours": large[name],
            "bare": small[name],
            "unit": "ms",
            "ratio": large[name] / small[name],
            "goal": next((goal for begin, goal in _GOALS.items() if name.startswith(begin)), ""),
        }
        for name in large
    ]


def _measure(grants: int, rounds: int) -> dict[str, float]:
    size = Size(grants)
    with tempfile.TemporaryDirectory() as directory:
        estate = fill(f"sqlite:///{directory}/center.db", size)
        with start_center(estate, Path(directory)) as center:
            requests = _requests(center, size)
            found = medians({name: _timer(center, request) for name, request in requests.items()}, rounds)
            change = _changes(center)
            changing = {
                f"{name}, after a change": _timer(center, request, change) for name, request in requests.items()
            }
            return {**found, **medians(changing, rounds, at_a_time=7, warm_up=2)}


def _timer(center: Center, content: bytes, before: Timed | None = None) -> Timed:
    def once() -> float:
        if before:
            before()
        return center.administrator.milliseconds(content)

    return once


def _changes(center: Center) -> Timed:
    """Makes and revokes a grant in turn, elsewhere than the questions ask."""
    numbers = itertools.count()

    def change() -> float:
        body = {"user_id": 9, "res_type": 4, "res_id": 20 + next(numbers) % 150, "authorities": [304]}
        grant = center.administrator.ask("POST", "/api/v1/grants", body)
        center.administrator.send(_take_away(center, grant["id"]))
        return 0.0

    return change


def _take_away(center: Center, grant: int) -> bytes:
    request = center.administrator.request("DELETE", f"/api/v1/grants/{grant}")
    return request.replace(b"\r\n", b"\r\nIf-Match: *\r\n", 1)


def _requests(center: Center, size: Size) -> dict[str, bytes]:
    question = _question(size, 7, TOPIC)
    granted = _question(size, 7, _GRANTED_TO_7)
    chance = random.Random(3)
    alike = [_question(size, 7, 1 + number % size.topics) for number in range(_MANY)]
    mixed = [_question(size, 1 + chance.randrange(size.users), 1 + chance.randrange(size.topics)) for _ in range(_MANY)]
    api, to = "/api/v1", center.administrator.request
    return {
        "check, one question": to("POST", f"{api}/access/check", {"questions": [question]}),
        "1,000 questions about one user": to("POST", f"{api}/access/check", {"questions": alike}),
        "1,000 questions about many users": to("POST", f"{api}/access/check", {"questions": mixed}),
        "nothing remembered, 1,000 questions about many users": to(
            "POST", f"{api}/access/check", {"questions": mixed, "at": now_ms()}
        ),
        "explain a yes": to("POST", f"{api}/access/explain", granted),
        "explain a no": to("POST", f"{api}/access/explain", {**granted, "question": "topic:TERMINATE"}),
        "rights of one user": to("GET", f"{api}/users/7/rights"),
        "principals of one topic": to("GET", f"{api}/access/principals?res_type=4&res_id={TOPIC}"),
    }


def _question(size: Size, user: int, topic: int) -> dict[str, Any]:
    question = {"cluster_id": 1, "principal": f"u{user}", "question": "topic:CONSUME", "resource_type": "topic"}
    return {**question, "resource": topic_name(size, topic)}
