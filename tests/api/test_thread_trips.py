"""How often a request goes to a thread: each trip costs more than most of what is done there (decision 0052)."""

from collections.abc import Callable
from functools import partial
from typing import Any

import anyio.to_thread
import pytest

from tests.center import Center
from tests.factories import TOPIC, a_user, an_administrator

CHECK = "/api/v1/access/check"
_ASKED = {"cluster_id": 1, "resource_type": "topic", "resource": "persistent://acme/orders/created"}
_QUESTION = {"questions": [{"principal": "alice", "question": "topic:PRODUCE", **_ASKED}]}
TRIPS = {
    "/api/v1/users": 1,
    "/api/v1/grants?sort=-id": 1,
    "/api/v1/access/principals?res_type=0&res_id=0": 1,
    CHECK: 0,
    "a new grant": 1,
    "a grant revoked": 1,
    "a new grant, tried": 3,
}
"""To a thread: for the route, which finds its caller, writes its answer and gives the connection back; it begins and
commits a change, too. From memory: none. A trial is shown, then undone. Whoever is not known yet takes one more."""


@pytest.mark.usefixtures("cluster")
def test_a_request_takes_as_many_trips_to_a_thread_as_written(center: Center, monkeypatch: pytest.MonkeyPatch) -> None:
    client, alice = center.with_token(center.make(an_administrator)), center.make(a_user, "alice")
    trips: list[Any] = []
    run_sync = anyio.to_thread.run_sync

    async def counted(call: Any, *args: Any, **options: Any) -> Any:
        trips.append(call)
        return await run_sync(call, *args, **options)

    monkeypatch.setattr(anyio.to_thread, "run_sync", counted)
    found: dict[str, int] = {}

    def give(authority: int, **query: str) -> Any:
        body = {"user_id": alice.id, "res_type": TOPIC, "res_id": 1, "authorities": [authority]}
        answer = client.post("/api/v1/grants", json=body, params=query)
        assert answer.status_code == 201
        return answer.json()["id"]

    def count(name: str, call: Callable[[], Any]) -> Any:
        trips.clear()
        answer = call()
        found[name] = len(trips)
        return answer

    client.get("/api/v1/users")  # who calls is known from here on
    for path in list(TRIPS)[:3]:
        assert count(path, partial(client.get, path)).status_code == 200, path
    client.post(CHECK, json=_QUESTION)  # which reads what is kept then
    assert count(CHECK, partial(client.post, CHECK, json=_QUESTION)).json()["answers"][0]["allowed"] is False
    give(302)  # who calls is known from here on
    given = count("a new grant", lambda: give(303))
    client.headers["If-Match"] = "*"
    assert count("a grant revoked", lambda: client.delete(f"/api/v1/grants/{given}")).status_code == 204
    count("a new grant, tried", lambda: give(303, dry_run="true"))
    assert found == TRIPS
