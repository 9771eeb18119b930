"""Ask for a right: what is taken, who sees it, what comes of it, when it ends, what is refused."""

import json
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.identity import users
from app.identity.accounts import lifecycle
from app.identity.models import User
from app.platform.clock import now_ms
from app.rights.requests import open_requests
from app.rights.requests.models import AccessRequest
from tests.api.statements import statements
from tests.factories import a_grant, an_administrator
from tests.requests.desk import DAY, TOPIC, Desk, actions, change_settings, grants_of, problem, rows


def test_an_approval_is_an_ordinary_grant_with_an_end(desk: Desk) -> None:
    request = desk.request()
    assert desk.ids_in_box(desk.at_owner, "to_decide") == [request["id"]]
    seen = desk.read(desk.at_owner, request)
    assert (seen["may_decide"], seen["lacking"], seen["receivers"]) == (True, [], ["walter"])
    answer = desk.answer(desk.at_owner, request, "approve", comment="welcome")
    assert answer.status_code == 200, answer.text
    assert "x-revision" in answer.headers
    given = desk.at_owner.get(f"/api/v1/grants/{answer.json()['grant_id']}").json()
    assert (given["role_name"], given["resource"], given["granted_by"]) == ("walter", TOPIC, "olga")
    assert [authority["id"] for authority in given["authorities"]] == [303]
    assert given["remark"] == f"request {request['id']}"
    now = now_ms()
    assert now + 89 * DAY < given["valid_until"] <= now + 90 * DAY
    mine = desk.read(desk.at_wanting, request)
    assert (mine["state"], mine["decided_by"], mine["comment"]) == ("approved", "olga", "welcome")
    assert mine["granted_until"] == given["valid_until"]
    assert desk.ids_in_box(desk.at_owner, "to_decide") == []
    assert desk.ids_in_box(desk.at_owner, "decided") == desk.ids_in_box(desk.at_wanting, "mine") == [request["id"]]
    assert actions(desk.center, "access_request") == ["access_request.create", "access_request.approve"]
    [approved] = desk.center.read(
        lambda session: list(session.scalars(select(TrailEntry).where(TrailEntry.action == "access_request.approve")))
    )
    known = [json.loads(facts or "{}")["grant_id"] for facts in (approved.before, approved.after)]
    assert known == [None, answer.json()["grant_id"]]


def test_an_approval_may_give_less_but_not_more(desk: Desk) -> None:
    end = now_ms() + 10 * DAY
    request = desk.request(authorities=[302, 303], valid_until=end)
    before = rows(desk.center)
    for wrong in ({"authorities": [303, 304]}, {"authorities": [304]}, {"valid_until": end + 1}):
        assert problem(desk.answer(desk.at_owner, request, "approve", **wrong)) == (422, "more_than_asked")
    past = desk.answer(desk.at_owner, request, "approve", valid_until=now_ms() - 1)
    assert problem(past) == (422, "window_in_past")
    assert rows(desk.center) == before
    answer = desk.answer(desk.at_owner, request, "approve", authorities=[303], valid_until=end - DAY)
    assert answer.status_code == 200, answer.text
    assert grants_of(desk.center, desk.wanting) == [(4, desk.topic.id, [303], end - DAY)]


def test_a_refusal_needs_a_comment_and_gives_nothing(desk: Desk) -> None:
    request = desk.request()
    assert problem(desk.answer(desk.at_owner, request, "refuse")) == (422, "invalid_input")
    answer = desk.answer(desk.at_owner, request, "refuse", comment="read acme/orders/shipped")
    assert (answer.status_code, answer.json()["state"]) == (200, "refused")
    assert grants_of(desk.center, desk.wanting) == []
    assert desk.read(desk.at_wanting, request)["comment"] == "read acme/orders/shipped"


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"authorities": [999]}, (422, "unknown_authority")),
        ({"authorities": [100]}, (422, "authority_not_grantable_here")),
        ({"authorities": []}, (422, "invalid_input")),
        ({"authorities": ["303"]}, (422, "invalid_input")),
        ({"resource": "acme/orders"}, (422, "invalid_name")),
        ({"resource": "persistent://acme/orders/"}, (422, "invalid_name")),
        ({"resource": "x" * 513}, (422, "invalid_input")),
        ({"res_type": 3, "resource": "acme/orders/created"}, (422, "invalid_name")),
        ({"res_type": 0, "resource": "*"}, (422, "invalid_input")),
        ({"res_type": 5}, (422, "invalid_input")),
        ({"reason": ""}, (422, "invalid_input")),
        ({"reason": "a\x00b"}, (422, "invalid_input")),
        ({"reason": "x" * 1001}, (422, "invalid_input")),
        ({"valid_until": 1}, (422, "window_in_past")),
        ({"valid_until": 4_000_000_000_000}, (422, "window_too_long")),
        ({"valid_until": "tomorrow"}, (422, "invalid_input")),
        ({"user_id": 1}, (403, "not_allowed")),
        ({"user_id": 999_999}, (403, "not_allowed")),
        ({"res_id": 1}, (422, "unknown_field")),
    ],
)
def test_bad_input_changes_nothing(desk: Desk, values: dict[str, Any], expected: tuple[int, str]) -> None:
    before = rows(desk.center)
    assert problem(desk.try_to_ask(**values)) == expected
    assert rows(desk.center) == before


def test_a_resource_that_is_not_there_is_asked_for_like_any_other(desk: Desk) -> None:
    there = desk.request()
    nowhere = desk.request(resource="persistent://acme/orders/secret")
    vague = {"id", "resource", "add_time", "expires", "version"}
    assert {key: value for key, value in there.items() if key not in vague} == {
        key: value for key, value in nowhere.items() if key not in vague
    }
    root = desk.center.with_token(desk.center.make(an_administrator))
    for client in (desk.at_owner, root):
        assert desk.ids_in_box(client, "to_decide") == [there["id"]]
        assert client.get(f"/api/v1/access-requests/{nowhere['id']}").status_code == 404
        assert problem(desk.answer(client, nowhere, "approve")) == (404, "not_found")
    assert problem(desk.try_to_ask(resource="persistent://acme/orders/secret")) == (409, "request_exists")


def test_a_name_that_is_used_again_does_not_bring_the_request_back(desk: Desk) -> None:
    request = desk.request()

    def use_name_again(session: Session) -> None:
        request_row = session.get_one(AccessRequest, request["id"])
        request_row.res_id = 999_999  # the topic of then; the one of today has another number

    desk.center.make(use_name_again)
    assert desk.ids_in_box(desk.at_owner, "to_decide") == []
    assert problem(desk.answer(desk.at_owner, request, "approve")) == (404, "not_found")
    assert desk.read(desk.at_wanting, request)["state"] == "open"


def test_partitions_are_their_topic(desk: Desk) -> None:
    assert desk.request(resource=f"{TOPIC}-partition-3")["resource"] == TOPIC


def test_only_rights_that_end_earlier_can_be_requested_again(desk: Desk) -> None:
    end = now_ms() + 5 * DAY
    desk.center.make(a_grant, desk.wanting, [303], 4, desk.topic.id, valid_until=end)
    assert problem(desk.try_to_ask(valid_until=end - DAY)) == (409, "already_held")
    request = desk.request(valid_until=end + DAY)
    answer = desk.answer(desk.at_owner, request, "approve")
    assert answer.status_code == 200, answer.text
    assert [until for *_, until in grants_of(desk.center, desk.wanting)] == [end, end + DAY]
    desk.center.make(a_grant, desk.wanting, [203], 3, desk.namespace.id)
    assert problem(desk.try_to_ask()) == (409, "already_held")


def test_duplicates_and_too_many_requests_are_refused(desk: Desk) -> None:
    request = desk.request(authorities=[302, 303])
    again = desk.try_to_ask(authorities=[303])
    assert (problem(again), again.json()["request_id"]) == ((409, "request_exists"), request["id"])
    change_settings(desk.center, request_open_max=2)
    desk.request(authorities=[306])
    assert problem(desk.try_to_ask(authorities=[304])) == (409, "too_many_requests")
    assert desk.answer(desk.at_wanting, request, "withdraw").json()["state"] == "withdrawn"
    desk.request(authorities=[302, 303])


def test_a_disabled_or_deleted_requester_gets_nothing(desk: Desk) -> None:
    request = desk.request()

    def set_status(session: Session, status: str) -> None:
        users.change(session, "test", session.get_one(User, desk.wanting.id), status=status)

    desk.center.make(set_status, "disabled")
    before = rows(desk.center)
    assert problem(desk.answer(desk.at_owner, request, "approve")) == (409, "request_void")
    assert rows(desk.center) == before

    def delete(session: Session) -> None:
        lifecycle.remove(session, "test", session.get_one(User, desk.wanting.id))

    desk.center.make(delete)
    assert problem(desk.answer(desk.at_owner, request, "approve")) == (409, "request_void")
    open_requests.run(desk.center.database, desk.center.settings, now_ms())
    assert desk.ids_in_box(desk.at_owner, "to_decide") == []
    assert actions(desk.center, "access_request") == ["access_request.create", "access_request.void"]


def test_an_undecided_request_expires_at_once_and_in_the_trail_later(desk: Desk) -> None:
    request = desk.request()

    def expire(session: Session) -> None:
        session.get_one(AccessRequest, request["id"]).expires = now_ms() - 1

    desk.center.make(expire)
    assert desk.ids_in_box(desk.at_owner, "to_decide") == []
    assert desk.read(desk.at_wanting, request)["state"] == "expired"
    answer = desk.answer(desk.at_owner, request, "approve")
    assert (problem(answer), answer.json()["state"]) == ((409, "already_decided"), "expired")
    assert desk.ids_in_box(desk.at_wanting, "mine", state="expired") == [request["id"]]
    assert desk.ids_in_box(desk.at_wanting, "mine", state="open") == []
    open_requests.run(desk.center.database, desk.center.settings, now_ms())
    assert actions(desk.center, "access_request")[-1] == "access_request.expire"


def test_pages_and_filters(desk: Desk) -> None:
    made = [desk.request(authorities=[number])["id"] for number in (301, 302, 303, 304, 306)]
    path, seen, cursor = "/api/v1/access-requests", [], None
    while True:
        query: dict[str, Any] = {"limit": 2, "sort": "-id"} | ({"cursor": cursor} if cursor else {})
        page = desk.at_wanting.get(path, params=query).json()
        seen += [request["id"] for request in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == made[::-1]
    assert desk.ids_in_box(desk.at_wanting, "mine", q="orders/created") == made
    assert desk.ids_in_box(desk.at_wanting, "mine", q="nothing") == []
    assert problem(desk.at_wanting.get(path, params={"box": "others"})) == (422, "invalid_input")


def test_the_list_takes_the_same_statements_for_any_number_of_requests(desk: Desk) -> None:
    def count_statements(client: httpx.Client) -> int:
        with statements(desk.center) as seen:
            desk.ids_in_box(client, "to_decide")
        return len(seen)

    desk.request()
    count_statements(desk.at_owner)  # from now on, who the owner is comes from memory
    before = count_statements(desk.at_owner)
    for number in (301, 302, 304, 306):
        desk.request(authorities=[number])
    assert count_statements(desk.at_owner) == before
