"""Repairs that are outdated when the cluster is to be called: it is not called."""

import json
from functools import partial
from typing import Any

from sqlalchemy import select

from app.resources.models import Cluster
from tests.drift.conftest import Drifting

NEW = "persistent://acme/orders/new"
HOUR_MS = 3_600_000


def _line_of_extra_topic(drifting: Drifting) -> dict[str, Any]:
    drifting.played.topics[NEW] = 3
    drifting.compare()
    return drifting.line()


def _touch_cluster(drifting: Drifting) -> None:
    """Make the cluster's row newer than every line and answer."""
    with drifting.center.database.writing() as session:
        session.scalars(select(Cluster)).one().update_time += 2 * HOUR_MS


def test_a_place_made_in_the_center_since_is_not_removed(drifting: Drifting) -> None:
    line = _line_of_extra_topic(drifting)
    drifting.done("repair", line, confirm=NEW, notice_hours=1)
    made = {"namespace_id": drifting.namespace, "name": "new", "partitions": 3}
    assert drifting.root.post("/api/v1/topics", json=made).status_code == 201
    drifting.work(later=HOUR_MS)
    (after,) = drifting.lines(state="gone")  # both have it now
    assert (after["answer"], after["message"]) == (None, f"The user center knows {NEW} by now: it is not removed.")
    assert drifting.played.changes == []


def test_repairs_for_an_old_address_are_not_sent_to_a_new_one(drifting: Drifting) -> None:
    drifting.done("repair", _line_of_extra_topic(drifting), confirm=NEW, notice_hours=1)
    _touch_cluster(drifting)
    drifting.work(later=HOUR_MS)
    after = drifting.line()
    assert (after["state"], "another address" in after["message"]) == ("open", True)
    assert drifting.played.changes == []


def test_a_line_seen_at_another_address_is_not_repaired(drifting: Drifting) -> None:
    line = _line_of_extra_topic(drifting)
    _touch_cluster(drifting)
    refused = drifting.answer("repair", line, confirm=NEW)
    assert (refused.status_code, refused.json()["code"]) == (409, "drift_outdated")


def test_a_changed_address_ends_the_running_comparison(drifting: Drifting) -> None:
    def move_cluster() -> tuple[int, bytes]:
        with drifting.center.database.writing() as session:
            session.scalars(select(Cluster)).one().admin_url = "http://127.0.0.1:1"
        return 200, b"[]"

    drifting.played.wrong["/tenants"] = move_cluster
    run = drifting.compare()
    assert (run["state"], "another address" in run["message"], drifting.lines()) == ("failed", True, [])


def _answer_200(body: bytes) -> tuple[int, bytes]:
    return 200, body


def test_numbers_too_large_for_the_center_are_not_read(drifting: Drifting) -> None:
    for partitions in (10_001, 2**31, 10**30):
        body = json.dumps({"partitions": partitions}).encode()
        drifting.played.wrong["/persistent/acme/orders/created/partitions"] = partial(_answer_200, body)
        run = drifting.compare()
        assert ([place["place"] for place in run["unread"]], drifting.lines()) == (
            ["persistent://acme/orders/created"],
            [],
        )
    drifting.played.namespace("acme/new", bundles={"numBundles": 10**30})
    drifting.compare()
    assert drifting.line()["actual"]["bundles"] is None
    drifting.done("adopt", drifting.line())


def test_names_that_no_database_stores_are_not_read(drifting: Drifting) -> None:
    """PostgreSQL has no U+0000, MySQL cuts a text at 64 KB: the comparison would fail as a whole."""
    drifting.played.topics[NEW] = 3
    for name in ("a\0b", "x" * 100_000):
        for kind in ("namespace_auth", "subscription_auth_roles"):
            grants = drifting.played.namespaces["acme/orders"]["auth_policies"]
            grants[kind] = {name: ["produce"]}
            run = drifting.compare()
            assert (run["state"], [place["place"] for place in run["unread"]]) == ("done", ["acme/orders"])
            grants[kind] = {}
