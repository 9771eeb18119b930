"""What grants were used for at the center, computed from the trail."""

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from app.audit.trail import trail
from app.audit.trail.past import center_uses
from app.platform.clock import now_ms
from tests.center import Center
from tests.factories import ROOT, TENANT, Person, a_cluster, a_grant, a_tenant, a_user, an_administrator


class OlgasDesk:
    """olga administers the tenant acme, writes it, reads another one; `count_uses` tells which of her grants served."""

    def __init__(self, center: Center) -> None:
        self.first_day = str(datetime.now(UTC).date())
        self.center, cluster = center, center.make(a_cluster, "standalone")
        self.tenant, other = center.make(a_tenant, "acme", cluster), center.make(a_tenant, "globex", cluster)
        self.olga = center.make(a_user, "olga")
        self.administers = self.give(self.olga, [104], TENANT, self.tenant.id)
        self.creates = self.give(self.olga, [200, 201], TENANT, self.tenant.id)
        self.writes = self.give(self.olga, [102], TENANT, self.tenant.id)
        self.elsewhere = self.give(self.olga, [104], TENANT, other.id)

    def give(self, to: Person, authorities: list[int], kind: int, number: int) -> int:
        """The id of a grant."""
        return int(self.center.make(a_grant, to, authorities, kind, number).id)

    def count_uses(self, *grants: int) -> dict[int, int]:
        """How often each of these served today."""
        lines = self.center.read(lambda session: list(center_uses.lines(session, trail.current_revision(session))))
        assert {line["date"] for line in lines} <= {self.first_day, str(datetime.now(UTC).date())}
        assert all(line["first"] <= line["last"] <= now_ms() for line in lines)
        return {line["grant"]: line["n"] for line in lines if line["grant"] in grants}

    def uses_of_olga(self) -> dict[int, int]:
        """How often each of olga's four grants served."""
        return self.count_uses(self.administers, self.creates, self.writes, self.elsewhere)


@pytest.fixture
def desk(center: Center) -> OlgasDesk:
    """A tenant with olga's grants, none of them used yet."""
    return OlgasDesk(center)


def assert_done(answer: httpx.Response) -> dict[str, Any]:
    """The content of an answer that must be a success."""
    assert answer.is_success, answer.text
    return dict(answer.json() if answer.content else {})


def test_giving_a_right_uses_the_rights_to_administer_and_to_have_it(desk: OlgasDesk) -> None:
    assert desk.uses_of_olga() == {}
    walter = desk.center.make(a_user, "walter")
    at_olga = desk.center.with_token(desk.olga)
    body = {"user_id": walter.id, "res_type": TENANT, "res_id": desk.tenant.id, "authorities": [102]}
    given = assert_done(at_olga.post("/api/v1/grants", json=body))
    assert desk.uses_of_olga() == {desk.administers: 1, desk.writes: 1}
    assert_done(at_olga.delete(f"/api/v1/grants/{given['id']}", headers={"If-Match": "*"}))
    assert desk.uses_of_olga() == {desk.administers: 2, desk.writes: 1}


def test_creating_a_resource_uses_only_the_right_it_needs(desk: OlgasDesk) -> None:
    """The rights given with the resource were not needed for it."""
    at_olga = desk.center.with_token(desk.olga)
    assert_done(at_olga.post("/api/v1/namespaces", json={"tenant_id": desk.tenant.id, "name": "orders"}))
    assert desk.uses_of_olga() == {desk.administers: 1, desk.creates: 1}


def test_a_change_that_needs_no_right_is_no_use(desk: OlgasDesk) -> None:
    """Of an administrator's own account nothing is asked; of other accounts the right to administer everything."""
    root = desk.center.make(an_administrator, "root")
    (grant,) = [
        grant["id"]
        for grant in desk.center.with_token(root).get("/api/v1/grants", params={"user_id": root.id}).json()["items"]
        if grant["res_type"] == ROOT
    ]
    at_root = desk.center.with_token(root)
    assert_done(at_root.patch(f"/api/v1/users/{root.id}", json={"remark": "myself"}, headers={"If-Match": "*"}))
    assert desk.count_uses(grant) == {}
    assert_done(at_root.patch(f"/api/v1/users/{desk.olga.id}", json={"remark": "of acme"}, headers={"If-Match": "*"}))
    assert desk.count_uses(grant) == {grant: 1}


def test_a_sub_account_uses_its_main_account_s_rights_too(desk: OlgasDesk) -> None:
    """Without them it could not have done it."""
    sub = desk.center.make(a_user, "olga.sub", parent=desk.olga)
    own = desk.give(sub, [200], TENANT, desk.tenant.id)
    at_sub = desk.center.with_token(sub)
    assert_done(at_sub.post("/api/v1/namespaces", json={"tenant_id": desk.tenant.id, "name": "orders"}))
    assert desk.count_uses(own, desk.creates, desk.writes) == {own: 1, desk.creates: 1}


def test_a_change_through_a_broker_counts_for_its_actor(desk: OlgasDesk) -> None:
    """The trail calls it pulsar-admin, and the user in brackets."""

    def record(session: Any) -> None:
        trail.record(session, "pulsar-admin (olga)", "tenant.update", "acme", before={}, after={})

    desk.center.make(record)
    assert desk.uses_of_olga() == {desk.administers: 1, desk.creates: 1}


def test_a_thing_named_like_its_changer_is_not_their_own_account(desk: OlgasDesk) -> None:
    """Users, resources and grants may have equal names and numbers; only one's own account needs no right."""
    acme = desk.center.make(a_user, "acme")
    own = desk.give(acme, [104], TENANT, desk.tenant.id)
    body = {"remark": "of acme"}
    assert_done(
        desk.center.with_token(acme).patch(f"/api/v1/tenants/{desk.tenant.id}", json=body, headers={"If-Match": "*"})
    )
    assert desk.count_uses(own) == {own: 1}
    numbered = desk.center.make(a_user, str(own))
    gives = desk.give(numbered, [104], TENANT, desk.tenant.id)
    path = f"/api/v1/grants/{own}"
    assert_done(desk.center.with_token(numbered).delete(path, headers={"If-Match": "*"}))
    assert desk.count_uses(gives) == {gives: 1}


def test_joining_a_role_oneself_uses_a_right(desk: OlgasDesk) -> None:
    root = desk.center.make(an_administrator, "root")
    at_root = desk.center.with_token(root)
    (grant,) = [row["id"] for row in at_root.get("/api/v1/grants", params={"user_id": root.id}).json()["items"]]
    role = assert_done(at_root.post("/api/v1/roles", json={"name": "on-duty"}))
    assert desk.count_uses(grant) == {grant: 1}
    for n, method in enumerate(("PUT", "DELETE"), start=2):
        assert_done(at_root.request(method, f"/api/v1/roles/{role['id']}/members/{root.id}"))
        assert desk.count_uses(grant) == {grant: n}
