"""`usercenter providers`: set up, tested, mapped, switched on, deleted."""

import json

from app.grants import roles
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.providers.hostile_provider import running

SECRET = "s3cret at the provider"


def test_a_provider_is_set_up_and_used(center: Center, root: Terminal) -> None:
    center.settings.provider_addresses = "127.0.0.1"
    center.make(lambda session: roles.create(session, "system", "order intake"))
    (root.home / "secret").write_text(SECRET + "\n")
    with running() as provider:
        new = ("--issuer", provider.issuer, "--client-id", "pulsar", "--secret-file", "secret")
        root("providers", "set", "Acme", *new, "--groups-claim", "groups", "--create-users", "--dry-run")
        assert "Acme" not in root("providers", "list").stdout
        made = root("providers", "set", "Acme", *new, "--groups-claim", "groups", "--create-users", "--on")
        assert SECRET not in made.stdout + made.stderr
        assert "test it" in made.stderr
        assert "clock" in root("providers", "test", "Acme").stdout
        mapped = root("providers", "groups", "Acme", "--map", "orders=order intake", "--map", "a=b=order intake")
        assert "a=b" in mapped.stdout
        root("providers", "set", "Acme", "--on", "--domain", "acme.example", "--name-claim", "email")
        found = json.loads(root("providers", "list", "--output", "json").stdout)["items"][0]
        assert (found["enabled"], found["creates_users"], found["email_domains"]) == (True, True, ["acme.example"])
        root("providers", "set", "Acme", "--domain", "any", "--groups-claim", "none")
        found = json.loads(root("providers", "list", "--output", "json").stdout)["items"][0]
        assert (found["email_domains"], found["groups_claim"], found["name_claim"]) == (None, None, "email")
        key = root("providers", "key", "Acme", "--yes", "--output", "json")
        assert json.loads(key.stdout)["kty"] == "EC"
        root("providers", "groups", "Acme", "--nothing")
        assert "orders" not in root("providers", "groups", "Acme").stdout
    assert "provider_unreachable" in root("providers", "test", "Acme", status=1).stdout
    root("providers", "delete", "Acme", "--yes")
    assert "no provider" in root("providers", "test", "Acme", status=1).stderr


def test_contradictory_settings_of_a_provider_are_refused(center: Center, root: Terminal) -> None:
    center.settings.provider_addresses = "127.0.0.1"
    root("providers", "set", "Acme", "--on", status=2)
    root("providers", "set", "Acme", "--issuer", "https://evil.example", "--client-id", "x", status=1)
    root("providers", "set", "Acme", "--issuer", "http://127.0.0.1:1", "--client-id", "x")
    root("providers", "set", "Acme", "--issuer", "http://127.0.0.1:2", status=2)
    root("providers", "groups", "Acme", "--map", "orders", status=2)
    root("providers", "set", "Acme", "--secret-file", "nowhere", status=2)
