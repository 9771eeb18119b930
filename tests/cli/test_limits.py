"""Commands show that rights are limited, and ask about addresses."""

import pytest

from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_cluster

TOPIC = "persistent://acme/orders/created"


@pytest.fixture
def limited(root: Terminal, center: Center) -> Terminal:
    """Where bob may consume from 10.1.0.0/16, and eve holds a right for names that begin with `x-`."""
    center.make(a_cluster, "prod")
    for line in (
        "tenants create acme --cluster prod",
        "namespaces create acme/orders",
        f"topics create {TOPIC}",
        "users create bob",
        "users create eve",
        f"grants give --to bob --on {TOPIC} --authority 303 --network 10.1.0.0/16",
        "grants give --to eve --on acme/orders --authority 303 --prefix x-",
    ):
        root(*line.split())
    return root


def test_rights_and_who_show_limits(limited: Terminal) -> None:
    assert "303 only from 10.1.0.0/16" in limited("rights", "bob").stdout
    assert "303 only x-*" in limited("rights", "eve").stdout
    shown = {line.split()[0]: line for line in limited("who", TOPIC).stdout.splitlines()}
    assert "bob (only from 10.1.0.0/16)" in shown["bob"]
    here = {line.split()[0]: line for line in limited("who", "acme/orders").stdout.splitlines()}
    assert "only within limits" in here["eve"]
    limited("grants", "give", "--to", "bob", "--on", TOPIC, "--authority", "303", "--from", "+1d")
    assert "303 only from" in limited("rights", "bob").stdout, "what begins tomorrow lifts nothing now"


def test_explain_and_check_ask_about_an_address(limited: Terminal) -> None:
    command = ("explain", "bob", "consume", TOPIC, "--subscription", "s")
    anywhere = limited(*command).stdout
    assert anywhere.startswith("ALLOWED")
    assert "only from 10.1.0.0/16" in anywhere
    assert "Only from 10.1.0.0/16 (bob): --address" in anywhere
    inside = limited(*command, "--address", "10.1.2.3").stdout
    assert inside.startswith("ALLOWED")
    assert "--address" not in inside
    assert limited(*command, "--address", "11.1.2.3").stdout.startswith("DENIED")
    assert "address:" in limited(*command, "--address", "10.1.0.0/16", status=1).stderr
    (limited.home / "asked").write_text(f"bob consume {TOPIC}\n")
    limited("check", "asked", "--expect", "denied")
    limited("check", "asked", "--address", "10.1.2.3", "--expect", "allowed")


def test_a_limited_user_shows_it(limited: Terminal) -> None:
    assert "10.2.0.0/16" in limited("users", "limit", "bob", "--network", "10.2.0.0/16").stdout
    assert "10.2.0.0/16" in limited("users", "show", "bob").stdout
    assert "Only from nowhere (bob)" in limited("explain", "bob", "consume", TOPIC, "--subscription", "s").stdout
    limited("users", "limit", "bob", status=2)
    limited("users", "limit", "bob", "--everywhere")
    assert "10.2.0.0/16" not in limited("users", "show", "bob").stdout
    assert "no network" in limited("users", "create", "zoe", "--network", "x", status=1).stderr


def test_lists_of_networks(limited: Terminal) -> None:
    limited("networks", "add", "office", "--network", "10.1.0.0/16,10.2.0.0/16", "--remark", "why")
    assert "10.9.0.0/16" in limited("networks", "set", "@office", "--network", "10.9.0.0/16").stdout
    assert "why" in limited("networks", "list").stdout, "a remark that is not said stays"
    limited("networks", "set", "office", status=2)
    limited("networks", "set", "office", "--nobody")
    assert "not_found" in limited("networks", "remove", "offic", "--yes", status=1).stderr
    limited("networks", "remove", "office", "--yes")
