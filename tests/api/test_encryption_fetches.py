"""Who fetched which version of an encryption key, and which producers have an old one."""

from __future__ import annotations

import threading
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.shared_clock import SharedClock
from app.resources import key_fetches
from app.resources.key_fetches import PublicFetches
from app.resources.models import EncryptionKeyFetch, EncryptionKeyVersion
from app.server import process
from tests.api.encryption import (
    ADMINISTER,
    CREATED,
    PUBLIC,
    READ,
    WRITE,
    let,
    make,
    path,
    private,
    public,
    rotate,
    written,
)
from tests.api.given import Business, refusal
from tests.end_to_end.waiting import wait_until
from tests.factories import TOPIC, a_grant, a_user, an_administrator


def listed(business: Business, client: httpx.Client | None = None, name: str = "orders", **params: Any) -> list[Any]:
    written(business)
    answer = (client or business.center.with_token(business.owner)).get(
        f"{path(business)}/{name}/fetches", params=params
    )
    assert answer.status_code == 200, answer.text
    return list(answer.json()["items"])


def short(items: list[Any]) -> list[tuple[str, int, str, bool]]:
    return [(item["username"], item["number"], item["half"], item["old_version"]) for item in items]


def test_who_has_which_version(business: Business) -> None:
    writer, reader = let(business, business.partner, WRITE), let(business, business.third, READ)
    make(business)
    began = now_ms()
    public(writer, CREATED, f"{CREATED}-partition-0")
    assert private(reader).status_code == 200
    first = listed(business)
    assert sorted(short(first)) == [("partner", 1, "public", False), ("third", 1, "private", False)]
    assert all(began <= item["time"] <= now_ms() for item in first)
    assert {item["user_id"] for item in first} == {business.partner.id, business.third.id}
    rotate(business)
    assert ("partner", 1, "public", True) in short(listed(business)), "it has not taken the new one"
    assert ("third", 1, "private", False) in short(listed(business)), "old messages are read with old versions"
    public(writer, CREATED)
    private(reader, number=2)
    assert sorted(short(listed(business))) == [
        ("partner", 1, "public", False),
        ("partner", 2, "public", False),
        ("third", 1, "private", False),
        ("third", 2, "private", False),
    ]
    again = {(item["username"], item["number"]): item["time"] for item in listed(business)}
    public(writer, CREATED)
    later = {(item["username"], item["number"]): item["time"] for item in listed(business)}
    assert later["partner", 2] >= again["partner", 2]
    assert len(later) == 4, "one line for each user, version and half"


def test_another_key_of_the_place_is_newer_too(business: Business) -> None:
    writer = let(business, business.partner, WRITE)
    make(business)
    public(writer, CREATED)
    make(business, "next")
    assert short(listed(business)) == [("partner", 1, "public", True)]
    assert listed(business, name="next") == []
    public(writer, CREATED)
    assert short(listed(business)) == [("partner", 1, "public", False)]
    assert short(listed(business, name="next")) == [("partner", 1, "public", False)]


def test_a_fetch_that_gave_nothing_is_not_noted(business: Business) -> None:
    make(business)
    writer, nobody = let(business, business.partner, WRITE), business.center.with_token(business.third)
    public(nobody, CREATED)
    private(nobody)
    private(writer)
    public(let(business, business.third, READ), CREATED)
    reader = business.center.with_token(business.third)
    body = {"topic": CREATED, "name": "orders", "number": 1, "reason": "tried"}
    reader.post("/api/v1/encryption-keys/private?dry_run=true", json=body)
    private(reader, number=2)
    assert listed(business) == []


def test_a_public_fetch_writes_nothing_while_it_is_answered(business: Business) -> None:
    writer = let(business, business.partner, WRITE)
    make(business)
    before = business.rows()
    public(writer, CREATED)
    assert business.rows() == before
    written(business)
    assert len(business.rows()["res_encryption_key_fetch"]) == 1


def test_each_process_writes_what_it_noted(business: Business) -> None:
    make(business)
    center = business.center
    with process.exchanging(center.app, SharedClock(center.database, "a")):
        public(center.with_token(business.owner), CREATED)

        def is_written() -> bool:
            center.app.state.rates.exchange_due.set()
            return bool(business.rows()["res_encryption_key_fetch"])

        wait_until("the fetch is written", is_written)


def test_deleted_users_places_and_keys_go(business: Business) -> None:
    writer, reader = let(business, business.partner, WRITE), let(business, business.third, READ)
    make(business)
    public(writer, CREATED)
    private(reader)
    assert len(listed(business)) == 2
    business.remove(business.third)
    assert short(listed(business)) == [("partner", 1, "public", False)]
    public(writer, CREATED)
    business.remove(business.partner_app)
    business.remove(business.partner)
    assert listed(business) == [], "what waits in memory of somebody who is gone is dropped"


RIGHTS = {"reads": ([READ], 403), "writes": ([WRITE], 403), "administers": ([ADMINISTER], 200), "audits": ([307], 200)}


@pytest.mark.parametrize("who", RIGHTS)
def test_who_may_see_it(business: Business, who: str) -> None:
    authorities, status = RIGHTS[who]
    make(business)
    client = let(business, business.third, *authorities)
    assert client.get(f"{path(business)}/orders/fetches").status_code == status


def test_what_nobody_sees(business: Business) -> None:
    make(business)
    stranger, before = business.center.with_token(business.partner), business.rows()
    url = f"{path(business)}/orders/fetches"
    owner = business.center.with_token(business.owner)
    assert refusal(business, stranger.get(url), before) == (404, "not_found")
    assert refusal(business, business.center.client().get(url), before) == (401, "not_signed_in")
    assert refusal(business, owner.get(f"{path(business)}/other/fetches"), before) == (404, "not_found")
    assert refusal(business, owner.get(f"{path(business, 'namespace')}/orders/fetches"), before) == (404, "not_found")
    for bad in ({"cursor": "x"}, {"limit": 0}, {"limit": 501}, {"sort": "half"}, {"half": "public"}):
        assert refusal(business, owner.get(url, params=bad), before)[0] == 422, bad


def test_it_has_pages_and_is_searched(business: Business) -> None:
    make(business)
    for number in range(5):
        public(let(business, business.center.make(a_user, f"writer-{number}"), WRITE), CREATED)
    written(business)
    client, url = business.center.with_token(business.owner), f"{path(business)}/orders/fetches"
    page = client.get(url, params={"limit": 2, "sort": "-id"}).json()
    seen, total = short(page["items"]), page["total"]
    while page["next_cursor"]:
        page = client.get(url, params={"limit": 2, "sort": "-id", "cursor": page["next_cursor"]}).json()
        seen += short(page["items"])
    assert (total, sorted(name for name, *_ in seen)) == (5, [f"writer-{number}" for number in range(5)])
    assert [name for name, *_ in short(listed(business, q="ER-3"))] == ["writer-3"]


def test_administrators_and_sub_accounts_are_named_themselves(business: Business) -> None:
    make(business)
    root = business.center.make(an_administrator, "root")
    let(business, business.partner, WRITE)
    business.center.make(a_grant, business.partner_app, [WRITE], TOPIC, business.topic.id)
    public(business.center.with_token(root), CREATED)
    public(business.center.with_token(business.partner_app), CREATED)
    assert sorted(name for name, *_ in short(listed(business))) == ["partner-app", "root"]


def test_five_thousand_producers_at_once(business: Business) -> None:
    """In memory while they ask, and in short transactions later; two instances note the same."""
    make(business)
    version = business.center.read(lambda session: session.scalars(select(EncryptionKeyVersion.id)).one())

    def add(session: Session) -> list[int]:
        values = {"kind": "service", "status": "active", "must_change": 0, "add_time": 1, "update_time": 1}
        session.add_all(User(username=f"producer-{number}", **values) for number in range(5000))
        session.flush()
        return list(session.scalars(select(User.id).where(User.username.startswith("producer-"))))

    users = business.center.make(add)
    instances = [PublicFetches(business.center.database) for _ in range(2)]
    for number, instance in enumerate(instances):
        for user in users:
            instance.note([version, 10**9], user, 1000 + number)
    threads = [threading.Thread(target=instance.write, args=(now_ms(),)) for instance in instances]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times = business.center.read(
        lambda session: session.execute(
            select(EncryptionKeyFetch.time, func.count()).group_by(EncryptionKeyFetch.time)
        ).all()
    )
    assert [tuple(row) for row in times] == [(1001, 5000)]
    assert short(listed(business, q="producer-4999")) == [("producer-4999", 1, "public", False)]


def test_memory_is_bounded(business: Business, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_fetches, "_MOST", 2)
    fetches = PublicFetches(business.center.database)
    fetches.note(range(1, 10), business.owner.id, 1)
    fetches.note([1], business.owner.id, 2)
    assert dict(fetches._noted) == {(1, business.owner.id): 2, (2, business.owner.id): 1}


def test_many_topics_are_one_request(business: Business) -> None:
    make(business)
    writer = let(business, business.partner, WRITE)
    topics = [f"{CREATED}-partition-{number}" for number in range(1000)]
    assert writer.post(PUBLIC, json={"topics": topics}).status_code == 200
    assert short(listed(business)) == [("partner", 1, "public", False)]


def test_who_only_looks_has_not_taken_it(business: Business) -> None:
    writer = let(business, business.partner, WRITE)
    make(business)
    public(writer, CREATED)
    rotate(business)
    looked = writer.post(PUBLIC, json={"topics": [CREATED], "noted": False})
    assert looked.json()["items"][0]["number"] == 2
    assert short(listed(business)) == [("partner", 1, "public", True)]


def test_fetches_that_could_not_be_written_are_written_later(
    business: Business, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = let(business, business.partner, WRITE)
    make(business)
    public(writer, CREATED)
    with monkeypatch.context() as broken:
        broken.setattr(PublicFetches, "_write", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            written(business)
    assert short(listed(business)) == [("partner", 1, "public", False)]
