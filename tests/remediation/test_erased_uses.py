"""What erased people use stays possible as well: nobody knows their names, so it may have been anybody who can."""

import json
from typing import Any

import httpx
import pytest

from app.grants import grants, roles
from app.rights.inquiry import simulation_questions
from tests.factories import TENANT, a_grant, a_user, an_administrator
from tests.findings.published import status, suggestion, used
from tests.remediation.advised import RESOURCE, Advised
from tests.remediation.outcomes import HELD, parts, rights
from tests.requests.desk import ANY

MARK = "erased-0123456789abcdef01234567"
OTHER = "prod/acme/orders/other"
TOPIC = 4


@pytest.fixture
def root(advised: Advised) -> httpx.Client:
    """A client of the administrator who erases."""
    return advised.desk.center.with_token(advised.desk.center.make(an_administrator))


def test_a_use_by_somebody_erased_is_not_planned_away(advised: Advised, root: httpx.Client) -> None:
    """The same answer as before the erasure; it tells the pseudonym, and no name in its place."""
    advised.run(usage_daily=[used(advised.wide, resource=OTHER), used(advised.wide)])
    answers = [advised.try_to_plan(advised.desk.at_owner, "s-narrow").json()]
    _erase(root, "walter")
    answers.append(advised.try_to_plan(advised.desk.at_owner, "s-narrow").json())
    assert [answer["code"] for answer in answers] == ["use_would_be_lost"] * 2
    assert [{use["user"] for use in answer["uses"]} for answer in answers] == [{"walter"}, {MARK}]
    assert [{**use, "user": ""} for use in answers[0]["uses"]] == [{**use, "user": ""} for use in answers[1]["uses"]]
    assert "walter" not in json.dumps(answers[1])


@pytest.mark.parametrize(("resource", "state"), [(OTHER, ("cancelled", "use_seen")), (RESOURCE, ("applied", None))])
def test_a_use_under_a_pseudonym_spares_its_grant(
    advised: Advised, root: httpx.Client, resource: str, state: tuple[str, str | None]
) -> None:
    """The audit goes on, and tells every later use of the account under its pseudonym. What is kept may be narrowed."""
    plan = advised.plan(advised.desk.at_owner, "s-narrow")
    _erase(root, "walter")
    advised.run(days=9, usage_daily=[used(advised.wide, MARK), used(advised.wide, MARK, resource)])
    advised.pass_days(8)
    seen = advised.read(advised.desk.at_owner, plan)
    assert parts(seen) == {"s-narrow": state}
    assert {use["user"] for use in seen["parts"][0]["facts"].get("uses", [])} <= {MARK}
    assert (rights(advised) == HELD) == (state[0] == "cancelled")


@pytest.mark.parametrize("disabled", [False, True])
def test_a_redundant_grant_that_somebody_erased_needs_by_now_stays(
    advised: Advised, root: httpx.Client, disabled: bool
) -> None:
    """Unless nobody who has it can do anything: then whoever it was needs nothing."""
    narrow = advised.desk.center.make(a_grant, advised.desk.wanting, [303], TOPIC, advised.desk.topic.id).id
    results = _results_of_covered_grant(advised.role, narrow) | {"usage_daily": [used(advised.wide), used(narrow)]}
    advised.run(**results)
    plan = advised.plan(advised.desk.at_owner, "s-covered")
    advised.run(days=9, **results)
    _erase(root, "walter")
    assert root.delete(f"/api/v1/grants/{advised.wide}", headers=ANY).is_success
    if disabled:
        body = {"status": "disabled"}
        assert root.patch(f"/api/v1/users/{advised.desk.wanting.id}", json=body, headers=ANY).is_success
    advised.pass_days(8)
    state = ("applied", None) if disabled else ("cancelled", "use_seen")
    assert parts(advised.read(root, plan)) == {"s-covered": state}


def test_an_erased_use_counts_for_anybody_with_the_grant(advised: Advised, root: httpx.Client) -> None:
    """walter could do without the shared grant, ana could not; once she has left the role, it was walter or nobody."""
    center, ana = advised.desk.center, advised.desk.center.make(a_user, "ana")
    role = center.make(roles.create, "root", "readers").id
    for person in (ana, advised.desk.wanting):
        center.make(roles.join, "root", role, person.id)
    place = TOPIC, advised.desk.topic.id
    shared = center.make(lambda session: grants.grant(session, "root", role, *place, [303])).id
    advised.run(usage_daily=[used(advised.wide), used(shared, MARK)], **_results_of_covered_grant(role, shared))
    refused = advised.try_to_plan(root, "s-covered")
    assert (refused.json()["code"], refused.json()["uses"][0]["user"]) == ("use_would_be_lost", MARK)
    center.make(roles.leave, "root", role, ana.id)
    assert advised.try_to_plan(root, "s-covered").status_code == 201


def test_a_use_of_an_erased_sub_account_spares_what_its_main_account_needs_for_it(
    advised: Advised, root: httpx.Client
) -> None:
    """No use names the grants of the main account; without them its sub-account is denied."""
    desk = advised.desk
    sub = desk.center.make(a_user, "walter.sub", parent=desk.wanting)
    grant = desk.center.make(a_grant, sub, [102], TENANT, desk.tenant.id).id
    advised.run(usage_daily=[used(advised.wide), used(grant, user=sub.username, action=3)])
    _erase(root, sub.username)
    refused = advised.try_to_plan(desk.at_owner, "s-unused")
    assert (refused.json()["code"], refused.json()["uses"][0]["user"]) == ("use_would_be_lost", MARK)


def test_a_name_that_only_looks_like_a_pseudonym_is_one_name(advised: Advised) -> None:
    """Anybody may be called like that: a use under such a name that nobody has any more is no erased person's."""
    advised.run(usage_daily=[used(advised.wide), used(advised.wide, "erased-ana", OTHER)])
    assert advised.try_to_plan(advised.desk.at_owner, "s-narrow").status_code == 201


def test_too_many_possible_users_are_not_examined(advised: Advised, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is not taken for unused either."""
    monkeypatch.setattr(simulation_questions, "MOST_QUESTIONS", 0)
    advised.run(usage_daily=[used(advised.wide), used(advised.wide, MARK)])
    assert advised.try_to_plan(advised.desk.at_owner, "s-narrow").json()["code"] == "too_much_to_simulate"


def _results_of_covered_grant(role: int, grant: int) -> dict[str, Any]:
    """What a run tells of a grant that another one covers."""
    suggested = suggestion("s-covered", "remove_redundant", role, [grant])
    return {"suggestions": [suggested], "grant_status": [status(grant, "redundant", sole=0)]}


def _erase(root: httpx.Client, name: str) -> None:
    assert root.post("/api/v1/audit/erasures", json={"user": name, "pseudonym": MARK}).is_success
