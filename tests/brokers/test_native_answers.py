"""What Pulsar's own answers say of rights is what was given, in Pulsar's words, and what is sent comes back."""

from typing import Any

import httpx
import pytest
from sqlalchemy import select

from app.access.limits import Limits
from app.audit.trail import trail
from app.grants import grants, roles
from app.grants.models import Grant
from app.identity import users
from app.platform.clock import now_ms
from app.resources.models import Cluster
from tests.brokers.plugin import BASE, Plugin, a_plugin, person
from tests.center import Center
from tests.factories import (
    NAMESPACE,
    TENANT,
    TOPIC,
    a_cluster,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
    an_administrator,
    the_user,
)

ORDERS = {"resource_type": "namespace", "resource": "acme/orders"}
CREATED = {"resource_type": "topic", "resource": "persistent://acme/orders/created"}
ACME = {"resource_type": "tenant", "resource": "acme"}


class Estate:
    """Tenant acme with the namespace orders and the topic created; lord administers all, alice nothing."""

    def __init__(self, center: Center) -> None:
        self.center, self.cluster = center, center.make(a_cluster, "one")
        self.tenant = center.make(a_tenant, "acme", self.cluster)
        self.namespace = center.make(a_namespace, self.tenant, "orders")
        self.topic = center.make(a_topic, self.namespace, "created")
        center.make(a_grant, center.make(a_user, "lord"), [102, 103, 104, 105], TENANT, self.tenant.id)
        for name in ("alice", "bea", "eve"):
            center.make(a_user, name)
        self.plugin: Plugin = a_plugin(center, self.cluster)

    def say(self, verb: str, role: str, *actions: str, where: dict[str, str] = ORDERS, actor: str = "lord") -> Any:
        """The answer to grant or revoke."""
        return self.plugin.permissions(verb, actor=actor, user=role, actions=list(actions), **where)

    def listed(self, where: dict[str, str] = ORDERS, actor: str | None = "lord") -> Any:
        """The permissions on a place."""
        return self.plugin.permissions("list", actor=actor, **where).json()["permissions"]

    def described(self, where: dict[str, str] = ORDERS, actor: str = "lord") -> Any:
        """What Pulsar's own answer about the place is to say."""
        return self.plugin.permissions("describe", actor=actor, **where).json()

    def administrators(self, *names: str, only: list[str] | None = None, actor: str = "lord") -> tuple[int, str]:
        """Status and code of setting them."""
        body = {"tenant": "acme", "users": names, "actor": actor, "proof": self.plugin.token_of(actor)}
        answer = self.plugin.client.post(f"{BASE}/tenant-administrators", json=body | {"only": only})
        return answer.status_code, answer.json().get("code", "")

    def held(self, name: str) -> list[str]:
        """The authorities of the user's grants."""
        role = self.center.read(roles.personal_role_of, person(self.center, name).id).id
        query = select(Grant.authorities).where(Grant.role_id == role).order_by(Grant.id)
        return self.center.read(lambda session: list(session.scalars(query)))


@pytest.fixture
def estate(center: Center) -> Estate:
    return Estate(center)


@pytest.mark.parametrize("where", [ORDERS, CREATED])
def test_what_is_sent_comes_back_and_replaces_what_was(estate: Estate, where: dict[str, str]) -> None:
    for actions in (["produce", "consume"], ["consume"], ["produce"], ["consume", "produce"]):
        assert estate.say("grant", "alice", *actions, where=where).status_code == 200
        assert estate.listed(where) == {"alice": sorted(actions)}
    assert estate.say("grant", "bea", "produce", where=where).status_code == 200
    assert estate.say("revoke", "alice", where=where).json()["permissions"] == {"bea": ["produce"]}
    assert estate.say("revoke", "alice", where=where).status_code == 200  # it is gone already


def test_each_action_of_functions_comes_back(estate: Estate) -> None:
    for actions in (["functions", "sources", "sinks", "packages"], ["sinks"], ["functions", "packages"]):
        assert estate.say("grant", "alice", *actions).status_code == 200
        assert estate.listed() == {"alice": sorted(actions)}


def test_a_namespace_is_described_with_its_topics_and_rules(estate: Estate) -> None:
    estate.say("grant", "alice", "produce")
    estate.say("grant", "bea", "consume", where=CREATED)
    rule = {"subscription": "billing", "users": ["bea"], **ORDERS}
    assert estate.plugin.permissions("grant_subscription", actor="lord", **rule).status_code == 200
    described = estate.described()
    assert described["permissions"] == {"alice": ["produce"]}
    assert described["topics"] == {"persistent://acme/orders/created": {"bea": ["consume"]}}
    assert described["subscriptions"] == {"billing": ["bea"]}


def test_nobody_sees_more_by_a_description(estate: Estate) -> None:
    estate.say("grant", "alice", "produce")
    assert estate.administrators("bea", only=["bea"]) == (200, "")
    assert estate.described(actor="eve")["code"] == "not_found"
    assert estate.described(actor="nobody")["code"] == "not_allowed"
    assert estate.described(ACME, actor="eve")["code"] == "not_found"
    assert estate.described(ACME, actor="alice")["administrators"] is None
    assert estate.described(ACME, actor="bea")["administrators"] == ["bea"]


def _give_unlisted(estate: Estate, how: str) -> None:
    """Alice may write by a grant that Pulsar's words cannot say."""
    center, place = estate.center, (NAMESPACE, estate.namespace.id)
    alice = person(center, "alice")
    if how == "window":
        center.make(a_grant, alice, [202], *place, valid_until=now_ms() + 60_000)
    elif how == "limits":
        center.make(a_grant, alice, [302], *place, limits=Limits(prefix="a-"))
    else:
        role = center.make(roles.create, "test", "writers")
        center.make(roles.join, "test", role.id, alice.id)
        center.make(grants.grant, "test", role.id, *place, [202])


@pytest.mark.parametrize("how", ["window", "limits", "shared"])
def test_what_pulsar_cannot_say_is_neither_listed_nor_changed(estate: Estate, how: str) -> None:
    _give_unlisted(estate, how)
    before = estate.center.read(lambda session: list(session.scalars(select(Grant.id))))
    assert estate.described()["permissions"] == {}
    assert estate.say("grant", "alice", "consume").json()["permissions"] == {"alice": ["consume"]}
    assert estate.say("revoke", "alice").json()["permissions"] == {}
    # Nothing of it is left to take, and she can still write: that is no success.
    refused = estate.say("revoke", "alice")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_in_pulsars_words")
    assert estate.center.read(lambda session: list(session.scalars(select(Grant.id)))) == before


def test_a_tenant_has_the_administrators_that_were_sent(estate: Estate) -> None:
    assert estate.administrators("alice", "bea") == (200, "")
    assert estate.described(ACME)["administrators"] == ["alice", "bea"]
    assert estate.administrators("bea", "eve", only=["bea", "eve"]) == (200, "")
    assert estate.described(ACME)["administrators"] == ["bea", "eve"]
    entry = estate.center.read(trail.entries, entity="grant")[-1]
    assert (entry.actor, entry.action) == ("pulsar-admin (lord)", "grant.revoke")
    assert estate.administrators(only=["bea", "eve", "root"]) == (200, "")  # a super user of broker.conf
    assert (estate.held("alice"), estate.held("bea")) == ([], ["104"])
    assert estate.administrators(only=[]) == (200, "")
    assert estate.described(ACME)["administrators"] == []
    assert estate.held("lord") == ["102,103,104,105"], "the owner's right was given by nobody"


def test_only_administering_is_taken_of_a_larger_grant(estate: Estate) -> None:
    root = estate.center.signed_in(estate.center.make(an_administrator))
    for name, authorities in (("alice", [102, 104]), ("bea", [104])):
        given = {"user_id": person(estate.center, name).id, "res_type": TENANT, "res_id": estate.tenant.id}
        assert root.post("/api/v1/grants", json={**given, "authorities": authorities}).status_code == 201
    assert estate.described(ACME)["administrators"] == ["alice", "bea"]
    assert estate.administrators(only=["bea"], actor="bea") == (200, "")
    assert (estate.held("alice"), estate.held("bea")) == (["102"], ["104"])
    assert estate.administrators(only=[], actor="bea") == (409, "would_end_own_right")
    assert estate.held("bea") == ["104"]


def test_the_owner_needs_no_grant_to_be_named(estate: Estate) -> None:
    """Whether the list has it is known to the cluster alone, which keeps the names of owners."""
    assert estate.administrators("alice", "lord", only=["alice", "lord"]) == (200, "")
    assert estate.administrators("alice", "lord", only=["alice", "lord"], actor="alice") == (200, "")
    described = estate.described(ACME)
    assert (described["administrators"], described["owners"]) == (["alice"], ["lord"])
    assert estate.administrators("lord", only=["lord"]) == (200, "")
    assert estate.described(ACME)["administrators"] == []
    assert estate.administrators(only=[]) == (200, "")
    assert estate.held("lord") == ["102,103,104,105"]
    assert estate.described(ACME, actor="eve")["code"] == "not_found"
    body = {"tenant": "acme", "users": ["lord"], "only": ["lord"], "actor": "somebody"}
    answer = estate.plugin.client.post(f"{BASE}/tenant-administrators", json=body)
    assert (answer.status_code, answer.json()["owners"]) == (200, ["lord"]), "nothing changes: it needs no proof"


def test_a_list_that_changes_nothing_needs_no_proof(estate: Estate) -> None:
    """Programs of other providers send it along when they change the tenant's clusters."""
    estate.administrators("alice", only=["alice"])
    body = {"tenant": "acme", "users": ["alice"], "only": ["alice", "root"], "actor": "somebody", "proof": None}
    path = f"{BASE}/tenant-administrators"
    assert estate.plugin.client.post(path, json=body).status_code == 200
    assert estate.plugin.client.post(path, json={**body, "tenant": "unknown"}).status_code == 404
    assert estate.plugin.client.post(path, json={**body, "tenant": "unknown", "users": []}).status_code == 200
    changes: list[tuple[dict[str, list[str]], int]]
    changes = [({"users": []}, 200), ({"users": [], "only": []}, 403), ({"users": ["alice", "bea"]}, 403)]
    for values, status in changes:
        assert estate.plugin.client.post(path, json={**body, **values}).status_code == status, values


def _switch(center: Center, cluster: Cluster) -> None:
    def on(session: Any) -> None:
        session.get_one(Cluster, cluster.id).unknown_roles_become_users = True

    center.make(on)


def test_a_grant_to_an_unknown_role_says_how_to_make_the_account(estate: Estate) -> None:
    refused: httpx.Response = estate.say("grant", "some-user@testing.local", "produce")
    assert (refused.status_code, refused.json()["code"]) == (404, "role_has_no_account")
    assert "usercenter users create some-user@testing.local --kind service" in refused.json()["detail"]
    assert estate.administrators("some-user@testing.local") == (404, "role_has_no_account")


def test_a_cluster_may_make_the_account_in_the_callers_name(estate: Estate) -> None:
    _switch(estate.center, estate.cluster)
    name = "some-user@testing.local"
    assert estate.say("grant", name, "produce").json()["permissions"] == {name: ["produce"]}
    assert estate.administrators("pulsar-tenant-admin-role-1", only=["pulsar-tenant-admin-role-1"]) == (200, "")
    made = estate.center.read(the_user, name)
    assert (made.kind, made.passwd, made.named_by_grant_on) == ("service", None, "one")
    entries = [entry for entry in estate.center.read(trail.entries, entity="user") if entry.action == "user.create"]
    assert [entry.actor for entry in entries[-2:]] == ["pulsar-admin (lord)"] * 2
    assert "named_by_grant_on" in str(entries[-1].after)
    root = estate.center.signed_in(estate.center.make(an_administrator))
    assert root.get(f"/api/v1/users/{made.id}").json()["named_by_grant_on"] == "one"
    question = {"principal": name, "question": "namespace:GET_TOPICS", "cluster_id": estate.cluster.id, **ORDERS}
    assert root.post("/api/v1/access/explain", json=question).json()["named_by_grant_on"] == "one"
    assert (
        root.post("/api/v1/access/explain", json={**question, "principal": "lord"}).json()["named_by_grant_on"] is None
    )


def test_who_names_unknown_roles_makes_so_many_accounts(estate: Estate) -> None:
    center = estate.center
    _switch(center, estate.cluster)
    center.app.state.settings = center.settings.model_copy(update={"sub_accounts_max": 2})
    assert estate.administrators("keeper1") == (200, "")
    assert estate.say("grant", "new1", "produce").status_code == 200
    assert estate.say("revoke", "new1").status_code == 200, "the account stays, and counts"
    refused = estate.say("grant", "new2", "produce")
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_sub_accounts")
    assert estate.administrators("new2") == (409, "too_many_sub_accounts")
    assert center.read(users.by_name, "new2") is None
    assert estate.say("grant", "alice", "produce").status_code == 200
    center.make(a_grant, person(center, "bea"), [202, 204], NAMESPACE, estate.namespace.id)
    assert estate.say("grant", "new2", "produce", actor="bea").status_code == 200, "others have their own number"
    root = center.signed_in(center.make(an_administrator))
    path = f"/api/v1/users/{person(center, 'new1').id}"
    assert root.delete(path, headers={"If-Match": "*"}).status_code == 204
    assert estate.say("grant", "new3", "produce").status_code == 200


@pytest.mark.parametrize(
    ("actor", "role", "actions", "code"),
    [
        ("eve", "new", ["produce"], "not_found"),
        ("alice", "new", ["produce"], "role_has_no_account"),  # sees the place, and gives nothing there
        ("keeper", "new", ["produce"], "not_held"),
        ("nobody", "new", ["produce"], "actor_not_proven"),
        ("lord", "new", ["fly"], "unknown_action"),
        ("lord", "a/b", ["produce"], "invalid_name"),
        ("lord", "broker.one", ["produce"], "reserved_name"),
    ],
)
def test_only_who_may_give_makes_an_account(
    estate: Estate, actor: str, role: str, actions: list[str], code: str
) -> None:
    _switch(estate.center, estate.cluster)
    center, place = estate.center, (NAMESPACE, estate.namespace.id)
    center.make(a_grant, person(center, "alice"), [202], *place)
    center.make(a_grant, center.make(a_user, "keeper"), [204], *place)
    assert estate.say("grant", role, *actions, actor=actor).json()["code"] == code
    assert center.read(users.by_name, role) is None


def test_permissions_of_a_topic_are_its_own(estate: Estate) -> None:
    estate.say("grant", "alice", "produce")
    estate.center.make(a_grant, person(estate.center, "bea"), [303], TOPIC, estate.topic.id)
    assert estate.listed(CREATED) == {"bea": ["consume"]}


def test_a_name_that_ends_with_a_blank_is_not_the_one_without(estate: Estate) -> None:
    """MariaDB would find the one without: the right would be given on another topic than the one that was named."""
    blank = CREATED | {"resource": f"{CREATED['resource']} "}
    assert estate.say("grant", "alice", "consume", where=blank).json()["code"] == "not_found"
    assert estate.say("grant", "alice", "consume", where=CREATED).status_code == 200
    assert estate.listed(where=blank) == {}
