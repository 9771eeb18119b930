"""Simulations obey the limits of a token and do not reveal networks of other places."""

from app.access.limits import Limits
from tests.api.addresses import ELSEWHERE, INSIDE, NETWORK, SMALLER, token_client
from tests.api.given import GRANTS, Business
from tests.factories import NAMESPACE, TOPIC, a_grant, a_topic


def test_a_trial_with_a_limited_token_refuses_what_the_change_refuses(business: Business) -> None:
    by = token_client(business.center, business.owner, INSIDE, (NETWORK,))

    def give(*networks: str) -> list[tuple[int, str | None]]:
        limits = {"networks": list(networks)} if networks else None
        body = {"user_id": business.third.id, "authorities": [302], "res_type": NAMESPACE, "limits": limits}
        body["res_id"] = business.namespace.id
        tried = by.post("/api/v1/access/simulate", json={"changes": {"grant": [body]}, "all": True})
        answers = (tried, by.post(GRANTS, json=body))
        return [(answer.status_code, answer.json().get("code")) for answer in answers]

    assert give() == give(ELSEWHERE) == [(403, "limited_token")] * 2
    assert give(SMALLER) == [(200, None), (201, None)]


def test_simulating_hides_networks_of_grants_elsewhere(business: Business) -> None:
    """An administrator of one topic sees neither bob's grant on another nor its networks."""
    center, bob = business.center, business.third
    other = center.make(a_topic, business.namespace, "secret")
    shown, hidden = (Limits(networks=(network,)) for network in ("10.0.0.0/8", "10.9.0.0/16"))
    given = center.make(lambda session: a_grant(session, bob, [302], TOPIC, business.topic.id, limits=shown).id)
    center.make(a_grant, bob, [302], TOPIC, other.id, limits=hidden)
    center.make(a_grant, business.partner, [304], TOPIC, business.topic.id)
    body = {"changes": {"revoke": [given]}, "all": True}
    for by in (business.partner, business.owner):
        answer = center.with_token(by).post("/api/v1/access/simulate", json=body)
        assert answer.status_code == 200, answer.text
        changes = [change for principal in answer.json()["principals"] for change in principal["changes"]]
        networks = [change["networks"] for change in changes if change["resource"].endswith("/created")]
        assert networks, answer.text
        assert {tuple(listed) for listed in networks} == {("10.0.0.0/8",)}
        assert by is business.owner or "10.9." not in answer.text
