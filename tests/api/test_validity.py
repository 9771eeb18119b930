"""Windows, invalid resources and inactive accounts count everywhere in the center, as on brokers."""

from __future__ import annotations

from typing import Any

import pytest

from app.rights import snapshots
from app.rights.granting import permission_commands, permission_lists
from tests.api.given import ANY, GRANTS, Business
from tests.center import Center
from tests.factories import (
    NAMESPACE,
    PASSWORD,
    ROOT,
    TENANT,
    TOPIC,
    a_grant,
    a_user,
    an_administrator,
    password_of,
)

WINDOWS: dict[str, dict[str, Any]] = {"over": {"valid_until": 1000}, "not yet": {"valid_from": 2**52}}


@pytest.mark.parametrize("window", WINDOWS)
def test_a_grant_outside_its_window_opens_nothing(business: Business, window: str) -> None:
    """No routes, no lists of resources or grants, no giving, no administering of the center."""
    center, someone = business.center, business.third
    for authority, kind, res_id in ((4, ROOT, 0), (104, TENANT, business.tenant.id), (303, TOPIC, business.topic.id)):
        center.make(a_grant, someone, [authority], kind, res_id, **WINDOWS[window])
    client = center.with_token(someone)
    assert client.get("/api/v1/session").json()["is_administrator"] is False
    for path in ("tenants", "namespaces", "topics", "clusters"):
        assert client.get(f"/api/v1/{path}").json()["items"] == [], path
    assert client.get(f"/api/v1/tenants/{business.tenant.id}").status_code == 404
    assert client.patch(f"/api/v1/topics/{business.topic.id}", json={"remark": "x"}, headers=ANY).status_code == 404
    assert business.give(someone, business.partner, [303]).status_code == 404
    assert client.post("/api/v1/roles", json={"name": "x"}).status_code == 403
    # It still sees what it has, to know when it begins or ended, but nothing of the others'.
    found = client.get(GRANTS).json()["items"]
    assert {grant["user_id"] for grant in found} == {someone.id}


def test_pulsar_admin_lists_what_was_given_to_users_themselves(business: Business) -> None:
    """Whether they can use it now or not, so that what was given comes back; but nothing that Pulsar cannot say."""
    center, place = business.center, (NAMESPACE, business.namespace.id)
    service = center.make(a_user, "service", kind="service")
    idle, late, sleepy = (center.make(a_user, name) for name in ("idle", "late", "sleepy"))
    for person, window in ((service, {}), (idle, {}), (late, WINDOWS["over"]), (sleepy, WINDOWS["not yet"])):
        center.make(a_grant, person, [203], *place, **window)
    center.make(a_grant, business.partner_app, [203], *place)  # its main account holds nothing here
    center.make(a_grant, business.app, [203], *place)  # its main account holds the tenant
    business.set_status(idle, "disabled")

    def list_permissions(session: Any) -> dict[str, list[str]]:
        cluster = int(business.tenant.clusters)
        where = permission_commands.place_named(session, cluster, "namespace", "acme/orders")
        return permission_lists.of_place(session, cluster, None, where, business.now)

    given = ("idle", "owner-app", "partner-app", "service")
    assert center.read(list_permissions) == {name: ["consume"] for name in given}


@pytest.mark.parametrize("status", ["disabled", "locked"])
def test_inactive_users_neither_give_nor_revoke(business: Business, status: str) -> None:
    given = business.grant(business.owner, business.partner, [303])
    before = business.center.with_token(business.owner)
    business.set_status(business.owner, status)
    assert before.get(GRANTS).status_code == 401
    assert before.delete(f"{GRANTS}/{given}", headers=ANY).status_code == 401


@pytest.mark.parametrize("status", ["disabled", "locked"])
def test_a_sub_account_sleeps_with_its_main_account(business: Business, status: str) -> None:
    """It cannot sign in, and its token and session fail. Enabling the main account restores all but the session."""
    center = business.center
    business.grant(business.owner, business.app, [303])
    center.make(password_of, center.settings, "owner-app")
    token, session = center.with_token(business.app), center.signed_in(business.app)
    business.set_status(business.owner, status)
    entry = {"username": "owner-app", "password": PASSWORD}
    assert center.client().post("/api/v1/session", json=entry).json()["code"] == "invalid_credentials"
    assert token.get(GRANTS).status_code == 401
    assert session.get(GRANTS).status_code == 401
    business.set_status(business.owner, "active")
    assert token.get(GRANTS).status_code == 200
    assert session.get(GRANTS).status_code == 401, "an ended session does not come back"
    assert center.client().post("/api/v1/session", json=entry).status_code == 200


def test_a_sub_account_stops_administering_when_the_grant_of_its_main_account_ends(center: Center) -> None:
    main = center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    center.make(an_administrator)
    center.make(a_grant, main, [4], ROOT, 0, valid_until=1000)
    center.make(a_grant, sub, [4], ROOT, 0)
    assert center.with_token(sub).get("/api/v1/session").json()["is_administrator"] is False


def test_an_invalid_resource_closes_data_and_creation_but_not_its_rights(business: Business) -> None:
    """Nothing is created below it and data is closed to all but super users; its grants can still change."""
    center = business.center
    owner = center.with_token(business.owner)
    path = f"/api/v1/namespaces/{business.namespace.id}"
    assert owner.patch(path, json={"is_valid": 2}, headers=ANY).status_code == 200
    made = owner.post("/api/v1/topics", json={"namespace_id": business.namespace.id, "name": "more"})
    assert made.json()["code"] in ("parent_invalid", "not_allowed")
    known = center.read(lambda s: snapshots.snapshot_of(s, int(business.tenant.clusters)))
    assert "acme/orders" in known.invalid
    given = business.grant(business.owner, business.partner, [303])
    assert business.take_back(business.owner, given).status_code == 204
    assert owner.patch(path, json={"is_valid": 1}, headers=ANY).status_code == 200


def test_the_grant_of_the_last_administrator_cannot_end(center: Center) -> None:
    """Neither a future window nor a lesser right is accepted; an end in the past is invalid anyway."""
    root = center.make(an_administrator, "root")
    client = center.with_token(root)
    grant = client.get(GRANTS, params={"res_type": ROOT}).json()["items"][0]
    for values in ({"valid_from": 2**52}, {"authorities": [3]}):
        answer = client.patch(f"{GRANTS}/{grant['id']}", json=values, headers=ANY)
        assert (answer.status_code, answer.json()["code"]) == (409, "last_administrator"), values
    assert client.patch(f"{GRANTS}/{grant['id']}", json={"valid_until": 5}, headers=ANY).status_code == 422
