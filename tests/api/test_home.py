"""The first page: what waits, what ends, what fails and what was denied, each only as far as the caller may see it."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.api.admin.home import SHOWN
from app.audit.trail import trail
from app.identity.models import ClientSecret
from app.platform.clock import now_ms
from app.resources import jobs
from app.resources.broker_registration import BrokerRegistration
from app.resources.models import Cluster, Tenant
from tests.api.statements import statements
from tests.brokers.plugin import a_plugin
from tests.center import Center
from tests.factories import (
    CLUSTER,
    ROOT,
    TENANT,
    TOPIC,
    Person,
    a_cluster,
    a_grant,
    a_namespace,
    a_service,
    a_tenant,
    a_topic,
    a_user,
    an_administrator,
)
from tests.findings import published

DAY = 24 * 3_600_000


def read(client: httpx.Client, path: str = "home") -> dict[str, Any]:
    answer = client.get(f"/api/v1/{path}")
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def reader(center: Center, authority: int, res_type: int, res_id: int) -> httpx.Client:
    person = center.make(a_user)
    center.make(a_grant, person, [authority], res_type, res_id)
    return center.with_token(person)


@pytest.fixture
def root(center: Center) -> httpx.Client:
    return center.with_token(center.make(an_administrator))


def test_brokers_are_shown_to_who_reads_their_cluster(center: Center, root: httpx.Client) -> None:
    cluster, other = center.make(a_cluster, "one"), center.make(a_cluster, "other")
    tenant = center.make(a_tenant, "acme", cluster)
    clients = {
        "root": root,
        "auditor of all": reader(center, 7, ROOT, 0),
        "auditor": reader(center, 7, CLUSTER, cluster.id),
        "owner of a tenant": reader(center, 104, TENANT, tenant.id),
        "nobody": center.with_token(center.make(a_user)),
    }
    plugin, newest = a_plugin(center, cluster), center.read(trail.current_revision)
    plugin.heartbeat(newest, "current")
    plugin.heartbeat(newest - 2, "late")
    plugin.heartbeat(newest, "watching", mode="observe")
    plugin.heartbeat(newest, "silent")
    center.make(_silent, "silent")
    shown = {name: {strip["cluster"]: strip for strip in read(client)["clusters"]} for name, client in clients.items()}
    assert {name: set(strips) for name, strips in shown.items()} == {
        "root": {"one", other.name}, "auditor of all": {"one", other.name}, "auditor": {"one"},
        "owner of a tenant": set(), "nobody": set(),
    }  # fmt: skip
    dots = {dot["broker"]: dot for dot in shown["auditor"]["one"]["brokers"]}
    assert {name: (dot["state"], dot["behind"]) for name, dot in dots.items()} == {
        "current": ("enforced", 0), "late": ("behind", 2), "watching": ("observing", 0), "silent": ("vanished", 0),
    }  # fmt: skip
    assert dots["late"]["behind_since"] <= now_ms()
    assert dots["current"]["behind_since"] is None


def _silent(session: Session, broker: str) -> None:
    long_ago = now_ms() - 5 * 60_000
    session.execute(update(BrokerRegistration).where(BrokerRegistration.broker == broker).values(last_seen=long_ago))


def _world(session: Session, ends: int) -> tuple[Person, Tenant]:
    tenant = a_tenant(session, "acme", a_cluster(session, "prod"))
    owner = a_user(session, "owner")
    a_grant(session, owner, [104], TENANT, tenant.id)
    reads = a_service(session, "acme-reads")
    a_grant(session, reads, [103], TENANT, tenant.id, valid_until=ends)
    a_grant(session, reads, [102], TENANT, tenant.id, valid_until=ends + 30 * DAY)
    own = a_user(session, "owner-sub", kind="service", parent=owner)
    for user, number in ((reads, 1), (own, 2)):
        secret = ClientSecret(user_id=user.id, secret_hash=f"{number:064}", hint=f"{number:08}", add_time=1)
        secret.valid_until = ends
        session.add(secret)
    a_topic(session, a_namespace(session, tenant, "orders"), "created")
    return owner, tenant


def test_what_ends_within_a_week_is_shown_to_who_sees_it(center: Center, root: httpx.Client) -> None:
    owner, _ = center.make(_world, now_ms() + 2 * DAY)
    found = {"root": read(root), "owner": read(center.with_token(owner))}
    nobody = read(center.with_token(center.make(a_user)))
    for ends in found.values():
        assert [(grant["role_name"], grant["resource"]) for grant in ends["ending_grants"]] == [("acme-reads", "acme")]
    assert {item["username"] for item in found["root"]["ending_credentials"]} == {"acme-reads", "owner-sub"}
    assert {item["username"] for item in found["owner"]["ending_credentials"]} == {"owner-sub"}, (
        "of its own services only"
    )
    assert (nobody["ending_grants"], nobody["ending_credentials"]) == ([], [])


def test_what_clusters_refuse_is_shown_with_their_words(center: Center, root: httpx.Client) -> None:
    owner, tenant = center.make(_world, now_ms() + 2 * DAY)
    center.make(_failing, tenant, "HTTP 409: it has topics")
    center.make(_failing, center.make(a_tenant, "hidden"), "HTTP 500")
    assert {(job["name"], job["message"]) for job in read(root)["unfinished"]} == {
        ("acme", "HTTP 409: it has topics"), ("hidden", "HTTP 500"),
    }  # fmt: skip
    [own] = read(center.with_token(owner))["unfinished"]
    shown = {"resource_type": "tenant", "res_id": tenant.id, "state": "failed", "cluster": "prod", "attempts": 1}
    assert shown.items() <= own.items()
    assert read(center.with_token(center.make(a_user)))["unfinished"] == []


def _failing(session: Session, tenant: Tenant, message: str) -> None:
    now, kind = now_ms(), TENANT
    jobs.put(session, kind, tenant.id, tenant.cluster_ids(), "create", tenant.name, {}, now)  # type: ignore[arg-type]
    session.flush()
    for job in jobs.newest(session, kind, [tenant.id])[tenant.id]:  # type: ignore[arg-type]
        jobs.record_refusal(job, message, 1, now)


def test_denials_and_use_are_those_of_the_callers_tenants(center: Center, root: httpx.Client, tmp_path: Path) -> None:
    owner, _ = center.make(_world, now_ms() + 2 * DAY)
    denied = center.make(a_user, "denied")
    old = published.denial("owner", 9) | {"date": "2026-10-01"}
    elsewhere = published.denial("other", 4) | {"resource": "prod/hidden/a/b", "reason": "EXPIRED"}
    published.load(
        center,
        tmp_path,
        denials=[published.denial("denied", 3), published.denial("owner", 2), old, elsewhere],
        creep=[published.creeping("tenant", "acme", 5.0), published.creeping("tenant", "hidden", 9.0, "hidden")],
    )
    whole, own = read(root), read(center.with_token(owner))
    assert (whole["denials"]["reasons"], whole["denials"]["complete"]) == ({"NO_GRANT": 5, "EXPIRED": 4}, True)
    assert own["denials"]["reasons"] == {"NO_GRANT": 5}
    assert [line["tenant"] for line in whole["use"]] == ["hidden", "acme"]
    assert [(line["tenant"], line["granted_leaves"], line["used_leaves"]) for line in own["use"]] == [("acme", 9, 1)]
    last = read(center.with_token(denied))
    assert (last["denials"]["reasons"], last["use"]) == ({"NO_GRANT": 3}, [])
    attempt = last["denials"]["last_own"]
    assert (attempt["resource"], attempt["op"], attempt["reason"]) == (
        "prod/acme/orders/created",
        "PRODUCE",
        "NO_GRANT",
    )


def test_requests_are_counted_for_who_decides_them(center: Center, root: httpx.Client) -> None:
    owner, _ = center.make(_world, now_ms() + 2 * DAY)
    asking = center.with_token(center.make(a_user))
    body = {"resource_type": "tenant", "resource": "acme", "authorities": [103], "reason": "to read"}
    assert asking.post("/api/v1/access-requests", json=body).status_code == 201
    clients = {"root": root, "owner": center.with_token(owner), "asking": asking}
    counts = {name: read(client, "overview")["waiting"] for name, client in clients.items()}
    assert {name: count["requests"] for name, count in counts.items()} == {"root": 1, "owner": 1, "asking": 0}
    assert counts["root"] == {"requests": 1, "accounts": 0, "removals": 0, "destructions": 0, "notices": 0}


def test_more_takes_no_more_statements(center: Center, root: httpx.Client) -> None:
    cluster = center.make(a_cluster, "one")
    owner = center.make(a_user)
    clients = [root, center.with_token(owner)]

    def cost(number: int) -> list[int]:
        center.make(_many, owner, cluster, number)
        costs = []
        for client in clients:
            with statements(center) as seen:
                assert len(read(client)["ending_grants"]) == min(number, SHOWN)
            costs.append(len(seen))
        return costs

    cost(SHOWN)  # what is read once for all requests
    assert cost(SHOWN + 1) == cost(60)


def _many(session: Session, owner: Person, cluster: Cluster, number: int) -> None:
    tenant = a_tenant(session, f"t{number}", cluster)
    a_grant(session, owner, [104], TENANT, tenant.id)
    namespace = a_namespace(session, tenant)
    for index in range(number):
        topic = a_topic(session, namespace, f"p{index}")
        a_grant(session, a_user(session), [303], TOPIC, topic.id, valid_until=now_ms() + DAY)
    _failing(session, tenant, "HTTP 500")


def test_the_first_steps_are_seen_as_they_are_done(center: Center, root: httpx.Client) -> None:
    def done() -> set[str]:
        return {step for step, value in read(root)["first_steps"].items() if value}

    cluster = center.make(a_cluster, "one")
    center.make(a_service, "broker.one")
    assert done() == set(), "accounts that serve clusters are none"
    tenant = center.make(a_tenant, "acme", cluster)
    topic = center.make(lambda session: a_topic(session, a_namespace(session, tenant, "orders"), "created"))
    service = center.make(a_service, "shop")
    assert done() == {"tenant_id", "namespace_id", "topic_id", "service_id"}
    center.make(a_grant, service, [302], TOPIC, topic.id)
    assert done() >= {"has_grant"}
    assert root.post(f"/api/v1/users/{service.id}/client-secrets").is_success
    assert read(root)["first_steps"] == {
        "tenant_id": tenant.id, "namespace_id": topic.namespace, "topic_id": topic.id, "service_id": service.id,
        "has_grant": True, "has_credential": True,
    }  # fmt: skip
    assert read(center.with_token(service))["first_steps"] is None
