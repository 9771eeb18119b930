"""Export, plan and apply over HTTP: who may, what is said, one revision or nothing."""

from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.access import grants, roles
from app.audit.models import TrailEntry
from app.identity.models import User
from app.policy import live
from app.resources.models import Cluster, ProvisioningJob
from tests.api.statements import statements
from tests.center import Center
from tests.factories import (
    CLUSTER,
    NAMESPACE,
    TENANT,
    TOPIC,
    Person,
    a_cluster,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
    an_administrator,
)

YAML = {"Content-Type": "application/yaml"}
FILE = """version: 1
groups:
  Payments: {remark: cost centre 42}
users:
  bob: {kind: person, group: Payments}
  bob-intake: {kind: service, main: bob}
roles:
  writers: {members: [bob]}
tenants:
  acme:
    clusters: [prod]
    namespaces:
      orders:
        bundles: 8
        topics:
          created: {partitions: 4}
          old: {valid: false}
grants:
- {tenant: acme, user: bob, authorities: [all]}
- {namespace: acme/orders, role: writers, authorities: [namespace.write, 203], until: 2090-01-01}
- {topic: acme/orders/created, user: bob-intake, authorities: [topic.write]}
"""


@dataclass
class Desk:
    """Somebody with a token, and what it does with files."""

    http: httpx.Client

    def export(self, **params: Any) -> str:
        answer = self.http.get("/api/v1/policy", params=params)
        assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, "application/yaml")
        return answer.text

    def send(self, verb: str, text: str, **params: Any) -> httpx.Response:
        return self.http.post(f"/api/v1/policy/{verb}", content=text, params=params, headers=YAML)

    def plan(self, text: str, **params: Any) -> dict[str, Any]:
        answer = self.send("plan", text, **params)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def apply(self, text: str, **params: Any) -> dict[str, Any]:
        answer = self.send("apply", text, **params)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def refused(self, verb: str, text: str, **params: Any) -> tuple[int, str]:
        answer = self.send(verb, text, **params)
        return answer.status_code, answer.json()["code"]


@pytest.fixture
def root(center: Center) -> Desk:
    """An administrator."""
    return Desk(center.with_token(center.make(an_administrator, "root")))


@pytest.fixture
def prod(center: Center) -> int:
    """The id of the cluster `prod`."""
    return center.make(lambda session: a_cluster(session, "prod").id)


def state_cluster(session: Session) -> Cluster:
    """The one that there is."""
    return session.scalars(select(Cluster)).one()


def said(answer: dict[str, Any]) -> list[str]:
    return [one["sentence"] for one in answer["changes"]]


def people(center: Center) -> int:
    return center.read(lambda session: session.scalar(select(func.count()).select_from(User)) or 0)


def test_a_plan_says_everything_in_words_and_applying_it_is_one_revision(center: Center, root: Desk, prod: int) -> None:
    plan = root.plan(FILE)
    assert said(plan) == [
        "create group Payments",
        "create person bob, without credential",
        "create sub-account bob-intake of bob, without credential",
        "create role writers",
        "put bob into role writers",
        "create tenant acme on prod",
        "create namespace acme/orders with 8 bundles",
        "create topic persistent://acme/orders/created with 4 partitions",
        "create topic persistent://acme/orders/old",
        "grant bob every authority on tenant acme",
        "grant role writers write, read on acme/orders until 2090-01-01",
        "grant bob-intake write on persistent://acme/orders/created",
        "switch topic persistent://acme/orders/old off: brokers deny all data below it",
    ]
    assert (plan["create"], plan["change"], plan["delete"], plan["kept"]) == (12, 1, 0, [])
    assert plan["changes"][-2]["line"] == 21
    applied = root.apply(FILE, revision=plan["revision"])
    assert said(applied) == said(plan)
    assert applied["revision"] == plan["revision"] + 1
    jobs = center.read(lambda session: session.scalars(select(ProvisioningJob.name)).all())
    assert sorted(jobs) == [
        "acme",
        "acme/orders",
        "persistent://acme/orders/created",
        "persistent://acme/orders/old",
    ]
    actors = center.read(
        lambda session: session.scalars(
            select(TrailEntry.actor).where(TrailEntry.revision == applied["revision"]).distinct()
        ).all()
    )
    assert actors == ["root"]


def test_applying_again_changes_nothing_and_takes_no_revision(root: Desk, prod: int) -> None:
    first = root.apply(FILE)
    again = root.apply(FILE)
    assert (again["changes"], again["revision"]) == ([], first["revision"])
    assert root.plan(root.export())["changes"] == []


def test_a_changed_line_is_a_changed_right(root: Desk, prod: int) -> None:
    root.apply(FILE)
    changed = FILE.replace("[namespace.write, 203], until: 2090-01-01", "[namespace.read], until: 2091-01-01")
    changed = changed.replace("created: {partitions: 4}", "created: {partitions: 6, remark: busy}")
    changed = changed.replace("bob: {kind: person, group: Payments}", "bob: {nick: Bob, status: disabled}")
    changed = changed.replace("members: [bob]", "members: [bob-intake]")
    assert said(root.apply(changed)) == [
        "change bob: nick Bob, no group",
        "take bob out of role writers",
        "put bob-intake into role writers",
        "change topic persistent://acme/orders/created: partitions 6, remark busy",
        "revoke write, read from role writers on acme/orders until 2090-01-01; "
        "grant role writers read on acme/orders until 2091-01-01",
        "disable bob",
    ]
    assert root.plan(changed)["changes"] == []
    assert "role: writers, authorities: [namespace.read], until: 2091-01-01T00:00:00Z}" in root.export()


def test_what_the_file_does_not_name_stays_unless_it_is_told_to_go(center: Center, root: Desk, prod: int) -> None:
    root.apply(FILE)
    center.make(lambda session: a_grant(session, a_user(session, "zoe"), [3], CLUSTER, prod))
    less = FILE.replace("- {tenant: acme, user: bob, authorities: [all]}\n", "").replace(
        "roles:\n  writers: {members: [bob]}\n", "roles: {}\n"
    )
    less = less.replace(
        "- {namespace: acme/orders, role: writers, authorities: [namespace.write, 203], until: 2090-01-01}\n", ""
    )
    assert root.plan(less)["changes"] == []
    plan = root.plan(less, prune="users,roles,grants,groups")
    assert said(plan) == [
        "revoke every authority from bob on tenant acme",
        "delete role writers with its members and grants",
        "delete user zoe with its grants and credentials",
    ]
    assert plan["kept"] == ["root stays: it applies this file"]
    root.apply(less, prune="users,roles,grants,groups", revision=plan["revision"])
    assert root.plan(less, prune="users,roles,grants,groups")["changes"] == []
    assert "zoe" not in root.export()
    assert "{cluster: '*', user: root, authorities: [cluster.administer]}" in root.export()


def test_no_file_takes_the_center_from_who_applies_it(center: Center, root: Desk) -> None:
    """Also where a shared role makes it an administrator, and others would remain."""
    ci, role = center.make(a_user, "ci"), center.make(lambda session: roles.create(session, "t", "admins").id)
    center.make(roles.join, "t", role, ci.id)
    center.make(grants.grant, "t", role, 0, 0, [4])
    desk, before = Desk(center.with_token(ci)), root.export()
    for text, prune in (
        ("version: 1\nroles: {}\n", "roles"),
        ("version: 1\nroles: {admins: {members: []}}\n", ""),
        ("version: 1\ngrants:\n- {cluster: '*', user: root, authorities: [cluster.administer]}\n", "grants"),
    ):
        assert desk.refused("apply", text, prune=prune) == (422, "takes_own_right")
    assert root.export() == before


def test_data_goes_only_with_a_second_word(root: Desk, prod: int) -> None:
    root.apply(FILE)
    less = FILE.replace("          old: {valid: false}\n", "")
    plan = root.plan(less, prune="resources")
    assert plan["deletes_resources"] == ["persistent://acme/orders/old"]
    assert said(plan) == ["delete topic persistent://acme/orders/old with its data and grants"]
    assert root.refused("apply", less, prune="resources") == (422, "confirmation_needed")
    assert root.refused("apply", less, prune="resources", confirm_deletions=2) == (422, "confirmation_needed")
    root.apply(less, prune="resources", confirm_deletions=1)
    assert "old" not in root.export()
    assert root.plan(less, prune="resources")["changes"] == []
    assert root.refused("plan", FILE) == (422, "still_being_deleted")
    nothing = "version: 1\ntenants: {}\n"
    plan = root.plan(nothing, prune="resources")
    assert [one["kind"] for one in plan["changes"]] == ["topic", "namespace", "tenant"]
    root.apply(nothing, prune="resources", confirm_deletions=3)
    assert "acme" not in root.export()


def test_users_of_clusters_stay_out_of_files(center: Center, root: Desk) -> None:
    body = {"name": "prod", "address": "pulsar://127.0.0.1:6650", "admin_url": "http://127.0.0.1:8080"}
    assert root.http.post("/api/v1/clusters", json=body).status_code == 201
    text = root.export()
    assert "center.prod" not in text
    assert "broker.prod" not in text
    plan = root.plan("version: 1\nusers: {}\nroles: {}\ngrants: []\n", prune="users,roles,grants")
    assert plan["changes"] == []
    assert plan["kept"] == [
        "broker.prod stays: it was made with a cluster and goes with it",
        "center.prod stays: it was made with a cluster and goes with it",
        "root stays: it applies this file",
    ]


def test_a_plan_of_yesterday_is_not_applied(center: Center, root: Desk, prod: int) -> None:
    plan = root.plan(FILE)
    center.make(a_user, "carol")
    assert root.refused("apply", FILE, revision=plan["revision"]) == (409, "changed_meanwhile_plan")
    assert root.refused("apply", FILE, revision=10**6) == (422, "unknown_revision")
    assert root.apply(FILE, revision=root.plan(FILE)["revision"])["create"] == 12


def test_signing_in_and_passwords_are_no_change_to_a_plan(center: Center, root: Desk, prod: int) -> None:
    carol = center.make(a_user, "carol")
    plan = root.plan(FILE)
    center.signed_in(carol)
    assert root.http.post(f"/api/v1/users/{carol.id}/initial-secret").status_code == 200
    assert root.apply(FILE, revision=plan["revision"])["changes"]


def test_trying_changes_nothing(center: Center, root: Desk, prod: int) -> None:
    before = root.export()
    answer = root.send("apply", FILE, dry_run="true")
    assert (answer.status_code, answer.headers["x-dry-run"]) == (200, "true")
    assert root.export() == before


def test_a_refusal_in_the_middle_leaves_nothing_and_names_the_change(center: Center, root: Desk, prod: int) -> None:
    center.make(lambda session: a_tenant(session, "acme", state_cluster(session)))
    off = "version: 1\ntenants:\n  acme: {valid: false}\n"
    root.apply(off)
    before, count = root.export(), people(center)
    answer = root.send("apply", FILE.replace("    clusters: [prod]\n", "    valid: false\n"))
    found = answer.json()
    assert (answer.status_code, found["code"]) == (409, "parent_invalid")
    assert (found["change"], found["line"]) == ("create namespace acme/orders with 8 bundles", 13)
    assert (root.export(), people(center)) == (before, count)


@pytest.fixture
def owner(center: Center, prod: int) -> Person:
    """Holds everything on acme (with the topic acme/orders/created), and read on globex/other."""

    def make(session: Session) -> Person:
        person = a_user(session, "owner")
        acme = a_tenant(session, "acme", state_cluster(session))
        a_topic(session, a_namespace(session, acme, "orders"), "created")
        a_grant(
            session, person, [101, 102, 103, 104, 200, 201, 202, 203, 204, 300, 301, 302, 303, 304], TENANT, acme.id
        )
        other = a_namespace(session, a_tenant(session, "globex", state_cluster(session)), "other")
        a_grant(session, person, [203], NAMESPACE, other.id)
        a_user(session, "bob")
        a_user(session, "helper", parent=person)
        return person

    return center.make(make)


def test_a_tenant_is_for_who_administers_it(center: Center, owner: Person, root: Desk) -> None:
    desk = Desk(center.with_token(owner))
    text = desk.export(tenant="acme")
    assert "globex" not in text
    assert "bob" not in text
    assert text == root.export(tenant="acme")
    for tenant, expected in (
        ({}, (403, "policy_needs_tenant")),
        ({"tenant": "globex"}, (403, "not_your_tenant")),
        ({"tenant": "nothing"}, (404, "not_found")),
        ({"tenant": "a\x00b"}, (404, "not_found")),
    ):
        answer = desk.http.get("/api/v1/policy", params=tenant)
        assert (answer.status_code, answer.json()["code"]) == expected
        assert desk.refused("plan", text, **tenant) == expected
        assert desk.refused("apply", text, **tenant) == expected
    stranger = Desk(center.with_token(center.make(a_user, "stranger")))
    assert stranger.refused("plan", text, tenant="acme") == (404, "not_found")
    helper = Desk(center.with_token(Person(0, "helper")))
    assert helper.refused("apply", text, tenant="acme") == (404, "not_found")


def test_its_owner_manages_it_with_a_file(center: Center, owner: Person) -> None:
    desk = Desk(center.with_token(owner))
    text = desk.export(tenant="acme")
    more = text.replace("        topics:\n", "        topics:\n          late: {}\n")
    more += "- {topic: acme/orders/created, user: bob, authorities: [topic.read], until: 2090-01-01}\n"
    assert said(desk.apply(more, tenant="acme")) == [
        "create topic persistent://acme/orders/late; as its creator you get every authority on it",
        "grant bob read on persistent://acme/orders/created until 2090-01-01",
    ]
    assert desk.plan(more, tenant="acme", prune="resources,grants")["changes"] == []
    assert said(desk.plan(text, tenant="acme", prune="grants")) == [
        "revoke read from bob on persistent://acme/orders/created until 2090-01-01"
    ]
    exported = desk.export(tenant="acme")
    assert "- {topic: persistent://acme/orders/late, user: owner, authorities: [all]}" in exported


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- {namespace: acme/orders, user: bob, authorities: [namespace.functions]}", (403, "not_held")),
        ("- {namespace: acme/orders, user: owner, authorities: [namespace.read]}", (403, "self_grant")),
        ("- {namespace: globex/other, user: bob, authorities: [namespace.read]}", (422, "outside_scope")),
        ('- {namespace: acme/orders, user: "a\\0b", authorities: [namespace.read]}', (422, "unknown_user")),
        ("- {namespace: acme/orders, role: nobodies, authorities: [namespace.read]}", (422, "unknown_role")),
        ("- {cluster: prod, user: bob, authorities: [cluster.read]}", (422, "outside_scope")),
        ("- {cluster: '*', user: owner, authorities: [cluster.administer]}", (422, "outside_scope")),
    ],
)
def test_nobody_gives_more_by_a_file_than_alone(
    center: Center, owner: Person, line: str, expected: tuple[int, str]
) -> None:
    desk = Desk(center.with_token(owner))
    text = desk.export(tenant="acme")
    assert desk.refused("apply", text + line + "\n", tenant="acme") == expected
    assert desk.export(tenant="acme") == text


def test_a_tenants_file_is_about_that_tenant_only(center: Center, owner: Person) -> None:
    desk = Desk(center.with_token(owner))
    for text in (
        "version: 1\nusers: {eve: {}}\n",
        "version: 1\nroles: {r: {}}\n",
        "version: 1\ngroups: {g: {}}\n",
        "version: 1\ntenants: {globex: {}}\n",
        "version: 1\ntenants: {acmeX: {clusters: [prod]}}\n",
    ):
        assert desk.refused("apply", text, tenant="acme") == (422, "outside_scope")
    assert desk.refused("plan", "version: 1\nusers: {}\n", tenant="acme", prune="users") == (422, "outside_scope")


def test_a_tenants_file_does_not_tell_which_other_clusters_there_are(center: Center, owner: Person) -> None:
    center.make(lambda session: a_cluster(session, "secret").id)
    desk = Desk(center.with_token(owner))
    assert desk.plan("version: 1\nclusters: [prod]\n", tenant="acme")["changes"] == []
    for name in ("secret", "nothing"):
        file = f"version: 1\ngrants:\n- {{cluster: {name}, user: bob, authorities: [cluster.read]}}\n"
        codes = [one["code"] for one in desk.send("plan", file, tenant="acme").json()["errors"]]
        assert codes == ["outside_scope", "unknown_resource"]
        assert desk.refused("plan", f"version: 1\nclusters: [{name}]\n", tenant="acme") == (422, "unknown_cluster")


def test_an_administrator_may_apply_to_one_tenant_too(owner: Person, root: Desk) -> None:
    text = root.export(tenant="acme")
    line = "- {tenant: acme, user: bob, authorities: [tenant.functions]}\n"
    assert said(root.apply(text + line, tenant="acme")) == ["grant bob functions on tenant acme"]
    assert said(root.apply(text, tenant="acme", prune="grants")) == ["revoke functions from bob on tenant acme"]


def test_the_number_of_statements_does_not_grow(center: Center, root: Desk, owner: Person) -> None:
    def few() -> int:
        with statements(center) as seen:
            root.export()
        return len(seen)

    before = few()

    def many(session: Session) -> None:
        orders = a_namespace(session, None, "many")
        for number in range(40):
            topic = a_topic(session, orders, f"t{number}")
            a_grant(session, a_user(session, f"u{number}"), [303], TOPIC, topic.id)

    center.make(many)
    assert few() == before
    assert center.read(lambda session: len(live.read(session).grants)) > 40
