"""`usercenter users secret`: a rotation from its first step to its last."""

import json
from typing import Any

import httpx

from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_service, a_user


def _list_secrets(root: Terminal, *more: str) -> list[dict[str, Any]]:
    return list(json.loads(root("users", "secret", "list", "feeder", "--output", "json", *more).stdout)["items"])


def _gets_in(center: Center, secret: str) -> bool:
    form = {"grant_type": "client_credentials"}
    return httpx.post(f"{center.url}/oauth2/token", data=form, auth=("feeder", secret), timeout=60).is_success


def test_a_secret_is_replaced_without_the_console(center: Center, root: Terminal) -> None:
    center.make(a_service, "feeder")
    old = json.loads(root("users", "secret", "feeder", "--days", "3", "--output", "json").stdout)["client_secret"]
    new = json.loads(root("users", "secret", "create", "feeder", "--output", "json").stdout)["client_secret"]
    assert "delete the old one first" in root("users", "secret", "--days", "3", "feeder", status=1).stderr
    first, second = _list_secrets(root)
    assert (old[-4:], new[-4:]) == (first["hint"], second["hint"])
    shown = root("users", "secret", "list", "feeder").stdout
    assert first["hint"] in shown
    assert old not in shown
    assert "--yes" in root("users", "secret", "delete", "feeder", str(first["id"]), status=2).stderr
    root("users", "secret", "delete", "feeder", str(first["id"]), "--yes", "--dry-run")
    assert _gets_in(center, old)
    ended = root("users", "secret", "delete", "feeder", str(first["id"]), "--yes")
    assert ended.stderr.startswith("revision ")
    assert (_gets_in(center, old), _gets_in(center, new)) == (False, True)
    root("users", "secret", "delete", "feeder", str(first["id"]), "--yes", status=1)


def test_a_user_may_be_called_like_a_command(center: Center, root: Terminal) -> None:
    center.make(a_user, "list")
    assert "puc_once_" in root("users", "secret", "create", "list", "--yes").stdout


def test_days_are_not_ignored_for_a_person(root: Terminal, center: Center) -> None:
    center.make(a_user, "alice")
    assert "--days is for client secrets" in root("users", "secret", "alice", "--days", "9", "--yes", status=2).stderr
