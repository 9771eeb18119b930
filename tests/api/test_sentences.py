"""Refusals that newcomers meet first say what is wrong in the caller's words."""

import time

from app.tokens import issuing
from tests.center import Center
from tests.factories import TENANT, a_cluster, a_grant, a_service, a_tenant, a_user, an_administrator

ABOUT_SECONDS = "is over already: it is epoch milliseconds, and seconds were given"


def test_an_end_in_seconds_is_refused_with_that_reason(center: Center) -> None:
    root = center.with_token(center.make(an_administrator, "root"))
    bob, tenant = center.make(a_user, "bob"), center.make(a_tenant, "acme", center.make(a_cluster, "prod"))
    given = center.make(a_grant, bob, [103], TENANT, tenant.id)
    soon = int(time.time()) + 86_400
    place = {"res_type": TENANT, "res_id": tenant.id, "authorities": [102], "valid_until": soon}
    wish = {"resource": "acme", "resource_type": "tenant", "authorities": [102], "valid_until": soon}
    answers = {
        "grant": root.post("/api/v1/grants", json={"role_id": given.role_id, **place}),
        "request": center.with_token(bob).post("/api/v1/access-requests", json={**wish, "reason": "why"}),
        "opt-out": root.post("/api/v1/audit/opt-outs", json={"grant_id": given.id, "reason": "why", "until": soon}),
    }
    for what, answer in answers.items():
        assert (answer.status_code, answer.json()["code"]) == (422, "window_in_past"), (what, answer.text)
        assert ABOUT_SECONDS in answer.json()["detail"], what
    old = root.post("/api/v1/grants", json={"role_id": given.role_id, **place, "valid_until": 1_700_000_000_000})
    assert "is over already" in old.json()["detail"]
    assert "seconds" not in old.json()["detail"]


def test_the_longest_life_of_a_token_is_stated_directly(center: Center) -> None:
    """Not first the limit of any center, then that of this one."""
    root = center.with_token(center.make(an_administrator, "root"))
    path, most = f"/api/v1/users/{center.make(a_service, 'feeder').id}/tokens", center.settings.api_token_days_max
    for days in (most + 1, 5000):
        assert f"lives {most} days at most" in root.post(path, json={"name": "x", "days": days}).json()["detail"]


def test_a_token_for_brokers_is_refused_with_that_reason(center: Center) -> None:
    bob, settings = center.make(a_user, "bob"), center.settings
    token = center.make(issuing.issue, settings, bob.username, audiences=(settings.audience,), seconds=900).reveal()
    answer = center.client(Authorization=f"Bearer {token}").get("/api/v1/session")
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
    assert answer.json()["detail"].startswith("This token is for brokers")
