"""Undoing an answer undoes nothing else; an answer to a place above is named."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.platform.clock import now_ms
from tests.api.estate import ANY
from tests.center import Center
from tests.drift.conftest import TOPIC, Drifting, create
from tests.drift.obedient_cluster import ObedientCluster
from tests.drift.test_announced import SPACE, has_ttl, line_about, wishes_ttl
from tests.factories import a_service, an_administrator

_DAY_MS = 24 * 3_600_000


def _refusal_code(drifting: Drifting, verb: str, line: dict[str, Any]) -> str:
    answer = drifting.answer(verb, line)
    assert answer.status_code == 409, answer.text
    return str(answer.json()["code"])


def test_a_newer_wish_is_not_taken_back(drifting: Drifting) -> None:
    wishes_ttl(drifting, "1h")
    has_ttl(drifting, 60)
    drifting.compare()
    line = line_about(drifting, "message_ttl")
    drifting.done("adopt", line)
    wishes_ttl(drifting, "2h")
    assert _refusal_code(drifting, "undo", line) == "drift_outdated"
    policies = drifting.get(f"/api/v1/namespaces/{drifting.namespace}/policies")
    assert "2h" in str(policies)


def test_an_adopted_grant_with_additions_is_not_undone(drifting: Drifting) -> None:
    drifting.played.namespaces[SPACE]["auth_policies"]["namespace_auth"]["mallory"] = ["produce"]
    drifting.center.make(a_service, "mallory")
    drifting.compare()
    line = line_about(drifting, "mallory")
    drifting.done("adopt", line)
    (grant,) = (row for row in drifting.get("/api/v1/grants")["items"] if row["role_name"] == "mallory")
    more = drifting.root.patch(f"/api/v1/grants/{grant['id']}", json={"authorities": [202, 204]}, headers=ANY)
    assert more.status_code == 200, more.text
    assert _refusal_code(drifting, "undo", line) == "drift_outdated"


def _a_policy(drifting: Drifting, path: str) -> Any:
    return drifting.root.patch(f"{path}/policies", json={"policies": {"message_ttl": "2h"}}, headers=ANY)


def _a_rule(drifting: Drifting, path: str) -> Any:
    rule = {"subscription": "billing", "users": [drifting.get("/api/v1/users")["items"][0]["username"]]}
    return drifting.root.put(f"{path}/subscription-permissions", json=rule, headers=ANY)


def _a_key(drifting: Drifting, path: str) -> Any:
    return drifting.root.post(f"{path}/encryption-keys", json={"name": "new", "algorithm": "EC-P256"})


@pytest.mark.parametrize("wish", [_a_policy, _a_rule, _a_key])
def test_an_adopted_namespace_with_newer_wishes_is_not_undone(drifting: Drifting, wish: Any) -> None:
    drifting.played.namespace("acme/new", message_ttl_in_seconds=60)
    drifting.compare()
    line = drifting.line()
    drifting.done("adopt", line)
    (new,) = (row["id"] for row in drifting.get("/api/v1/namespaces")["items"] if row["name"] == "new")
    answer = wish(drifting, f"/api/v1/namespaces/{new}")
    assert answer.is_success, answer.text
    assert _refusal_code(drifting, "undo", line) == "drift_outdated"
    assert drifting.get(f"/api/v1/namespaces/{new}")["name"] == "new"


def test_a_tenant_on_another_cluster_too_is_not_undone(center: Center) -> None:
    prod, dr = ObedientCluster(), ObedientCluster(name="dr")
    with prod.running(), dr.running():
        root = center.signed_in(center.make(an_administrator))
        at = {"address": "pulsar://127.0.0.1:6650"}
        ids = [create(root, "clusters", name=side.name, admin_url=side.url, **at) for side in (prod, dr)]
        tenant = create(root, "tenants", name="acme", cluster_ids=ids[1:])
        drifting = Drifting(center, prod, root, ids[0], tenant, 0, 0)
        drifting.settle()
        prod.tenant("acme")
        drifting.compare()
        line = drifting.line()
        drifting.done("adopt", line)
        assert _refusal_code(drifting, "undo", line) == "drift_outdated"
        assert root.get(f"/api/v1/tenants/{tenant}").status_code == 200


def _entries_of_repairs(session: Session) -> list[tuple[str, str]]:
    query = select(TrailEntry.action, TrailEntry.entity_key).where(TrailEntry.action == "drift.repair")
    return [(row.action, row.entity_key) for row in session.execute(query.order_by(TrailEntry.id))]


def test_an_accepted_place_above_must_be_answered_first(drifting: Drifting) -> None:
    drifting.played.namespaces.clear()
    drifting.played.topics.clear()
    drifting.compare()
    space, topic = line_about(drifting, SPACE), line_about(drifting, TOPIC)
    accepted = drifting.done("accept", space, until=now_ms() + _DAY_MS, reason="moving")
    assert _refusal_code(drifting, "repair", topic) == "drift_answered"
    assert line_about(drifting, SPACE) == accepted
    drifting.done("undo", space)
    drifting.done("repair", topic)
    gone = {line["place"]: line["answered_by"] for line in drifting.lines(state="gone")}
    assert gone == dict.fromkeys((SPACE, TOPIC), accepted["answered_by"])
    assert drifting.center.read(_entries_of_repairs) == [("drift.repair", SPACE), ("drift.repair", TOPIC)]


def test_actions_without_effect_on_a_topic_do_not_stop_adopting(drifting: Drifting) -> None:
    drifting.played.grant(TOPIC, "mallory", "consume", "functions")
    drifting.center.make(a_service, "mallory")
    drifting.compare()
    drifting.done("adopt", drifting.line())
    drifting.compare()
    assert drifting.lines() == []
