"""A list page, a new grant and `GET /health/live` compared with a bare FastAPI route with the same statements.

`python -m benchmarks.run bare_route`. First the statements of our requests are recorded; then a bare application sends
the same ones to a copy of the database. Both run in their own processes behind the same HTTP server, with one
kept-alive connection each, and take turns. The ratio is the cost of identity, rights, checks, answer and log.
"""

import itertools
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

from app.platform.database import Database
from app.server.http_server import HttpServer
from app.server.main import create_app
from benchmarks import bare
from benchmarks.bare_route import served
from benchmarks.bare_route.served import RecordedRequest
from benchmarks.big_estate.filled import FilledEstate, fill
from benchmarks.big_estate.process import start_center
from benchmarks.big_estate.rows import Size
from benchmarks.big_estate.served import ServedEstate
from benchmarks.connection import Connection
from benchmarks.times import Timed, medians, processor

Row = dict[str, Any]
_GRANTS, _ROUNDS, _QUICK_ROUNDS, _AT_A_TIME, _WARM_UP = 10_000, 6, 2, 20, 10
_PAGE = "/api/v1/grants?sort=-id"
_GOALS = {"a list page": "<= 2 x", "a new grant": "<= 2 x", "GET /health/live": ""}


def measure(*, quick: bool = False) -> list[Row]:
    """The rows, in ms. `quick`: two rounds instead of six."""
    rounds = _QUICK_ROUNDS if quick else _ROUNDS
    bodies = [_body(number) for number in range(_WARM_UP + (rounds + 1) * _AT_A_TIME)]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        files = [Path(folder) / f"{name}.db" for name in ("written_down", "bare", "ours")]
        estate = fill(f"sqlite:///{files[0]}", Size(_GRANTS))
        for copy in files[1:]:
            shutil.copy(files[0], copy)
        page, grants = _written_down(estate, bodies)
        address, pid = stack.enter_context(bare.serve(served.application, f"sqlite:///{files[1]}", page, grants))
        least = stack.enter_context(Connection(address))
        center = stack.enter_context(start_center(estate.on(f"sqlite:///{files[2]}"), Path(folder)))
        ours = center.administrator
        sides = {
            "a list page": (_same(ours, "GET", _PAGE), _same(least, "GET", "/page")),
            "a new grant": (_each(ours, "/api/v1/grants", bodies), _each(least, "/grants", bodies)),
            "GET /health/live": (_same(center.nobody, "GET", "/health/live"), _same(least, "GET", "/live")),
        }
        return [_row(name, rounds, both, (center.pid, pid)) for name, both in sides.items()]


def _body(number: int) -> dict[str, Any]:
    return {"user_id": 3 + number, "res_type": 4, "res_id": 150 + number, "authorities": [304]}


def _written_down(estate: FilledEstate, bodies: list[dict[str, Any]]) -> tuple[RecordedRequest, list[RecordedRequest]]:
    """The recorded statements of a repeated page, and of each grant."""
    database = Database(estate.settings.database_url)
    bearer = {"Authorization": f"Bearer {estate.administrator}"}
    with (
        HttpServer(create_app(estate.settings, database)).beside() as address,
        httpx.Client(base_url=address, headers=bearer, timeout=60) as client,
    ):
        seen = ServedEstate(database, client, client)
        pages = [_record(seen, lambda: client.get(_PAGE)) for _ in range(3)]
        grants = [_record(seen, lambda body=body: client.post("/api/v1/grants", json=body)) for body in bodies]  # type: ignore[misc]
    database.close()
    return pages[-1], grants


def _record(seen: ServedEstate, ask: Callable[[], httpx.Response]) -> RecordedRequest:
    with seen.statements() as statements:
        answer = ask()
    assert answer.is_success, answer.text
    # Without BEGIN: whoever replays the statements begins its own transaction.
    return RecordedRequest(
        [statement for statement in statements if not statement[0].startswith("BEGIN")], answer.json()
    )


def _same(connection: Connection, method: str, path: str) -> Timed:
    content = connection.request(method, path)
    return lambda: connection.milliseconds(content)


def _each(connection: Connection, path: str, bodies: list[dict[str, Any]]) -> Timed:
    waiting: Iterator[bytes] = (connection.request("POST", path, body) for body in itertools.chain(bodies))
    return lambda: connection.milliseconds(next(waiting))


def _row(name: str, rounds: int, both: tuple[Timed, Timed], pids: tuple[int, int]) -> Row:
    found = medians(dict(zip(("ours", "bare"), both, strict=True)), rounds, _AT_A_TIME, _WARM_UP)
    work = [processor(pid, timed, _AT_A_TIME) for pid, timed in zip(pids, both, strict=True)]
    what = f"{name}, beside a bare FastAPI route with the same statements [processor {work[0]:.2f}, {work[1]:.2f} ms]"
    return {"what": what, **found, "unit": "ms", "ratio": found["ours"] / found["bare"], "goal": _GOALS[name]}
