"""The export of grants: one line per grant, cluster and period of unchanged content."""

import json
from itertools import pairwise
from typing import Any

import httpx
from sqlalchemy.orm import Session

from app.audit.trail import history_export, trail
from app.grants import grants, roles
from app.resources.models import Tenant
from tests.center import Center
from tests.factories import (
    CLUSTER,
    ROOT,
    TENANT,
    TOPIC,
    Person,
    a_cluster,
    a_cluster_with_orders,
    a_grant,
    a_tenant,
    a_user,
)


def _lines(center: Center) -> list[dict[str, Any]]:
    return center.read(lambda session: list(history_export.grants(session)))


def _time(center: Center, revision: int) -> int:
    entries = center.read(lambda session: trail.entries(session, after=revision - 1))
    return max(entry.time for entry in entries if entry.revision == revision)


def _periods(lines: list[dict[str, Any]], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(line[name] for name in names) for line in lines]


def test_a_line_has_all_fields_that_the_audit_needs(center: Center) -> None:
    center.make(a_cluster_with_orders, "standalone")
    grant = center.make(a_grant, center.make(a_user, "svc"), [302, 303], TOPIC, 1, valid_until=99)
    created = center.read(trail.current_revision)
    assert _lines(center) == [
        {
            "grant": grant.id,
            "cluster": "standalone",
            "role": grant.role_id,
            "role_name": "svc",
            "type": 4,
            "res": "standalone/acme/orders/created",
            "authorities": [302, 303],
            "valid_from": None,
            "valid_until": 99,
            "prefix": None,
            "subscriptions": None,
            "networks": None,
            "add_time": grant.add_time,
            "granted_by": "test",
            "users": ["svc"],
            "from_rev": created,
            "until_rev": None,
            "from_time": _time(center, created),
            "until_time": None,
        }
    ]


def test_changes_end_a_period_and_revoking_the_last(center: Center) -> None:
    tenant, alice, bob = center.make(a_tenant, "acme"), center.make(a_user, "alice"), center.make(a_user, "bob")
    role = center.make(roles.create, "test", "readers")
    center.make(roles.join, "test", role.id, alice.id)
    grant = center.make(grants.grant, "test", role.id, TENANT, tenant.id, [103])
    first = center.read(trail.current_revision)
    center.make(roles.join, "test", role.id, bob.id)
    center.make(lambda session: grants.change(session, "test", grants.find(session, grant.id), authorities=[102, 103]))
    center.make(grants.revoke, "test", grant.id)
    lines = _lines(center)
    assert _periods(lines, "from_rev", "until_rev", "users", "authorities") == [
        (first, first + 1, ["alice"], [103]),
        (first + 1, first + 2, ["alice", "bob"], [103]),
        (first + 2, first + 3, ["alice", "bob"], [102, 103]),
    ]
    times = [_time(center, revision) for revision in range(first, first + 4)]
    assert _periods(lines, "from_time", "until_time") == list(pairwise(times))


def test_changes_of_one_revision_are_one_period(center: Center) -> None:
    tenant, alice, bob = center.make(a_tenant, "acme"), center.make(a_user, "alice"), center.make(a_user, "bob")
    role = center.make(roles.create, "test", "readers")

    def at_once(session: Session) -> int:
        grant = grants.grant(session, "test", role.id, TENANT, tenant.id, [103])
        roles.join(session, "test", role.id, alice.id)
        gone = grants.grant(session, "test", role.id, TENANT, tenant.id, [102])
        roles.join(session, "test", role.id, bob.id)
        grants.revoke(session, "test", gone.id)
        return grant.id

    kept = center.make(at_once)
    revision = center.read(trail.current_revision)
    center.make(lambda session: roles.remove(session, "test", roles.find(session, role.id), cascade=True))
    assert _periods(_lines(center), "grant", "from_rev", "until_rev", "users") == [
        (kept, revision, revision + 1, ["alice", "bob"])
    ]


def test_a_remark_does_not_end_a_period(center: Center) -> None:
    grant = center.make(a_grant, center.make(a_user), [103], TENANT, center.make(a_tenant).id)
    center.make(lambda session: grants.change(session, "test", grants.find(session, grant.id), remark="x"))
    assert len(_lines(center)) == 1


def test_one_line_for_each_cluster_and_the_root_on_all(center: Center, alice: Person) -> None:
    cluster_one, cluster_two = center.make(a_cluster, "one"), center.make(a_cluster, "two")
    center.make(a_grant, alice, [4], ROOT, 0)
    center.make(a_grant, alice, [4], CLUSTER, cluster_one.id)
    tenant = center.make(a_tenant, "acme", cluster_one, cluster_two)
    center.make(a_grant, alice, [103], TENANT, tenant.id)
    center.make(a_cluster, "three")
    assert sorted(_periods(_lines(center), "cluster", "res")) == [
        ("one", "*"),
        ("one", "one"),
        ("one", "one/acme"),
        ("three", "*"),
        ("two", "*"),
        ("two", "two/acme"),
    ]

    def leave_two(session: Session) -> None:
        session.get_one(Tenant, tenant.id).clusters = str(cluster_one.id)
        facts = {"clusters": ["one", "two"]}, {"clusters": ["one"]}
        trail.record(session, "test", "tenant.update", "acme", before=facts[0], after=facts[1])

    center.make(leave_two)
    ended = [line for line in _lines(center) if line["until_rev"] is not None]
    assert _periods(ended, "res", "until_rev") == [("two/acme", center.read(trail.current_revision))]


def test_the_route_streams_json_lines_to_administrators(center: Center, root: httpx.Client) -> None:
    center.make(a_grant, center.make(a_user, "alice"), [103], TENANT, center.make(a_tenant, "acme").id)
    answer = root.get("/api/v1/audit/grants")
    assert answer.headers["content-type"].startswith("application/jsonl")
    assert [json.loads(line)["grant"] for line in answer.text.splitlines()] == [
        line["grant"] for line in _lines(center)
    ]
    assert center.with_token(center.make(a_user)).get("/api/v1/audit/grants").status_code == 403
