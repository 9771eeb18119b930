"""`usercenter applications`: registered, listed, deleted."""

import json
from typing import Any

from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_service

BACK = "https://desk.example/callback"


def _applications_named(root: Terminal, name: str) -> list[dict[str, Any]]:
    items = json.loads(root("applications", "list", "--output", "json").stdout)["items"]
    return [application for application in items if application["name"] == name]


def test_an_application_is_registered_and_deleted(center: Center, root: Terminal) -> None:
    center.make(a_service, "desk")
    new = ("applications", "add", "Order desk", "--redirect", BACK, "--opens", "brokers", "--opens", "api")
    root(*new, "--dry-run")
    assert _applications_named(root, "Order desk") == []
    assert "app:" in root(*new, "--trusted").stdout
    (made,) = _applications_named(root, "Order desk")
    assert (made["trusted"], made["confidential"], made["redirect_uris"]) == (True, False, [BACK])
    assert made["audiences"] == [center.settings.audience, center.settings.issuer]

    root("applications", "add", "Desk", "--redirect", BACK, "--service", "desk", "--logout", "https://desk.example/")
    assert _applications_named(root, "Desk")[0]["client_id"] == "desk"
    root("applications", "delete", "desk", "--yes", "--dry-run")
    root("applications", "delete", "desk", "--yes")
    root("applications", "delete", made["client_id"], "--yes")
    assert _applications_named(root, "Desk") + _applications_named(root, "Order desk") == []
    assert "no application" in root("applications", "delete", "desk", "--yes", status=1).stderr


def test_only_named_fields_change(center: Center, root: Terminal) -> None:
    logout = ("--logout", "https://desk.example/")
    root("applications", "add", "Desk", "--redirect", BACK, *logout, "--opens", "api", "--trusted")
    (before,) = _applications_named(root, "Desk")
    root("applications", "change", "Desk", "--no-trusted", "--dry-run")
    assert _applications_named(root, "Desk") == [before]
    root("applications", "change", "Desk", "--no-trusted", "--name", "Order desk", "--redirect", f"{BACK}/2")
    (after,) = _applications_named(root, "Order desk")
    sent = {"name": "Order desk", "trusted": False, "redirect_uris": [f"{BACK}/2"]}
    changing = {"version", "update_time", *sent}
    assert {field: after[field] for field in sent} == sent
    assert {k: v for k, v in after.items() if k not in changing} == {
        k: v for k, v in before.items() if k not in changing
    }
    root("applications", "change", before["client_id"], "--opens", "nothing")
    assert _applications_named(root, "Order desk")[0]["audiences"] == []
    assert "at least one thing" in root("applications", "change", "Order desk", status=2).stderr
    assert "no application" in root("applications", "change", "desk", "--trusted", status=1).stderr


def test_a_wrong_address_is_refused(root: Terminal) -> None:
    output = root("applications", "add", "Order desk", "--redirect", "http://desk.example/*", status=1).stderr
    assert "invalid_redirect_uri" in output
