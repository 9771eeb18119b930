"""Why? answers what a broker would decide, and only to who may know."""

from typing import Any

import httpx
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.decision import Reason
from app.api.admin.access import asking
from app.grants import grants, roles
from app.grants.models import UserRole
from app.identity import users
from app.resources import clusters
from app.resources.models import Cluster, Namespace, Tenant
from app.trail import trail
from app.trail.models import TrailEntry
from tests.api.statements import statements
from tests.center import Center
from tests.factories import (
    CLUSTER,
    TENANT,
    TOPIC,
    Person,
    a_cluster,
    a_grant,
    a_topic,
    a_user,
    an_administrator,
)

ON = "persistent://acme/orders/created"


def _ask(center: Center, cluster: Cluster, by: Person, principal: str, **values: Any) -> httpx.Response:
    asked = {"question": "topic:PRODUCE", "resource_type": "topic", "resource": ON, **values}
    body = {"cluster_id": cluster.id, "principal": principal, **asked}
    return center.with_token(by).post("/api/v1/access/explain", json=body)


def test_allowed_names_the_grant_that_decides(center: Center, cluster: Cluster) -> None:
    alice = center.make(a_user, "alice")
    wide = center.make(a_grant, alice, [102], TENANT, 1)
    narrow = center.make(a_grant, alice, [302], TOPIC, 1)
    answer = _ask(center, cluster, alice, "alice").json()
    assert (answer["allowed"], answer["reason"], answer["missing"]) == (True, "GRANTED", [])
    assert [(grant["id"], grant["role"], grant["resource"]) for grant in answer["grants"]] == [
        (narrow.id, "alice", ON),
        (wide.id, "alice", "acme"),
    ]


def test_a_tenant_that_lives_elsewhere_is_said(center: Center, cluster: Cluster) -> None:
    """Its grants are in force on its own clusters only, so none of them is offered; a stranger is told nothing."""
    alice, stranger = center.make(a_user, "alice"), center.make(a_user, "stranger")
    center.make(a_grant, alice, [102], TENANT, 1)
    far = center.make(a_cluster, "far")
    answer = _ask(center, far, alice, "alice").json()
    assert (answer["allowed"], answer["tenant_elsewhere"]) == (False, True)
    assert "does not live on this cluster" in answer["sentence"]
    assert {one["resource_type"] for one in answer["missing"]} == {"root"}, "far is no business of alice's"
    assert _ask(center, cluster, alice, "alice").json()["tenant_elsewhere"] is False
    told = _ask(center, far, stranger, "stranger").json()
    assert (told["tenant_elsewhere"], told["missing"][0]["resource_type"]) == (False, "topic")


def test_denied_names_what_is_missing(center: Center, cluster: Cluster) -> None:
    alice = center.make(a_user, "alice")
    answer = _ask(center, cluster, alice, "alice").json()
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
    assert {(one["authority"], one["resource"]) for one in answer["missing"]} >= {(202, "acme/orders"), (4, "*")}
    assert "one" not in {one["resource"] for one in answer["missing"]}, "nobody told alice its name"
    center.make(a_grant, alice, [303], TOPIC, 1)
    seen = _ask(center, cluster, alice, "alice").json()
    assert (4, "one") in {(one["authority"], one["resource"]) for one in seen["missing"]}


def test_a_grant_that_is_near_says_why_it_does_not_count(center: Center, cluster: Cluster) -> None:
    alice = center.make(a_user, "alice")
    over = center.make(a_grant, alice, [302], TOPIC, 1, valid_until=1000)
    other = center.make(a_grant, alice, [103], TENANT, 1)
    answer = _ask(center, cluster, alice, "alice").json()
    assert [(near["id"], near["role"], near["shortfall"]) for near in answer["near"]] == [
        (over.id, "alice", "NOT_IN_FORCE"),
        (other.id, "alice", "OTHER_RIGHT"),
    ]


def test_a_sub_account_loses_with_its_main_account_and_sees_why(center: Center, cluster: Cluster) -> None:
    main = center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    center.make(a_grant, sub, [302], TOPIC, 1)
    answer = _ask(center, cluster, main, "sub").json()
    assert answer["reason"] == "MAIN_ACCOUNT_LACKS_RIGHT"
    assert (answer["missing"][0]["principals"], answer["missing"][0]["authority"]) == (["main"], 302)
    center.make(a_grant, main, [102], TENANT, 1)
    assert _ask(center, cluster, sub, "sub").json()["reason"] == "GRANTED"
    disabled = center.make(lambda session: users.change(session, "t", users.find(session, main.id), status="disabled"))
    assert disabled.status == "disabled"
    admin = center.make(an_administrator)
    assert _ask(center, cluster, admin, "sub").json()["reason"] == "MAIN_ACCOUNT_DISABLED"


def test_windows_are_looked_at_for_the_time_asked(center: Center, cluster: Cluster) -> None:
    alice = center.make(a_user, "alice")
    center.make(a_grant, alice, [302], TOPIC, 1, valid_from=1000, valid_until=2000)
    reasons = [_ask(center, cluster, alice, "alice", at=at).json()["reason"] for at in (999, 1000, 1999, 2000)]
    assert reasons == ["GRANT_NOT_IN_FORCE", "GRANTED", "GRANTED", "GRANT_NOT_IN_FORCE"]


def test_strangers_are_not_told(center: Center, cluster: Cluster) -> None:
    alice, bob = center.make(a_user, "alice"), center.make(a_user, "bob")
    assert _ask(center, cluster, bob, "alice").status_code == 403
    center.make(a_grant, bob, [304], TOPIC, 1)
    assert _ask(center, cluster, bob, "alice").status_code == 200
    assert _ask(center, cluster, bob, "alice", resource="persistent://acme/orders/other").status_code == 403
    assert _ask(center, cluster, alice, "alice", cluster_id=999).json()["reason"] == "NO_GRANT"
    admin = center.make(an_administrator)
    assert _ask(center, cluster, admin, "alice", cluster_id=999).status_code == 404
    assert _ask(center, cluster, alice, "alice", question="topic:FLY").json()["code"] == "unknown_question"
    assert _ask(center, cluster, alice, "alice", resource="no topic").json()["reason"] == "MALFORMED_NAME"


def test_the_path_tells_every_step(center: Center, cluster: Cluster) -> None:
    alice = center.make(a_user, "alice")
    role = center.make(lambda session: roles.create(session, "t", "writers"))
    center.make(lambda session: roles.join(session, "t", role.id, alice.id))
    given = center.make(lambda session: grants.grant(session, "t", role.id, TENANT, 1, [102, 103], remark="why not"))
    (path,) = (grant["path"] for grant in _ask(center, cluster, alice, "alice").json()["grants"])
    assert path["user"] == {"name": "alice", "main_account_of": None}
    assert (path["role"]["id"], path["role"]["name"], path["role"]["personal"]) == (role.id, "writers", False)
    assert path["role"]["member_since"] > 0
    assert [(one["id"], one["counts"]) for one in path["grant"]["authorities"]] == [(102, True), (103, False)]
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
    answer = _ask(center, cluster, sub, "sub").json()
    assert answer["grants"][0]["path"]["user"] == {"name": "sub", "main_account_of": None}
    assert answer["main_account"]["name"] == "main"
    assert [(one["id"], one["path"]["user"]) for one in answer["main_account"]["grants"]] == [
        (wide.id, {"name": "main", "main_account_of": "sub"})
    ]
    assert _ask(center, cluster, main, "main").json()["main_account"] is None


def _could_give(answer: dict[str, Any]) -> dict[tuple[int, str], dict[str, Any]]:
    return {(one["authority"], one["resource"]): one["could_give"] for one in answer["missing"]}


def test_who_could_give_it(center: Center, cluster: Cluster) -> None:
    """Who administers the place and holds the authority itself, now, is active, and is no sub-account."""
    admin = center.make(an_administrator, "zoe")
    alice = center.make(a_user, "alice")
    both = center.make(a_user, "both")
    center.make(a_grant, both, [104, 102], TENANT, 1)
    center.make(a_grant, center.make(a_user, "only-administers"), [104], TENANT, 1)
    center.make(a_grant, center.make(a_user, "only-writes"), [102], TENANT, 1)
    center.make(a_grant, center.make(a_user, "too-late"), [104, 102], TENANT, 1, valid_until=1000)
    center.make(a_grant, center.make(a_user, "gone", status="disabled"), [104, 102], TENANT, 1)
    center.make(a_grant, center.make(a_user, "sub", parent=both), [104, 102], TENANT, 1)
    found = _could_give(_ask(center, cluster, admin, "alice").json())
    assert found[302, ON] == {"names": ["both", "zoe"], "total": 2, "you": True, "valid_until": {}}
    assert found[4, "one"] == {"names": ["zoe"], "total": 1, "you": True, "valid_until": {}}
    assert _could_give(_ask(center, cluster, both, "alice").json())[102, "acme"]["you"] is True
    # Whoever may not see the place learns nothing: a number would tell that it is there.
    told = _could_give(_ask(center, cluster, alice, "alice").json())[302, ON]
    assert told == {"names": [], "total": None, "you": False, "valid_until": {}}
    center.make(a_grant, alice, [303], TOPIC, 1)
    missing = _ask(center, cluster, alice, "alice").json()["missing"]
    assert (missing[0]["resource_id"], missing[0]["could_give"]["names"]) == (1, ["both", "zoe"])


def test_a_main_account_could_give_its_sub_account_what_it_holds(center: Center, cluster: Cluster) -> None:
    main = center.make(a_user, "main")
    center.make(a_user, "sub", parent=main)
    center.make(a_grant, main, [302], TOPIC, 1)
    missing = _ask(center, cluster, main, "sub").json()["missing"]
    assert [(one["authority"], one["resource"], one["principals"]) for one in missing if one["could_give"]["you"]] == [
        (302, ON, ["sub"])
    ]


def test_the_users_made_with_a_cluster_are_nobody_to_ask(center: Center) -> None:
    admin, allowed = center.make(an_administrator, "zoe"), ("127.0.0.1",)
    made = center.make(
        lambda session: clusters.create(
            session, "t", admin.id, "real", "pulsar://127.0.0.1:6650", "http://127.0.0.1:8080", allowed
        )
    )
    center.make(a_user, "alice")
    asked = {"question": "cluster:GET_CLUSTER", "resource_type": "cluster", "resource": "real"}
    told = _could_give(_ask(center, made, admin, "alice", **asked).json())[4, "real"]
    assert told == {"names": ["zoe"], "total": 1, "you": True, "valid_until": {}}


def test_at_most_ten_are_named(center: Center, cluster: Cluster) -> None:
    admin = center.make(an_administrator, "aaa")
    role = center.make(lambda session: roles.create(session, "t", "administrators of acme"))
    center.make(lambda session: grants.grant(session, "t", role.id, TENANT, 1, [104, 102]))
    for number in range(12):
        center.make(roles.join, "t", role.id, center.make(a_user, f"owner{number:02}").id)
    center.make(a_user, "alice")
    could = _could_give(_ask(center, cluster, admin, "alice").json())[302, ON]
    assert (could["names"], could["total"]) == ([f"owner{number:02}" for number in range(10)], 13)


def test_a_giver_needs_it_on_every_cluster_of_the_tenant(center: Center, cluster: Cluster) -> None:
    admin, other = center.make(an_administrator), center.make(a_cluster, "two")
    center.make(lambda session: setattr(session.get_one(Tenant, 1), "clusters", f"{cluster.id},{other.id}"))
    super_user = center.make(a_user, "super-of-one")
    center.make(a_grant, super_user, [4], CLUSTER, cluster.id)
    center.make(a_user, "alice")
    assert _could_give(_ask(center, cluster, admin, "alice").json())[302, ON]["names"] == [admin.username]
    center.make(a_grant, super_user, [4], CLUSTER, other.id)
    names = _could_give(_ask(center, cluster, admin, "alice").json())[302, ON]["names"]
    assert names == ["super-of-one", admin.username]


def test_more_grants_and_givers_take_no_more_statements(center: Center, cluster: Cluster) -> None:
    admin = center.make(an_administrator)
    main = center.make(a_user, "main")
    center.make(a_user, "alice", parent=main)
    _ask(center, cluster, admin, "alice")
    counted = []
    for number in (1, 6):
        for _ in range(number):
            center.make(a_grant, center.make(a_user), [104, 102], TENANT, 1)
            center.make(a_grant, main, [303], TOPIC, center.make(a_topic, center.read(_namespace)).id)
        with statements(center) as seen:
            assert _ask(center, cluster, admin, "alice").json()["allowed"] is False
        counted.append(len(seen))
    assert counted[0] == counted[1]


def _namespace(session: Session) -> Namespace:
    return session.get_one(Namespace, 1)


def test_as_of_a_past_revision(center: Center, cluster: Cluster) -> None:
    admin = center.make(an_administrator)
    alice, role = center.make(a_user, "alice"), center.make(lambda session: roles.create(session, "t", "writers"))
    center.make(roles.join, "t", role.id, alice.id)
    given = center.make(grants.grant, "t", role.id, TENANT, 1, [102], granted_by="carol")
    then, told_at = center.read(trail.current_revision), center.read(_newest_time)
    center.make(grants.revoke, "t", given.id)
    center.make(lambda session: roles.change(session, "t", roles.find(session, role.id), name="readers", remark=None))
    now = _ask(center, cluster, admin, "alice").json()
    past = _ask(center, cluster, admin, "alice", as_of=then).json()
    assert (now["allowed"], past["allowed"], past["revision"], past["at"]) == (False, True, then, told_at)
    path = past["grants"][0]["path"]
    assert (path["role"]["name"], path["role"]["personal"], path["grant"]["granted_by"]) == ("writers", False, "carol")
    assert path["role"]["member_since"] == center.read(_joined)
    assert path["grant"]["granted_at"] == given.add_time
    assert _ask(center, cluster, admin, "alice", as_of=then - 1).json()["reason"] == "NO_GRANT"
    assert _ask(center, cluster, admin, "alice", as_of=10**9).json()["code"] == "unknown_revision"
    assert _ask(center, cluster, center.make(a_user, "bob"), "alice", as_of=then).status_code == 403
    # Windows count at the time of the revision, or at the time asked.
    center.make(grants.grant, "t", role.id, TENANT, 1, [102], valid_until=2**50)
    newest = center.read(trail.current_revision)
    assert _ask(center, cluster, alice, "alice", as_of=newest).json()["reason"] == "GRANTED"
    assert _ask(center, cluster, alice, "alice", as_of=newest, at=2**50).json()["reason"] == "GRANT_NOT_IN_FORCE"


def _newest_time(session: Session) -> int:
    return session.scalars(select(TrailEntry.time).order_by(TrailEntry.id.desc())).first() or 0


def _joined(session: Session) -> int:
    return session.scalars(select(UserRole.add_time).where(UserRole.role_id == 3)).one()


def test_a_line_says_until_when_it_can_be_given(center: Center, cluster: Cluster) -> None:
    """Whoever holds it for a time gives it for that time; and not beyond where the same begins by another grant."""
    boss, alice, soon, later = center.make(a_user, "boss"), center.make(a_user, "alice"), 2**42, 2**43
    center.make(a_grant, boss, [304, 302], TOPIC, 1, valid_until=later)
    asked = _ask(center, cluster, center.make(an_administrator, "zoe"), "alice").json()
    assert _could_give(asked)[302, ON]["valid_until"] == {"boss": later}
    center.make(a_grant, alice, [302], TOPIC, 1, valid_from=soon)
    asked = _ask(center, cluster, boss, "alice").json()
    assert _could_give(asked)[302, ON]["valid_until"] == {"boss": soon, "zoe": soon}


def test_every_reason_has_a_sentence() -> None:
    assert set(asking.SENTENCES) == set(Reason)
