"""More requests at the same time than there are threads or connections: they queue, and all are answered. On a busy
machine some are told to come again, which they do."""

import time
from concurrent.futures import ThreadPoolExecutor

import httpx

from tests.center import Center
from tests.factories import an_administrator

AT_ONCE = 120


def test_all_of_many_readers_and_writers_are_answered(center: Center) -> None:
    token = center.with_token(center.make(an_administrator)).headers["Authorization"]

    def ask(number: int) -> int:
        with httpx.Client(base_url=center.url, headers={"Authorization": token}, timeout=60) as client:
            while (answer := _send(client, number)).status_code == 503:
                time.sleep(int(answer.headers["retry-after"]))
            return answer.status_code

    with ThreadPoolExecutor(AT_ONCE) as pool:
        assert set(pool.map(ask, range(AT_ONCE))) == {200, 201}


def _send(client: httpx.Client, number: int) -> httpx.Response:
    if number % 10 == 0:
        return client.post("/api/v1/groups", json={"name": f"group {number}"})
    return client.get("/api/v1/grants")
