"""Keys that the center rotates when their active version is as old as it may get."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.resources import encryption_halves, key_rotation
from app.resources.models import EncryptionKeyVersion, Namespace, Topic
from app.server import periodic
from tests.api.encryption import ADMINISTER, CREATED, READ, entries, let, make, path, private, public, rotate
from tests.api.given import ANY, Business, refusal

DAY = 24 * 3_600_000
BAD_DAYS: list[Any] = [0, -1, 3651, 2**63, "30", 1.5, True, [], {}]


def run(business: Business, days: float = 0) -> None:
    key_rotation.run(business.center.database, business.center.settings, business.now + int(days * DAY))


def numbers(business: Business, kind: str = "topic") -> dict[str, list[tuple[int, str]]]:
    items = business.center.with_token(business.owner).get(path(business, kind)).json()["items"]
    return {item["name"]: [(version["number"], version["state"]) for version in item["versions"]] for item in items}


def schedule(business: Business, days: object, name: str = "orders", **headers: str) -> httpx.Response:
    client = business.center.with_token(business.owner)
    return client.patch(f"{path(business)}/{name}", json={"rotate_days": days}, headers=headers or ANY)


def test_a_key_is_rotated_when_it_is_due(business: Business) -> None:
    assert make(business, rotate_days=30)["rotate_days"] == 30
    run(business, 29.9)
    assert numbers(business)["orders"] == [(1, "active")]
    run(business, 30.1)
    assert numbers(business)["orders"] == [(2, "active"), (1, "retiring")]
    run(business, 30.2 - 30)
    assert numbers(business)["orders"] == [(2, "active"), (1, "retiring")], "the new version is young"
    entry = entries(business)[-1]
    assert (entry.action, entry.actor, entry.credential) == ("encryption_key.rotate", "system", "system")
    (half,) = public(business.center.with_token(business.owner), CREATED)
    assert (half["number"], half["algorithm"]) == (2, "EC-P256"), "the algorithm of the one before"
    assert private(let(business, business.third, READ), number=2).status_code == 200
    run(business, 31)
    assert numbers(business)["orders"] == [(3, "active"), (2, "retiring"), (1, "retired")]


def test_the_worker_does_it() -> None:
    (job,) = [job for job in periodic.JOBS if job.work is key_rotation.run]
    assert job.lane != "center", "making pairs takes a while"


def test_a_schedule_is_changed_and_ended(business: Business) -> None:
    made = make(business)
    assert (made["rotate_days"], made["next_rotation"]) == (None, None)
    run(business, 4000)
    assert numbers(business)["orders"] == [(1, "active")], "by hand alone"
    changed = schedule(business, 3650, **{"If-Match": f'"{made["version"]}"'})
    assert (changed.status_code, changed.json()["rotate_days"]) == (200, 3650)
    assert changed.json()["next_rotation"] == made["versions"][0]["add_time"] + 3650 * DAY
    before = business.rows()
    assert refusal(business, schedule(business, 7, **{"If-Match": f'"{made["version"]}"'}), before)[0] == 412
    entry = entries(business)[-1]
    assert (entry.action, entry.actor, entry.entity_key) == ("encryption_key.update", "owner", CREATED)
    assert '"rotate_days": null' in (entry.before or "")
    assert '"rotate_days": 3650' in (entry.after or "")
    assert schedule(business, None).json()["rotate_days"] is None
    run(business, 4000)
    assert numbers(business)["orders"] == [(1, "active")]


@pytest.mark.any_database
@pytest.mark.parametrize("days", BAD_DAYS)
def test_bad_schedules_are_refused(business: Business, days: Any) -> None:
    make(business)
    before, owner = business.rows(), business.center.with_token(business.owner)
    assert refusal(business, schedule(business, days), before) == (422, "invalid_input")
    body = {"name": "new", "algorithm": "EC-P256", "rotate_days": days}
    assert refusal(business, owner.post(path(business), json=body), before) == (422, "invalid_input")


def test_who_and_what_has_no_schedule(business: Business) -> None:
    own = encryption_halves.make("EC-P256").public
    make(business, "ours", algorithm=None, public_key=own)
    before, owner = business.rows(), business.center.with_token(business.owner)
    refused = schedule(business, 30, "ours")
    assert refusal(business, refused, before) == (422, "invalid_input")
    assert "customer" in refused.json()["detail"]
    body = {"name": "other", "public_key": own, "rotate_days": 30}
    assert refusal(business, owner.post(path(business), json=body), before) == (422, "invalid_input")
    assert refusal(business, schedule(business, 30, "nobody"), before) == (404, "not_found")
    assert refusal(business, owner.patch(f"{path(business)}/ours", json={}, headers=ANY), before)[0] == 422
    url = f"{path(business)}/ours"
    assert refusal(business, owner.patch(url, json={"rotate_days": None}), before) == (428, "if_match_required")
    reader = let(business, business.third, READ)
    before = business.rows()
    assert refusal(business, reader.patch(url, json={"rotate_days": 1}, headers=ANY), before) == (403, "not_allowed")
    stranger = business.center.with_token(business.partner)
    assert refusal(business, stranger.patch(url, json={"rotate_days": 1}, headers=ANY), before) == (404, "not_found")
    helper = let(business, business.partner, ADMINISTER)
    make(business, "another")
    answer = helper.patch(f"{path(business)}/another", json={"rotate_days": 1}, headers=ANY)
    assert answer.status_code == 200, answer.text


def test_only_the_key_that_producers_take_is_rotated(business: Business) -> None:
    make(business, "old", rotate_days=1)
    make(business, "new")
    run(business, 2)
    assert numbers(business) == {"new": [(1, "active")], "old": [(1, "retiring")]}
    assert schedule(business, 2, "old").json()["next_rotation"] is None, "another key has replaced it"


def test_keys_of_namespaces_and_of_many_places_are_rotated(business: Business) -> None:
    make(business, "all", "namespace", rotate_days=1)
    make(business, rotate_days=1)
    run(business, 1.5)
    assert numbers(business, "namespace")["all"] == [(2, "active"), (1, "retiring")]
    assert numbers(business)["orders"] == [(2, "active"), (1, "retiring")]


@pytest.mark.parametrize("model", [Topic, Namespace])
def test_what_is_being_deleted_is_left_alone(business: Business, model: Any) -> None:
    make(business, rotate_days=1)
    business.center.make(lambda session: session.execute(update(model).values(deleting=1)))
    before = business.rows()
    run(business, 2)
    assert business.rows() == before


def test_a_pair_is_made_before_the_lock_and_dropped_when_somebody_was_faster(
    business: Business, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(business, rotate_days=1)
    make_pair = encryption_halves.make

    def and_meanwhile(algorithm: Any) -> Any:
        monkeypatch.setattr(encryption_halves, "make", make_pair)
        assert rotate(business).status_code == 201, "nobody waits for the job"
        return make_pair(algorithm)

    business.center.make(_make_older)
    monkeypatch.setattr(encryption_halves, "make", and_meanwhile)
    run(business)
    assert numbers(business)["orders"] == [(2, "active"), (1, "retiring")]


def _make_older(session: Session) -> None:
    session.execute(update(EncryptionKeyVersion).values(add_time=EncryptionKeyVersion.add_time - 2 * DAY))


def test_a_schedule_goes_on_where_rotation_by_hand_is_bounded(
    business: Business, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.resources.encryption_keys.MOST_VERSIONS", 2)
    make(business, rotate_days=1)
    run(business, 2)
    run(business, 2)
    assert rotate(business).status_code == 201, "those that the center made do not use it up"
    assert rotate(business).json()["code"] == "too_many_encryption_keys"
    run(business, 2)
    assert numbers(business)["orders"][0] == (5, "active")
