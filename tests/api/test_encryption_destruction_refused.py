"""Who cannot destroy a version of an encryption key, what cannot be destroyed, and when."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.identity.models import ConsoleSession
from app.platform.clock import now_ms
from app.resources import encryption_halves
from app.resources.models import EncryptionKeyVersion
from app.rights.requests.models import KeyDestruction
from tests.api.addresses import INSIDE, OUTSIDE, SMALLER, token_client
from tests.api.destroying import Destroying
from tests.api.encryption import ADMINISTER, CREATED, make, rotate
from tests.api.given import ANY, Business, refusal
from tests.factories import TOPIC, a_grant, a_service, a_user

WEEK = 7 * 24 * 3_600_000


def _refused_second(business: Business, destroying: Destroying) -> dict[str, tuple[httpx.Client, tuple[int, str]]]:
    """Who does not count as the second person."""
    center = business.center
    robot = center.make(a_service, "robot")
    center.make(a_grant, robot, [ADMINISTER], TOPIC, business.topic.id)
    center.make(a_grant, business.app, [ADMINISTER], TOPIC, business.topic.id)
    center.make(a_grant, business.partner_app, [ADMINISTER], TOPIC, business.topic.id)
    stranger = center.make(a_user, "stranger")
    auditor, subscriber = center.make(a_user, "auditor"), center.make(a_user, "subscriber")
    center.make(a_grant, auditor, [307], TOPIC, business.topic.id)
    center.make(a_grant, subscriber, [306], TOPIC, business.topic.id)
    scope = [{"place": "topic", "name": CREATED, "authorities": [ADMINISTER]}]
    url = f"/api/v1/users/{business.partner.id}/tokens"
    narrowed = center.signed_in(business.partner).post(url, json={"name": "t", "days": 3, "scope": scope}).json()
    return {
        "the asker": (destroying.first, (403, "self_approval")),
        "the asker in a browser": (center.signed_in(business.owner), (403, "self_approval")),
        "a sub-account of the asker": (center.with_token(business.app), (403, "person_needed")),
        "a sub-account of another": (center.with_token(business.partner_app), (403, "person_needed")),
        "a service": (center.with_token(robot), (403, "person_needed")),
        "who reads": (destroying.reader, (403, "not_allowed")),
        "who audits": (center.with_token(auditor), (403, "not_allowed")),
        "who manages subscriptions": (center.with_token(subscriber), (403, "not_allowed")),
        "a stranger": (center.with_token(stranger), (404, "not_found")),
        "nobody": (center.client(), (401, "not_signed_in")),
        "a narrowed token": (center.client(Authorization=f"Bearer {narrowed['token']}"), (401, "invalid_token")),
        "a token for brokers": (
            center.with_token(business.partner, audience=center.settings.audience),
            (401, "invalid_token"),
        ),
    }


def test_who_neither_confirms_nor_withdraws(business: Business, destroying: Destroying) -> None:
    others = _refused_second(business, destroying)
    destroying.ask()
    before = business.rows()
    for who, (client, expected) in others.items():
        assert refusal(business, destroying.confirm(client), before) == expected, who
        if expected[1] != "self_approval":
            assert refusal(business, destroying.withdraw(client), before) == expected, who
    assert destroying.confirm().status_code == 200


def test_who_cannot_ask(business: Business, destroying: Destroying) -> None:
    others = _refused_second(business, destroying)
    before = business.rows()
    for who, (client, expected) in others.items():
        if not who.startswith("the asker"):
            assert refusal(business, destroying.ask(client), before) == expected, who
            assert client.get(destroying.url()).status_code == expected[0] or expected[1] == "person_needed", who


def _missing(destroying: Destroying) -> dict[str, tuple[dict[str, Any], tuple[int, str]]]:
    return {
        "active": ({"number": 2}, (409, "key_version_active")),
        "no such version": ({"number": 3}, (404, "not_found")),
        "no such key": ({"name": "nobody"}, (404, "not_found")),
        "another case": ({"name": "Orders"}, (404, "not_found")),
        "of the namespace": ({"kind": "namespace"}, (404, "not_found")),
        "zero": ({"number": 0}, (422, "invalid_input")),
        "negative": ({"number": -1}, (422, "invalid_input")),
        "too large": ({"number": 2**31}, (422, "invalid_input")),
        "words": ({"number": "first"}, (422, "invalid_input")),
        "a fraction": ({"number": "1.5"}, (422, "invalid_input")),
    }


def test_what_cannot_be_destroyed(business: Business, destroying: Destroying) -> None:
    own = encryption_halves.make("EC-P256").public
    make(business, "ours", algorithm=None, public_key=own)
    rotate(business, "ours", public_key=encryption_halves.make("EC-P256").public)
    before = business.rows()
    for what, (values, expected) in _missing(destroying).items():
        if what != "active":  # the customer's key is now
            assert refusal(business, destroying.ask(**values), before) == expected, what
            assert refusal(business, destroying.confirm(destroying.first, **values), before) == expected, what
    for number in (1, 2):
        assert refusal(business, destroying.ask(name="ours", number=number), before) == (409, "no_private_half")
        assert refusal(business, destroying.confirm(name="ours", number=number), before) == (409, "no_private_half")


def test_the_active_version_is_never_destroyed(business: Business, destroying: Destroying) -> None:
    before = business.rows()
    assert refusal(business, destroying.ask(number=2), before) == (409, "key_version_active")

    def asked_all_the_same(session: Session) -> None:
        version = session.scalars(select(EncryptionKeyVersion).where(EncryptionKeyVersion.number == 2)).one()
        session.add(
            KeyDestruction(
                version=version.id, asked_by_id=business.owner.id, asked_by="owner", reason="x", add_time=1,
                valid_until=2**52,
            )
        )  # fmt: skip

    business.center.make(asked_all_the_same)
    before = business.rows()
    assert refusal(business, destroying.confirm(number=2), before) == (409, "key_version_active")


BAD_REASONS = [{}, *({"reason": text} for text in ("", "x" * 501, "\x1b", None, 7)), {"reason": "x", "force": True}]


@pytest.mark.parametrize("body", BAD_REASONS)
def test_a_reason_is_needed(business: Business, destroying: Destroying, body: dict[str, Any]) -> None:
    before = business.rows()
    answer = destroying.first.post(destroying.url(), json=body, headers=ANY)
    assert refusal(business, answer, before)[0] == 422


def test_what_was_withdrawn_or_never_asked_cannot_be_confirmed(business: Business, destroying: Destroying) -> None:
    before = business.rows()
    assert refusal(business, destroying.confirm(), before) == (404, "not_found")
    assert refusal(business, destroying.withdraw(), before) == (404, "not_found")
    destroying.ask()
    before = business.rows()
    assert refusal(business, destroying.ask(), before) == (409, "request_exists")
    assert refusal(business, destroying.ask(destroying.second), before) == (409, "request_exists")
    assert refusal(business, destroying.withdraw(destroying.reader), before) == (403, "not_allowed")
    assert destroying.withdraw().status_code == 200
    before = business.rows()
    assert refusal(business, destroying.confirm(), before) == (404, "not_found")
    assert destroying.states() == [(2, "active"), (1, "retiring")]


def test_what_was_asked_ends_after_a_week(business: Business, destroying: Destroying) -> None:
    destroying.ask()
    business.center.make(lambda session: session.execute(update(KeyDestruction).values(valid_until=now_ms())))
    before = business.rows()
    assert refusal(business, destroying.confirm(), before) == (404, "not_found")
    assert destroying.first.get(destroying.url()).json()["destruction"] is None
    assert destroying.ask(destroying.second).json()["destruction"]["asked_by"] == "partner"
    assert destroying.confirm(destroying.first).status_code == 200


def test_the_asker_must_still_administer_the_place(business: Business, destroying: Destroying) -> None:
    grant = business.grant(business.owner, business.third, [ADMINISTER])
    destroying.ask(business.center.with_token(business.third))
    business.take_back(business.owner, grant)
    before = business.rows()
    assert refusal(business, destroying.confirm(), before) == (409, "request_void")
    assert destroying.withdraw(destroying.second).status_code == 200
    business.grant(business.owner, business.third, [ADMINISTER])
    destroying.ask(business.center.with_token(business.third))
    business.set_status(business.third, "disabled")
    before = business.rows()
    assert refusal(business, destroying.confirm(), before) == (409, "request_void")
    business.remove(business.third)
    business.third = business.center.make(a_user, "third")
    business.grant(business.owner, business.third, [ADMINISTER])
    before = business.rows()
    assert refusal(business, destroying.confirm(), before) == (409, "request_void"), "another one of the name"


def test_the_asker_counts_from_where_it_asked(business: Business, destroying: Destroying) -> None:
    limits = Limits(networks=(SMALLER,))
    business.center.make(a_grant, business.third, [ADMINISTER], TOPIC, business.topic.id, limits=limits)
    assert destroying.ask(token_client(business.center, business.third, OUTSIDE)).status_code in (403, 404)
    assert destroying.ask(token_client(business.center, business.third, INSIDE)).status_code == 201
    assert destroying.confirm(token_client(business.center, business.partner, OUTSIDE)).status_code == 200


@pytest.mark.parametrize("step", ["ask", "confirm"])
def test_both_have_signed_in_lately(business: Business, destroying: Destroying, step: str) -> None:
    first, second = business.center.signed_in(business.owner), business.center.signed_in(business.partner)
    if step == "confirm":
        assert destroying.ask(first).status_code == 201
    age = update(ConsoleSession).values(auth_time=ConsoleSession.auth_time - 11 * 60_000)
    business.center.make(lambda session: session.execute(age))
    before = business.rows()
    answer = destroying.ask(first) if step == "ask" else destroying.confirm(second)
    assert (answer.status_code, answer.json()["code"]) == (401, "reauthentication_needed")
    assert business.rows()["req_key_destruction"] == before["req_key_destruction"]
    assert destroying.states() == [(2, "active"), (1, "retiring")]


def test_who_confirms_has_seen_what_is_asked_now(business: Business, destroying: Destroying) -> None:
    seen = {"If-Match": f'"{destroying.ask().json()["version"]}"'}
    destroying.withdraw()
    destroying.first.post(destroying.url(), json={"reason": "another one"}, headers=ANY)
    url, before = f"{destroying.url()}/confirm", business.rows()
    assert refusal(business, destroying.second.post(url, headers=seen), before) == (412, "changed_meanwhile")
    assert refusal(business, destroying.second.post(url), before) == (428, "if_match_required")
    assert refusal(business, destroying.first.delete(destroying.url()), before) == (428, "if_match_required")
