"""Many grants in one request: one change with one revision, whole or not at all."""

from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from app.audit.trail.models import TrailEntry
from app.grants.models import Grant
from tests.api.rows import differences, rows
from tests.center import Center
from tests.factories import (
    NAMESPACE,
    TENANT,
    TOPIC,
    Person,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
    an_administrator,
)

BULK = "/api/v1/grants/bulk"
GRANTS = "/api/v1/grants"


@pytest.fixture
def topics(center: Center) -> list[int]:
    """Ids of four topics."""
    namespace = center.make(a_namespace)
    return [center.make(a_topic, namespace).id for _ in range(4)]


def new(user_id: int, topic: int, authorities: tuple[int, ...] = (303,), **more: Any) -> dict[str, Any]:
    return {"user_id": user_id, "res_type": TOPIC, "res_id": topic, "authorities": list(authorities), **more}


def test_a_bulk_request_is_one_change_with_one_revision(center: Center, root: httpx.Client, topics: list[int]) -> None:
    alice = center.make(a_user, "alice")
    doomed = root.post(GRANTS, json=new(alice.id, topics[0])).json()
    altered = root.post(GRANTS, json=new(alice.id, topics[1])).json()
    before = int(root.get("/api/v1/overview").json()["revision"])
    answer = root.post(
        BULK,
        json={
            "revoke": [{"id": doomed["id"], "version": doomed["version"]}],
            "change": [{"id": altered["id"], "version": altered["version"], "authorities": [302]}],
            "grant": [new(alice.id, topics[0], (302, 303)), new(alice.id, topics[2], valid_until=2**52)],
        },
    )
    assert answer.status_code == 200, answer.text
    assert answer.headers["x-revision"] == str(before + 1)
    found = answer.json()
    assert found["revoked"] == [doomed["id"]]
    assert [[authority["id"] for authority in grant["authorities"]] for grant in found["granted"]] == [
        [302, 303],
        [303],
    ]
    assert [[authority["id"] for authority in grant["authorities"]] for grant in found["changed"]] == [[302]]
    of_revision = select(TrailEntry.action).where(TrailEntry.revision == before + 1).order_by(TrailEntry.id)
    assert center.read(lambda session: list(session.scalars(of_revision))) == [
        "grant.revoke", "grant.update", "grant.create", "grant.create",
    ]  # fmt: skip
    assert root.get(f"{GRANTS}/{doomed['id']}").status_code == 404


def _cases(alice: int, grant: dict[str, Any], topics: list[int]) -> dict[str, tuple[dict[str, Any], int, str, str]]:
    """What is wrong → body, status, code, item."""
    good = new(alice, topics[3])
    return {
        "below its level": (
            {"grant": [good, new(alice, topics[0], (104,))]}, 422, "authority_not_grantable_here", "grant.1",
        ),
        "unknown authority": ({"grant": [new(alice, topics[0], (999,)), good]}, 422, "unknown_authority", "grant.0"),
        "nowhere": ({"grant": [good, new(alice, 999_999)]}, 404, "not_found", "grant.1"),
        "the same twice": ({"grant": [good, good]}, 409, "grant_exists", "grant.1"),
        "another version": (
            {"grant": [good], "revoke": [{"id": grant["id"], "version": "v1"}]}, 412, "changed_meanwhile", "revoke.0",
        ),
        "not there": (
            {"grant": [good], "change": [{"id": 999_999, "version": "*", "remark": "x"}]}, 404, "not_found", "change.0",
        ),
        "in the past": (
            {"change": [{"id": grant["id"], "version": "*", "valid_until": 1}]}, 422, "window_in_past", "change.0",
        ),
    }  # fmt: skip


def test_one_refused_item_undoes_all_and_is_named(center: Center, root: httpx.Client, topics: list[int]) -> None:
    alice = center.make(a_user, "alice")
    grant = root.post(GRANTS, json=new(alice.id, topics[1])).json()
    before = rows(center)
    for what, (body, status, code, item) in _cases(alice.id, grant, topics).items():
        answer = root.post(BULK, json=body)
        assert (answer.status_code, answer.json()["code"], answer.json()["item"]) == (status, code, item), what
        assert differences(before, rows(center)) == {}, what


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"revoke": []},
        {"revoke": [{"id": 1, "version": "*"}, {"id": 1, "version": "*"}]},
        {"revoke": [{"id": 1, "version": "*"}], "change": [{"id": 1, "version": "*", "remark": "x"}]},
        {"revoke": [{"id": 1}]},
        {"revoke": [{"id": number + 1, "version": "*"} for number in range(1001)]},
    ],
)
def test_senseless_bulk_requests_are_refused(root: httpx.Client, body: dict[str, Any]) -> None:
    answer = root.post(BULK, json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")


def test_a_bulk_request_needs_the_right_to_each_item(center: Center, topics: list[int]) -> None:
    center.make(an_administrator)
    alice, bob = center.make(a_user, "alice"), center.make(a_user, "bob")
    center.make(a_grant, alice, [303, 304], TOPIC, topics[0])
    hidden = center.make(a_grant, bob, [303], TOPIC, topics[1])
    client = center.with_token(alice)
    allowed = client.post(BULK, json={"grant": [new(bob.id, topics[0])]})
    assert allowed.status_code == 200, allowed.text
    more = client.post(BULK, json={"grant": [new(bob.id, topics[0], (302,))]})
    assert (more.status_code, more.json()["code"]) == (403, "not_held")
    elsewhere = client.post(BULK, json={"grant": [new(bob.id, topics[1])]})
    assert elsewhere.status_code == 404
    foreign = client.post(BULK, json={"revoke": [{"id": hidden.id, "version": "*"}]})
    assert (foreign.status_code, foreign.json()["item"]) == (404, "revoke.0")
    assert client.get(f"/api/v1/grants/{hidden.id}").status_code == 404


def test_a_bulk_request_can_be_tried_and_repeated(
    center: Center, root: httpx.Client, topics: list[int], alice: Person
) -> None:
    body = {"grant": [new(alice.id, topic) for topic in topics]}
    tried = root.post(BULK, json=body, params={"dry_run": "true"})
    assert (tried.status_code, tried.headers["x-would-record"]) == (200, "4")
    first, second = (root.post(BULK, json=body, headers={"Idempotency-Key": "k"}) for _ in range(2))
    assert second.json() == first.json()
    assert center.read(lambda session: session.scalar(select(func.count(Grant.id)).where(Grant.res_type == TOPIC))) == 4


def test_lists_of_grants_are_filtered(center: Center, root: httpx.Client, alice: Person) -> None:
    tenant = center.make(a_tenant)
    center.make(a_grant, alice, [103], TENANT, tenant.id)
    center.make(a_grant, alice, [102, 103], TENANT, tenant.id, valid_until=5)
    center.make(a_grant, alice, [104], TENANT, tenant.id, valid_from=2**52)
    wanted: list[tuple[dict[str, Any], list[list[int]]]] = [
        ({"state": "in_force"}, [[103]]),
        ({"state": "expired"}, [[102, 103]]),
        ({"state": "future"}, [[104]]),
        ({"authority": 103}, [[103], [102, 103]]),
        ({"authority": 3}, []),
        ({"ends_before": 6}, [[102, 103]]),
        ({"sort": "-update_time"}, [[104], [102, 103], [103]]),
        ({"given_by": "me"}, []),
        ({"res_type": NAMESPACE}, []),
    ]
    for params, authorities in wanted:
        found = root.get(GRANTS, params={"user_id": alice.id, **params})
        assert found.status_code == 200, found.text
        assert [
            [authority["id"] for authority in item["authorities"]] for item in found.json()["items"]
        ] == authorities, params
