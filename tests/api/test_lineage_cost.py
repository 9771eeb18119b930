"""However accounts give to each other, none of their changes makes others wait for long."""

from typing import Any

import httpx
import pytest

from app.grants import overlaps
from app.platform.clock import now_ms
from app.rights.granting import lineage
from tests.api.estate import Estate
from tests.api.every_change import things
from tests.api.locked import Locked
from tests.factories import a_grant, a_user

EVERYTHING = [301, 302, 303, 304]
HOUR = 3_600_000


def _windows(user: int, topic: int, many: int, now: int | None = None) -> list[dict[str, Any]]:
    """Grants whose windows follow each other without a gap."""
    start, what = (now or now_ms()) + HOUR, {"user_id": user, "res_type": 4, "res_id": topic, "authorities": EVERYTHING}
    ends = [(None if n == 0 else start + n * HOUR, start + (n + 1) * HOUR) for n in range(many)]
    return [{**what, "valid_from": first, "valid_until": last} for first, last in ends]


def _bulk(client: httpx.Client, grants: list[dict[str, Any]]) -> httpx.Response:
    return client.post("/api/v1/grants/bulk", json={"grant": grants})


def test_a_role_has_so_many_grants_on_a_place_at_most(estate: Estate, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is compared with all: a thousand in one request took 8 s, the next thousand 21 s."""
    center, ids = estate.center, things(estate)
    giver, taker = center.make(a_user, "giver"), center.make(a_user, "taker")
    center.make(a_grant, giver, EVERYTHING, 4, ids["topic"])
    client, windows = center.with_token(giver), _windows(taker.id, ids["topic"], overlaps.MOST_THERE + 1)
    refused = _bulk(client, windows)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_windows"), refused.text
    assert refused.json()["item"] == f"grant.{overlaps.MOST_THERE}"
    given = _bulk(client, windows[:-1])
    assert given.status_code == 200, given.text
    answer = client.post("/api/v1/grants", json=windows[-1])
    assert (answer.status_code, answer.json()["most"]) == (409, overlaps.MOST_THERE)
    longer = {"id": given.json()["granted"][-1]["id"], "version": "*", "valid_until": windows[-1]["valid_until"]}
    changed = client.post("/api/v1/grants/bulk", json={"change": [longer]})
    assert changed.status_code == 200, "what is there can be changed"
    # When the first is over, there is room for one.
    later = windows[0]["valid_until"] + 1
    for module in ("app.api.admin.grants.grants", "app.api.admin.grants.grants_bulk"):
        monkeypatch.setattr(f"{module}.now_ms", lambda: later)
    start = windows[-1]["valid_until"]
    assert _bulk(client, [{**windows[-1], "valid_from": start, "valid_until": start + HOUR}]).status_code == 200


def test_a_lineage_that_is_too_long_to_follow_is_refused(estate: Estate) -> None:
    """A chain of givers, each with many windows from the one before."""
    center, ids = estate.center, things(estate)
    people = [center.make(a_user, f"link{n}") for n in range(lineage.MOST // overlaps.MOST_THERE + 3)]
    center.make(a_grant, people[0], EVERYTHING, 4, ids["topic"])
    clients, now = [center.with_token(person) for person in people], now_ms()
    for before, after in zip(clients, people[1:], strict=False):
        given = _bulk(before, _windows(after.id, ids["topic"], overlaps.MOST_THERE - 1, now))
        assert given.status_code == 200, given.text
    end = now + HOUR
    back = {"user_id": people[0].id, "res_type": 4, "res_id": ids["topic"], "authorities": [303], "valid_until": end}
    locked = Locked(center.database)
    with locked.watching():
        near, far = (client.post("/api/v1/grants", json=back) for client in (clients[3], clients[-1]))
    assert [(answer.status_code, answer.json()["code"]) for answer in (near, far)] == [(403, "grant_cycle")] * 2
    assert "only because" in near.json()["detail"]
    assert f"more than {lineage.MOST} grants" in far.json()["detail"]
    assert locked.worst.statements < 60
