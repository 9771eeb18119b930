"""pulsar-admin's permissions per subscription, as the plugin passes them on."""

from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.resources.models import Namespace
from app.rights.granting import user_deletion
from tests.brokers.plugin import Plugin, a_plugin
from tests.center import Center
from tests.factories import NAMESPACE, a_cluster, a_grant, a_namespace, a_tenant, a_user, the_user

WHERE: dict[str, Any] = {"resource_type": "namespace", "resource": "acme/orders", "user": None, "actions": []}


@pytest.fixture
def plugin(center: Center) -> Plugin:
    cluster = center.make(a_cluster, "one")
    namespace = center.make(a_namespace, center.make(a_tenant, "acme", cluster), "orders")
    center.make(a_grant, center.make(a_user, "owner"), [203, 204], NAMESPACE, namespace.id)
    center.make(a_grant, center.make(a_user, "alice"), [203], NAMESPACE, namespace.id)
    for name in ("bob", "stranger"):
        center.make(a_user, name)
    return a_plugin(center, cluster)


def ask(plugin: Plugin, action: str, actor: str | None = "owner", *users: str, **values: Any) -> httpx.Response:
    wanted = {**WHERE, "subscription": "billing", "users": list(users), **values}
    return plugin.permissions(action, actor=actor, **wanted)


def test_granting_replaces_the_list_and_revoking_the_last_opens(center: Center, plugin: Plugin) -> None:
    answer = ask(plugin, "grant_subscription", "owner", "alice", "bob").json()
    assert answer["subscriptions"] == {"billing": ["alice", "bob"]}
    assert answer["revision"] == center.read(trail.current_revision)
    assert ask(plugin, "grant_subscription", "owner", "bob").json()["subscriptions"] == {"billing": ["bob"]}
    assert ask(plugin, "list_subscriptions", subscription=None).json()["subscriptions"] == {"billing": ["bob"]}
    assert ask(plugin, "revoke_subscription", "owner", "alice").json()["subscriptions"] == {"billing": ["bob"]}
    assert ask(plugin, "revoke_subscription", "owner", "bob").json()["subscriptions"] == {}
    assert ask(plugin, "revoke_subscription", "owner", "bob").status_code == 404
    entry = center.read(trail.entries, entity="subscription_rule")[0]
    assert (entry.actor, entry.action) == ("pulsar-admin (owner)", "subscription_rule.create")


def test_only_administrators_of_the_namespace_set_lists(plugin: Plugin) -> None:
    assert ask(plugin, "grant_subscription", "alice", "alice").status_code == 403
    assert ask(plugin, "grant_subscription", "stranger", "stranger").status_code == 404
    assert ask(plugin, "list_subscriptions", "stranger").status_code == 404
    assert ask(plugin, "list_subscriptions", "nobody").status_code == 403
    assert ask(plugin, "grant_subscription", "owner", "nobody").status_code == 404
    nobody = ask(plugin, "grant_subscription", "owner")
    assert (nobody.status_code, nobody.json()["code"]) == (422, "invalid_input")
    assert ask(plugin, "grant_subscription", "owner", "alice", subscription="a\nb").status_code == 422
    beginning = ask(plugin, "grant_subscription", "owner", "alice", subscription="audit-*")
    assert (beginning.status_code, beginning.json()["code"]) == (422, "rule_takes_whole_name")
    assert ask(plugin, "list_subscriptions").json()["subscriptions"] == {}


@pytest.mark.parametrize(
    ("action", "field"),
    [
        ("set_subscription_mode", "mode"),
        ("grant_subscription", "subscription"),
        ("revoke_subscription", "subscription"),
    ],
)
def test_an_action_with_missing_fields_names_them(center: Center, plugin: Plugin, action: str, field: str) -> None:
    """Without its mode the command would lift the one that is set."""
    assert ask(plugin, "set_subscription_mode", mode="Prefix").is_success
    before = center.read(trail.current_revision)
    answer = ask(plugin, action, "owner", "bob", **{"mode": "None", field: None})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
    assert field in answer.text
    assert plugin.permissions(action, actor="owner", **WHERE).status_code == 422
    assert center.read(trail.current_revision) == before


def remove(session: Session, username: str) -> None:
    user = the_user(session, username)
    user_deletion.remove_user(session, "test", user, cascade=True)


def test_revoking_from_an_empty_rule_does_not_open_it(center: Center, plugin: Plugin) -> None:
    ask(plugin, "grant_subscription", "owner", "bob")
    center.make(remove, "bob")
    assert ask(plugin, "list_subscriptions").json()["subscriptions"] == {"billing": []}
    assert ask(plugin, "revoke_subscription", "owner", "alice").json()["subscriptions"] == {"billing": []}


def test_the_mode(center: Center, plugin: Plugin) -> None:
    def mode() -> str:
        return str(center.read(lambda session: session.scalars(select(Namespace.subscription_auth_mode)).one()))

    assert ask(plugin, "set_subscription_mode", "alice", mode="Prefix").status_code == 403
    assert ask(plugin, "set_subscription_mode", "stranger", mode="Prefix").status_code == 404
    assert ask(plugin, "set_subscription_mode", "owner", mode="Suffix").status_code == 422
    assert ask(plugin, "set_subscription_mode", "owner", mode="Prefix", proof="not mine").status_code == 403
    assert mode() == "None"
    answer = ask(plugin, "set_subscription_mode", "owner", mode="Prefix")
    assert (answer.status_code, answer.json()["revision"], mode()) == (
        200,
        center.read(trail.current_revision),
        "Prefix",
    )
    assert center.read(trail.entries, entity="namespace")[-1].actor == "pulsar-admin (owner)"
    before = center.read(trail.current_revision)
    assert ask(plugin, "set_subscription_mode", "owner", mode="Prefix").json()["revision"] == before
    assert ask(plugin, "set_subscription_mode", "owner", mode="None").is_success
    assert mode() == "None"
    plugin.heartbeat(1, limits=[])
    refused = ask(plugin, "set_subscription_mode", "owner", mode="Prefix")
    assert (refused.status_code, refused.json()["code"]) == (409, "brokers_do_not_know_subscription_rules")
