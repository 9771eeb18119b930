"""What the audit says of encryption keys: who produced without one, who fetched one and read nothing, what nobody
fetched."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import update

from app.audit.findings.erasing import PREFIX
from app.platform.clock import now_ms
from app.resources.models import EncryptionKeyFetch, EncryptionKeyVersion
from tests.api.encryption import CREATED, READ, WRITE, let, make, private, public, rotate, written
from tests.api.given import ANY, Business
from tests.api.key_reports import CONSUMED, DAY, PRODUCED, answer, at, cluster, day, judge, of, producers, readers
from tests.factories import NAMESPACE, a_grant, a_topic, a_user
from tests.findings.published import data_use


def test_who_produced_without_having_fetched_a_key(business: Business) -> None:
    writer = let(business, business.third, WRITE)
    make(business)
    public(writer, CREATED)
    written(business)
    created, now = at(business, "acme/orders/created"), now_ms()
    judge(
        business,
        data_use("partner", PRODUCED, created, now),
        data_use("third", PRODUCED, created, now),
        data_use("owner", CONSUMED, created, now),
        data_use("nobody", PRODUCED, created, now),
    )
    item = of(business)
    assert item["without_key"] == {
        "total": 1,
        "newest": [{"user_id": business.partner.id, "username": "partner", "topic": CREATED, "time": now}],
    }
    assert (item["full_name"], item["resource_type"], item["mode"]) == (CREATED, "topic", "center")
    assert item["watched_days"] == {cluster(business): 2}, "only clusters of the place"
    public(let(business, business.partner, WRITE), CREATED)
    assert producers(of(business)) == [], "it has one now"


def test_a_namespaces_key_is_for_topics_without_their_own(business: Business) -> None:
    """Also for those that the center does not know; who has the namespace's has not that of the topic."""
    make(business, "all", "namespace")
    make(business, "orders")
    business.center.make(a_topic, business.namespace, "paid")
    business.center.make(a_grant, business.third, [WRITE - 100], NAMESPACE, business.namespace.id)
    public(business.center.with_token(business.third), "persistent://acme/orders/paid")
    written(business)
    now = now_ms()
    judge(
        business,
        *(
            data_use(user, PRODUCED, at(business, topic), now + number)
            for user in ("partner", "third")
            for number, topic in enumerate(
                ("acme/orders/created", "acme/orders/paid-partition-1", "non-persistent://acme/orders/new")
            )
        ),
        data_use("partner", PRODUCED, at(business, "acme/other/created"), now),
        data_use("partner", PRODUCED, "elsewhere/acme/orders/created", now),
    )
    assert sorted(producers(of(business))) == [("partner", CREATED), ("third", CREATED)]
    assert producers(of(business, "all")) == [
        ("partner", "non-persistent://acme/orders/new"),
        ("partner", "persistent://acme/orders/paid"),
    ]


def test_what_was_produced_before_there_was_a_key_is_no_matter(business: Business) -> None:
    before = now_ms() - 1
    make(business)
    rotate(business)
    judge(business, data_use("partner", PRODUCED, at(business, "acme/orders/created"), before))
    assert producers(of(business)) == []


def test_an_account_is_not_one_of_its_name_before(business: Business) -> None:
    make(business)
    private(let(business, business.partner, READ))
    created, now = at(business, "acme/orders/created"), now_ms()
    business.remove(business.third)
    business.center.make(a_user, "third")
    judge(business, data_use("third", PRODUCED, created, now - 1000), data_use("partner", CONSUMED, created, now - DAY))
    assert producers(of(business)) == []
    assert readers(of(business)) == ["partner"]


def test_a_key_that_another_one_replaced_has_no_producers(business: Business) -> None:
    writer = let(business, business.third, WRITE)
    make(business)
    public(writer, CREATED)
    written(business)
    make(business, "next")
    created, now = at(business, "acme/orders/created"), now_ms()
    judge(business, data_use("third", PRODUCED, created, now), data_use("partner", PRODUCED, created, now))
    assert producers(of(business)) == []
    assert producers(of(business, "next")) == [("partner", CREATED)], "who has one of before is told by `fetches`"


def test_versions_that_nobody_fetched(business: Business) -> None:
    reader = let(business, business.third, READ)
    make(business)
    for _ in range(3):
        rotate(business)
    private(reader, number=2)
    public(let(business, business.partner, WRITE), CREATED)
    shown = [(version["number"], version["state"]) for version in of(business)["never_fetched"]]
    assert shown == [(4, "active"), (3, "retiring"), (1, "retired")]
    first = update(EncryptionKeyVersion).where(EncryptionKeyVersion.number == 1)
    business.center.make(lambda session: session.execute(first.values(state="destroyed", private_sealed=None)))
    assert [version["number"] for version in of(business)["never_fetched"]] == [4, 3], (
        "a destroyed one is not to be had"
    )
    business.remove(business.third)
    assert [version["number"] for version in of(business)["never_fetched"]] == [4, 3, 2], "deleted users are left out"


def test_who_fetched_and_consumed_nothing(business: Business) -> None:
    readers_of_it = [business.partner, business.third, business.owner]
    make(business)
    clients = [let(business, person, READ) for person in readers_of_it]
    for client in clients:
        assert private(client).status_code == 200
    now = now_ms()
    judge(
        business,
        data_use("partner", CONSUMED, at(business, "acme/orders/created"), now),
        data_use("third", PRODUCED, at(business, "acme/orders/created"), now),
        data_use("owner", CONSUMED, at(business, "acme/orders/paid"), now),
    )
    found = of(business)["not_consuming"]
    assert found["total"] == 2
    assert {(account["username"], account["topic"]) for account in found["newest"]} == {
        ("owner", None),
        ("third", None),
    }
    assert readers(of(business)) == ["owner", "third"], "the newest first"
    assert all(business.now <= account["time"] <= now for account in found["newest"])
    assert producers(of(business)) == [("third", CREATED)], "a private half is nothing to encrypt with"


def test_the_key_of_a_namespace_opens_all_of_it(business: Business) -> None:
    """Also older messages of a topic that has its own key now."""
    make(business, "all", "namespace")
    for person in (business.partner, business.third, business.owner):
        business.center.make(a_grant, person, [203], NAMESPACE, business.namespace.id)
        assert private(business.center.with_token(person), name="all").status_code == 200
    make(business, "orders")
    now = now_ms()
    judge(
        business,
        data_use("partner", CONSUMED, at(business, "acme/orders/created"), now),
        data_use("third", CONSUMED, at(business, "topic://acme/orders/new"), now),
        data_use("owner", CONSUMED, at(business, "acme/other/created"), now),
    )
    assert readers(of(business, "all")) == ["owner"]


def test_fetches_outside_of_the_period_are_not_judged(business: Business) -> None:
    make(business)
    for person in (business.partner, business.third):
        private(let(business, person, READ))
    earlier = update(EncryptionKeyFetch).where(EncryptionKeyFetch.user_id == business.partner.id)
    business.center.make(lambda session: session.execute(earlier.values(time=now_ms() - 20 * DAY)))
    judge(business)
    assert readers(of(business)) == ["third"]
    private(business.center.with_token(business.third))
    judge(business, run="run-2", generated=now_ms() + DAY)
    private(business.center.with_token(business.third))
    assert readers(of(business)) == [], "nobody knows yet what it did with that"


def test_an_erased_person_may_have_consumed(business: Business) -> None:
    """Who the pseudonym was is nobody's to learn, so nobody is said to have consumed nothing."""
    make(business)
    private(let(business, business.third, READ))
    erased = f"{PREFIX}{'0' * 24}"
    judge(business, data_use(erased, CONSUMED, at(business, "acme/orders/created"), now_ms()))
    assert of(business)["not_consuming"] is None
    assert producers(of(business)) == []
    judge(business, data_use(erased, CONSUMED, at(business, "acme/orders/other"), now_ms()), run="run-2")
    assert readers(of(business)) == ["third"]


@pytest.mark.parametrize("told", [None, "many"])
def test_without_an_audit_only_fetches_are_known(business: Business, told: Any) -> None:
    make(business)
    for loaded in (False, True):
        if loaded:  # of an older version: it says nothing of uses of data
            judge(business, watched_days=told)
        found = answer(business)
        assert (found["since"], found["until"]) == (None, None)
        (item,) = found["items"]
        assert (item["without_key"], item["not_consuming"]) == (None, None)
        assert [version["number"] for version in item["never_fetched"]] == [1]
        assert item["watched_days"] == {cluster(business): 0}


def test_the_period_is_that_of_the_run(business: Business) -> None:
    began = now_ms()
    judge(business)
    found = answer(business)
    assert found["since"] == day(began - 5 * DAY)
    assert began <= found["until"] <= now_ms(), "never later than it was loaded"
    make(business)
    judge(business, run="run-2", watched_days={cluster(business): "many"}, generated=now_ms() + 2 * DAY)
    assert of(business)["watched_days"] == {cluster(business): 0}
    judge(business, run="run-3", generated=now_ms() + 3 * DAY, **{"from": "2026-99-01"})
    assert readers(of(business)) == [], "no date, and no failure"


def test_what_the_center_demands_and_whose_key_it_is(business: Business) -> None:
    make(business)
    assert of(business)["encryption_required"] is False
    url = f"/api/v1/namespaces/{business.namespace.id}/policies"
    owner = business.center.with_token(business.owner)
    wished = owner.patch(url, json={"policies": {"encryption_required": "on"}}, headers=ANY)
    assert wished.status_code == 200, wished.text
    assert of(business)["encryption_required"] is True


def test_a_customers_key_has_nothing_to_fetch(business: Business) -> None:
    half = make(business) and public(business.center.with_token(business.owner), CREATED)[0]["public_key"]
    make(business, "ours", algorithm=None, public_key=half)
    item = of(business, "ours")
    assert (item["mode"], item["never_fetched"]) == ("customer", [])


def test_many_accounts_are_counted_and_the_newest_shown(business: Business) -> None:
    make(business)
    for number in range(102):
        business.center.make(a_user, f"writer-{number}")
    now, created = now_ms(), at(business, "acme/orders/created")
    judge(business, *(data_use(f"writer-{number}", PRODUCED, created, now + number) for number in range(102)))
    found = of(business)["without_key"]
    assert (found["total"], len(found["newest"]), found["newest"][0]["username"]) == (102, 100, "writer-101")
