"""What is suggested, what is not, and that nothing seen is ever denied by it."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spark_audit.suggest.atoms import atoms
from spark_audit.suggest.build import suggestions
from spark_audit.suggest.facts import Facts, Grant, Use
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.replay import replay
from spark_audit.suggest.rules import covers
from spark_audit.suggest.status import proven
from tests.spark_audit.suggest.company import facts, grant, rules, topics, use

NAMESPACE = "eu/acme/orders"
TOPICS = topics(20)
NOTHING = Prices(grant=0.0)


def suggested(made: Facts, prices: Prices | None = None) -> list[tuple[str, int, list[tuple[int, str]]]]:
    """Kind, grant, and what is added instead."""
    found = suggestions(made, proven(made, lambda _: False), prices or Prices())
    return [
        (suggestion.kind, suggestion.grant.id, [(add.authority, add.place.name) for add in suggestion.adds])
        for suggestion in found
    ]


def test_a_wide_grant_becomes_the_topics_that_were_used() -> None:
    """Read on a namespace of twenty topics, two of them read."""
    made = facts([grant(1, NAMESPACE, 203)], [use("CONSUME", TOPICS[3], 1), use("CONSUME", TOPICS[5], 1)], topics(40))
    assert suggested(made) == [("narrow", 1, [(303, TOPICS[3]), (303, TOPICS[5])])]


def test_a_wide_grant_stays_where_narrower_ones_cost_more() -> None:
    """Ten of twenty topics would be ten grants."""
    assert (
        suggested(facts([grant(1, NAMESPACE, 203)], [use("CONSUME", topic, 1) for topic in TOPICS[:10]], TOPICS)) == []
    )


def test_a_wide_grant_stays_where_topics_come_and_go() -> None:
    """A used topic is younger than the window, or exists no longer: the next one would have no grant."""
    uses = [use("CONSUME", TOPICS[3], 1)]
    assert suggested(facts([grant(1, NAMESPACE, 203)], uses, topics(40), young=[TOPICS[3]])) == []
    gone = [*uses, use("CONSUME", f"{NAMESPACE}/gone", 1)]
    assert suggested(facts([grant(1, NAMESPACE, 203)], gone, topics(40))) == []


@pytest.mark.parametrize(("authority", "action"), [(104, None), (4, None), (205, None), (302, 3), (303, 2), (101, 4)])
def test_only_a_grant_of_one_action_has_an_action(authority: int, action: int | None) -> None:
    """Who administers may do all of them; the authorities are listed as they are."""
    (suggestion,) = suggestions(facts([grant(1, "eu/acme", authority)], [], TOPICS), {1: "unused"}, Prices())
    row = suggestion.row(date(2026, 11, 30), [], facts([], [], TOPICS).resources, [])
    assert (row["action"], row["authorities"]) == (action, [authority])


@pytest.mark.parametrize(("used", "length", "found"), [(50, 0, 1), (51, 0, 0), (3, 33_000, 1), (3, 34_000, 0)])
def test_a_suggestion_fits_into_a_request_to_the_center(used: int, length: int, found: int) -> None:
    """With more places, or longer names, the whole run could not be loaded: the grant stays as it is."""
    names = [f"{topic}{'x' * length}" for topic in topics(4_000)]
    made = facts([grant(1, NAMESPACE, 203)], [use("CONSUME", topic, 1) for topic in names[:used]], names)
    assert len(suggested(made)) == found


def test_each_authority_goes_where_it_was_used() -> None:
    """Written here, read there; administering was never used and goes altogether."""
    uses = [use("PRODUCE", TOPICS[0], 1), use("CONSUME", TOPICS[1], 1)]
    made = facts([grant(1, "eu/acme", 102, 103, 104)], uses, topics(40))
    assert suggested(made) == [("narrow", 1, [(302, TOPICS[0]), (303, TOPICS[1])])]


def test_an_unknown_operation_keeps_every_authority() -> None:
    """What allowed it may have been any of them."""
    made = facts([grant(1, NAMESPACE, 202, 203)], [use("TELEPORT", TOPICS[0], 1)], topics(40))
    assert suggested(made) == [("narrow", 1, [(302, TOPICS[0]), (303, TOPICS[0])])]


def test_creating_topics_is_granted_on_the_namespace() -> None:
    """300 on a tenant, used in one of its namespaces."""
    others = [topic for number in range(9) for topic in topics(1, f"eu/acme/n{number}")]
    made = facts([grant(1, "eu/acme", 300)], [use("CREATE_TOPIC", "eu/acme/n1", 1)], others)
    assert suggested(made, Prices(grant=0.5)) == [("narrow", 1, [(300, "eu/acme/n1")])]


def test_a_retry_topic_keeps_the_grant_as_it_is() -> None:
    """It is read and written by the right to read the topic it serves; which one that is, names do not tell."""
    made = facts([grant(1, NAMESPACE, 203)], [use("PRODUCE", f"{NAMESPACE}/t1-sub-RETRY", 1)], topics(40))
    assert suggested(made, NOTHING) == []


def test_a_super_user_and_a_grant_that_ends_are_left_alone() -> None:
    """Neither is narrowed."""
    grants = [grant(1, "*", 4), grant(2, NAMESPACE, 203, timed=True)]
    assert suggested(facts(grants, [use("CONSUME", TOPICS[0], 1), use("CONSUME", TOPICS[1], 2)], TOPICS)) == []


def test_nothing_is_added_beside_a_temporary_grant_of_it() -> None:
    """The narrower grant would have to overlap one that ends: that is refused by the center, so it is not suggested."""
    grants = [grant(1, NAMESPACE, 203, role=7), grant(2, TOPICS[0], 303, role=7, timed=True)]
    uses = [use("CONSUME", TOPICS[0], 1, 2), use("CONSUME", TOPICS[1], 1)]
    assert suggested(facts(grants, uses, topics(40))) == [("remove_redundant", 2, [])]


def test_a_grant_that_narrowing_would_need_again_stays() -> None:
    """Grant 2 is redundant beside the wide grant 1; when that becomes narrower, 2 is what remains there."""
    grants = [grant(1, NAMESPACE, 203, role=7), grant(2, TOPICS[0], 303, role=7)]
    uses = [use("CONSUME", TOPICS[0], 1, 2), use("CONSUME", TOPICS[1], 1)]
    assert suggested(facts(grants, uses, topics(40))) == [("narrow", 1, [(303, TOPICS[1])])]


def test_of_several_roles_the_cheapest_stays_and_is_named() -> None:
    """ann reads a topic by three roles: that on the topic costs less than those on the namespace, which say who stays.

    A reason about grants of one role names no role.
    """
    grants = [grant(1, NAMESPACE, 203), grant(2, TOPICS[0], 303), grant(3, NAMESPACE, 203), grant(4, TOPICS[1], 303),
              grant(5, NAMESPACE, 203, role=4)]  # fmt: skip
    uses = [use("CONSUME", TOPICS[0], 1, 2, 3), use("CONSUME", TOPICS[1], 4, 5)]
    made = facts(grants, uses, TOPICS)
    why = {
        suggestion.grant.id: suggestion.why for suggestion in suggestions(made, proven(made, lambda _: False), Prices())
    }
    always = "every use was covered by another grant that stays"
    assert why == dict.fromkeys((1, 3), f"{always}; 2 such grants can go together; kept by role 2") | {5: always}


def test_roles_above_the_tenant_are_counted_not_named() -> None:
    """Of a grant above tenants, which only the estate's auditors read of, they are named."""
    roles = [grant(2, "eu", 3), grant(3, "*", 3), grant(4, NAMESPACE, 203)]
    uses = [use("CONSUME", TOPICS[0], 1, 2, 3, 4)]
    why = {}
    for place, authority in ((TOPICS[0], 303), ("eu", 3)):
        made = facts([grant(1, place, authority), *roles], uses, topics(40))
        (redundant,) = [
            suggestion
            for suggestion in suggestions(made, {1: "redundant"}, Prices())
            if suggestion.kind == "remove_redundant"
        ]
        why[place] = redundant.why.split("; ")[1:]
    assert why[TOPICS[0]] == ["kept by role 4", "roles above its tenant keep it: 2"]
    assert why["eu"] == ["kept by role 2, role 3, role 4"]


def test_a_topic_that_the_role_has_already_is_not_added_again() -> None:
    """Both topics were used by the wide grant; the narrow one beside it is needed for a third."""
    grants = [grant(1, NAMESPACE, 203, role=7), grant(2, TOPICS[1], 303, role=7)]
    uses = [use("CONSUME", TOPICS[0], 1), use("CONSUME", TOPICS[1], 1, user="eve"), use("CONSUME", TOPICS[1], 2)]
    assert suggested(facts(grants, uses, topics(40))) == [("narrow", 1, [(303, TOPICS[0])])]


def test_a_main_account_keeps_what_its_sub_accounts_use() -> None:
    """Grant 1 of the main account shows no use, but its sub-account could do nothing without it."""
    grants = [grant(1, "eu/acme", 103, users=["boss"]), grant(2, TOPICS[0], 303, users=["sub"])]
    uses = [use("CONSUME", TOPICS[0], 2, user="sub")]
    assert suggested(facts(grants, uses, TOPICS, {"sub": "boss"})) == [("narrow", 1, [(303, TOPICS[0])])]
    assert ("remove_unused", 1, []) in suggested(facts(grants, uses, TOPICS))
    beside = [*grants, grant(3, TOPICS[0], 303, users=["boss"])]
    assert suggested(facts(beside, uses, TOPICS, {"sub": "boss"})) == [("remove_unused", 1, [])]


@pytest.mark.parametrize(("op", "authority", "place"), [("GET_STATS", 302, TOPICS[0]), ("UNSUBSCRIBE", 306, TOPICS[0])])
def test_a_main_account_keeps_the_very_right_that_its_sub_account_has(op: str, authority: int, place: str) -> None:
    """Several rights would do; a sub-account is let in by one that both have, and by none that only one of them has."""
    grants = [grant(1, "eu/acme", 103, users=["boss"]), grant(2, place, authority, users=["boss"]),
              grant(3, place, 303, users=["sub"])]  # fmt: skip
    uses = [use(op, place, 3, user="sub"), use(op, place, 2, user="boss")]
    assert suggested(facts(grants, uses, TOPICS, {"sub": "boss"})) == [("narrow", 1, [(303, place)])]


def test_each_right_that_a_sub_account_needs_stays_with_both() -> None:
    """Reading or writing would do, and both have both: not the one may keep reading and the other writing."""
    grants = [grant(1, TOPICS[0], 303, users=["sub"]), grant(2, NAMESPACE, 202, users=["sub"]),
              grant(3, NAMESPACE, 203, users=["boss"]), grant(4, TOPICS[0], 302, users=["boss"])]  # fmt: skip
    made = facts(grants, [use("GET_STATS", TOPICS[0], 1, 2, user="sub")], topics(40), {"sub": "boss"})
    gone = {
        suggestion.grant.id
        for suggestion in suggestions(made, proven(made, lambda _: False), Prices())
        if not suggestion.adds
    }
    staying = [(1, 3), (2, 4)]
    assert any(gone.isdisjoint(both) for both in staying), gone


def test_the_id_tells_one_suggestion_from_another() -> None:
    """The same advice has the same id on another day; different advice has another one."""
    made = facts([grant(1, NAMESPACE, 203), grant(2, NAMESPACE, 203)], [use("CONSUME", TOPICS[0], 1)], topics(40))
    first, second = (suggestions(made, proven(made, lambda _: False), Prices()) for _ in range(2))
    assert [suggestion.id for suggestion in first] == [suggestion.id for suggestion in second]
    assert len({suggestion.id for suggestion in first}) == 2


PLACES = ["eu/acme", "eu/acme/orders", "eu/acme/stock", *topics(3), *topics(3, "eu/acme/stock")]
AUTHORITIES = {1: (102, 103, 104), 2: (202, 203, 302, 303, 304), 3: (302, 303, 304)}
OPERATIONS = ("PRODUCE", "CONSUME", "UNLOAD")


@st.composite
def companies(draw: st.DrawFn) -> Facts:
    """Random grants of three roles to three users, one of them a sub-account, and uses with all grants that cover."""
    grants: list[Grant] = []
    for number in range(1, draw(st.integers(2, 8))):
        place = draw(st.sampled_from(PLACES))
        authorities = draw(st.sets(st.sampled_from(AUTHORITIES[place.count("/")]), min_size=1, max_size=2))
        role = draw(st.integers(1, 3))
        users = [["ann"], ["ann", "bob"], ["sub"]][role - 1]
        grants.append(grant(number, place, *sorted(authorities), role=role, users=users,
                            timed=draw(st.integers(0, 9)) == 0))  # fmt: skip
    asked = st.tuples(st.sampled_from(["ann", "bob", "sub"]), st.sampled_from(OPERATIONS), st.sampled_from(PLACES[3:]))
    uses = [found for user, op, res in draw(st.sets(asked, max_size=9)) if (found := _seen(grants, user, op, res))]
    return facts(grants, uses, PLACES[3:], {"sub": "bob"})


@given(companies(), st.integers(0, 1 << 12))
@settings(max_examples=120, deadline=None)
def test_no_choice_of_suggestions_denies_a_seen_use(made: Facts, choice: int) -> None:
    """All of them, and any part of them, leave every use covered, also by the main account; costs go down."""
    found = suggestions(made, proven(made, lambda _: False), NOTHING)
    chosen = [suggestion for number, suggestion in enumerate(found) if choice >> number & 1]
    assert {id: result.denied for id, result in replay(made, found).items() if result.denied} == {}
    assert replay(made, chosen)["all"].denied == 0
    assert all(suggestion.cost_after < suggestion.cost_before or suggestion.kind != "narrow" for suggestion in found)


def _seen(grants: list[Grant], user: str, op: str, res: str) -> Use | None:
    """The use, if somebody may do it: a sub-account only what its main account may too."""
    covering = {person: [grant.id for grant in grants if person in grant.users and _covers(grant, op, res)]
                for person in (user, "bob")}  # fmt: skip
    allowed = covering[user] and (user != "sub" or covering["bob"])
    return use(op, res, *covering[user], user=user) if allowed else None


def _covers(grant: Grant, op: str, res: str) -> bool:
    path = use(op, res).path
    return covers(rules(), atoms(grant), op, path)
