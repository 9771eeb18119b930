"""What a plan makes of a cluster, and what its proof finds: pure, on estates of a few lines."""

from collections.abc import Collection
from typing import Any

import pytest

from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import Grant, Snapshot, UserRights
from app.desired_state.engine.state import CenterState, ResourceState, RoleState, UserState
from app.desired_state.engine.steps import RightsStep, Step, UserStep
from app.desired_state.importing import import_plan, mapping_file, plan, proof
from app.desired_state.importing.import_plan import ImportPlan, PlanBasis
from app.desired_state.importing.proof import Proof
from app.desired_state.importing.pulsar_authorization import NativeRules
from app.resources.pulsar.cluster_content import ClusterContent, ClusterNamespace, ClusterTenant, ClusterTopic

NOW = 1_700_000_000_000
CREATED, OTHER = "persistent://acme/orders/created", "persistent://acme/orders/other"
SPACE = (ResourceType.NAMESPACE, "acme/orders")


def as_sets(roles: dict[str, Collection[str]]) -> dict[str, frozenset[str]]:
    return {role: frozenset(actions) for role, actions in roles.items()}


def an_estate(
    roles: dict[str, Collection[str]] | None = None,
    *,
    admins: Collection[str] = (),
    topics: dict[str, dict[str, Collection[str]]] | None = None,
    subscriptions: dict[str, Collection[str]] | None = None,
    mode: str = "None",
    **values: Any,
) -> ClusterContent:
    on_topics = {name: as_sets(some) for name, some in (topics or {}).items()}
    policies = {"bundles": {"numBundles": 4}, "subscription_auth_mode": mode}
    space = ClusterNamespace("acme/orders", policies, as_sets(roles or {}), on_topics, as_sets(subscriptions or {}))
    return ClusterContent(
        "prod",
        (ClusterTenant("acme", frozenset(admins), frozenset(("prod",))),),
        (space,),
        (ClusterTopic(CREATED), ClusterTopic(OTHER, 3)),
        **values,
    )


def a_center(**values: Any) -> PlanBasis:
    return PlanBasis(Snapshot("prod", 1, {}, {}, frozenset(), {}, {}), CenterState(**values))


def plan_of(estate: ClusterContent, center: PlanBasis | None = None, lines: str = "") -> ImportPlan:
    wanted = mapping_file.read(f'version: "1"\n{lines}'.encode())
    return plan.make(estate, wanted, center or a_center(), audience="pulsar", now=NOW)


def proof_of(estate: ClusterContent, center: PlanBasis | None = None, lines: str = "") -> Proof:
    found = plan_of(estate, center, lines)
    return proof.compare(estate, import_plan.rights_after(found, center or a_center()), found.targets, now=NOW)


def grants(steps: Collection[Step]) -> dict[tuple[str, str], list[int]]:
    return {
        (step.slot.receiver[1], step.slot.place[1]): sorted(step.authorities)
        for step in steps
        if isinstance(step, RightsStep)
    }


@pytest.mark.parametrize(
    ("actions", "numbers"),
    [
        (["produce"], [202]),
        (["consume"], [203, 206]),
        (["functions"], [208]),
        (["sources", "sinks"], [209, 210]),
        (["packages"], [211]),
        (["produce", "consume", "functions", "sources", "sinks", "packages"], [202, 203, 206, 208, 209, 210, 211]),
    ],
)
def test_actions_on_a_namespace(actions: list[str], numbers: list[int]) -> None:
    assert grants(plan_of(an_estate({"svc": actions})).steps) == {("svc", "acme/orders"): numbers}


def test_administrators_and_grants_on_topics() -> None:
    found = plan_of(an_estate(admins=["boss"], topics={CREATED: {"svc": ["produce", "sinks"]}}))
    assert grants(found.steps) == {
        ("boss", "acme"): [102, 103, 104, 105, 106, 200, 201, 300, 301],
        ("svc", CREATED): [302],
    }
    assert [(row.place, row.what.text) for row in found.not_carried] == [(CREATED, "sinks")]


def test_an_unknown_action_is_reported_as_not_carried() -> None:
    found = plan_of(an_estate({"svc": ["produce", "teleport"]}))
    assert grants(found.steps) == {("svc", "acme/orders"): [202]}
    assert [row.what.text for row in found.not_carried] == ["teleport"]


def test_a_grant_on_a_partition_is_not_made_wider() -> None:
    found = plan_of(an_estate(topics={f"{OTHER}-partition-1": {"svc": ["consume"]}}))
    assert grants(found.steps) == {}
    assert [row.place for row in found.not_carried] == [f"{OTHER}-partition-1"]


def test_only_its_own_line_makes_a_super_user() -> None:
    estate = an_estate(super_user_roles=frozenset(("root",)))
    assert grants(plan_of(estate).steps) == {}
    said = plan_of(estate, lines="roles:\n  - {role: root, super_user: true}\n")
    assert grants(said.steps) == {("root", "prod"): [4]}


def test_a_disabled_account_gets_nothing_and_no_sub_accounts() -> None:
    """Applying refuses both: the rehearsal must not promise them."""
    center = a_center(users={name: UserState("service", status="disabled") for name in ("svc", "main")})
    lines = "roles:\n  - {role: sub, to: sub-account, main: main}\n"
    found = plan_of(an_estate({"svc": ["produce"], "sub": ["produce"]}), center, lines)
    assert not [step for step in found.steps if isinstance(step, UserStep | RightsStep)]
    assert {(row.role, row.why.code) for row in found.not_carried} == {
        ("svc", "receiver_disabled"), ("sub", "no_main_account"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("window", "comes"),
    [((None, NOW + 1), [206]), ((NOW + 1, None), [206]), ((None, NOW), [203, 206]), ((NOW, None), [206])],
    ids=["ends", "begins", "ended", "without end"],
)
def test_rights_held_for_a_time_are_not_imported(window: tuple[int | None, int | None], comes: list[int]) -> None:
    """Applying refuses a second grant of it (`overlapping_window`): the rehearsal must not promise it."""
    there = {1: Grant(1, 5, SPACE[0], SPACE[1], (203,), *window)}
    rights = Snapshot("prod", 1, {"svc": UserRights("svc", roles=(5,))}, there, frozenset(), {}, {})
    center = PlanBasis(rights, CenterState(users={"svc": UserState("service", role_id=5)}))
    found = plan_of(an_estate({"svc": ["consume"]}), center)
    assert grants(found.steps) == {("svc", "acme/orders"): comes}
    reasons = [(row.what.text, row.why.code) for row in found.not_carried]
    assert reasons == ([] if comes == [203, 206] or window == (NOW, None) else [("203", "held_for_a_time")])


def test_a_sub_account_gets_what_its_main_account_holds() -> None:
    estate = an_estate({"main": ["consume"], "sub": ["produce"]}, topics={CREATED: {"sub": ["consume"]}})
    found = plan_of(estate, lines="roles:\n  - {role: sub, to: sub-account, main: main}\n")
    assert grants(found.steps) == {("main", "acme/orders"): [203, 206], ("sub", CREATED): [303, 306]}
    assert [(row.role, row.what.text) for row in found.not_carried] == [("sub", "202")]
    assert [step.name for step in found.steps if isinstance(step, UserStep)] == ["main", "sub"]


@pytest.mark.parametrize(
    ("lines", "center", "why"),
    [
        ("roles: [{role: svc, to: sub-account, main: nobody}]", a_center(), "nobody is no active main account"),
        ("roles: [{role: svc, to: nothing, reason: retired}]", a_center(), "retired"),
        (
            "roles: [{role: svc, name: staff}]",
            a_center(roles={"staff": RoleState(7)}),
            "there is a shared role called staff",
        ),
        (
            "roles: [{role: svc, to: shared-role}]",
            a_center(users={"svc": UserState("person")}),
            "there is a user called svc",
        ),
        ("roles: [{role: svc, name: pulsar}]", a_center(), "tokens call brokers pulsar"),
        ("roles: [{role: svc, name: system}]", a_center(), "The trail calls no user system"),
    ],
)
def test_roles_that_become_nobody(lines: str, center: PlanBasis, why: str) -> None:
    found = plan_of(an_estate({"svc": ["produce"]}), center, lines)
    assert why in found.targets.why_not["svc"].text
    assert grants(found.steps) == {}


@pytest.mark.parametrize(
    ("tenant", "why"),
    [(ResourceState(1), "on other clusters only"), (ResourceState(1, False, clusters=("prod",)), "switched off")],
)
def test_an_unusable_tenant_leaves_out_all_it_contains(tenant: ResourceState, why: str) -> None:
    found = plan_of(an_estate({"svc": ["produce"]}), a_center(resources={(ResourceType.TENANT, "acme"): tenant}))
    assert why in found.not_carried[0].why.text
    assert [step for step in found.steps if not isinstance(step, UserStep)] == []


@pytest.mark.parametrize(
    "estate",
    [
        an_estate({"a": ["produce"], "b": ["consume"], "c": []}),
        an_estate({"a": ["consume"]}, topics={CREATED: {"b": ["produce"]}, OTHER: {"a": ["produce"]}}),
        an_estate({"a": ["consume"], "b": ["consume"]}, admins=["boss"], subscriptions={"billing": ["a"]}),
        an_estate({"a": ["consume"], "ab": ["consume"]}, admins=["boss"], mode="Prefix"),
        an_estate({"a": ["consume"]}, subscriptions={"empty": [], "billing": ["b"]}),
    ],
    ids=["namespaces", "topics", "lists", "prefix", "empty lists"],
)
def test_nothing_differs(estate: ClusterContent) -> None:
    found = proof_of(estate)
    assert (found.differences, found.total, found.unexplained) == ([], 0, 0)
    assert found.decided > 0


@pytest.mark.parametrize(
    ("action", "operations"), [("produce", {"PRODUCE", "LOOKUP"}), ("consume", {"CONSUME", "LOOKUP"})]
)
def test_each_operation_is_compared(action: str, operations: set[str]) -> None:
    found = proof_of(an_estate({"gone": [action]}), lines="roles:\n  - {role: gone, to: nothing}\n")
    assert {difference.operation for difference in found.differences} == operations
    assert (found.questions, found.decided, found.total) == (3 * 2, 3, 2 * 2)


def test_an_account_that_holds_more_already_is_found() -> None:
    estate = an_estate({"svc": ["produce"]})
    raw = {
        "cluster": "prod", "revision": 1,
        "users": [{"name": "svc", "roles": [5]}],
        "grants": [{"id": 1, "role": 5, "type": 3, "name": "acme/orders", "auth": [203]}],
    }  # fmt: skip
    from app.access.rights_snapshot import from_json

    center = PlanBasis(from_json(raw), CenterState(users={"svc": UserState("service", role_id=5)}))
    found = proof_of(estate, center)
    assert found.unexplained == 2
    assert {
        (difference.operation, difference.native, difference.center, difference.topics)
        for difference in found.differences
    } == {("CONSUME", False, True, 2)}


def test_a_role_that_becomes_nobody_is_explained() -> None:
    found = proof_of(an_estate({"svc": ["produce"]}), lines="roles: [{role: svc, to: nothing}]\n")
    assert (found.total, found.unexplained) == (4, 0)


def test_renamed_in_a_namespace_of_prefixes() -> None:
    found = proof_of(an_estate({"svc": ["consume"]}, mode="Prefix"), lines="roles: [{role: svc, name: other}]\n")
    renamed = [difference for difference in found.differences if difference.principal]
    assert {(difference.subscription, difference.center) for difference in renamed} == {
        ("svc", False),
        ("svc-a", False),
    }
    assert found.unexplained == 4


def test_wildcards_count_natively_and_become_nobody() -> None:
    estate = an_estate({"team-*": ["produce"], "team-a": ["consume"]}, wildcards=True)
    topic = ResourceName.of_topic(CREATED)
    assert NativeRules(estate).may_produce("team-a", topic)
    assert not NativeRules(an_estate({"team-*": ["produce"]})).may_produce("team-a", topic)
    assert plan_of(estate).targets.why_not["team-*"].code == "many_roles"
    found = proof_of(estate)
    assert (found.unexplained, {difference.why.code for difference in found.differences}) == (
        0,
        {"many_roles", "by_wildcard"},
    )


def test_differences_by_a_wildcard_are_grouped_and_list_each_topic() -> None:
    estate = an_estate({"*": ["produce", "consume"], "*-reader": ["consume"], "a-reader": []}, wildcards=True)
    found = proof_of(estate)
    mine = [difference for difference in found.differences if difference.role == "a-reader"]
    assert {difference.why.text for difference in mine} == {
        "Pulsar's yes comes by *, *-reader, which stands for many roles: see there"
    }
    assert all(
        (difference.topics, {difference.topic, *difference.others}) == (2, {CREATED, OTHER}) for difference in mine
    )
    assert {reason.code: number for reason, number in found.by_reason.items()} == {"many_roles": 12, "by_wildcard": 6}
    assert found.unexplained == 0


def test_a_wildcard_explains_nothing_that_the_role_holds_itself() -> None:
    """Its list forbids the subscription here, and did natively to others."""
    estate = an_estate({"*": ["produce"], "svc": ["consume"]}, wildcards=True, mode="Prefix")
    found = proof_of(estate, lines="roles: [{role: svc, name: other}]\n")
    lost = [
        difference
        for difference in found.differences
        if difference.principal == "other" and difference.operation == "CONSUME"
    ]
    assert [(difference.why.code, difference.explained) for difference in lost] == [
        ("SUBSCRIPTION_NOT_PREFIXED", False)
    ] * len(lost)
    assert lost
