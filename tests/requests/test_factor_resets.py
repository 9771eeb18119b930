"""With four eyes it takes two administrators to remove somebody's second factors (decision 0088)."""

import httpx
import pyotp
import pytest
from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.grants import roles
from app.grants.models import Grant
from app.identity import authenticator_app, users
from app.rights.requests.models import FactorReset
from tests.center import Center
from tests.factories import ROOT, Person, a_grant, a_service, a_user, an_administrator, the_user
from tests.requests.desk import change_settings


@pytest.fixture(autouse=True)
def four_eyes(center: Center, alice: Person) -> None:
    """Two people are needed to take Alice's authenticator app away."""
    center.make(_with_app, center, alice)
    change_settings(center, four_eyes="administer")


@pytest.fixture
def first(center: Center) -> httpx.Client:
    return center.signed_in(center.make(an_administrator, "first"))


@pytest.fixture
def second(center: Center) -> httpx.Client:
    return center.signed_in(center.make(an_administrator, "second"))


def test_a_reset_takes_two_administrators(
    center: Center, alice: Person, first: httpx.Client, second: httpx.Client
) -> None:
    path = f"/api/v1/users/{alice.id}/factors"
    for _ in range(2):
        answer = first.delete(path).json()
        assert (answer["factors"], answer["reset"]["asked_by"]) == (["totp"], "first"), "one person is not two"
    assert second.get(path).json() == answer
    (notice,) = second.get("/api/v1/notices").json()["items"]
    assert (notice["kind"], notice["facts"]["receiver"], notice["read_time"]) == ("factor_reset", "alice", None)
    (own,) = center.with_token(alice).get("/api/v1/notices").json()["items"]
    assert own["facts"]["requester"] == "first"
    assert first.get("/api/v1/notices").json()["items"] == []
    assert second.delete(path).json() == {"factors": [], "reset": None}
    assert second.get("/api/v1/notices?unread=true").json()["items"] == []
    trail = first.get("/api/v1/trail", params={"limit": 50}).json()["items"]
    steps = [(entry["actor"], entry["action"]) for entry in trail if entry["action"].startswith("factor.")]
    assert sorted(steps) == [("first", "factor.ask_reset"), ("second", "factor.reset")]


@pytest.mark.parametrize("order", ["second", "first"])
def test_a_service_is_no_second_person(center: Center, alice: Person, first: httpx.Client, order: str) -> None:
    """An administrator could make a service, give it 4 on the root, and use its token."""
    service = center.make(a_service, "robot")
    center.make(a_grant, service, [4], ROOT, 0)
    robot, path = center.with_token(service), f"/api/v1/users/{alice.id}/factors"
    answers = [client.delete(path) for client in ((first, robot) if order == "second" else (robot, first))]
    assert sorted(answer.status_code for answer in answers) == [200, 403]
    assert {answer.json().get("code") for answer in answers} == {None, "person_needed"}
    shown = first.get(path).json()
    assert (shown["factors"], shown["reset"]["asked_by"]) == (["totp"], "first")
    change_settings(center, four_eyes="off")
    assert robot.delete(path).json() == {"factors": [], "reset": None}, "one word is enough, also of a service"


@pytest.mark.parametrize("gone", ["over", "no administrator any more"])
def test_a_first_approval_expires(
    center: Center, alice: Person, first: httpx.Client, second: httpx.Client, gone: str
) -> None:
    path = f"/api/v1/users/{alice.id}/factors"
    first.delete(path)
    center.make(_over if gone == "over" else _no_administrator)
    answer = second.delete(path).json()
    assert (answer["factors"], answer["reset"]["asked_by"]) == (["totp"], "second")


def test_one_administrator_resets_a_user_without_factors(center: Center, alice: Person, first: httpx.Client) -> None:
    """A main account about its sub-account, an account without factors, and the setting off."""
    sub = center.make(a_user, "alice.sub", parent=alice)
    center.make(_with_app, center, sub)
    assert center.with_token(alice).delete(f"/api/v1/users/{sub.id}/factors").json()["factors"] == []
    assert first.delete(f"/api/v1/users/{sub.id}/factors").json() == {"factors": [], "reset": None}
    change_settings(center, four_eyes="off")
    assert first.delete(f"/api/v1/users/{alice.id}/factors").json() == {"factors": [], "reset": None}


def _with_app(session: Session, center: Center, person: Person) -> None:
    user, now = users.find(session, person.id), 1_800_000_000_000
    secret, _ = authenticator_app.begin(session, center.settings, user, now)
    assert authenticator_app.confirm(session, center.settings, user, pyotp.TOTP(secret).at(now // 1000), now)


def _over(session: Session) -> None:
    session.execute(update(FactorReset).values(valid_until=1))


def _no_administrator(session: Session) -> None:
    user = the_user(session, "first")
    role = roles.personal_role_of(session, user.id)
    session.execute(delete(Grant).where(Grant.role_id == role.id, Grant.res_type == int(ResourceType.ROOT)))
