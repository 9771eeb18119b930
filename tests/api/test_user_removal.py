"""Disabling and deleting users: what ends, what goes along, who must stay."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.grants.models import Grant, Role, UserRole
from app.grants.roles import create as create_role
from app.grants.roles import join
from app.identity import client_secrets, users
from app.identity.models import ClientSecret, User
from app.platform.clock import now_ms
from app.tokens import api_tokens
from app.tokens.models import ApiToken, RevokedToken
from tests.api.rows import count
from tests.center import Center
from tests.factories import ROOT, Person, a_grant, a_service, a_user, an_administrator

USERS = "/api/v1/users"
ANY = {"If-Match": "*"}


def test_a_deleted_user_takes_everything_along(center: Center, admin: httpx.Client) -> None:
    service = center.make(a_service, "producer")
    center.make(a_grant, service, [302], ROOT, 0)
    team = center.make(create_role, "test", "team")
    center.make(join, "test", team.id, service.id)
    center.make(_secret, service)
    token = center.make(_token, center, service)
    assert admin.delete(f"{USERS}/{service.id}?cascade=true", headers=ANY).status_code == 204
    assert admin.get(f"{USERS}/{service.id}").status_code == 404
    for model in (ClientSecret, ApiToken):
        assert center.read(count, model) == 0
    roles = select(Role.role_name).order_by(Role.id)
    assert center.read(lambda session: session.scalars(roles).all()) == ["root", "team"]
    assert center.read(count, Grant) == 1, "the administrator's"
    assert center.read(count, UserRole) == 1
    assert center.read(lambda session: session.get(RevokedToken, token)) is not None
    assert {"grant.revoke", "user.leave", "role.delete", "user.delete", "token.revoke"} <= set(center.read(_actions))


def test_tokens_and_passwords_of_an_earlier_user_of_the_name_stay_refused(center: Center, admin: httpx.Client) -> None:
    old = center.make(a_user, "alice")
    thief = center.with_token(old)
    before = center.read(users.find, old.id).cred_version
    admin.delete(f"{USERS}/{old.id}", headers=ANY)
    new = admin.post(USERS, json={"username": "alice", "kind": "person"}).json()
    assert thief.get("/api/v1/session").status_code == 401
    assert center.read(users.find, new["id"]).cred_version > before
    assert new["id"] != old.id


@pytest.mark.parametrize("way", ["disable", "lock", "delete"])
def test_the_last_administrator_stays(center: Center, admin: httpx.Client, administrator: Person, way: str) -> None:
    def go() -> httpx.Response:
        if way == "delete":
            return admin.delete(f"{USERS}/{administrator.id}?cascade=true", headers=ANY)
        return admin.patch(
            f"{USERS}/{administrator.id}", json={"status": {"disable": "disabled", "lock": "locked"}[way]}, headers=ANY
        )

    center.make(_administrator_of_tomorrow)
    answer = go()
    assert (answer.status_code, answer.json()["code"]) == (409, "last_administrator")
    assert admin.get("/api/v1/session").status_code == 200, "nothing was changed"
    center.make(an_administrator, "second")
    assert go().status_code in (200, 204)


def test_two_administrators_cannot_disable_each_other_at_once(center: Center, administrator: Person) -> None:
    other = center.make(an_administrator, "other")
    pairs = [(center.with_token(administrator), other.id), (center.with_token(other), administrator.id)]
    with ThreadPoolExecutor(2) as pool:
        list(
            pool.map(lambda pair: pair[0].patch(f"{USERS}/{pair[1]}", json={"status": "disabled"}, headers=ANY), pairs)
        )
    active = select(User.username).where(User.status == "active")
    assert len(center.read(lambda session: session.scalars(active).all())) == 1


def _actions(session: Session) -> list[str]:
    return list(session.scalars(select(TrailEntry.action).order_by(TrailEntry.id)))


def _secret(session: Session, person: Person) -> None:
    client_secrets.create(session, "test", users.find(session, person.id))


def _token(session: Session, center: Center, person: Person) -> str:
    user = users.find(session, person.id)
    return api_tokens.create(session, center.settings, "test", user, name="ci", days=1, audiences=[])[0].jti


def _administrator_of_tomorrow(session: Session) -> None:
    person = a_user(session, "tomorrow")
    a_grant(session, person, [4], ROOT, 0, valid_from=now_ms() + 86_400_000)
    off = a_user(session, "off")
    a_grant(session, off, [4], ROOT, 0)
    users.change(session, "test", users.find(session, off.id), status="disabled")
