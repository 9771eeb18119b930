"""The last step of the demo: a suggestion of the audit is followed, clients still work, and it is taken back."""

import json
import time
from collections.abc import Callable

import pulsar

from tests.end_to_end.clients import python
from tests.end_to_end.demo.steps import TOPIC, Story
from tests.end_to_end.waiting import wait_until


def follow_a_suggestion(story: Story) -> None:
    """An unused right is revoked after a notice; used rights still work; one call undoes it."""
    estate, report = story.estate, story.report
    estate.broker.start()
    _wait_until_enforced(story)
    url, signed_in = estate.broker.service_url, python.by_token(report.token)
    story.usercenter("audit", "findings", "--kind", "unused_grant", "--tenant", "acme", wanted="not_used")
    story.usercenter("audit", "suggestions", "--q", report.username, wanted="remove_unused")
    key = _suggestion(story)
    story.usercenter("audit", "try", key, wanted="remove_unused")
    reason = ("--reason", "nobody of acme-report writes")
    planned = story.usercenter("audit", "plan", key, *reason, "--yes", "--output", "json", wanted="announced")
    number = str(json.loads(planned)["id"])
    wait_until("the worker to apply it", lambda: _state(story, number) == "applied", seconds=60)
    story.usercenter("audit", "show", number, wanted="applied")
    _wait_until_enforced(story)
    _try_and_show("acme-report reads (used)", lambda: python.consume(url, signed_in, TOPIC, "report-2"), allowed=True)
    _try_and_show("acme-report writes (never used)", lambda: python.produce(url, signed_in, TOPIC), allowed=False)
    story.usercenter("audit", "roll-back", number, "--comment", "needed after all", "--yes", wanted="rolled_back")
    _wait_until_enforced(story)
    _try_and_show("acme-report writes (given back)", lambda: python.produce(url, signed_in, TOPIC), allowed=True)


def _suggestion(story: Story) -> str:
    path = "/api/v1/audit/suggestions"
    found = story.estate.admin.get(path, q=story.report.username, kind="remove_unused")["items"]
    (suggestion,) = (each for each in found if each["removes"] == [story.spare_grant])
    return str(suggestion["id"])


def _state(story: Story, number: str) -> str:
    return str(story.estate.admin.get(f"/api/v1/remediations/{number}")["state"])


def _wait_until_enforced(story: Story) -> None:
    admin = story.estate.admin
    admin.revision = admin.get("/api/v1/trail/head")["revision"]
    story.estate.wait_for_broker()


def _try_and_show(what: str, act: Callable[[], object], *, allowed: bool) -> None:
    begin = time.monotonic()
    try:
        act()
    except pulsar.AuthorizationError:
        if allowed:
            raise
    else:
        if not allowed:
            raise AssertionError(f"{what}: allowed, but must be denied")
    word = "allowed" if allowed else "denied"
    print(f"   {what:<44} {word:<8} ({(time.monotonic() - begin) * 1000:.0f} ms)", flush=True)
