"""Opt-outs from removals: their end, and who may make them."""

import pytest

from app.platform.clock import now_ms
from tests.findings.published import DAY
from tests.remediation.advised import Advised
from tests.remediation.outcomes import parts
from tests.requests.desk import rows


def test_opt_outs_hold_back_and_end(advised: Advised) -> None:
    walter, owner = advised.desk.at_wanting, advised.desk.at_owner
    plan = advised.plan(owner, "s-unused")
    until = now_ms() + 20 * DAY
    body = {"grant_id": advised.unused, "reason": "yearly closing", "until": until}
    made = walter.post("/api/v1/audit/opt-outs", json=body)
    assert made.status_code == 201, made.text
    advised.pass_days(1)
    seen = advised.read(owner, plan)
    assert (seen["state"], parts(seen), seen["parts"][0]["facts"]["reason"]) == (
        "cancelled", {"s-unused": ("cancelled", "opted_out")}, "yearly closing",
    )  # fmt: skip
    refused = advised.try_to_plan(owner, "s-unused")
    assert (refused.status_code, refused.json()["code"], refused.json()["until"]) == (409, "opted_out", until)
    listed = owner.get("/api/v1/audit/suggestions").json()["items"]
    assert [status["opted_out_until"] for status in listed] == [until, None]
    for reader in (walter, owner):
        (held,) = reader.get("/api/v1/audit/opt-outs").json()["items"]
        assert (held["role_name"], held["resource"], held["given_by"]) == ("walter", "acme", "walter")
    assert walter.delete(f"/api/v1/audit/opt-outs/{made.json()['id']}").status_code == 204
    assert advised.try_to_plan(owner, "s-unused").status_code == 201


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        ({"until": 1}, (422, "window_in_past")),
        ({"until": now_ms() + 400 * DAY}, (422, "window_too_long")),
        ({"grant_id": 999_999}, (404, "not_found")),
        ({"user_id": 1}, (422, "invalid_input")),
    ],
)
def test_opt_outs_end_within_a_year_and_are_about_something(
    advised: Advised, change: dict[str, int], refused: tuple[int, str]
) -> None:
    body = {"grant_id": advised.unused, "reason": "closing", "until": now_ms() + DAY} | change
    before = rows(advised.desk.center)
    answer = advised.desk.at_wanting.post("/api/v1/audit/opt-outs", json=body)
    assert (answer.status_code, answer.json()["code"]) == refused
    assert rows(advised.desk.center) == before


def test_a_user_opts_out_for_itself_and_a_sub_account_for_nobody(advised: Advised) -> None:
    desk = advised.desk
    body = {"user_id": desk.wanting.id, "reason": "on leave", "until": now_ms() + DAY}
    sub = desk.person("walter.sub", parent=desk.wanting)
    assert sub.post("/api/v1/audit/opt-outs", json=body).json()["code"] == "sub_account_cannot_grant"
    assert desk.at_owner.post("/api/v1/audit/opt-outs", json=body).status_code in (403, 404)
    assert desk.at_wanting.post("/api/v1/audit/opt-outs", json=body).status_code == 201
    assert advised.try_to_plan(desk.at_owner, "s-narrow").json()["code"] == "opted_out"
