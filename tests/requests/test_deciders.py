"""Who decides about a request: whoever administers the place, never oneself, checked when it is used."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy.orm import Session

from app.grants import grants
from app.platform.clock import now_ms
from tests.factories import a_grant, a_user
from tests.requests.desk import DAY, OWNED, Desk, grants_of, problem, rows


def test_nobody_decides_about_itself(desk: Desk) -> None:
    desk.center.make(a_grant, desk.wanting, [304], 4, desk.topic.id)
    request = desk.request(authorities=[302])
    assert desk.ids_in_box(desk.at_wanting, "to_decide") == []
    before = rows(desk.center)
    for verb in ("approve", "refuse"):
        answer = desk.answer(desk.at_wanting, request, verb, comment="me")
        assert problem(answer) == (403, "self_approval")
    assert rows(desk.center) == before


def test_nobody_decides_about_its_sub_account_or_through_it(desk: Desk) -> None:
    sub = desk.center.make(a_user, "olga.service", parent=desk.owner)
    at_sub = desk.center.with_token(sub)
    passed = desk.request(at_sub)
    desk.answer(desk.at_owner, passed, "pass-on")
    assert problem(desk.answer(desk.at_owner, passed, "approve")) == (403, "self_approval")
    assert problem(desk.answer(at_sub, passed, "approve")) == (403, "sub_account_cannot_grant")
    other = desk.request()
    desk.center.make(a_grant, sub, [304, 303], 4, desk.topic.id)
    assert desk.ids_in_box(at_sub, "to_decide") == []
    assert problem(desk.answer(at_sub, other, "approve")) == (404, "not_found")


def test_strangers_see_nothing(desk: Desk) -> None:
    request = desk.request()
    stranger = desk.person("stranger")
    assert desk.ids_in_box(stranger, "to_decide") == desk.ids_in_box(stranger, "mine") == []
    for verb in ("approve", "refuse", "withdraw", "pass-on"):
        body = {"comment": "no"} if verb == "refuse" else {}
        assert problem(desk.answer(stranger, request, verb, **body)) == (404, "not_found")
    assert stranger.get(f"/api/v1/access-requests/{request['id']}").status_code == 404


def test_an_administrator_without_the_right_may_refuse_or_give_the_rest(desk: Desk) -> None:
    keeper = desk.person("keeper", owns=[104, 302])
    request = desk.request(authorities=[302, 303])
    assert desk.ids_in_box(keeper, "to_decide") == [request["id"]]
    assert desk.read(keeper, request)["lacking"] == [303]
    before = rows(desk.center)
    assert problem(desk.answer(keeper, request, "approve")) == (403, "not_held")
    assert rows(desk.center) == before
    assert desk.answer(keeper, request, "approve", authorities=[302]).status_code == 200
    assert [numbers for *_, numbers, _ in grants_of(desk.center, desk.wanting)] == [[302]]


@pytest.mark.parametrize("ending", [[104], [303], [104, 303], []])
@pytest.mark.parametrize("limits", [None, {"networks": ["127.0.0.0/8"]}])
def test_the_suggested_end_is_one_that_the_decider_may_give(
    desk: Desk, ending: list[int], limits: dict[str, list[str]] | None
) -> None:
    soon = now_ms() + DAY
    keeper, lasting = (
        desk.center.make(a_user, "keeper"),
        [authority for authority in (104, 303) if authority not in ending],
    )
    for numbers, until in ((ending, soon), (lasting, None)):
        if numbers:
            desk.center.make(a_grant, keeper, numbers, 2, desk.tenant.id, valid_until=until)
    client, request = desk.center.with_token(keeper), desk.request(limits=limits)
    seen = desk.read(client, request)
    assert (seen["may_decide"], seen["lacking"]) == (True, [])
    assert (seen["latest"] == seen["suggested"] == soon) == bool(ending)
    if ending:
        assert problem(desk.answer(client, request, "approve", valid_until=soon + 1)) == (403, "not_held")
        unnamed = desk.answer(client, request, "approve")
        assert (unnamed.json()["code"], {*unnamed.json()["held_until"].values()}) == ("not_held", {seen["suggested"]})
    assert desk.answer(client, request, "approve", valid_until=seen["suggested"]).status_code == 200


def test_the_right_to_decide_is_checked_when_it_is_used(desk: Desk) -> None:
    request = desk.request()
    assert desk.read(desk.at_owner, request)["may_decide"]

    def revoke(session: Session) -> None:
        grants.revoke_all_on(session, "test", 2, desk.tenant.id)

    desk.center.make(revoke)
    assert problem(desk.answer(desk.at_owner, request, "approve")) == (404, "not_found")
    assert grants_of(desk.center, desk.wanting) == []


def test_a_second_click_changes_nothing(desk: Desk) -> None:
    request = desk.request()
    seen = {"If-Match": f'"{desk.read(desk.at_owner, request)["version"]}"'}
    path = f"/api/v1/access-requests/{request['id']}/approve"
    first = desk.at_owner.post(path, json={}, headers=seen)
    before = rows(desk.center)
    second = desk.at_owner.post(path, json={}, headers=seen)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json()["grant_id"] == second.json()["grant_id"]
    assert problem(desk.answer(desk.at_owner, request, "refuse", comment="no")) == (409, "already_decided")
    another = desk.person("another", owns=OWNED)
    assert problem(desk.answer(another, request, "approve")) == (409, "already_decided")
    assert problem(desk.answer(desk.at_wanting, request, "withdraw")) == (409, "already_decided")
    assert {**rows(desk.center), "sys_user_info": 0} != before  # another was made
    assert len(grants_of(desk.center, desk.wanting)) == 1


def test_two_who_decide_at_the_same_time_make_one_grant(desk: Desk) -> None:
    request = desk.request()
    clients = [desk.at_owner, desk.person("another", owns=OWNED)]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda client: desk.answer(client, request, "approve"), clients))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert len(grants_of(desk.center, desk.wanting)) == 1


def test_if_match_is_demanded(desk: Desk) -> None:
    request = desk.request()
    path = f"/api/v1/access-requests/{request['id']}"
    assert desk.at_owner.get(path).headers["etag"] == f'"{desk.read(desk.at_owner, request)["version"]}"'
    assert problem(desk.at_owner.post(f"{path}/approve", json={})) == (428, "if_match_required")
    stale = desk.at_owner.post(f"{path}/approve", json={}, headers={"If-Match": '"v1"'})
    assert problem(stale) == (412, "changed_meanwhile")
    assert grants_of(desk.center, desk.wanting) == []


@pytest.mark.parametrize("place", ["root", "cluster", "tenant", "namespace", "topic"])
def test_whoever_administers_here_or_above_decides(desk: Desk, place: str) -> None:
    on = {
        "root": (0, 0, [4]),
        "cluster": (1, desk.cluster.id, [4]),
        "tenant": (2, desk.tenant.id, [104, 303]),
        "namespace": (3, desk.namespace.id, [204, 303]),
        "topic": (4, desk.topic.id, [304, 303]),
    }
    kind, number, authorities = on[place]
    person = desk.center.make(a_user, "decider")
    desk.center.make(a_grant, person, authorities, kind, number)
    client = desk.center.with_token(person)
    request = desk.request()
    elsewhere = desk.center.make(a_user, "elsewhere")
    assert desk.ids_in_box(desk.center.with_token(elsewhere), "to_decide") == []
    assert desk.ids_in_box(client, "to_decide") == [request["id"]]
    answer = desk.answer(client, request, "approve")
    assert answer.status_code == 200, answer.text


def test_administer_of_a_topic_does_not_decide_about_its_tenant(desk: Desk) -> None:
    person = desk.center.make(a_user, "decider")
    desk.center.make(a_grant, person, [304, 303], 2, desk.tenant.id)
    client = desk.center.with_token(person)
    on_tenant, on_topic = desk.request(res_type=2, resource="acme"), desk.request()
    assert desk.ids_in_box(client, "to_decide") == [on_topic["id"]]
    assert problem(desk.answer(client, on_tenant, "approve")) == (404, "not_found")
