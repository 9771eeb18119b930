"""What approving would change is told before, by the same rules, and nothing is approved by that."""

from typing import Any

import httpx

from app.platform.clock import now_ms
from tests.requests.desk import DAY, Desk, change_settings, grants_of, problem


def simulate(client: httpx.Client, *approvals: dict[str, Any]) -> httpx.Response:
    body = {"changes": {"approve": list(approvals)}, "all": True}
    return client.post("/api/v1/access/simulate", json=body)


def gains(answer: httpx.Response) -> set[tuple[str, str]]:
    """(principal, resource) of every decision that would become an allowed one."""
    assert answer.status_code == 200, answer.text
    return {
        (person["principal"], change["resource"])
        for person in answer.json()["principals"]
        for change in person["changes"]
        if change["after"]["allowed"] and not change["before"]["allowed"]
    }


def test_it_tells_what_several_approvals_open_and_approves_none(desk: Desk) -> None:
    other = desk.person("wanda")
    requests = [desk.request(), desk.request(other, authorities=[302])]
    approvals = [{"id": requests[0]["id"], "valid_until": now_ms() + DAY}, {"id": requests[1]["id"]}]
    topic = requests[0]["resource"]
    assert {("walter", topic), ("wanda", topic)} <= gains(simulate(desk.at_owner, *approvals))
    assert {desk.read(desk.at_owner, request)["state"] for request in requests} == {"open"}
    assert grants_of(desk.center, desk.wanting) == []


def test_an_approval_extends_what_is_held_already(desk: Desk) -> None:
    """Grants may not overlap: the route gives from the end of the first one, and so does the trial."""
    desk.answer(desk.at_owner, desk.request(), "approve", valid_until=now_ms() + DAY)
    longer = desk.request(valid_until=now_ms() + 9 * DAY)
    assert gains(simulate(desk.at_owner, {"id": longer["id"]})) == set()


def test_the_first_of_two_approvals_opens_nothing(desk: Desk) -> None:
    change_settings(desk.center, four_eyes="all")
    second, request = desk.person("second", owns=[103, 104, 303]), desk.request()
    assert gains(simulate(desk.at_owner, {"id": request["id"]})) == set()
    desk.answer(desk.at_owner, request, "approve")
    assert ("walter", request["resource"]) in gains(simulate(second, {"id": request["id"]}))


def test_only_what_one_may_approve_is_tried(desk: Desk) -> None:
    approval = {"id": desk.request()["id"]}
    assert problem(simulate(desk.person("nobody"), approval)) == (404, "not_found")
    assert problem(simulate(desk.at_wanting, approval)) == (403, "self_approval")
    assert problem(simulate(desk.at_owner, approval | {"authorities": [304]})) == (422, "more_than_asked")
