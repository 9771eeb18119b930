"""A role that the mapping calls otherwise goes on under its own name: old credentials stay valid at the broker."""

from typing import Any

import pytest

from app.access.rights_snapshot import Snapshot, from_json
from app.desired_state.engine.state import CenterState, UserState
from app.desired_state.importing import import_plan, mapping_file, role_name_meaning
from app.desired_state.importing.import_plan import PlanBasis
from app.desired_state.policy_file.problems import FileProblem
from app.resources.pulsar.cluster_content import ClusterContent
from tests.factories import an_administrator
from tests.importing.conftest import Migration
from tests.importing.test_imports import entries, problem
from tests.importing.test_plan import CREATED, NOW, a_center, an_estate, plan_of, proof_of

LEGACY = "roles:\n  - {role: admin, name: legacy-admin}\n"
NOBODY = "roles:\n  - {role: admin, to: nothing}\n"
SHARED = "roles:\n  - {role: admin, to: shared-role, name: staff}\n"
KEPT = "roles:\n  - {role: admin}\n"
EVERYTHING, SPACE, TOPIC, TENANT = (0, "*", 4), (3, "acme/orders", 202), (4, CREATED, 303), (2, "acme", 104)


def center_with(*grants: tuple[int, str, int], made: bool = False, **user: Any) -> PlanBasis:
    """A center whose account `admin` holds this."""
    rows = [
        {"id": at, "role": 5, "type": grant[0], "name": grant[1], "auth": [grant[2]]} for at, grant in enumerate(grants)
    ]
    raw = {"cluster": "prod", "revision": 1, "users": [{"name": "admin", "roles": [5], **user}], "grants": rows}
    names = frozenset(("admin",)) if made else frozenset()
    return PlanBasis(from_json(raw), CenterState(users={"admin": UserState("person", role_id=5)}), names)


def stronger_accounts(estate: ClusterContent, center: PlanBasis, lines: str) -> list[tuple[str, str | None, str]]:
    plan = plan_of(estate, center, lines)
    rights: Snapshot = import_plan.rights_after(plan, center).snapshot
    found = role_name_meaning.stronger_accounts(estate, plan.targets, center, rights, NOW)
    return [(account.role, account.user, account.holds) for account in found]


@pytest.mark.parametrize("lines", [LEGACY, NOBODY, SHARED])
def test_the_proof_asks_under_the_old_name(lines: str) -> None:
    found = proof_of(an_estate({"admin": ["consume"]}), center_with(EVERYTHING), lines)
    gained = [difference for difference in found.differences if difference.principal == "admin" and difference.center]
    assert {(difference.operation, difference.topics, difference.why.code) for difference in gained} == {
        ("PRODUCE", 2, "old_name_holds_more")
    }
    assert found.unexplained == 2


def test_rights_lost_under_the_old_name_need_new_credentials() -> None:
    found = proof_of(an_estate({"admin": ["consume"]}), lines=LEGACY)
    assert {
        (difference.principal, difference.native, difference.center, difference.why.code)
        for difference in found.differences
    } == {("", True, False, "new_credentials")}
    assert (found.total, found.unexplained) == (4, 0)


def test_rights_that_an_account_of_the_old_name_has_too_are_no_difference() -> None:
    found = proof_of(an_estate({"admin": ["produce"]}), center_with(SPACE), LEGACY)
    assert found.total == 0


@pytest.mark.parametrize("lines", [LEGACY, NOBODY, SHARED, KEPT, ""])
@pytest.mark.parametrize(
    ("held", "holds"),
    [
        (EVERYTHING, "4 on everything"), (TENANT, "104 on acme"), ((3, "acme/orders", 203), "203 on acme/orders"),
        ((3, "other/space", 202), "202 on other/space"), ((4, CREATED, 307), f"307 on {CREATED}"),
        ((1, "prod", 2), "2 on prod"), (SPACE, None), ((4, CREATED, 302), None),
    ],
    ids=str,
)  # fmt: skip
def test_a_stronger_account_of_the_same_name(lines: str, held: tuple[int, str, int], holds: str | None) -> None:
    found = stronger_accounts(an_estate({"admin": ["produce"]}), center_with(held), lines)
    name = {LEGACY: "legacy-admin", NOBODY: None, SHARED: "staff"}.get(lines, "admin")
    assert found == ([] if holds is None else [("admin", name, holds)])


@pytest.mark.parametrize(
    ("estate", "center", "lines"),
    [
        (an_estate({"admin": ["produce"]}), a_center(), LEGACY),
        (an_estate(admins=["admin"]), center_with(TENANT, SPACE, TOPIC), LEGACY),
        (an_estate({"admin": ["produce"]}, super_user_roles=frozenset(("admin",))), center_with(EVERYTHING), LEGACY),
        (an_estate({"admin": [], "*": ["produce"]}, wildcards=True), center_with(SPACE), LEGACY),
        (an_estate({"admin": ["produce"]}), center_with(TENANT, made=True), KEPT),
        (an_estate({"admin": ["produce"]}), center_with(EVERYTHING), "roles: [{role: admin, super_user: true}]"),
    ],
    ids=["nobody", "tenant", "super user", "wildcard", "made by an import", "said to be one"],
)
def test_an_account_that_is_not_stronger(estate: ClusterContent, center: PlanBasis, lines: str) -> None:
    assert stronger_accounts(estate, center, lines) == []


def test_an_account_that_the_import_itself_makes_of_another_role() -> None:
    estate = an_estate({"a": ["produce"], "b": ["consume"]})
    lines = "roles:\n  - {role: a, name: b}\n  - {role: b, name: c}\n"
    assert stronger_accounts(estate, a_center(), lines) == [("b", "c", "202 on acme/orders")]


def test_two_roles_that_become_one_user() -> None:
    """The second role has that name itself, without a line in the mapping."""
    estate = an_estate({"a": ["produce"], "b": ["consume"]})
    lines = "roles:\n  - {role: a, name: b}\n"
    assert stronger_accounts(estate, a_center(), lines) == [("b", "b", "202 on acme/orders")]
    assert stronger_accounts(estate, a_center(), lines + "  - {role: b, accept_stronger: true}\n") == []


def test_a_role_with_the_name_of_an_imported_user(migration: Migration) -> None:
    lines = 'version: "1"\nroles: [{role: boss, name: newcomer}]\n'
    migration.apply(migration.begin(lines)["id"])
    migration.played.namespaces["acme/orders"]["auth_policies"]["namespace_auth"]["newcomer"] = ["consume"]
    report = migration.report(migration.begin(lines)["id"])
    assert [account["role"] for account in report["stronger"]] == ["newcomer"]


@pytest.mark.parametrize("line", ["name: legacy-admin", "to: nothing", "to: shared-role, name: staff", "to: person"])
def test_a_stronger_account_is_allowed_by_confirmation(line: str) -> None:
    lines = f"roles:\n  - {{role: admin, {line}, accept_stronger: true}}\n"
    estate = an_estate({"admin": ["consume"]})
    assert stronger_accounts(estate, center_with(EVERYTHING), lines) == []
    found = proof_of(estate, center_with(EVERYTHING), lines)
    assert (found.total, found.unexplained) == (2, 0)


def test_the_confirmation_counts_for_one_role() -> None:
    with pytest.raises(FileProblem) as raised:
        mapping_file.read(b'version: "1"\nroles:\n  - {role: "adm*", accept_stronger: true}')
    assert raised.value.path == ("roles", 0, "accept_stronger")


def test_an_import_that_meets_an_administrator_makes_nothing(migration: Migration) -> None:
    migration.center.make(an_administrator, "boss")
    lines = "roles:\n  - {role: boss, name: legacy-boss%s}\n"
    run = migration.begin('version: "1"\n' + lines % "")["id"]
    report = migration.report(run)
    assert [(account["role"], account["user"], account["holds"]) for account in report["stronger"]] == [
        ("boss", "legacy-boss", "4 on everything")
    ]
    before = len(migration.center.read(entries))
    answer = migration.root.post(f"{migration.path}/{run}/apply")
    assert problem(answer) == (409, "stronger_account")
    assert len(migration.center.read(entries)) == before
    again = migration.begin('version: "1"\n' + lines % ", accept_stronger: true")["id"]
    assert "accept_stronger: true" in migration.root.get(f"{migration.path}/{again}/mapping").json()["mapping"]
    assert migration.report(again)["stronger"] == []
    assert migration.apply(again)["state"] == "done"


def test_an_account_that_came_after_the_report_stops_it_too(migration: Migration) -> None:
    run = migration.begin('version: "1"\nroles: [{role: boss, to: nothing}]\n')["id"]
    migration.center.make(an_administrator, "boss")
    done = migration.apply(run)
    assert (done["state"], done["applied"]) == ("failed", 0)
    assert "accept_stronger" in done["message"]


def test_an_imported_account_may_be_given_more_later(migration: Migration) -> None:
    migration.apply(migration.begin()["id"])
    found = migration.root.get("/api/v1/users", params={"q": "reader"}).json()["items"][0]
    body = {"user_id": found["id"], "res_type": 0, "res_id": 0, "authorities": [7]}
    assert migration.root.post("/api/v1/grants", json=body).status_code == 201
    assert migration.report(migration.begin()["id"])["stronger"] == []


def test_users_who_need_new_credentials_are_listed(migration: Migration) -> None:
    migration.played.namespaces["acme/orders"]["auth_policies"]["namespace_auth"] |= {
        "system:serviceaccount:ns:name": ["consume"], "spiffe://acme/x": ["produce"],
    }  # fmt: skip
    lines = (
        "{role: boss, name: chief}", "{role: writer, to: shared-role}", "{role: sneaky, to: nothing}",
        "{role: 'spiffe://acme/x', name: x}",
    )  # fmt: skip
    run = migration.begin('version: "1"\nroles:\n' + "".join(f"  - {line}\n" for line in lines))["id"]
    found = {
        credential["role"]: (credential["user"], credential["code"])
        for credential in migration.report(run)["new_credentials"]
    }
    assert found == {
        "boss": ("chief", "other_name"),
        "writer": (None, "in_shared_role"),
        "spiffe://acme/x": ("x", "cannot_keep_name"),
        "svc with blank": (None, "cannot_keep_name"),
        "system:serviceaccount:ns:name": (None, "cannot_keep_name"),
    }
