"""Explain answers what a broker would decide, to those who may know."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.decision import Reason
from app.api.admin.access import access_questions
from app.audit.trail import trail
from app.audit.trail.models import TrailEntry
from app.grants import grants, roles
from app.grants.models import UserRole
from app.identity import users
from app.resources.models import Cluster, Namespace
from tests.api.explaining import ON, ask
from tests.api.statements import statements
from tests.center import Center
from tests.factories import (
    TENANT,
    TOPIC,
    Person,
    a_cluster,
    a_grant,
    a_topic,
    a_user,
    an_administrator,
)


def test_allowed_names_the_grant_that_decides(center: Center, cluster: Cluster, alice: Person) -> None:
    wide = center.make(a_grant, alice, [102], TENANT, 1)
    narrow = center.make(a_grant, alice, [302], TOPIC, 1)
    answer = ask(center, cluster, alice, "alice").json()
    assert (answer["allowed"], answer["reason"], answer["missing"]) == (True, "GRANTED", [])
    assert [(grant["id"], grant["role"], grant["resource"]) for grant in answer["grants"]] == [
        (narrow.id, "alice", ON),
        (wide.id, "alice", "acme"),
    ]


def test_the_answer_says_that_the_tenant_is_on_another_cluster(center: Center, cluster: Cluster) -> None:
    """Grants on the tenant do not help on another cluster, so none is offered. A stranger learns nothing."""
    alice, stranger = center.make(a_user, "alice"), center.make(a_user, "stranger")
    center.make(a_grant, alice, [102], TENANT, 1)
    far = center.make(a_cluster, "far")
    answer = ask(center, far, alice, "alice").json()
    assert (answer["allowed"], answer["tenant_elsewhere"]) == (False, True)
    assert "does not live on this cluster" in answer["sentence"]
    assert {line["resource_type"] for line in answer["missing"]} == {"root"}, "far is no business of alice's"
    assert ask(center, cluster, alice, "alice").json()["tenant_elsewhere"] is False
    to_stranger = ask(center, far, stranger, "stranger").json()
    assert (to_stranger["tenant_elsewhere"], to_stranger["missing"][0]["resource_type"]) == (False, "topic")


def test_denied_names_what_is_missing(center: Center, cluster: Cluster, alice: Person) -> None:
    answer = ask(center, cluster, alice, "alice").json()
    assert (answer["allowed"], answer["reason"], answer["grants"]) == (False, "NO_GRANT", [])
    assert answer["near"] == []
    assert answer["missing"][0] == {
        "principals": ["alice"],
        "authority": 302,
        "text": "write the topic",
        "resource_type": "topic",
        "resource": ON,
        "resource_id": None,
        "could_give": {"names": [], "total": None, "you": False, "valid_until": {}},
    }
    assert {(line["authority"], line["resource"]) for line in answer["missing"]} >= {(202, "acme/orders"), (4, "*")}
    assert "one" not in {line["resource"] for line in answer["missing"]}, "nobody told alice its name"
    center.make(a_grant, alice, [303], TOPIC, 1)
    seen = ask(center, cluster, alice, "alice").json()
    assert (4, "one") in {(line["authority"], line["resource"]) for line in seen["missing"]}


def test_a_near_grant_says_why_it_does_not_count(center: Center, cluster: Cluster, alice: Person) -> None:
    over = center.make(a_grant, alice, [302], TOPIC, 1, valid_until=1000)
    other = center.make(a_grant, alice, [103], TENANT, 1)
    answer = ask(center, cluster, alice, "alice").json()
    assert [(near["id"], near["role"], near["shortfall"]) for near in answer["near"]] == [
        (over.id, "alice", "NOT_IN_FORCE"),
        (other.id, "alice", "OTHER_RIGHT"),
    ]


def test_a_sub_account_is_denied_with_its_main_account_and_sees_why(center: Center, cluster: Cluster) -> None:
    main = center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    center.make(a_grant, sub, [302], TOPIC, 1)
    answer = ask(center, cluster, main, "sub").json()
    assert answer["reason"] == "MAIN_ACCOUNT_LACKS_RIGHT"
    assert (answer["missing"][0]["principals"], answer["missing"][0]["authority"]) == (["main"], 302)
    center.make(a_grant, main, [102], TENANT, 1)
    assert ask(center, cluster, sub, "sub").json()["reason"] == "GRANTED"
    disabled = center.make(lambda session: users.change(session, "t", users.find(session, main.id), status="disabled"))
    assert disabled.status == "disabled"
    admin = center.make(an_administrator)
    assert ask(center, cluster, admin, "sub").json()["reason"] == "MAIN_ACCOUNT_DISABLED"


def test_windows_count_at_the_time_of_the_question(center: Center, cluster: Cluster, alice: Person) -> None:
    center.make(a_grant, alice, [302], TOPIC, 1, valid_from=1000, valid_until=2000)
    reasons = [ask(center, cluster, alice, "alice", at=at).json()["reason"] for at in (999, 1000, 1999, 2000)]
    assert reasons == ["GRANT_NOT_IN_FORCE", "GRANTED", "GRANTED", "GRANT_NOT_IN_FORCE"]


def test_strangers_may_not_ask_about_others(center: Center, cluster: Cluster) -> None:
    alice, bob = center.make(a_user, "alice"), center.make(a_user, "bob")
    assert ask(center, cluster, bob, "alice").status_code == 403
    center.make(a_grant, bob, [304], TOPIC, 1)
    assert ask(center, cluster, bob, "alice").status_code == 200
    assert ask(center, cluster, bob, "alice", resource="persistent://acme/orders/other").status_code == 403
    assert ask(center, cluster, alice, "alice", cluster_id=999).json()["reason"] == "NO_GRANT"
    admin = center.make(an_administrator)
    assert ask(center, cluster, admin, "alice", cluster_id=999).status_code == 404
    assert ask(center, cluster, alice, "alice", question="topic:FLY").json()["code"] == "unknown_question"
    assert ask(center, cluster, alice, "alice", resource="no topic").json()["reason"] == "MALFORMED_NAME"


def test_the_path_holds_every_step(center: Center, cluster: Cluster, alice: Person) -> None:
    role = center.make(lambda session: roles.create(session, "t", "writers"))
    center.make(lambda session: roles.join(session, "t", role.id, alice.id))
    given = center.make(lambda session: grants.grant(session, "t", role.id, TENANT, 1, [102, 103], remark="why not"))
    (path,) = (grant["path"] for grant in ask(center, cluster, alice, "alice").json()["grants"])
    assert path["user"] == {"name": "alice", "main_account_of": None}
    assert (path["role"]["id"], path["role"]["name"], path["role"]["personal"]) == (role.id, "writers", False)
    assert path["role"]["member_since"] > 0
    assert [(authority["id"], authority["counts"]) for authority in path["grant"]["authorities"]] == [
        (102, True),
        (103, False),
    ]
    assert {key: path["grant"][key] for key in ("granted_by", "granted_at", "remark", "valid_from")} == {
        "granted_by": "t",
        "granted_at": given.add_time,
        "remark": "why not",
        "valid_from": None,
    }
    assert path["place"] == {"resource_type": "tenant", "resource": "acme"}
    assert [place["resource"] for place in path["inherited_by"]] == ["acme/orders", ON]


def test_a_sub_accounts_main_account_has_a_path_of_its_own(center: Center, cluster: Cluster) -> None:
    main = center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    center.make(a_grant, sub, [302], TOPIC, 1)
    wide = center.make(a_grant, main, [102], TENANT, 1)
    answer = ask(center, cluster, sub, "sub").json()
    assert answer["grants"][0]["path"]["user"] == {"name": "sub", "main_account_of": None}
    assert answer["main_account"]["name"] == "main"
    assert [(grant["id"], grant["path"]["user"]) for grant in answer["main_account"]["grants"]] == [
        (wide.id, {"name": "main", "main_account_of": "sub"})
    ]
    assert ask(center, cluster, main, "main").json()["main_account"] is None


def test_more_grants_and_givers_take_no_more_statements(center: Center, cluster: Cluster) -> None:
    admin = center.make(an_administrator)
    main = center.make(a_user, "main")
    center.make(a_user, "alice", parent=main)
    ask(center, cluster, admin, "alice")
    counted = []
    for number in (1, 6):
        for _ in range(number):
            center.make(a_grant, center.make(a_user), [104, 102], TENANT, 1)
            center.make(a_grant, main, [303], TOPIC, center.make(a_topic, center.read(_namespace)).id)
        with statements(center) as seen:
            assert ask(center, cluster, admin, "alice").json()["allowed"] is False
        counted.append(len(seen))
    assert counted[0] == counted[1]


def _namespace(session: Session) -> Namespace:
    return session.get_one(Namespace, 1)


def test_as_of_a_past_revision(center: Center, cluster: Cluster) -> None:
    admin = center.make(an_administrator)
    alice, role = center.make(a_user, "alice"), center.make(lambda session: roles.create(session, "t", "writers"))
    center.make(roles.join, "t", role.id, alice.id)
    given = center.make(grants.grant, "t", role.id, TENANT, 1, [102], granted_by="carol")
    revision, recorded_at = center.read(trail.current_revision), center.read(_newest_time)
    center.make(grants.revoke, "t", given.id)
    center.make(lambda session: roles.change(session, "t", roles.find(session, role.id), name="readers", remark=None))
    now = ask(center, cluster, admin, "alice").json()
    past = ask(center, cluster, admin, "alice", as_of=revision).json()
    assert (now["allowed"], past["allowed"], past["revision"], past["at"]) == (False, True, revision, recorded_at)
    path = past["grants"][0]["path"]
    assert (path["role"]["name"], path["role"]["personal"], path["grant"]["granted_by"]) == ("writers", False, "carol")
    assert path["role"]["member_since"] == center.read(_membership_time)
    assert path["grant"]["granted_at"] == given.add_time
    assert ask(center, cluster, admin, "alice", as_of=revision - 1).json()["reason"] == "NO_GRANT"
    assert ask(center, cluster, admin, "alice", as_of=10**9).json()["code"] == "unknown_revision"
    assert ask(center, cluster, center.make(a_user, "bob"), "alice", as_of=revision).status_code == 403
    # Windows count at the time of the revision, or at the time asked.
    center.make(grants.grant, "t", role.id, TENANT, 1, [102], valid_until=2**50)
    newest = center.read(trail.current_revision)
    assert ask(center, cluster, alice, "alice", as_of=newest).json()["reason"] == "GRANTED"
    assert ask(center, cluster, alice, "alice", as_of=newest, at=2**50).json()["reason"] == "GRANT_NOT_IN_FORCE"


def _newest_time(session: Session) -> int:
    return session.scalars(select(TrailEntry.time).order_by(TrailEntry.id.desc())).first() or 0


def _membership_time(session: Session) -> int:
    return session.scalars(select(UserRole.add_time).where(UserRole.role_id == 3)).one()


def test_every_reason_has_a_sentence() -> None:
    assert set(access_questions.SENTENCES) == set(Reason)
