"""One spelling of places, authorities and times: what a policy file takes, the command line takes, and both mean the
same by it."""

import time

import pytest

from app.cli import moments as typed
from app.cli.exit_status import CommandError
from app.cli.resources import Resource, parse
from app.platform import moments
from tests.brokers.simulated import brokers_of
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_cluster, a_grant, a_namespace, a_tenant, a_topic, a_user

PLACES = {
    "root": ("root", "*"),
    "*": ("root", "*"),
    "cluster:*": ("root", "*"),
    "cluster:prod": ("cluster", "prod"),
    "tenant:acme": ("tenant", "acme"),
    "acme/orders": ("namespace", "acme/orders"),
    "namespace:acme/orders": ("namespace", "acme/orders"),
    "acme/orders/created": ("topic", "persistent://acme/orders/created"),
    "topic:acme/orders/created": ("topic", "persistent://acme/orders/created"),
    "persistent://acme/orders/created": ("topic", "persistent://acme/orders/created"),
    "topic:non-persistent://acme/orders/ticks": ("topic", "non-persistent://acme/orders/ticks"),
    "topic://acme/orders/wide": ("topic", "topic://acme/orders/wide"),
    "topic:topic://acme/orders/wide": ("topic", "topic://acme/orders/wide"),
}


@pytest.mark.parametrize("text", PLACES)
def test_a_place_is_read(text: str) -> None:
    assert parse(text) == Resource(*PLACES[text])


TYPED = {
    "tenants delete tenant:acme --dry-run --cascade": "",
    "tenants list --cluster cluster:prod": "acme",
    "tenants create tenant:beta --cluster cluster:prod --dry-run": "beta",
    "namespaces list --tenant tenant:acme --cluster cluster:prod": "acme/orders",
    "namespaces create namespace:acme/paid --dry-run": "acme/paid",
    "namespaces policies show namespace:acme/orders": "",
    "topics list --namespace namespace:acme/orders --tenant tenant:acme": "created",
    "topics policies set topic:acme/orders/created retention=7d --dry-run": "7d",
    "topics create topic:acme/orders/paid --dry-run": "persistent://acme/orders/paid",
    "topics create topic://acme/orders/paid --dry-run": "topic://acme/orders/paid",
    "topics delete topic:acme/orders/created --dry-run --yes": "created",
    "subscriptions restrict namespace:acme/orders billing --dry-run": "billing",
    "brokers list cluster:prod": "",
    "clusters tls cluster:prod": "",
    "connections cluster:prod --on acme/orders/created": "",
    "users token create job --name x --days 1 --on tenant:acme --authority 210 --cluster cluster:prod": "acme",
    "export --tenant tenant:acme": "acme",
    "audit usage --tenant tenant:acme": "",
}
"""What begins with its type, and what the answer holds."""
OTHERS = {
    "topics policies show namespace:acme/orders": "'namespace:acme/orders' names a namespace; a topic belongs here",
    "namespaces delete tenant:acme": "'tenant:acme' names a tenant; a namespace belongs here",
    "tenants create cluster:prod --cluster prod": "'cluster:prod' names a cluster; a tenant belongs here",
    "tenants list --cluster tenant:acme": "'tenant:acme' names a tenant; a cluster belongs here",
    "brokers list cluster:*": "'cluster:*' names a root; a cluster belongs here",
    "export --tenant namespace:acme/orders": "'namespace:acme/orders' names a namespace; a tenant belongs here",
    "audit findings --tenant cluster:prod": "'cluster:prod' names a cluster; a tenant belongs here",
    "drift adopt prod --place cluster:prod": "'cluster:prod' names a cluster; a tenant belongs here",
    "broker-files tenant:acme files --address pulsar://b:6650 --admin-url http://b:8080": "a cluster belongs here",
}


def test_every_command_takes_a_place_as_grants_do(center: Center, root: Terminal) -> None:
    acme = center.make(a_tenant, "acme", center.make(a_cluster, "prod"))
    center.make(a_topic, center.make(a_namespace, acme, "orders"), "created")
    root("users", "create", "job", "--kind", "service")
    for words, found in TYPED.items():
        assert found in root(*words.split()).stdout, words
    for words, said in OTHERS.items():
        assert root(*words.split(), status=2).stderr.strip().endswith(said), words


def test_a_name_that_begins_like_a_type_is_written_with_its_type(center: Center, root: Terminal) -> None:
    prod = center.make(a_cluster, "prod")
    center.make(a_namespace, center.make(a_tenant, "tenant:acme", prod), "inner")
    center.make(a_tenant, "acme", prod)
    assert "inner" in root("namespaces", "list", "--tenant", "tenant:tenant:acme").stdout
    assert "inner" not in root("namespaces", "list", "--tenant", "tenant:acme").stdout
    root("who", "tenant:tenant:acme")
    root("namespaces", "create", "namespace:tenant:acme/more", "--dry-run")
    assert root("audit", "usage", "--tenant", "tenant:tenant:acme").stderr == ""


DAY = 86_400_000
NOW = 1_800_000_000_000
TIMES = {
    "90d": NOW + 90 * DAY,
    "+90d": NOW + 90 * DAY,
    "12h": NOW + DAY // 2,
    "2027-01-01": 1_798_761_600_000,
    "2027-01-01T08:00+08:00": 1_798_761_600_000,
    "2027-01-01T00:00": 1_798_761_600_000,
    "2027-01-01 00:00:00Z": 1_798_761_600_000,
    "1798761600000": 1_798_761_600_000,
}


@pytest.mark.parametrize("text", TIMES)
def test_a_time_is_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: NOW * 1_000_000)
    assert typed.epoch_ms(text) == TIMES[text]
    if not text.endswith(("d", "h")):  # a file that says "in 90 days" would change every day
        assert moments.moment(text) == TIMES[text]


@pytest.mark.parametrize("text", ["May", "2027", "20270101", "2027-02-30", "-3d", "0d", "3w", "3 d", "2027-01-01T08"])
def test_a_malformed_time_is_refused_by_both(text: str) -> None:
    with pytest.raises(CommandError):
        typed.epoch_ms(text)
    with pytest.raises(ValueError, match=r"time|epoch"):
        moments.moment(text)


def test_a_grant_that_is_typed_is_the_grant_of_a_file(center: Center, root: Terminal) -> None:
    """In words or numbers, by short or full names; `all` too, within limits."""
    center.make(a_user, "bob")
    acme = center.make(a_tenant, "acme", center.make(a_cluster, "prod"))
    center.make(a_topic, center.make(a_namespace, acme, "orders"), "created")
    give = ("grants", "give", "--to", "bob", "--on")
    root(*give, "acme/orders/created", "--authority", "topic.write,303", "--until", "2090-01-01")
    root(*give, "namespace:acme/orders", "--authority", "all", "--prefix", "eu-")
    root(*give, "tenant:acme", "--authority", "all")
    (root.home / "same.yaml").write_text(
        "version: 1\ngrants:\n"
        "- {topic: acme/orders/created, user: bob, authorities: [302, topic.read], until: 2090-01-01}\n"
        "- {namespace: acme/orders, user: bob, authorities: [all], limits: {prefix: eu-}}\n"
        "- {tenant: acme, user: bob, authorities: [all]}\n"
    )
    assert "Nothing to change" in root("plan", "same.yaml", "--check").stdout
    root("topics", "list", "--namespace", "acme/orders")
    who = ("who", "acme/orders/created", "--authority")
    assert "bob" in root(*who, "topic.write").stdout
    assert root(*who, "302").stdout == root(*who, "topic.write").stdout
    assert "topic.write" in root("authorities").stdout
    root("topics", "create", "acme/orders/paid")
    root("topics", "delete", "acme/orders/paid", "--yes")


def test_an_unknown_word_is_refused_with_a_suggestion(root: Terminal) -> None:
    for words in (["grants", "give", "--to", "root", "--on", "root"], ["who", "root"]):
        said = root(*words, "--authority", "topic.wriet", status=2).stderr
        meant = "there is no authority topic.wriet; did you mean topic.write?"
        assert f"{meant} (`usercenter authorities` lists them)" in said


def test_every_change_of_rights_can_be_waited_for(root: Terminal, center: Center) -> None:
    cluster = center.make(a_cluster, "prod")
    center.make(a_grant, center.make(a_user, "alice"), [100], 1, cluster.id)
    commands = (
        ["grants", "give", "--to", "alice", "--on", "cluster:prod", "--authority", "tenant.read"],
        ["roles", "add-member", "readers", "alice"],
        ["users", "limit", "alice", "--network", "10.0.0.0/8"],
        ["users", "disable", "alice"],
    )
    root("roles", "create", "readers")
    with brokers_of(center, cluster, 1):
        for words in commands:
            assert "is enforced on 1 of 1 brokers" in root(*words, "--wait", "30").stderr, words
    assert "is not enforced everywhere" in root("users", "enable", "alice", "--wait", "1", status=1).stderr
    assert "enforce" not in root("users", "disable", "alice", "--wait", "1", "--dry-run").stderr


def test_a_subscription_is_not_reset_to_the_future_by_a_span(root: Terminal) -> None:
    """Two hours ago is meant; counted forward it would skip the whole backlog."""
    words = ["subscriptions", "reset", "acme/orders/created", "billing", "--to-time"]
    assert root(*words, "2h", status=2).stderr == "2h from now is in the future: say --ago 2h\n"
    assert root(*words, "+2h", status=2).stderr == "+2h from now is in the future: say --ago 2h\n"
