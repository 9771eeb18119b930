"""Requests for a part of a place: who is notified and decides, what is given."""

from typing import Any

import httpx

from app.access.limits import Limits
from app.platform.clock import now_ms
from app.rights.requests import open_requests
from app.rights.requests.notices import TO_DECIDE
from tests.api.addresses import ELSEWHERE, INSIDE, NETWORK, SMALLER, token_client
from tests.factories import NAMESPACE, a_grant, a_user, an_administrator
from tests.requests.desk import ANY, Desk, problem

ON_NAMESPACE: dict[str, Any] = {"res_type": NAMESPACE, "resource": "acme/orders"}
EU = {"prefix": "orders-eu-", "subscriptions": ["billing"]}


def test_a_limited_request_becomes_a_limited_grant(desk: Desk) -> None:
    request = desk.request(**ON_NAMESPACE, limits=EU)
    assert request["limits"] == {**EU, "networks": None}
    assert desk.answer(desk.at_owner, request, "approve").status_code == 200
    (grant,) = desk.at_wanting.get("/api/v1/grants").json()["items"]
    assert (grant["limits"], [authority["id"] for authority in grant["authorities"]]) == (
        {**EU, "networks": None},
        [303],
    )
    soon = {**ON_NAMESPACE, "valid_until": now_ms() + 3_600_000}
    assert problem(desk.try_to_ask(**soon, limits={**EU, "prefix": "orders-eu-west-"})) == (409, "already_held")
    assert desk.try_to_ask(**soon, limits={"prefix": "orders-eu-"}).status_code == 201


def test_only_administrators_of_the_names_decide(desk: Desk) -> None:
    """Whoever administers `orders-` decides about `orders-eu-`, not about all of it, and not about `bills-`."""
    center = desk.center
    keepers = {}
    for name, prefix in (("orders", "orders-"), ("west", "orders-eu-west-"), ("bills", "bills-")):
        keeper = center.make(a_user, name)
        center.make(a_grant, keeper, [303, 304], NAMESPACE, desk.namespace.id, limits=Limits(prefix))
        keepers[name] = center.with_token(keeper)
    part = desk.request(**ON_NAMESPACE, limits=EU, authorities=[303])
    whole = desk.request(**ON_NAMESPACE)
    seen = {name: desk.ids_in_box(at, "to_decide") for name, at in keepers.items()}
    assert seen == {"orders": [part["id"]], "west": [], "bills": []}
    assert desk.ids_in_box(desk.at_owner, "to_decide") == [part["id"], whole["id"]]
    for name in ("west", "bills"):
        assert problem(desk.answer(keepers[name], part, "approve")) == (404, "not_found")
    assert problem(desk.answer(keepers["orders"], whole, "approve")) == (404, "not_found")
    assert desk.read(keepers["orders"], part)["lacking"] == []
    assert desk.answer(keepers["orders"], part, "approve").status_code == 200


def test_a_keeper_of_names_refuses_too(desk: Desk) -> None:
    keeper = desk.center.make(a_user, "keeper")
    desk.center.make(a_grant, keeper, [304], NAMESPACE, desk.namespace.id, limits=Limits("orders-"))
    at_keeper = desk.center.with_token(keeper)
    request = desk.request(**ON_NAMESPACE, limits=EU)
    assert desk.read(at_keeper, request)["lacking"] == [303]
    assert problem(desk.answer(at_keeper, request, "approve")) == (403, "not_held")
    assert desk.answer(at_keeper, request, "refuse", comment="ask for west").status_code == 200


def test_an_approver_needs_a_grant_that_counts_at_their_address(desk: Desk) -> None:
    keeper = desk.center.make(a_user, "keeper")
    for authorities, networks in (([204, 303], (SMALLER,)), ([303], (ELSEWHERE,))):
        limits = Limits(networks=networks)
        desk.center.make(a_grant, keeper, authorities, NAMESPACE, desk.namespace.id, limits=limits)
    at_keeper = token_client(desk.center, keeper, INSIDE)
    far, near = (desk.request(**ON_NAMESPACE, limits={"networks": [network]}) for network in (ELSEWHERE, SMALLER))
    assert [desk.read(at_keeper, request)["lacking"] for request in (far, near)] == [[303], []]
    assert problem(desk.answer(at_keeper, far, "approve")) == (403, "not_held")
    assert desk.answer(at_keeper, near, "approve").status_code == 200


def test_a_limited_token_approves_within_its_networks(desk: Desk) -> None:
    limited = token_client(desk.center, desk.owner, INSIDE, (NETWORK,))
    far, near = (desk.request(**ON_NAMESPACE, limits=limits) for limits in (None, {"networks": [SMALLER]}))
    assert [desk.read(limited, request)["lacking"] for request in (far, near)] == [[303], []]
    assert problem(desk.answer(limited, far, "approve")) == (403, "limited_token")
    assert desk.answer(limited, near, "approve").status_code == 200
    assert desk.answer(limited, far, "refuse", comment="from inside only").status_code == 200


def test_the_same_within_other_limits_is_another_request(desk: Desk) -> None:
    desk.request(**ON_NAMESPACE, limits={"prefix": "orders-"})
    assert problem(desk.try_to_ask(**ON_NAMESPACE, limits={"prefix": "orders-"})) == (409, "request_exists")
    for limits in (EU, {"prefix": "bills-"}, None):
        desk.request(**ON_NAMESPACE, limits=limits)
    assert problem(desk.try_to_ask(**ON_NAMESPACE)) == (409, "request_exists")
    assert problem(desk.try_to_ask(**ON_NAMESPACE, limits=EU)) == (409, "request_exists")
    assert problem(desk.try_to_ask(limits={"prefix": "x"})) == (422, "limit_not_possible_here")
    assert problem(desk.try_to_ask(**ON_NAMESPACE, limits={"prefix": "a/b"})) == (422, "invalid_limits")


def test_a_grant_for_other_names_does_not_delay_the_new_one(desk: Desk) -> None:
    """A grant for other names is no reason to begin later."""
    desk.center.make(a_grant, desk.wanting, [303], NAMESPACE, desk.namespace.id, limits=Limits("bills-"))
    request = desk.request(**ON_NAMESPACE, limits=EU)
    assert desk.answer(desk.at_owner, request, "approve").status_code == 200
    grants = desk.at_wanting.get("/api/v1/grants").json()["items"]
    assert sorted((row["limits"]["prefix"], row["valid_from"]) for row in grants) == [
        ("bills-", None),
        ("orders-eu-", None),
    ]


def test_deciders_are_notified_of_the_limits(desk: Desk) -> None:
    keeper, other = desk.center.make(a_user, "keeper"), desk.center.make(a_user, "other")
    for person, prefix in ((keeper, "orders-"), (other, "bills-")):
        desk.center.make(a_grant, person, [304], NAMESPACE, desk.namespace.id, limits=Limits(prefix))
    desk.request(**ON_NAMESPACE, limits=EU)
    open_requests.run(desk.center.database, desk.center.settings, now_ms())
    limits_by_kind = {
        name: [
            notice["facts"]["limits"]
            for notice in desk.center.with_token(person).get("/api/v1/notices").json()["items"]
            if notice["kind"] == TO_DECIDE
        ]
        for name, person in (("keeper", keeper), ("other", other), ("owner", desk.owner))
    }
    assert limits_by_kind == {"keeper": [EU], "other": [], "owner": [EU]}


def _office(desk: Desk, *networks: str) -> tuple[httpx.Client, str]:
    """An administrator's client, and the path of the list `office`."""
    root = desk.center.signed_in(desk.center.make(an_administrator, "root"))
    made = root.post("/api/v1/networks", json={"name": "office", "networks": list(networks)})
    assert made.status_code == 201, made.text
    return root, f"/api/v1/networks/{made.json()['id']}"


def test_a_request_means_its_list_as_it_is_when_it_is_approved(desk: Desk) -> None:
    """Holding what the list means by now is enough to approve."""
    root, office = _office(desk, ELSEWHERE, NETWORK)
    keeper = desk.center.make(a_user, "keeper")
    desk.center.make(a_grant, keeper, [204, 303], NAMESPACE, desk.namespace.id, limits=Limits(networks=(SMALLER,)))
    at_keeper = token_client(desk.center, keeper, INSIDE)
    request = desk.request(**ON_NAMESPACE, limits={"networks": ["@office"]})
    assert desk.read(at_keeper, request)["lacking"] == [303]
    assert root.patch(office, json={"networks": [SMALLER]}, headers=ANY).status_code == 200
    assert desk.read(at_keeper, request)["lacking"] == []
    assert desk.answer(at_keeper, request, "approve").status_code == 200
    given = at_keeper.get(f"/api/v1/grants/{desk.read(at_keeper, request)['grant_id']}").json()
    assert given["limits"]["networks"] == ["@office"]


def test_rights_under_an_earlier_list_do_not_count(desk: Desk) -> None:
    root, office = _office(desk, NETWORK, ELSEWHERE)
    request = desk.request(**ON_NAMESPACE, limits={"networks": ["@office"]})
    limits = Limits(networks=(NETWORK, ELSEWHERE))
    desk.center.make(a_grant, desk.wanting, [303], NAMESPACE, desk.namespace.id, limits=limits)
    assert root.patch(office, json={"networks": ["192.168.0.0/16"]}, headers=ANY).status_code == 200
    assert desk.answer(desk.at_owner, request, "approve").json()["grant_id"] is not None


def test_a_list_that_a_waiting_request_names_stays(desk: Desk) -> None:
    root, office = _office(desk, ELSEWHERE)
    request = desk.request(**ON_NAMESPACE, limits={"networks": ["@office"]})
    refused = root.delete(office, headers=ANY)
    assert (*problem(refused), refused.json()["requests"]) == (409, "network_in_use", 1)
    assert desk.answer(desk.at_wanting, request, "withdraw").status_code == 200
    assert root.delete(office, headers=ANY).status_code == 204
