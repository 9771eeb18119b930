"""Who gets which half of an encryption key."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select, update

from app.access.limits import Limits
from app.api.admission import rate_limits
from app.resources.models import EncryptionKeyVersion
from tests.api.addresses import INSIDE, OUTSIDE, SMALLER, token_client
from tests.api.encryption import (
    ADMINISTER,
    CREATED,
    PRIVATE,
    READ,
    WRITE,
    entries,
    let,
    make,
    path,
    private,
    public,
    rotate,
)
from tests.api.given import ANY, Business, refusal
from tests.factories import NAMESPACE, a_grant, an_administrator

RIGHTS: dict[str, tuple[list[int], str | None, int]] = {
    "nothing": ([], "not_found", 404),
    "writes": ([WRITE], None, 403),
    "reads": ([READ], "not_allowed", 200),
    "administers": ([ADMINISTER], "not_allowed", 403),
    "audits": ([307], "not_allowed", 403),
    "subscriptions": ([306], "not_allowed", 403),
}


@pytest.mark.parametrize("who", RIGHTS)
def test_who_gets_which_half(business: Business, who: str) -> None:
    authorities, error, status = RIGHTS[who]
    make(business)
    client = let(business, business.third, *authorities) if authorities else business.center.with_token(business.third)
    before = business.rows()
    assert public(client, CREATED)[0]["error"] == error
    answer = private(client)
    assert answer.status_code == status, answer.text
    if status != 200:
        assert "PRIVATE" not in answer.text
        assert business.rows() == before


def test_a_right_counts_at_the_moment_of_the_call(business: Business) -> None:
    make(business)
    third = business.third
    grant = business.grant(business.owner, third, [READ])
    reader = business.center.with_token(third)
    assert private(reader).status_code == 200
    business.take_back(business.owner, grant)
    assert private(reader).status_code == 404
    let(business, third, READ, valid_until=business.now - 1)
    assert private(reader).status_code == 404, "an expired right"
    let(business, third, READ)
    assert private(reader).status_code == 200
    business.set_status(third, "disabled")
    assert private(reader).status_code == 401


def test_a_sub_account_reads_with_its_main_account(business: Business) -> None:
    make(business)
    app = let(business, business.partner_app, READ)
    assert private(app).status_code == 404, "the main account holds nothing"
    let(business, business.partner, READ)
    assert private(app).status_code == 200


def test_a_right_to_one_subscription_is_enough_with_its_name(business: Business) -> None:
    make(business)
    reader = let(business, business.third, READ, limits=Limits(subscriptions=("billing",)))
    assert private(reader).status_code == 403
    assert private(reader, subscription="audit").status_code == 403
    assert private(reader, subscription="billing").status_code == 200


def test_a_right_from_one_network_counts_there(business: Business) -> None:
    make(business)
    let(business, business.third, READ, WRITE, limits=Limits(networks=(SMALLER,)))
    inside, outside = (token_client(business.center, business.third, address) for address in (INSIDE, OUTSIDE))
    assert private(inside).status_code == 200
    assert public(inside, CREATED)[0]["error"] is None
    assert private(outside).status_code == 404, "from there nothing of it is seen"
    assert public(outside, CREATED)[0]["error"] == "not_found"


def test_tokens_for_brokers_open_nothing_here(business: Business) -> None:
    let(business, business.third, READ)
    make(business)
    center = business.center
    assert private(center.with_token(business.third, audience=center.settings.audience)).status_code == 401
    scope = [{"place": "topic", "name": CREATED, "authorities": [READ]}]
    url = f"/api/v1/users/{business.third.id}/tokens"
    narrowed = center.signed_in(business.third).post(url, json={"name": "t", "days": 3, "scope": scope})
    assert private(center.client(Authorization=f"Bearer {narrowed.json()['token']}")).status_code == 401


def test_a_closed_topic_gives_nothing(business: Business) -> None:
    reader = let(business, business.third, READ, WRITE)
    make(business)
    owner = business.center.with_token(business.owner)
    owner.patch(f"/api/v1/topics/{business.topic.id}", json={"is_valid": 2}, headers=ANY).raise_for_status()
    assert public(reader, CREATED)[0]["error"] == "not_allowed"
    assert private(reader).status_code == 403


def test_nobody_but_who_administers_makes_keys(business: Business) -> None:
    make(business)
    reader, before = let(business, business.third, READ, WRITE), None
    before = business.rows()
    body = {"name": "mine", "algorithm": "EC-P256"}
    assert refusal(business, reader.post(path(business), json=body), before) == (403, "not_allowed")
    url = f"{path(business)}/orders/versions"
    assert refusal(business, reader.post(url, json={}, headers=ANY), before) == (403, "not_allowed")
    assert refusal(business, reader.get(path(business)), before) == (403, "not_allowed")
    stranger = business.center.with_token(business.partner)
    assert refusal(business, stranger.post(path(business), json=body), before) == (404, "not_found")


def test_a_trial_shows_no_private_half_and_records_nothing(business: Business) -> None:
    reader = let(business, business.third, READ)
    make(business)
    before = business.rows()
    for trial in ("true", "entries"):
        answer = reader.post(
            f"{PRIVATE}?dry_run={trial}",
            json={"topic": CREATED, "name": "orders", "number": 1, "reason": "tried"},
        )
        assert answer.status_code == 200
        assert "PRIVATE" not in answer.text
    assert business.rows() == before


def test_a_repeated_request_is_decided_and_recorded_anew(business: Business) -> None:
    make(business)
    grant = business.grant(business.owner, business.third, [READ])
    reader = business.center.with_token(business.third)
    reader.headers["Idempotency-Key"] = "8e03978e-40d5-43dd-bc93-6894a57f9324"
    first, second = private(reader), private(reader)
    assert first.json() == second.json()
    assert [entry.action for entry in entries(business)].count("encryption_key.release") == 2
    business.take_back(business.owner, grant)
    assert private(reader).status_code == 404


def test_releases_to_one_user_are_limited(business: Business, monkeypatch: pytest.MonkeyPatch) -> None:
    make(business)
    reader = let(business, business.third, READ)
    monkeypatch.setattr(business.center.settings, "key_release_per_minute", 2)
    monkeypatch.setattr(rate_limits, "now_ms", lambda: 60_000)
    answers = [private(reader) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "rate_limit"
    assert "retry-after" in answers[2].headers
    assert "PRIVATE" not in answers[2].text
    assert private(business.center.with_token(business.owner)).status_code == 200, "others are not concerned"
    assert [entry.action for entry in entries(business)].count("encryption_key.release") == 3


def test_a_private_half_opens_only_as_that_of_its_version(business: Business) -> None:
    reader = let(business, business.third, READ)
    make(business)
    rotate(business)

    def swap(session: Any) -> None:
        one, two = session.scalars(select(EncryptionKeyVersion).order_by(EncryptionKeyVersion.number)).all()
        session.execute(
            update(EncryptionKeyVersion)
            .where(EncryptionKeyVersion.id == one.id)
            .values(private_sealed=two.private_sealed)
        )

    business.center.make(swap)
    before = business.rows()
    assert refusal(business, private(reader), before) == (503, "key_differs")
    assert private(reader, number=2).status_code == 200


def test_who_administers_the_center_reads_and_is_recorded(business: Business) -> None:
    make(business)
    root = business.center.make(an_administrator, "root")
    assert private(business.center.with_token(root)).status_code == 200
    assert entries(business)[-1].actor == "root"


def test_who_writes_the_namespace_gets_the_half_for_a_topic_to_be_made(business: Business) -> None:
    make(business, "all", "namespace")
    business.center.make(a_grant, business.third, [202], NAMESPACE, business.namespace.id)
    client, unknown = business.center.with_token(business.third), "persistent://acme/orders/tomorrow"
    assert public(client, unknown)[0]["name"] == "all"
    assert private(client, unknown, "all").status_code == 404
    system = "persistent://acme/orders/__change_events"
    assert public(client, system)[0]["error"] == "not_found"


def test_a_consumer_encrypts_for_the_dead_letter_topic_of_its_subscription(business: Business) -> None:
    make(business, "all", "namespace")
    client = let(business, business.third, READ)
    assert public(client, f"{CREATED}-billing-DLQ")[0]["name"] == "all"
    assert public(client, "persistent://acme/orders/other-billing-DLQ")[0]["error"] == "not_found"


@pytest.mark.parametrize("prefix", [None, "tmp-"])
def test_who_may_make_topics_gets_no_key_of_the_namespace(business: Business, prefix: str | None) -> None:
    """Its own topic it may read; the namespace's key opens all others."""
    make(business, "all", "namespace")
    limits = None if prefix is None else Limits(prefix=prefix)
    business.center.make(a_grant, business.third, [300], NAMESPACE, business.namespace.id, limits=limits)
    client = business.center.with_token(business.third)
    topic = {"namespace_id": business.namespace.id, "name": "tmp-1"}
    assert client.post("/api/v1/topics", json=topic).status_code == 201
    assert private(client, "persistent://acme/orders/tmp-1", "all").status_code == 403
    assert private(client, "persistent://acme/orders/tmp-2", "all").status_code == 404
    business.center.make(a_grant, business.third, [203], NAMESPACE, business.namespace.id)
    assert private(client, "persistent://acme/orders/tmp-1", "all").status_code == 200


def test_a_topic_that_is_served_keeps_its_own_key(business: Business) -> None:
    """`a` with a subscription `b-c` seems to be served by the dead-letter topic of `a-b` and its subscription `c`."""
    owner, client = business.center.with_token(business.owner), business.center.with_token(business.third)
    name = "a-b-c-DLQ"
    made = owner.post("/api/v1/topics", json={"namespace_id": business.namespace.id, "name": name}).json()
    key = {"name": "letters", "algorithm": "EC-P256"}
    assert owner.post(f"/api/v1/topics/{made['id']}/encryption-keys", json=key).status_code == 201
    business.center.make(a_grant, business.third, [300], NAMESPACE, business.namespace.id)
    assert client.post("/api/v1/topics", json={"namespace_id": business.namespace.id, "name": "a"}).status_code == 201
    assert private(client, f"persistent://acme/orders/{name}", "letters").status_code == 403


def test_what_is_not_there_uses_up_no_limit(business: Business, monkeypatch: pytest.MonkeyPatch) -> None:
    make(business)
    reader = let(business, business.third, READ)
    monkeypatch.setattr(business.center.settings, "key_release_per_minute", 2)
    monkeypatch.setattr("app.api.admission.rate_limits.now_ms", lambda: 1_800_000_000_000)  # always the same minute
    assert {private(reader, number=number).status_code for number in range(7, 20)} == {404}
    assert [private(reader).status_code for _ in range(3)] == [200, 200, 429]
