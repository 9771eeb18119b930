"""`usercenter users token`: made, narrowed, shown once, revoked."""

import json

import jwt

from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_cluster, a_service

TOPIC = "persistent://acme/orders/created"


def test_a_token_is_narrowed_to_places(center: Center, root: Terminal) -> None:
    center.make(a_service, "feeder")
    center.make(a_cluster, "one")
    made = root(
        *("users", "token", "create", "feeder", "--name", "reads", "--days", "3", "--on", TOPIC),
        *("--on", "acme/orders", "--authority", "203,204", "--cluster", "one", "--output", "json"),
        status=1,
    )
    assert "authority" in made.stderr.lower()  # 203 is not held on a topic
    words = (
        "users",
        "token",
        "create",
        "feeder",
        "--name",
        "reads",
        "--days",
        "3",
        "--on",
        TOPIC,
        "--authority",
        "302,303",
    )
    made = root(*words, "--cluster", "one", "--output", "json")
    claims = jwt.decode(json.loads(made.stdout)["token"], options={"verify_signature": False})
    (entry,) = claims["authorization_details"]
    assert (entry["identifier"], entry["authorities"], entry["locations"]) == (TOPIC, [302, 303], ["one"])
    listed = root("users", "token", "list", "feeder").stdout
    assert TOPIC in listed
    root("users", "token", "revoke", "feeder", "1", "--yes", "--dry-run")
    root("users", "token", "revoke", "feeder", "1", "--yes")


def test_places_and_authorities_go_together(center: Center, root: Terminal) -> None:
    center.make(a_service, "feeder")
    words = ("users", "token", "create", "feeder", "--name", "x", "--days", "3")
    for half in (("--on", TOPIC), ("--authority", "303"), ("--cluster", "one")):
        assert "go together" in root(*words, *half, status=2).stderr
