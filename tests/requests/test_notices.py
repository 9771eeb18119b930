"""Notices: who gets which, once; when they are due; reading them."""

from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.grants import roles
from app.identity.accounts import lifecycle
from app.identity.models import ClientSecret, User
from app.platform.clock import now_ms
from app.rights.granting import grant_changes
from app.rights.requests import open_requests, reminders
from app.rights.requests.models import AccessRequest, Notice
from app.tokens.models import ApiToken
from tests.center import Center
from tests.factories import Person, a_service, a_user
from tests.requests.desk import DAY, TOPIC, Desk, change_settings, problem

PATH = "/api/v1/notices"


def notices_of(client: httpx.Client, **query: Any) -> list[tuple[str, dict[str, Any]]]:
    """Kind and facts of the notices."""
    return [(notice["kind"], notice["facts"]) for notice in client.get(PATH, params=query).json()["items"]]


def remind(center: Center, now: int) -> None:
    """One round of reminders at a time."""
    reminders.run(center.database, center.settings, now)


def given(desk: Desk, to: Person, until: int, authorities: Sequence[int] = (303,)) -> int:
    """A grant by the owner, with an end."""

    def give(session: Session) -> int:
        role, by = roles.personal_role_of(session, to.id), session.get_one(User, desk.owner.id)
        place = 4, desk.topic.id
        return grant_changes.give(session, by, role, *place, authorities, valid_until=until, now=now_ms()).id

    return desk.center.make(give)


def test_holder_and_giver_are_reminded_once_for_each_time(desk: Desk) -> None:
    end = now_ms() + 20 * DAY
    grant = given(desk, desk.wanting, end)
    for days in (15, 13.5, 13, 3.5, 3, 2.9, 1, 0.5, 0.1, -1):
        remind(desk.center, end - int(days * DAY))
    mine = notices_of(desk.at_wanting)
    assert [(kind, facts["days"]) for kind, facts in mine] == [("grant_ends", 14), ("grant_ends", 3), ("grant_ends", 1)]
    assert {key: mine[0][1][key] for key in ("grant_id", "resource", "authorities", "valid_until", "receiver")} == {
        "grant_id": grant, "resource": TOPIC, "authorities": [303], "valid_until": end, "receiver": "walter",
    }  # fmt: skip
    assert [(kind, facts["days"]) for kind, facts in notices_of(desk.at_owner)] == [
        ("given_grant_ends", 14), ("given_grant_ends", 3), ("given_grant_ends", 1),
    ]  # fmt: skip


def test_a_reminder_tells_to_what_the_grant_is_limited(desk: Desk) -> None:
    """So that nobody asks for more than it had."""
    end = now_ms() + 20 * DAY

    def give(session: Session) -> None:
        role, by = roles.personal_role_of(session, desk.wanting.id), session.get_one(User, desk.owner.id)
        limits = Limits(subscriptions=("billing",))
        grant_changes.give(session, by, role, 4, desk.topic.id, (303,), valid_until=end, limits=limits, now=now_ms())

    desk.center.make(give)
    remind(desk.center, end - DAY)
    for client in (desk.at_wanting, desk.at_owner):
        assert [facts["limits"] for _, facts in notices_of(client)] == [{"subscriptions": ["billing"]}]


def test_a_worker_that_slept_reminds_once_of_the_nearest(desk: Desk) -> None:
    end = now_ms() + 20 * DAY
    given(desk, desk.wanting, end)
    remind(desk.center, end - DAY // 2)
    assert [facts["days"] for _, facts in notices_of(desk.at_wanting)] == [1]


def test_main_accounts_get_the_notices_of_their_sub_accounts(desk: Desk) -> None:
    sub = desk.center.make(a_user, "olga.service", parent=desk.owner)
    end = now_ms() + 20 * DAY
    given(desk, sub, end)
    remind(desk.center, end - DAY)
    assert [(kind, facts["receiver"]) for kind, facts in notices_of(desk.at_owner)] == [("grant_ends", "olga.service")]


def test_another_end_is_another_reminder(desk: Desk) -> None:
    end = now_ms() + 20 * DAY
    grant = given(desk, desk.wanting, end)
    remind(desk.center, end - 3 * DAY)
    etag = {"If-Match": "*"}
    answer = desk.at_owner.patch(f"/api/v1/grants/{grant}", json={"valid_until": end + 20 * DAY}, headers=etag)
    assert answer.status_code == 200, answer.text
    remind(desk.center, end + 17 * DAY)
    assert [facts["valid_until"] for _, facts in notices_of(desk.at_wanting)] == [end, end + 20 * DAY]


@pytest.mark.parametrize(
    ("start", "end", "now", "expected"),
    [
        (0, 100, 80, None),
        (0, 100, 86, 14),
        (0, 100, 98, 3),
        (0, 100, 99, 1),
        (90, 100, 90, None),
        (90, 100, 97, 3),
        (98, 100, 98, None),
        (98, 100, 99, 1),
        (100, 100, 100, None),
    ],
)
def test_which_reminder_is_due(start: int, end: int, now: int, expected: int | None) -> None:
    assert reminders.due_reminder((14, 3, 1), start * DAY, end * DAY, now * DAY) == expected


def test_ending_secrets_and_tokens_are_announced_to_their_keepers(desk: Desk) -> None:
    service = desk.center.make(a_service, "orders")
    sub = desk.center.make(a_user, "olga.service", parent=desk.owner)
    now = now_ms()

    def prepare(session: Session) -> None:
        for number, person in enumerate((service, sub)):
            secret = ClientSecret(user_id=person.id, secret_hash=f"{number}" * 64, hint="abcd", add_time=now)
            secret.valid_until = now + 20 * DAY
            session.add(secret)
            token = ApiToken(jti=f"jti{number}", user_id=person.id, name="nightly", audiences="pulsar", add_time=now)
            token.valid_until = now + 20 * DAY
            session.add(token)
        gone = ApiToken(jti="gone", user_id=sub.id, name="gone", audiences="pulsar", add_time=now)
        gone.valid_until, gone.revoke_time = now + 20 * DAY, now
        session.add(gone)

    desk.center.make(prepare)
    remind(desk.center, now + 19 * DAY)
    assert [(kind, facts["receiver"], facts["name"]) for kind, facts in notices_of(desk.at_owner)] == [
        ("secret_ends", "olga.service", "abcd"),
        ("token_ends", "olga.service", "nightly"),
    ]

    def kinds_for_service(session: Session) -> list[str]:
        return list(session.scalars(select(Notice.kind).where(Notice.user_id == service.id).order_by(Notice.id)))

    assert desk.center.read(kinds_for_service) == ["secret_ends", "token_ends"]


def test_notices_to_deciders_are_done_after_a_decision(desk: Desk) -> None:
    request = desk.request()
    nowhere = desk.request(resource="acme/nowhere", res_type=3, authorities=[203])
    for _ in range(2):
        open_requests.run(desk.center.database, desk.center.settings, now_ms())
    [(kind, facts)] = notices_of(desk.at_owner)
    assert (kind, facts["request_id"], facts["requester"]) == ("request_to_decide", request["id"], "walter")
    assert notices_of(desk.at_wanting) == []

    def announced_times(session: Session) -> list[int]:
        return list(session.scalars(select(AccessRequest.announced).order_by(AccessRequest.id)))

    assert desk.center.read(announced_times) == [1, 1], "also the one about nothing, which nobody was told of"
    desk.answer(desk.at_owner, request, "approve", comment="fine")
    assert notices_of(desk.at_owner, unread=True) == []
    [(kind, facts)] = notices_of(desk.at_wanting)
    assert (kind, facts["state"], facts["comment"]) == ("request_decided", "approved", "fine")
    desk.answer(desk.at_wanting, nowhere, "withdraw")
    assert len(notices_of(desk.at_wanting)) == 1, "who withdraws knows"


def test_reading(desk: Desk) -> None:
    for number in (302, 303, 304):
        desk.request(authorities=[number])
    open_requests.run(desk.center.database, desk.center.settings, now_ms())
    ids = [notice["id"] for notice in desk.at_owner.get(PATH).json()["items"]]
    assert len(ids) == 3
    assert desk.at_wanting.post(f"{PATH}/read", json={"ids": ids}).json() == {"unread": 0}
    assert len(notices_of(desk.at_owner, unread=True)) == 3, "only one's own"
    assert desk.at_owner.post(f"{PATH}/read", json={"ids": ids[:1]}).json() == {"unread": 2}
    assert desk.at_owner.get("/api/v1/overview").json()["waiting"]["notices"] == 2
    assert desk.at_owner.post(f"{PATH}/read", json={"all": True}).json() == {"unread": 0}
    assert (len(notices_of(desk.at_owner)), notices_of(desk.at_owner, unread=True)) == (3, [])
    for wrong in ({}, {"ids": [1], "all": True}, {"ids": ["1"]}, {"ids": [0]}):
        assert problem(desk.at_owner.post(f"{PATH}/read", json=wrong)) == (422, "invalid_input")


def test_notices_of_a_deleted_user_are_deleted(desk: Desk) -> None:
    given(desk, desk.wanting, now_ms() + 20 * DAY)
    remind(desk.center, now_ms() + 19 * DAY)

    def delete(session: Session) -> None:
        lifecycle.remove(session, "test", session.get_one(User, desk.wanting.id))

    desk.center.make(delete)
    remind(desk.center, now_ms())

    def users_with_notices(session: Session) -> list[int]:
        return list(session.scalars(select(Notice.user_id).distinct()))

    assert desk.center.read(users_with_notices) == [desk.owner.id]


def test_the_days_are_a_setting(desk: Desk) -> None:
    assert desk.center.settings.reminders() == (14, 3, 1)
    change_settings(desk.center, reminder_days="7")
    end = now_ms() + 20 * DAY
    given(desk, desk.wanting, end)
    reminders.run(desk.center.database, desk.center.app.state.settings, end - 3 * DAY)
    assert [facts["days"] for _, facts in notices_of(desk.at_wanting)] == [7]
