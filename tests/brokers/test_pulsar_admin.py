"""pulsar-admin's permission commands and stock clients' passwords, as the plugin passes them on."""

from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.access.vocabulary import ACTIONS
from app.audit.trail import trail
from app.grants import roles
from app.grants.models import Grant
from app.identity import credentials, users
from app.resources.models import Namespace
from tests.brokers.plugin import BASE, Plugin, a_plugin, person
from tests.center import Center
from tests.factories import (
    NAMESPACE,
    PASSWORD,
    TENANT,
    TOPIC,
    Person,
    a_cluster,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
    password_of,
    the_user,
)

WHERE = {"resource_type": "namespace", "resource": "acme/orders"}


@pytest.fixture
def plugin(center: Center) -> Plugin:
    cluster = center.make(a_cluster, "one")
    namespace = center.make(a_namespace, center.make(a_tenant, "acme", cluster), "orders")
    owner = center.make(a_user, "owner")
    center.make(a_grant, owner, [202, 203, 204], NAMESPACE, namespace.id)
    center.make(a_user, "alice")
    return a_plugin(center, cluster)


def _grant(plugin: Plugin, actor: str | None = "owner", **values: Any) -> httpx.Response:
    wanted = {**WHERE, "user": "alice", "actions": ["produce", "consume"], **values}
    return plugin.permissions("grant", actor=actor, **wanted)


def test_grant_list_and_revoke_are_ordinary_grants(center: Center, plugin: Plugin) -> None:
    held = {"alice": ["consume", "produce"], "owner": ["consume", "produce"]}
    answer = _grant(plugin).json()
    assert (answer["permissions"], answer["revision"]) == (held, center.read(trail.current_revision))
    assert _grant(plugin).status_code == 200  # doing it again changes nothing
    assert plugin.permissions("list", actor=None, user=None, actions=[], **WHERE).json()["permissions"] == held
    given = center.read(lambda session: session.scalars(select(Grant).order_by(Grant.id.desc())).first())
    assert given is not None
    assert (given.authorities, given.granted_by) == ("202,203", "owner")
    entry = center.read(trail.entries, entity="grant")[-1]
    assert (entry.actor, entry.action) == ("pulsar-admin (owner)", "grant.create")
    revoked = plugin.permissions("revoke", actor="owner", user="alice", actions=["produce"], **WHERE)
    assert revoked.json()["permissions"]["alice"] == ["consume"]
    mistyped = plugin.permissions("revoke", actor="owner", user="alice", actions=["prodce"], **WHERE)
    assert (mistyped.status_code, mistyped.json()["code"]) == (422, "unknown_action")
    rest = plugin.permissions("revoke", actor="owner", user="alice", **WHERE)
    assert "alice" not in rest.json()["permissions"]


def test_all_actions_are_revoked_at_a_topic_too(center: Center, plugin: Plugin) -> None:
    """Brokers name all six for `revoke-permission`; functions and the like are nothing on a topic."""
    topic = center.make(lambda session: a_topic(session, session.scalars(select(Namespace)).one(), "created"))
    center.make(a_grant, center.make(a_user, "bob"), [302, 303], TOPIC, topic.id)
    where = {"resource_type": "topic", "resource": "persistent://acme/orders/created", "user": "bob"}
    answer = plugin.permissions("revoke", actor="owner", actions=list(ACTIONS), **where)
    assert (answer.status_code, answer.json().get("permissions")) == (200, {}), answer.text


def test_revoking_leaves_rights_without_a_pulsar_action(center: Center, plugin: Plugin) -> None:
    plugin.permissions("revoke", actor="owner", user="owner", **WHERE)
    left = center.read(lambda session: list(session.scalars(select(Grant.authorities))))
    assert left == ["204"]


FOUR = ["functions", "packages", "sinks", "sources"]


def _actions_of_alice(center: Center) -> list[str]:
    def read(session: Session) -> list[str]:
        role = the_user(session, "alice")
        personal = roles.personal_role_of(session, role.id).id
        return list(session.scalars(select(Grant.authorities).where(Grant.role_id == personal).order_by(Grant.id)))

    return center.read(read)


def _functions_of_alice(center: Center, *authorities: int) -> None:
    namespace = center.read(lambda session: session.scalars(select(Namespace)).one())
    center.make(a_grant, person(center, "owner"), list(authorities), NAMESPACE, namespace.id)


@pytest.mark.parametrize(
    ("action", "authority"), [("functions", "208"), ("sources", "209"), ("sinks", "210"), ("packages", "211")]
)
def test_each_of_the_four_actions_gives_itself(center: Center, plugin: Plugin, action: str, authority: str) -> None:
    _functions_of_alice(center, 205)
    permissions = _grant(plugin, actions=[action]).json()["permissions"]
    assert (permissions["alice"], permissions["owner"]) == ([action], ["consume", *FOUR[:2], "produce", *FOUR[2:]])
    assert _actions_of_alice(center) == [authority]
    assert _grant(plugin, actions=[action]).status_code == 200
    others = [other for other in FOUR if other != action]
    assert plugin.permissions("revoke", actor="owner", user="alice", actions=others, **WHERE).status_code == 200
    assert _actions_of_alice(center) == [authority]
    rest = plugin.permissions("revoke", actor="owner", user="alice", actions=[action], **WHERE)
    assert "alice" not in rest.json()["permissions"]


def test_one_of_all_functions_is_revoked_and_the_others_stay(center: Center, plugin: Plugin) -> None:
    _functions_of_alice(center, 205)
    namespace = center.read(lambda session: session.scalars(select(Namespace)).one())
    center.make(a_grant, person(center, "alice"), [205, 302], NAMESPACE, namespace.id)
    permissions = plugin.permissions("revoke", actor="owner", user="alice", actions=["sinks"], **WHERE).json()[
        "permissions"
    ]
    assert permissions["alice"] == ["functions", "packages", "produce", "sources"]
    assert _actions_of_alice(center) == ["208,209,211,302"]
    assert plugin.permissions("revoke", actor="owner", user="alice", **WHERE).status_code == 200
    assert _actions_of_alice(center) == []


def test_revoking_one_of_all_repeats_nothing_held_otherwise(center: Center, plugin: Plugin) -> None:
    namespace = center.read(lambda session: session.scalars(select(Namespace)).one())
    for numbers in ([205], [209]):
        center.make(a_grant, person(center, "alice"), numbers, NAMESPACE, namespace.id)
    answer = plugin.permissions("revoke", actor="owner", user="alice", actions=["sinks"], **WHERE)
    assert answer.json()["permissions"]["alice"] == ["functions", "packages", "sources"]
    assert _actions_of_alice(center) == ["208,211", "209"]


def test_holding_one_of_the_four_gives_no_other(center: Center, plugin: Plugin) -> None:
    _functions_of_alice(center, 210)
    assert [_grant(plugin, actions=[action]).status_code for action in FOUR] == [403, 403, 200, 403]


@pytest.mark.parametrize(
    ("topic", "status"),
    [
        ("persistent://acme/orders/not-yet", 200),
        ("persistent://acme/unknown/created", 404),
        ("persistent://acme/orders", 404),
    ],
)
def test_an_unregistered_topic_has_no_grants(plugin: Plugin, topic: str, status: int) -> None:
    """Pulsar answers so too; giving something there takes the topic."""
    where = {"resource_type": "topic", "resource": topic}
    answer = plugin.permissions("list", actor="owner", **where)
    assert (answer.status_code, answer.json().get("permissions")) == (status, {} if status == 200 else None)
    assert _grant(plugin, **where).status_code == 404


def test_an_invalid_action_is_refused_with_the_valid_ones(center: Center, plugin: Plugin) -> None:
    namespace = center.read(lambda session: session.scalars(select(Namespace)).one())
    topic = center.make(a_topic, namespace, "created")
    center.make(a_grant, person(center, "owner"), [302, 303, 304], TOPIC, topic.id)
    where = {"resource_type": "topic", "resource": "persistent://acme/orders/created"}
    answer = _grant(plugin, actions=["functions"], **where)
    assert (answer.status_code, "there is produce, consume." in answer.json()["detail"]) == (422, True)
    listed = plugin.permissions("list", actor="owner", **where)
    assert listed.json()["permissions"] == {"owner": ["consume", "produce"]}


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"actor": "alice"}, 404, "not_found"),
        ({"actor": None}, 403, "actor_not_proven"),
        ({"actor": "nobody"}, 403, "actor_not_proven"),
        ({"actions": ["functions"]}, 403, "not_held"),
        ({"actions": ["fly"]}, 422, "unknown_action"),
        ({"actions": []}, 422, "unknown_action"),
        ({"user": "nobody"}, 404, "role_has_no_account"),
        ({"resource": "acme/unknown"}, 404, "not_found"),
        ({"resource": "%%"}, 404, "not_found"),
        ({"resource_type": "broker"}, 422, "invalid_input"),
    ],
)
def test_refusals_without_the_right_or_with_wrong_input(
    plugin: Plugin, change: dict[str, Any], status: int, code: str
) -> None:
    answer = _grant(plugin, **change)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_rights_limited_to_networks_are_not_granted_by_a_broker(center: Center, plugin: Plugin) -> None:
    """Where somebody calls a broker from is not told to the center."""
    keeper, everywhere = center.make(a_user, "keeper"), Limits(networks=("0.0.0.0/0", "::/0"))
    namespace = center.read(lambda session: session.scalars(select(Namespace.id)).one())
    center.make(a_grant, keeper, [202, 203], NAMESPACE, namespace, limits=everywhere)
    center.make(a_grant, keeper, [202, 204], NAMESPACE, namespace)
    refused = _grant(plugin, "keeper")
    assert (refused.status_code, refused.json()["code"], refused.json()["authorities"]) == (403, "not_held", [203])
    assert _grant(plugin, "keeper", actions=["produce"]).status_code == 200


def test_a_sub_account_does_not_grant_whatever_it_holds(center: Center, plugin: Plugin) -> None:
    def sub_account(session: Session) -> None:
        owner, namespace = users.by_name(session, "owner"), session.scalars(select(Grant.res_id)).first()
        assert owner is not None
        assert namespace is not None
        sub = a_user(session, "owner-sub", parent=Person(owner.id, owner.username))
        a_grant(session, sub, [202, 204], NAMESPACE, namespace)

    center.make(sub_account)
    answer = _grant(plugin, actor="owner-sub", actions=["produce"])
    assert (answer.status_code, answer.json()["code"]) == (403, "sub_account_cannot_grant")


def test_a_user_disabled_just_now_does_not_grant(center: Center, plugin: Plugin) -> None:
    # The broker may have asked its snapshot before the change reached it; the center decides with what holds now.
    def disable(session: Any) -> None:
        owner = the_user(session, "owner")
        owner.status = "disabled"

    center.make(disable)
    assert not _grant(plugin).is_success
    assert (
        center.read(lambda session: session.scalars(select(Grant).where(Grant.granted_by == "owner")).first()) is None
    )


def test_another_clusters_resources_are_not_found(center: Center, plugin: Plugin) -> None:
    other = center.make(a_cluster, "two")
    tenant = center.make(a_tenant, "there", other)
    owner = center.make(a_user, "lord")
    center.make(a_grant, owner, [102, 103, 104], TENANT, tenant.id)
    values = {"resource_type": "tenant", "resource": "there", "actor": "lord"}
    assert _grant(plugin, **values).status_code == 404
    assert _grant(a_plugin(center, other), **values).status_code == 200


def test_passwords_of_stock_clients(center: Center, plugin: Plugin) -> None:
    center.make(password_of, center.settings, "alice")
    body = {"username": "alice", "password": PASSWORD, "address": "10.1.2.3"}
    right = plugin.client.post(f"{BASE}/authenticate", json=body)
    document = plugin.snapshot().json()
    cred = next(user["cred"] for user in document["users"] if user["name"] == "alice")
    answer = right.json()
    assert isinstance(answer.pop("receipt"), str)
    assert answer == {"principal": "alice", "credential": "password", "cred": cred}
    for name, password in (("alice", "wrong"), ("nobody", PASSWORD), ("alice", "")):
        wrong = plugin.client.post(f"{BASE}/authenticate", json={"username": name, "password": password})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "invalid_credentials")
    assert center.client().post(f"{BASE}/authenticate", json=body).json()["code"] == "not_signed_in"


def test_an_initial_secret_opens_no_broker(center: Center, plugin: Plugin) -> None:
    def give(session: Any) -> str:
        alice = the_user(session, "alice")
        return credentials.give_initial_secret(session, center.settings, "test", alice, 10**13)[0]

    body = {"username": "alice", "password": center.make(give)}
    answer = plugin.client.post(f"{BASE}/authenticate", json=body)
    assert (answer.status_code, answer.json()["code"]) == (403, "password_change_required")
