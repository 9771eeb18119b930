"""Requests of sub-accounts: their main account passes them on, gives what it holds, asks for them."""

from tests.factories import a_grant, a_user
from tests.requests.desk import Desk, grants_of, problem


def test_a_sub_accounts_request_goes_to_its_main_account(desk: Desk) -> None:
    sub = desk.center.make(a_user, "walter.service", parent=desk.wanting)
    at_sub = desk.center.with_token(sub)
    request = desk.request(at_sub)
    assert request["state"] == "with_main"
    assert desk.ids_in_box(desk.at_owner, "to_decide") == []
    assert desk.at_owner.get(f"/api/v1/access-requests/{request['id']}").status_code == 404
    assert desk.ids_in_box(desk.at_wanting, "to_decide") == [request["id"]]
    lacking = desk.answer(desk.at_wanting, request, "approve")
    assert problem(lacking) == (404, "not_found"), "the main account may not know of the resource either"
    assert problem(desk.answer(at_sub, request, "pass-on")) == (403, "not_allowed")
    assert desk.answer(desk.at_wanting, request, "pass-on").json()["state"] == "open"
    assert desk.read(desk.at_owner, request)["receivers"] == ["walter.service", "walter"]
    answer = desk.answer(desk.at_owner, request, "approve")
    assert answer.status_code == 200, answer.text
    assert [numbers for *_, numbers, _ in grants_of(desk.center, sub)] == [[303]]
    assert grants_of(desk.center, desk.wanting) == grants_of(desk.center, sub), "the main account got what it lacked"


def test_a_main_account_gives_its_sub_account_what_it_holds(desk: Desk) -> None:
    sub = desk.center.make(a_user, "walter.service", parent=desk.wanting)
    desk.center.make(a_grant, desk.wanting, [303], 4, desk.topic.id)
    request = desk.request(desk.center.with_token(sub))
    answer = desk.answer(desk.at_wanting, request, "approve")
    assert (answer.status_code, answer.json()["state"]) == (200, "approved"), answer.text
    assert [numbers for *_, numbers, _ in grants_of(desk.center, sub)] == [[303]]


def test_a_main_account_asks_for_its_sub_account(desk: Desk) -> None:
    sub = desk.center.make(a_user, "walter.service", parent=desk.wanting)
    request = desk.request(user_id=sub.id)
    assert (request["state"], request["receiver"]) == ("open", "walter.service")
    assert desk.answer(desk.at_owner, request, "approve").status_code == 200
    assert [numbers for *_, numbers, _ in grants_of(desk.center, sub)] == [[303]]
