"""Export, plan and apply over HTTP: who may, what is said, one revision or nothing."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.desired_state.engine import center_reader
from app.grants import grants, roles
from app.resources.models import ProvisioningJob
from tests.api.statements import statements
from tests.center import Center
from tests.factories import (
    CLUSTER,
    TOPIC,
    Person,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
)
from tests.policy.desk import FILE, PolicyDesk, people, sentences_of, state_cluster


def test_a_plan_says_everything_in_words_and_applying_it_is_one_revision(
    center: Center, root: PolicyDesk, prod: int
) -> None:
    plan = root.plan(FILE)
    assert sentences_of(plan) == [
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
    assert sentences_of(applied) == sentences_of(plan)
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


def test_applying_again_changes_nothing_and_takes_no_revision(root: PolicyDesk, prod: int) -> None:
    first = root.apply(FILE)
    again = root.apply(FILE)
    assert (again["changes"], again["revision"]) == ([], first["revision"])
    assert root.plan(root.export())["changes"] == []


def test_a_changed_line_is_a_changed_right(root: PolicyDesk, prod: int) -> None:
    root.apply(FILE)
    changed = FILE.replace("[namespace.write, 203], until: 2090-01-01", "[namespace.read], until: 2091-01-01")
    changed = changed.replace("created: {partitions: 4}", "created: {partitions: 6, remark: busy}")
    changed = changed.replace("bob: {kind: person, group: Payments}", "bob: {nick: Bob, status: disabled}")
    changed = changed.replace("members: [bob]", "members: [bob-intake]")
    assert sentences_of(root.apply(changed)) == [
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


def test_limits_are_a_part_of_a_grant(root: PolicyDesk, prod: int) -> None:
    """A receiver that is named on a place has nothing else there, whatever it is limited to."""
    root.apply(FILE)
    line = "- {namespace: acme/orders, role: writers, authorities: [namespace.write, 203], until: 2090-01-01}"
    orders = "- {namespace: acme/orders, role: writers, authorities: [all], limits: {prefix: orders-}}"
    billing = "- {namespace: acme/orders, role: writers, authorities: [topic.read], limits: {subscriptions: [b, a-*]}}"
    assert sentences_of(root.apply(FILE.replace(line, f"{line}\n{orders}\n{billing}"))) == [
        "grant role writers topic.read on acme/orders (subscriptions a-*, b)",
        "grant role writers every authority on acme/orders (names that begin with orders-)",
    ]
    exported = root.export()
    assert "role: writers, authorities: [all], limits: {prefix: orders-}}" in exported
    assert "role: writers, authorities: [topic.read], limits: {subscriptions: [a-*, b]}}" in exported
    assert root.plan(exported)["changes"] == []
    assert sentences_of(root.apply(FILE.replace(line, orders.replace("orders-}", "orders-eu-}")))) == [
        "revoke write, read from role writers on acme/orders until 2090-01-01",
        "revoke topic.read from role writers on acme/orders (subscriptions a-*, b)",
        "revoke every authority from role writers on acme/orders (names that begin with orders-)",
        "grant role writers every authority on acme/orders (names that begin with orders-eu-)",
    ]


def test_things_not_in_the_file_stay_unless_pruned(center: Center, root: PolicyDesk, prod: int) -> None:
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
    assert sentences_of(plan) == [
        "revoke every authority from bob on tenant acme",
        "delete role writers with its members and grants",
        "delete user zoe with its grants and credentials",
    ]
    assert plan["kept"] == ["root stays: it applies this file"]
    root.apply(less, prune="users,roles,grants,groups", revision=plan["revision"])
    assert root.plan(less, prune="users,roles,grants,groups")["changes"] == []
    assert "zoe" not in root.export()
    assert "{cluster: '*', user: root, authorities: [cluster.administer]}" in root.export()


def test_no_file_takes_the_appliers_right_to_the_center(center: Center, root: PolicyDesk) -> None:
    """Also where a shared role makes it an administrator, and others would remain."""
    ci, role = center.make(a_user, "ci"), center.make(lambda session: roles.create(session, "t", "admins").id)
    center.make(roles.join, "t", role, ci.id)
    center.make(grants.grant, "t", role, 0, 0, [4])
    desk, before = PolicyDesk(center.with_token(ci)), root.export()
    for text, prune in (
        ("version: 1\nroles: {}\n", "roles"),
        ("version: 1\nroles: {admins: {members: []}}\n", ""),
        ("version: 1\ngrants:\n- {cluster: '*', user: root, authorities: [cluster.administer]}\n", "grants"),
    ):
        assert desk.refused("apply", text, prune=prune) == (422, "takes_own_right")
    assert root.export() == before


def test_deleting_data_needs_a_second_confirmation(root: PolicyDesk, prod: int) -> None:
    root.apply(FILE)
    less = FILE.replace("          old: {valid: false}\n", "")
    plan = root.plan(less, prune="resources")
    assert plan["deletes_resources"] == ["persistent://acme/orders/old"]
    assert sentences_of(plan) == ["delete topic persistent://acme/orders/old with its data and grants"]
    assert root.refused("apply", less, prune="resources") == (422, "confirmation_needed")
    assert root.refused("apply", less, prune="resources", confirm_deletions=2) == (422, "confirmation_needed")
    root.apply(less, prune="resources", confirm_deletions=1)
    assert "old" not in root.export()
    assert root.plan(less, prune="resources")["changes"] == []
    assert root.refused("plan", FILE) == (422, "still_being_deleted")
    nothing = "version: 1\ntenants: {}\n"
    plan = root.plan(nothing, prune="resources")
    assert [change["kind"] for change in plan["changes"]] == ["topic", "namespace", "tenant"]
    root.apply(nothing, prune="resources", confirm_deletions=3)
    assert "acme" not in root.export()


def test_users_of_clusters_stay_out_of_files(center: Center, root: PolicyDesk) -> None:
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


def test_a_stale_plan_is_not_applied(center: Center, root: PolicyDesk, prod: int) -> None:
    plan = root.plan(FILE)
    center.make(a_user, "carol")
    assert root.refused("apply", FILE, revision=plan["revision"]) == (409, "changed_meanwhile_plan")
    assert root.refused("apply", FILE, revision=10**6) == (422, "unknown_revision")
    assert root.apply(FILE, revision=root.plan(FILE)["revision"])["create"] == 12


def test_signing_in_and_passwords_do_not_make_a_plan_stale(center: Center, root: PolicyDesk, prod: int) -> None:
    carol = center.make(a_user, "carol")
    plan = root.plan(FILE)
    center.signed_in(carol)
    assert root.http.post(f"/api/v1/users/{carol.id}/initial-secret").status_code == 200
    assert root.apply(FILE, revision=plan["revision"])["changes"]


def test_a_dry_run_changes_nothing(center: Center, root: PolicyDesk, prod: int) -> None:
    before = root.export()
    answer = root.send("apply", FILE, dry_run="true")
    assert (answer.status_code, answer.headers["x-dry-run"]) == (200, "true")
    assert root.export() == before


def test_a_refusal_in_the_middle_leaves_nothing_and_names_the_change(
    center: Center, root: PolicyDesk, prod: int
) -> None:
    center.make(lambda session: a_tenant(session, "acme", state_cluster(session)))
    off = "version: 1\ntenants:\n  acme: {valid: false}\n"
    root.apply(off)
    before, count = root.export(), people(center)
    answer = root.send("apply", FILE.replace("    clusters: [prod]\n", "    valid: false\n"))
    found = answer.json()
    assert (answer.status_code, found["code"]) == (409, "parent_invalid")
    assert (found["change"], found["line"]) == ("create namespace acme/orders with 8 bundles", 13)
    assert (root.export(), people(center)) == (before, count)


def test_the_number_of_statements_does_not_grow(center: Center, root: PolicyDesk, owner: Person) -> None:
    def count_statements() -> int:
        with statements(center) as seen:
            root.export()
        return len(seen)

    before = count_statements()

    def make_many(session: Session) -> None:
        orders = a_namespace(session, None, "many")
        for number in range(40):
            topic = a_topic(session, orders, f"t{number}")
            a_grant(session, a_user(session, f"u{number}"), [303], TOPIC, topic.id)

    center.make(make_many)
    assert count_statements() == before
    assert center.read(lambda session: len(center_reader.read(session).grants)) > 40


def test_networks_are_a_part_of_a_grant(root: PolicyDesk, prod: int) -> None:
    """CIDRs and names of lists, in the form in which they are kept; a file that says it otherwise changes nothing."""
    root.apply(FILE)
    made = root.http.post("/api/v1/networks", json={"name": "office", "networks": ["10.1.0.0/16"]})
    grant = "- {namespace: acme/orders, role: writers, authorities: [topic.read], limits: {networks: NETWORKS}}"
    text = FILE + grant.replace("NETWORKS", "['@office', 10.0.0.7, '2001:DB8::/32', 10.0.0.7/32]") + "\n"
    assert len(root.plan(text)["changes"]) == 1
    root.apply(text)
    exported = root.export()
    assert "limits: {networks: [10.0.0.7/32, '2001:db8::/32', '@office']}" in exported
    for same in (text, exported):
        assert root.plan(same)["changes"] == []
    office = f"/api/v1/networks/{made.json()['id']}"
    refused = root.http.delete(office, headers={"If-Match": "*"})
    assert (refused.status_code, refused.json()["code"], refused.json()["grants"]) == (409, "network_in_use", 1)
    assert root.http.patch(office, json={"networks": ["10.2.0.0/16"]}, headers={"If-Match": "*"}).status_code == 200
    assert (root.export(), root.plan(exported)["changes"]) == (exported, [])
    root.apply(FILE, prune="grants")
    assert root.http.delete(office, headers={"If-Match": "*"}).status_code == 204
