"""Trials of changes and networks: a limited token is one in a trial, too, and nobody learns of networks elsewhere."""

from tests.api.addresses import ELSEWHERE, INSIDE, NETWORK, SMALLER, token_client
from tests.api.given import GRANTS, Business
from tests.factories import NAMESPACE


def test_a_trial_with_a_limited_token_refuses_what_the_change_refuses(business: Business) -> None:
    by = token_client(business.center, business.owner, INSIDE, (NETWORK,))

    def given(*networks: str) -> list[tuple[int, str | None]]:
        limits = {"networks": list(networks)} if networks else None
        body = {"user_id": business.third.id, "authorities": [302], "res_type": NAMESPACE, "limits": limits}
        body["res_id"] = business.namespace.id
        tried = by.post("/api/v1/access/simulate", json={"changes": {"grant": [body]}, "all": True})
        answers = (tried, by.post(GRANTS, json=body))
        return [(one.status_code, one.json().get("code")) for one in answers]

    assert given() == given(ELSEWHERE) == [(403, "limited_token")] * 2
    assert given(SMALLER) == [(200, None), (201, None)]
