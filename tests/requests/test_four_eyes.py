"""Two people approve, none of them asks, and what both allow is given, if both still could."""

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.grants import grants
from app.grants.models import Grant
from app.identity import users
from app.identity.models import User
from app.platform.clock import now_ms
from tests.api.addresses import ELSEWHERE, INSIDE, OUTSIDE, token_client
from tests.factories import a_grant, a_service, a_user, an_administrator
from tests.requests.desk import ANY, DAY, OWNED, Desk, actions, change_settings, grants_of, problem, rows


@pytest.fixture
def second(desk: Desk) -> httpx.Client:
    """Another owner, while every request takes two approvals."""
    change_settings(desk.center, four_eyes="all")
    return desk.person("second", owns=OWNED)


def test_the_second_approval_makes_the_grant(desk: Desk, second: httpx.Client) -> None:
    request = desk.request()
    assert request["approvals_needed"] == 2
    first = desk.answer(desk.at_owner, request, "approve", comment="fine")
    assert (first.status_code, first.json()["state"], first.json()["grant_id"]) == (200, "open", None)
    assert grants_of(desk.center, desk.wanting) == []
    seen = desk.read(second, request)
    assert [(approval["decider"], approval["comment"]) for approval in seen["approvals"]] == [("olga", "fine")]
    assert desk.answer(second, request, "approve").json()["state"] == "approved"
    given = desk.at_owner.get(f"/api/v1/grants/{desk.read(second, request)['grant_id']}").json()
    assert (given["granted_by"], given["remark"]) == ("second", f"request {request['id']}, also approved by olga")
    assert actions(desk.center, "access_request") == [
        "access_request.create", "access_request.first_approval", "access_request.approve",
    ]  # fmt: skip


def test_one_person_does_not_approve_twice(desk: Desk, second: httpx.Client) -> None:
    request = desk.request()
    for _ in range(2):
        assert desk.answer(desk.at_owner, request, "approve").json()["state"] == "open"
    sub = desk.center.with_token(desk.center.make(a_user, "olga.sub", parent=desk.owner))
    assert problem(desk.answer(sub, request, "approve")) == (404, "not_found")
    assert problem(desk.answer(desk.at_wanting, request, "approve")) == (403, "self_approval")
    assert grants_of(desk.center, desk.wanting) == []


@pytest.mark.parametrize("order", ["second", "first"])
def test_a_service_is_no_person(desk: Desk, order: str) -> None:
    change_settings(desk.center, four_eyes="all")
    service = desk.center.make(a_service, "robot")
    desk.center.make(a_grant, service, OWNED, 2, desk.tenant.id)
    robot, request = desk.center.with_token(service), desk.request()
    seen = desk.read(robot, request)
    assert (seen["may_decide"], seen["lacking"]) == (True, [303]), "it may refuse, and approve nothing"
    both = (desk.at_owner, robot) if order == "second" else (robot, desk.at_owner)
    codes = {desk.answer(client, request, "approve").json().get("code") for client in both}
    assert codes == {None, "person_needed"}
    assert grants_of(desk.center, desk.wanting) == []
    change_settings(desk.center, four_eyes="off")
    assert desk.read(robot, request)["lacking"] == []
    assert desk.answer(robot, request, "approve").json()["state"] == "approved"


def test_the_requester_does_not_see_a_first_approval(desk: Desk, second: httpx.Client) -> None:
    request = desk.request()
    before = desk.at_wanting.get("/api/v1/access-requests").json()
    desk.answer(desk.at_owner, request, "approve")
    after = desk.at_wanting.get("/api/v1/access-requests").json()
    assert after == before, "it would tell that there is such a topic"
    desk.answer(second, request, "approve")
    assert [approval["decider"] for approval in desk.read(desk.at_wanting, request)["approvals"]] == ["olga", "second"]


def test_the_grant_is_what_both_approvals_allow(desk: Desk, second: httpx.Client) -> None:
    end = now_ms() + 30 * DAY
    request = desk.request(authorities=[301, 302, 303])
    desk.answer(desk.at_owner, request, "approve", authorities=[302, 303], valid_until=end)
    before = rows(desk.center)
    assert problem(desk.answer(second, request, "approve", authorities=[301])) == (422, "more_than_asked")
    assert problem(desk.answer(second, request, "approve", valid_until=end + 1)) == (422, "more_than_asked")
    assert rows(desk.center) == before
    assert desk.answer(second, request, "approve", authorities=[303], valid_until=end - 1).status_code == 200
    assert grants_of(desk.center, desk.wanting) == [(4, desk.topic.id, [303], end - 1)]


@pytest.mark.parametrize("how", ["lost the right", "disabled"])
def test_an_approver_who_lost_the_right_does_not_count(desk: Desk, second: httpx.Client, how: str) -> None:
    request = desk.request()
    desk.answer(desk.at_owner, request, "approve")

    def lose_right(session: Session) -> None:
        if how == "disabled":
            users.change(session, "test", session.get_one(User, desk.owner.id), status="disabled")
            return
        role = select(Grant).where(Grant.granted_by == "test", Grant.res_type == 2).order_by(Grant.id)
        grants.revoke(session, "test", session.scalars(role).first().id)  # type: ignore[union-attr]

    desk.center.make(lose_right)
    assert desk.answer(second, request, "approve").json()["state"] == "open", "this one is the first now"
    assert grants_of(desk.center, desk.wanting) == []
    third = desk.person("third", owns=OWNED)
    assert desk.answer(third, request, "approve").json()["state"] == "approved"
    assert len(grants_of(desk.center, desk.wanting)) == 1


def test_each_approver_counts_from_where_it_approved(desk: Desk) -> None:
    """Both hold their rights only within their own network, and what is asked for."""
    change_settings(desk.center, four_eyes="all")
    there = []
    for name, address in (("first", INSIDE), ("second", OUTSIDE)):
        person, limits = desk.center.make(a_user, name), Limits(networks=(ELSEWHERE, f"{address}/32"))
        desk.center.make(a_grant, person, OWNED, 2, desk.tenant.id, limits=limits)
        there.append(token_client(desk.center, person, address))
    request = desk.request(limits={"networks": [ELSEWHERE]})
    states = [desk.answer(client, request, "approve").json()["state"] for client in there]
    assert states == ["open", "approved"]
    given = there[0].get(f"/api/v1/grants/{desk.read(there[0], request)['grant_id']}").json()
    assert given["remark"] == f"request {request['id']}, also approved by first"


def test_an_approver_whose_network_was_taken_away_does_not_count(desk: Desk, second: httpx.Client) -> None:
    person = desk.center.make(a_user, "roaming")
    limits = Limits(networks=(ELSEWHERE, f"{OUTSIDE}/32"))
    given = desk.center.make(a_grant, person, OWNED, 2, desk.tenant.id, limits=limits)
    request = desk.request(limits={"networks": [ELSEWHERE]})
    away = token_client(desk.center, person, OUTSIDE)
    assert desk.answer(away, request, "approve").json()["state"] == "open"
    root = desk.center.signed_in(desk.center.make(an_administrator, "root"))
    narrowed = {"limits": {"networks": [ELSEWHERE, f"{INSIDE}/32"]}}
    assert root.patch(f"/api/v1/grants/{given.id}", json=narrowed, headers=ANY).status_code == 200
    assert desk.answer(second, request, "approve").json()["state"] == "open", "this one is the first now"


def test_an_approver_may_still_refuse_and_one_refusal_is_enough(desk: Desk, second: httpx.Client) -> None:
    request = desk.request()
    desk.answer(desk.at_owner, request, "approve")
    assert desk.answer(desk.at_owner, request, "refuse", comment="changed my mind").json()["state"] == "refused"
    assert problem(desk.answer(second, request, "approve")) == (409, "already_decided")
    other = desk.request(authorities=[302])
    desk.answer(desk.at_owner, other, "approve")
    assert desk.answer(second, other, "refuse", comment="no").json()["state"] == "refused"
    assert grants_of(desk.center, desk.wanting) == []


@pytest.mark.parametrize(
    ("setting", "authorities", "needed"),
    [
        ("off", [301, 304], 1),
        ("administer", [302, 303], 1),
        ("administer", [303, 304], 2),
        ("administer", [301], 2),
        ("all", [303], 2),
    ],
)
def test_which_requests_need_two_approvals(desk: Desk, setting: str, authorities: list[int], needed: int) -> None:
    change_settings(desk.center, four_eyes=setting)
    request = desk.request(authorities=authorities)
    assert request["approvals_needed"] == needed
    state = desk.answer(desk.at_owner, request, "approve").json()["state"]
    assert state == ("approved" if needed == 1 else "open")


def test_switching_it_on_applies_to_open_requests(desk: Desk) -> None:
    request = desk.request()
    change_settings(desk.center, four_eyes="all")
    assert desk.answer(desk.at_owner, request, "approve").json()["state"] == "open"
    change_settings(desk.center, four_eyes="off")
    second = desk.person("second", owns=OWNED)
    assert desk.answer(second, request, "approve").json()["state"] == "approved"


def test_a_main_account_gives_its_sub_account_alone(desk: Desk, second: httpx.Client) -> None:
    sub = desk.center.make(a_user, "olga.sub", parent=desk.owner)
    request = desk.request(desk.center.with_token(sub))
    assert request["approvals_needed"] == 1, "it could grant without a request"
    assert desk.answer(desk.at_owner, request, "approve").json()["state"] == "approved"
