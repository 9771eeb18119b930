"""Grants limited to networks count at the center from inside only, and are passed on within them only."""

from typing import Any

import httpx
import pytest
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.grants import roles
from app.identity import users
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed
from app.rights.granting import grant_changes
from tests.api.addresses import ELSEWHERE, INSIDE, NETWORK, OUTSIDE, SMALLER, token_client
from tests.api.given import ANY, GRANTS, Business, refusal
from tests.center import Center
from tests.factories import ACTOR, CLUSTER, NAMESPACE, Person, a_cluster, a_grant, a_user


def on_namespace(business: Business, *networks: str) -> dict[str, Any]:
    limits = {"networks": list(networks)} if networks else None
    return {"res_type": NAMESPACE, "res_id": business.namespace.id, "limits": limits}


def test_networks_are_kept_in_one_form_and_compared(business: Business) -> None:
    given = business.grant(business.owner, business.third, [302], **on_namespace(business, "10.0.0.7", "10.0.0.7/32"))
    shown = business.center.with_token(business.owner).get(f"{GRANTS}/{given}").json()
    assert shown["limits"]["networks"] == ["10.0.0.7/32"]
    again = business.give(business.owner, business.third, [302], **on_namespace(business, "10.0.0.7/32"))
    assert (again.status_code, again.json()["code"]) == (409, "grant_exists")
    business.grant(business.owner, business.third, [302], **on_namespace(business, ELSEWHERE))
    wrong = business.give(business.owner, business.third, [302], **on_namespace(business, "10.0.0.7/8"))
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid_network")
    assert wrong.json()["errors"][0]["field"] == "limits.networks"


def test_a_limited_right_works_only_from_its_networks(business: Business) -> None:
    business.grant(business.owner, business.partner, [204], **on_namespace(business, SMALLER))
    center, where = business.center, f"/api/v1/namespaces/{business.namespace.id}"
    inside, outside = (token_client(center, business.partner, address) for address in (INSIDE, OUTSIDE))
    params: dict[str, str] = {"res_type": str(NAMESPACE), "res_id": str(business.namespace.id)}
    assert inside.get(where).status_code == 200
    assert outside.get(where).status_code == 404
    assert [namespace["id"] for namespace in inside.get("/api/v1/namespaces").json()["items"]] == [
        business.namespace.id
    ]
    assert outside.get("/api/v1/namespaces").json()["items"] == []
    seen = [client.get(GRANTS, params=params).json()["items"] for client in (inside, outside)]
    assert [len(grants) for grants in seen] == [1, 1]  # outside it still sees the grant that it has itself
    other = business.grant(business.owner, business.third, [302], **on_namespace(business))
    seen = [client.get(GRANTS, params=params).json()["items"] for client in (inside, outside)]
    assert [len(grants) for grants in seen] == [2, 1]
    assert outside.delete(f"{GRANTS}/{other}", headers=ANY).status_code == 404
    assert inside.delete(f"{GRANTS}/{other}", headers=ANY).status_code == 204


def test_a_holder_within_networks_gives_only_within_them_and_from_them(business: Business) -> None:
    business.grant(business.owner, business.partner, [204, 302], **on_namespace(business, NETWORK, ELSEWHERE))
    center = business.center

    def give(client: httpx.Client, *networks: str) -> httpx.Response:
        body = {"user_id": business.third.id, "authorities": [302], **on_namespace(business, *networks)}
        return client.post(GRANTS, json=body)

    inside = token_client(center, business.partner, INSIDE)
    before = business.rows()
    for networks in ((), ("192.168.0.0/16",), ("0.0.0.0/0",), (SMALLER, "11.0.0.0/8")):
        assert refusal(business, give(inside, *networks), before) == (403, "not_held")
    assert give(inside, SMALLER, "10.1.0.0/16").status_code == 201
    assert give(center.with_token(business.owner), "192.168.0.0/16").status_code == 201


def test_a_giver_outside_its_networks_gives_nothing(business: Business) -> None:
    business.grant(business.owner, business.partner, [204, 302], **on_namespace(business, ELSEWHERE))
    business.grant(business.owner, business.partner, [302])  # so that it sees the place
    before = business.rows()
    answer = business.give(business.partner, business.third, [302], **on_namespace(business, "10.1.0.0/16"))
    assert refusal(business, answer, before) == (403, "not_allowed")


def test_a_single_grant_must_count_at_the_givers_address_and_cover_what_it_gives(business: Business) -> None:
    """Of two grants of a right, the one that does not count here gives nothing."""
    for networks in ((SMALLER,), (ELSEWHERE,), ("127.0.9.0/24", "10.1.0.0/16")):
        business.grant(business.owner, business.partner, [302], **on_namespace(business, *networks))
    business.grant(business.owner, business.partner, [204], **on_namespace(business))
    inside, outside = (token_client(business.center, business.partner, address) for address in (INSIDE, OUTSIDE))
    body = {"user_id": business.third.id, "authorities": [302]}

    def give(client: httpx.Client, *networks: str) -> tuple[int, str | None]:
        wanted = {**body, **on_namespace(business, *networks)}
        tried = client.post("/api/v1/access/simulate", json={"changes": {"grant": [wanted]}, "all": True})
        answer = client.post(GRANTS, json=wanted)
        assert tried.json().get("code") == answer.json().get("code"), (tried.text, answer.text)
        return answer.status_code, answer.json().get("code")

    for networks in ((ELSEWHERE,), ("10.1.0.0/16",), (SMALLER, "10.1.0.0/16")):
        assert give(inside, *networks) == (403, "not_held"), networks
    refusal = inside.post(GRANTS, json={**body, **on_namespace(business, ELSEWHERE)}).json()
    assert refusal["detail"].endswith("by a grant of yours that counts where you work.")
    assert give(inside, SMALLER) == (201, None)
    assert give(outside, "10.2.0.0/16") == give(outside, SMALLER) == (403, "not_held")
    assert give(outside, "10.1.2.0/24") == (201, None)


def test_without_an_address_limited_grants_are_not_passed_on(business: Business) -> None:
    """As in periodic work, or when a broker asks for a user."""
    business.grant(business.owner, business.partner, [302], **on_namespace(business, "0.0.0.0/0"))
    business.grant(business.owner, business.partner, [204, 303], **on_namespace(business))

    def give(session: Session, authority: int) -> None:
        by, role = users.find(session, business.partner.id), roles.personal_role_of(session, business.third.id)
        place, limits = (NAMESPACE, business.namespace.id), Limits(networks=(ELSEWHERE,))
        grant_changes.give(session, by, role, *place, [authority], now=now_ms(), limits=limits)

    with pytest.raises(NotAllowed) as refusal:
        business.center.make(give, 302)
    assert refusal.value.stable_code == "not_held"
    business.center.make(give, 303)


def test_an_administrator_by_a_limited_grant_acts_only_from_its_networks(
    center: Center, alice: Person, root: httpx.Client
) -> None:
    body = {"user_id": alice.id, "res_type": 0, "res_id": 0, "authorities": [4], "limits": {"networks": [SMALLER]}}
    assert root.post(GRANTS, json=body).status_code == 201
    for address, status in ((INSIDE, 201), (OUTSIDE, 403)):
        answer = token_client(center, alice, address).post("/api/v1/groups", json={"name": address})
        assert answer.status_code == status, answer.text
    inside, outside = (token_client(center, alice, address) for address in (INSIDE, OUTSIDE))
    assert [client.get("/api/v1/session").json()["is_administrator"] for client in (inside, outside)] == [True, False]


@pytest.mark.parametrize("address", ["nonsense", "", " 10.1.2.3", "10.1.0.0/16", "10.1.2.3:99", "[::1]", "10.1.2"])
def test_an_invalid_address_in_a_question_is_refused(business: Business, address: str) -> None:
    topic = {"resource_type": "topic", "resource": "persistent://acme/orders/created"}
    question = {"cluster_id": 1, "principal": "owner", "question": "topic:PRODUCE", **topic, "address": address}
    client = business.center.with_token(business.owner)
    for path, body, field in (
        ("check", {"questions": [question]}, "questions.0.address"),
        ("explain", question, "address"),
    ):
        answer = client.post(f"/api/v1/access/{path}", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input"), answer.text
        assert answer.json()["errors"][0]["field"] == field


def test_questions_may_name_an_address(business: Business) -> None:
    business.grant(business.owner, business.third, [302], **on_namespace(business, ELSEWHERE))
    owner = business.center.with_token(business.owner)
    cluster = owner.get("/api/v1/clusters").json()["items"][0]["id"]
    question = {
        "cluster_id": cluster,
        "principal": "third",
        "question": "topic:PRODUCE",
        "resource_type": "topic",
        "resource": "persistent://acme/orders/created",
    }
    questions = [question, *({**question, "address": address} for address in ("10.1.2.3", "11.1.2.3"))]
    answers = owner.post("/api/v1/access/check", json={"questions": questions}).json()["answers"]
    assert [answer["allowed"] for answer in answers] == [False, True, False]
    explained = [owner.post("/api/v1/access/explain", json=question).json()["allowed"] for question in questions]
    assert explained == [True, True, False]


@pytest.mark.parametrize(("number", "expected"), [(4, (True, True)), (7, (True, False))])
def test_a_cluster_says_what_the_caller_may_do_from_its_address(
    center: Center, number: int, expected: tuple[bool, bool]
) -> None:
    cluster = center.make(a_cluster)
    main, within = center.make(a_user), Limits(networks=(SMALLER,))
    sub = center.make(a_user, parent=main)
    center.make(a_grant, main, [number], CLUSTER, cluster.id, limits=within)
    center.make(a_grant, main, [2], CLUSTER, cluster.id)
    center.make(a_grant, sub, [7, 2], CLUSTER, cluster.id)
    for person, wanted in ((main, expected), (sub, (True, False))):
        for address, shown in ((INSIDE, wanted), (OUTSIDE, (False, False))):
            caller = token_client(center, person, address)
            item = caller.get(f"/api/v1/clusters/{cluster.id}").json()
            assert (item["shows_brokers"], item["may_administer"]) == shown, (person.username, address)
            brokers = caller.get(f"/api/v1/clusters/{cluster.id}/brokers")
            assert (brokers.status_code == 200) is shown[0]


def test_explain_says_from_where_it_is_allowed(business: Business) -> None:
    """Without an address explain allows from anywhere and check only without limits; `only_from` is the difference."""
    center, someone = business.center, business.center.make(a_user, "someone")
    business.grant(business.owner, someone, [202], **on_namespace(business, NETWORK))
    business.grant(business.owner, someone, [203], **on_namespace(business, ELSEWHERE))

    def only_from(question: str = "topic:PRODUCE") -> tuple[bool, dict[str, list[str]]]:
        about = {"question": question, "resource_type": "topic", "resource": "persistent://acme/orders/created"}
        body = {"cluster_id": int(business.tenant.clusters), "principal": "someone", **about}
        answer = center.with_token(business.owner).post("/api/v1/access/explain", json=body).json()
        return answer["allowed"], answer["only_from"]

    assert only_from() == (True, {"someone": [NETWORK]})
    assert only_from("topic:LOOKUP") == (True, {"someone": sorted([ELSEWHERE, NETWORK])})
    center.make(lambda session: users.change(session, ACTOR, users.find(session, someone.id), networks=[SMALLER]))
    assert only_from() == (True, {"someone": [SMALLER]})
    business.grant(business.owner, someone, [202], **on_namespace(business))
    assert only_from() == (True, {"someone": [SMALLER]})
