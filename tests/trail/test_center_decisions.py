"""What decisions used: about requests, remediations, opt-outs, credentials and results; computed from the trail."""

from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.audit.trail.past import center_uses
from app.grants.models import Grant, Role
from app.identity.models import User
from app.platform.clock import now_ms
from tests.center import Center
from tests.factories import CLUSTER, a_grant, a_user, an_administrator
from tests.remediation.advised import PLANS, Advised
from tests.requests.desk import ANY, DAY, OWNED, Desk, a_desk, change_settings


@pytest.fixture
def desk(center: Center) -> Desk:
    """olga owns the tenant, walter holds nothing."""
    return a_desk(center)


def count_uses(center: Center, username: str) -> int:
    """How many changes the grants of a user's own role served."""

    def read(session: Session) -> int:
        query = select(Grant.id).join(Role, Role.id == Grant.role_id).join(User, User.id == Role.personal_of)
        own = session.scalars(query.where(User.username == username)).all()
        lines = center_uses.lines(session, trail.current_revision(session))
        return sum(line["n"] for line in lines if line["grant"] in own)

    return center.read(read)


def test_refusing_a_request_uses_the_right_to_administer(desk: Desk) -> None:
    request = desk.request()
    assert desk.answer(desk.at_owner, request, "refuse", comment="no").is_success
    assert (count_uses(desk.center, "olga"), count_uses(desk.center, "walter")) == (1, 0)


def test_both_approvers_use_their_rights(desk: Desk) -> None:
    change_settings(desk.center, four_eyes="all")
    second, request = desk.person("second", owns=OWNED), desk.request()
    assert desk.answer(desk.at_owner, request, "approve").is_success
    assert (count_uses(desk.center, "olga"), count_uses(desk.center, "second")) == (1, 0)
    assert desk.answer(second, request, "approve").is_success
    assert (count_uses(desk.center, "olga"), count_uses(desk.center, "second")) == (1, 1)


def test_asking_withdrawing_and_passing_on_use_nothing(desk: Desk) -> None:
    """Not even who administers the resource: one asks for oneself and for one's sub-accounts."""
    sub = desk.person("olga.sub", parent=desk.owner)
    request = desk.request(sub)
    assert desk.answer(desk.at_owner, request, "pass-on").is_success
    assert desk.answer(desk.at_owner, request, "withdraw").is_success
    assert count_uses(desk.center, "olga") == 0


def test_planning_and_cancelling_a_remediation_use_the_right_to_take_back(desk: Desk, tmp_path: Path) -> None:
    advised = Advised.of(desk, tmp_path)
    plan = advised.plan(desk.at_owner, "s-unused")
    assert count_uses(desk.center, "olga") == 1
    assert advised.step(desk.at_owner, plan, "cancel", "later").is_success
    assert count_uses(desk.center, "olga") == 2


def test_confirming_a_remediation_uses_the_right_to_take_back(desk: Desk, tmp_path: Path) -> None:
    change_settings(desk.center, four_eyes="all")
    advised, second = Advised.of(desk, tmp_path), desk.person("second", owns=OWNED)
    plan = advised.plan(desk.at_owner, "s-unused")
    assert second.post(f"{PLANS}/{plan['id']}/confirm", headers=ANY).is_success
    assert (count_uses(desk.center, "olga"), count_uses(desk.center, "second")) == (1, 1)


def test_opting_out_anothers_grant_uses_the_right_to_administer(desk: Desk) -> None:
    given = desk.center.make(a_grant, desk.wanting, [102], 2, desk.tenant.id)
    body = {"grant_id": given.id, "reason": "yearly closing", "until": now_ms() + DAY}
    made = desk.at_owner.post("/api/v1/audit/opt-outs", json=body)
    assert made.is_success
    assert (count_uses(desk.center, "olga"), count_uses(desk.center, "walter")) == (1, 0)
    assert desk.at_owner.delete(f"/api/v1/audit/opt-outs/{made.json()['id']}").is_success
    assert count_uses(desk.center, "olga") == 2


def test_administering_brokers_uses_the_right_on_their_cluster(desk: Desk) -> None:
    carla = desk.center.make(a_user, "carla")
    desk.center.make(a_grant, carla, [4], CLUSTER, desk.cluster.id)
    at_carla, path = desk.center.with_token(carla), f"/api/v1/clusters/{desk.cluster.id}"
    made = at_carla.post(f"{path}/credentials")
    assert made.is_success
    assert count_uses(desk.center, "carla") == 1
    assert at_carla.delete(f"{path}/credentials/{made.json()['id']}").is_success
    desk.center.make(trail.record, "carla", "broker.forget", "broker-1", before={})
    assert count_uses(desk.center, "carla") == 3


def test_tokens_of_others_use_a_right(desk: Desk) -> None:
    root = desk.center.make(an_administrator, "root")
    at_root = desk.center.signed_in(root)
    service = desk.center.make(a_user, "loader", kind="service")
    for person, uses in ((root, 0), (service, 1)):
        path = f"/api/v1/users/{person.id}/tokens"
        made = at_root.post(path, json={"name": "ci", "days": 1})
        assert made.is_success, made.text
        assert count_uses(desk.center, "root") == uses
    assert at_root.delete(f"{path}/{made.json()['id']}").is_success
    assert count_uses(desk.center, "root") == 2


def test_erasing_a_person_uses_the_right_to_administer_everything(desk: Desk, tmp_path: Path) -> None:
    Advised.of(desk, tmp_path)
    root = desk.center.make(an_administrator, "root")
    body = {"user": "walter", "pseudonym": "erased-0123456789abcdef01234567"}
    assert desk.center.with_token(root).post("/api/v1/audit/erasures", json=body).json()["rows"]["audit_suggestion"] > 0
    assert count_uses(desk.center, "root") == 1
