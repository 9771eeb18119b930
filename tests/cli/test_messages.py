"""`usercenter mail` and `usercenter hooks`."""

import json

from app.messages import hook_deliveries
from app.platform.clock import now_ms
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_user
from tests.messages.conftest import hook_center

URL = "http://127.0.0.1:1/in"
"""Nobody listens there."""


__all__ = ["hook_center"]


def test_the_life_of_a_web_hook(hook_center: Center, root: Terminal) -> None:
    assert "whsec_" in root("hooks", "add", "chat", URL, "--kind", "grant_ends").stdout
    listed = root("hooks", "list").stdout
    assert "grant_ends" in listed
    assert "whsec_" not in listed
    root("hooks", "test", "chat")
    hook_deliveries.run(hook_center.database, hook_center.app.state.settings, now_ms())
    (sent,) = json.loads(root("hooks", "deliveries", "chat", "--output", "json").stdout)["items"]
    assert "could not be reached" in sent["problem"]
    assert "waiting" in root("hooks", "send-again", "chat", str(sent["id"])).stdout
    assert "whsec_" in root("hooks", "secret", "chat").stdout
    assert "off" in root("hooks", "off", "chat").stdout
    root("hooks", "on", "chat", "--dry-run")
    assert "off" in root("hooks", "list").stdout
    root("hooks", "on", "chat")
    root("hooks", "remove", "chat", "--yes")
    assert "not_found" in root("hooks", "test", "chat", status=1).stderr


def test_a_refusal_of_the_center_is_printed(hook_center: Center, root: Terminal) -> None:
    assert "hook_not_allowed" in root("hooks", "add", "chat", "https://evil.example/", status=1).stderr
    root("hooks", "add", "chat", URL, "--kind", "nothing", status=1)


def test_e_mail_without_a_server(center: Center, root: Terminal) -> None:
    center.make(a_user, "alice")
    assert "no" in root("mail", "status").stdout
    assert "mail_is_off" in root("mail", "test", status=1).stderr
    assert "mail_is_off" in root("users", "invite", "alice", "alice@acme.example", status=1).stderr
    root("mail", "list", "--state", "dead")
