"""Explain names who could give what is missing, to those who may know."""

from app.grants import grants, roles
from app.resources import clusters
from app.resources.models import Cluster, Tenant
from tests.api.explaining import ON, ask, could_give
from tests.center import Center
from tests.factories import (
    CLUSTER,
    TENANT,
    TOPIC,
    Person,
    a_cluster,
    a_grant,
    a_user,
    an_administrator,
)


def test_explain_names_who_could_give_the_right(center: Center, cluster: Cluster, alice: Person) -> None:
    """Active main accounts that administer the place and hold the authority now."""
    admin = center.make(an_administrator, "zoe")
    both = center.make(a_user, "both")
    center.make(a_grant, both, [104, 102], TENANT, 1)
    center.make(a_grant, center.make(a_user, "only-administers"), [104], TENANT, 1)
    center.make(a_grant, center.make(a_user, "only-writes"), [102], TENANT, 1)
    center.make(a_grant, center.make(a_user, "too-late"), [104, 102], TENANT, 1, valid_until=1000)
    center.make(a_grant, center.make(a_user, "gone", status="disabled"), [104, 102], TENANT, 1)
    center.make(a_grant, center.make(a_user, "sub", parent=both), [104, 102], TENANT, 1)
    found = could_give(ask(center, cluster, admin, "alice").json())
    assert found[302, ON] == {"names": ["both", "zoe"], "total": 2, "you": True, "valid_until": {}}
    assert found[4, "one"] == {"names": ["zoe"], "total": 1, "you": True, "valid_until": {}}
    assert could_give(ask(center, cluster, both, "alice").json())[102, "acme"]["you"] is True
    # Whoever may not see the place learns nothing: a number would tell that it is there.
    to_alice = could_give(ask(center, cluster, alice, "alice").json())[302, ON]
    assert to_alice == {"names": [], "total": None, "you": False, "valid_until": {}}
    center.make(a_grant, alice, [303], TOPIC, 1)
    missing = ask(center, cluster, alice, "alice").json()["missing"]
    assert (missing[0]["resource_id"], missing[0]["could_give"]["names"]) == (1, ["both", "zoe"])


def test_a_main_account_could_give_its_sub_account_what_it_holds(center: Center, cluster: Cluster) -> None:
    main = center.make(a_user, "main")
    center.make(a_user, "sub", parent=main)
    center.make(a_grant, main, [302], TOPIC, 1)
    missing = ask(center, cluster, main, "sub").json()["missing"]
    assert [
        (line["authority"], line["resource"], line["principals"]) for line in missing if line["could_give"]["you"]
    ] == [(302, ON, ["sub"])]


def test_the_users_made_with_a_cluster_are_nobody_to_ask(center: Center) -> None:
    admin, allowed = center.make(an_administrator, "zoe"), ("127.0.0.1",)
    made = center.make(
        lambda session: clusters.create(
            session, "t", admin.id, "real", "pulsar://127.0.0.1:6650", "http://127.0.0.1:8080", allowed
        )
    )
    center.make(a_user, "alice")
    question = {"question": "cluster:GET_CLUSTER", "resource_type": "cluster", "resource": "real"}
    could = could_give(ask(center, made, admin, "alice", **question).json())[4, "real"]
    assert could == {"names": ["zoe"], "total": 1, "you": True, "valid_until": {}}


def test_at_most_ten_are_named(center: Center, cluster: Cluster) -> None:
    admin = center.make(an_administrator, "aaa")
    role = center.make(lambda session: roles.create(session, "t", "administrators of acme"))
    center.make(lambda session: grants.grant(session, "t", role.id, TENANT, 1, [104, 102]))
    for number in range(12):
        center.make(roles.join, "t", role.id, center.make(a_user, f"owner{number:02}").id)
    center.make(a_user, "alice")
    could = could_give(ask(center, cluster, admin, "alice").json())[302, ON]
    assert (could["names"], could["total"]) == ([f"owner{number:02}" for number in range(10)], 13)


def test_a_giver_needs_the_right_on_every_cluster_of_the_tenant(center: Center, cluster: Cluster) -> None:
    admin, other = center.make(an_administrator), center.make(a_cluster, "two")
    center.make(lambda session: setattr(session.get_one(Tenant, 1), "clusters", f"{cluster.id},{other.id}"))
    super_user = center.make(a_user, "super-of-one")
    center.make(a_grant, super_user, [4], CLUSTER, cluster.id)
    center.make(a_user, "alice")
    assert could_give(ask(center, cluster, admin, "alice").json())[302, ON]["names"] == [admin.username]
    center.make(a_grant, super_user, [4], CLUSTER, other.id)
    names = could_give(ask(center, cluster, admin, "alice").json())[302, ON]["names"]
    assert names == ["super-of-one", admin.username]


def test_a_line_says_until_when_it_can_be_given(center: Center, cluster: Cluster) -> None:
    """A giver gives until its own right ends, or until another grant of the same right begins."""
    boss, alice, soon, later = center.make(a_user, "boss"), center.make(a_user, "alice"), 2**42, 2**43
    center.make(a_grant, boss, [304, 302], TOPIC, 1, valid_until=later)
    explained = ask(center, cluster, center.make(an_administrator, "zoe"), "alice").json()
    assert could_give(explained)[302, ON]["valid_until"] == {"boss": later}
    center.make(a_grant, alice, [302], TOPIC, 1, valid_from=soon)
    explained = ask(center, cluster, boss, "alice").json()
    assert could_give(explained)[302, ON]["valid_until"] == {"boss": soon, "zoe": soon}
