"""Grants limited to a prefix or to subscriptions: they are narrowed within their limits, and never get wider."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spark_audit.suggest.atoms import atoms
from spark_audit.suggest.build import suggestions
from spark_audit.suggest.facts import Facts, Grant, Use
from spark_audit.suggest.place import Place
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.replay import replay
from spark_audit.suggest.resource_paths import path_of
from spark_audit.suggest.rights import Atom, Right
from spark_audit.suggest.status import proven
from spark_audit.suggest.suggestion import Suggestion
from tests.spark_audit.suggest.company import facts, followed, grant, use
from tests.spark_audit.suggest.decided import decided, snapshot

NAMESPACE = "eu/acme/orders"
EVERY = [f"{NAMESPACE}/{topic}" for topic in ("orders-1", "orders-2", "orders-3", "orders-4", "bills-1", "bills-2")]
FURTHER = [f"{NAMESPACE}/x{number}" for number in range(20)]
MAINS = {"sub": "boss"}


def suggested(made: Facts, prices: Prices | None = None) -> list[Suggestion]:
    """As if everything were proven."""
    return suggestions(made, proven(made, lambda _: False), prices or Prices())


def added(grants: Sequence[Grant], uses: Sequence[Use], topics: Sequence[str] = EVERY) -> list[str]:
    """The places that come instead, with their prefixes."""
    return [add.place.name for suggestion in suggested(facts(grants, uses, topics)) for add in suggestion.adds]


def used(*names: str) -> list[Use]:
    """Each of these topics read under grant 1."""
    return [use("CONSUME", f"{NAMESPACE}/{topic}", 1) for topic in names]


PREFIXES = {
    "three that begin so, and others that do not": (["orders-1", "orders-2", "orders-3"], EVERY, ["orders-*"]),
    "two are two topics": (["orders-1", "orders-2"], [*EVERY, *FURTHER], ["orders-1", "orders-2"]),
    "all topics begin so": (["orders-1", "orders-2", "orders-3"], EVERY[:4], []),
    "the longest of those that say as little": (
        ["or-der-1", "or-der-2", "or-der-3"], ["or-der-1", "or-der-2", "or-der-3", "x"], ["or-der-*"]),
    "two letters are no beginning": (["or-1", "or-2", "or-3"], ["or-1", "or-2", "or-3", "x", "y"], []),
    "nor is one without a separator": (["orders1", "orders2", "orders3"], ["orders1", "orders2", "orders3", "x"], []),
    "one of each domain": (
        ["orders-1", "orders-2", "orders-3"],
        [*EVERY, "eu/non-persistent://acme/orders/orders-1", *FURTHER], ["orders-*"]),
    "both a prefix and a topic": (["orders-1", "orders-2", "orders-3", "bills-1"],
                                  [*EVERY, *FURTHER], ["orders-*", "bills-1"]),
    "a wide prefix or two narrow ones": (
        ["a-b-c-1", "a-b-c-2", "a-b-c-3", "a-b-d-1", "a-b-d-2", "a-b-d-3"],
        ["a-b-c-1", "a-b-c-2", "a-b-c-3", "a-b-d-1", "a-b-d-2", "a-b-d-3", *(f"a-b-e-{k}" for k in range(19)), "x"],
        ["a-b-c-*", "a-b-d-*"]),
}  # fmt: skip


@pytest.mark.parametrize(("names", "topics", "places"), PREFIXES.values(), ids=PREFIXES)
def test_topics_that_begin_alike_share_a_grant(names: list[str], topics: list[str], places: list[str]) -> None:
    """At least three of them, by at least three letters and a separator, where other topics do not begin so."""
    whole = [topic if "/" in topic else f"{NAMESPACE}/{topic}" for topic in topics]
    found = added([grant(1, NAMESPACE, 203)], used(*names), whole)
    assert found == [f"{NAMESPACE}/{place}" for place in places]


def test_a_prefix_is_suggested_where_it_is_cheaper() -> None:
    """What costs nothing but risk goes to topics; what costs nothing but grants stays as it is."""
    made = facts([grant(1, NAMESPACE, 203)], used("orders-1", "orders-2", "orders-3"), EVERY)
    (few,) = suggested(made, Prices(grant=0.01))
    assert [len(add.place.path) for add in few.adds] == [4, 4, 4]
    assert suggested(made, Prices(risk=dict.fromkeys(range(7), 0.0))) == []


def test_within_a_prefix_only_a_longer_prefix_is_suggested() -> None:
    """The grant covers no bills; orders-eu- leaves something of it out, orders- does not."""
    topics = [f"{NAMESPACE}/{topic}" for topic in ("orders-eu-1", "orders-eu-2", "orders-eu-3", "bills-1")]
    held, uses = grant(1, NAMESPACE, 203, prefix="ord"), used("orders-eu-1", "orders-eu-2", "orders-eu-3")
    assert added([held], uses, topics) == []
    assert added([held], uses, [*topics, f"{NAMESPACE}/orders-us-1"]) == [f"{NAMESPACE}/orders-eu-*"]


def test_a_prefix_that_leaves_nothing_out_is_not_suggested() -> None:
    """Administering goes; reading stays as it is, because everything that it reaches begins so."""
    for prefix, topics in (("", EVERY[:4]), ("ord", EVERY)):
        held = grant(1, NAMESPACE, 203, 304, prefix=prefix)
        (suggestion,) = suggested(facts([held], used("orders-1", "orders-2", "orders-3"), topics))
        assert [add.place for add in suggestion.adds] == [held.places[0]]


def test_a_prefix_reaches_the_names_that_begin_with_it() -> None:
    """What is deep enough; creating topics that begin so is about their namespace itself. Of a retry topic the name of
    its topic counts, the longest that it may have."""
    held, made = Place(path_of(NAMESPACE), "orders-"), facts([], [], EVERY)
    assert [made.resources.leaves(held, depth) for depth in (2, 3, 4)] == [0, 1, 4]
    right, retry = Right(frozenset(), frozenset({203})), path_of(f"{NAMESPACE}/orders-1-old-RETRY")
    beginnings = {"orders-": True, "orders-1": True, "orders-1-": False, "bills": False}
    assert {
        prefix: right.given([Atom(203, held._replace(prefix=prefix))], retry) for prefix in beginnings
    } == beginnings


def test_a_prefix_stays_where_topics_come_and_go() -> None:
    """The used topic is younger than the window. Of a grant on the tenant the prefix is about namespaces."""
    born = f"{NAMESPACE}/orders-9"
    for held in (grant(1, NAMESPACE, 203, 204, prefix="orders-"), grant(1, "eu/acme", 103, 104, prefix="ord")):
        (suggestion,) = suggested(facts([held], [use("CONSUME", born, 1)], EVERY, young=[born]))
        assert [(add.authority % 100, add.place) for add in suggestion.adds] == [(3, held.places[0])]
        assert f"stays whole on {held.places[0].name}, where" in suggestion.why


def test_a_retry_topic_keeps_the_limits() -> None:
    """It is written by the right to read the topic that it serves, of the subscription in its name."""
    held = grant(1, NAMESPACE, 203, 206, prefix="orders-", names=("billing", "old"))
    uses = [use("PRODUCE", f"{NAMESPACE}/orders-1-old-RETRY", 1), use("CONSUME", EVERY[0], 1, names=["billing"])]
    (suggestion,) = suggested(facts([held], uses, EVERY))
    assert [add[1:3] for add in suggestion.adds] == [(held.places[0], held.subscriptions)]


def test_of_two_redundant_grants_the_one_with_a_prefix_stays() -> None:
    """It reaches fewer topics, so it costs less."""
    grants = [grant(1, NAMESPACE, 203), grant(2, NAMESPACE, 203, prefix="orders-")]
    found = suggested(facts(grants, [use("CONSUME", topic, 1, 2) for topic in EVERY[:4]], EVERY))
    assert [(suggestion.kind, suggestion.grant.id) for suggestion in found] == [("remove_redundant", 1)]


@pytest.mark.parametrize(("names", "kept"), [
    (["billing"], ("billing",)), (["audit-eu"], ("audit-*",)), (["billing", "audit-eu"], ("billing", "audit-*")),
    ([], None), (None, None),
])  # fmt: skip
def test_unused_named_subscriptions_go(names: list[str] | None, kept: tuple[str, ...] | None) -> None:
    """None goes when no use was about one, or when the log does not say about which."""
    held = grant(1, EVERY[0], 303, names=("billing", "audit-*", "old"))
    found = suggested(facts([held], [use("CONSUME", EVERY[0], 1, names=names)], EVERY))
    assert [add.subscriptions for suggestion in found for add in suggestion.adds] == ([kept] if kept else [])


def test_named_subscriptions_are_not_joined_with_all_or_with_others() -> None:
    """Three grants of one role on one namespace; each goes to the topic on which it was used, with its own names."""
    grants = [grant(1, NAMESPACE, 203, role=7), grant(2, NAMESPACE, 203, role=7, names=("a", "b")),
              grant(3, NAMESPACE, 203, role=7, names=("c",))]  # fmt: skip
    uses = [use("CONSUME", name, number, names=[names]) for number, name, names in
            ((1, EVERY[0], "z"), (2, EVERY[1], "a"), (3, EVERY[2], "c"))]  # fmt: skip
    topics = [*EVERY, *FURTHER]
    found = {
        suggestion.grant.id: [add[1:3] for add in suggestion.adds]
        for suggestion in suggested(facts(grants, uses, topics))
    }
    places = [(path_of(topic), "") for topic in EVERY]
    assert found == {1: [(places[0], None)], 2: [(places[1], ("a",))], 3: [(places[2], ("c",))]}


def test_a_main_account_keeps_grants_that_its_sub_account_may_need() -> None:
    """Both of its grants name the subscription; a grant for another one is not needed."""
    grants = [grant(1, EVERY[0], 303, users=["sub"]), grant(2, EVERY[0], 303, users=["boss"], names=("a", "b")),
              grant(3, NAMESPACE, 203, users=["boss"], prefix="ord", names=("a*",)),
              grant(4, EVERY[0], 303, users=["boss"], names=("c",)),
              grant(5, NAMESPACE, 203, users=["boss"], prefix="bill")]  # fmt: skip
    found = suggested(facts(grants, [use("CONSUME", EVERY[0], 1, user="sub", names=["a"])], EVERY, MAINS))
    assert {(suggestion.kind, suggestion.grant.id) for suggestion in found} == {
        ("narrow", 2), ("narrow", 3), ("remove_unused", 4), ("remove_unused", 5),
    }  # fmt: skip
    assert {add[1:3] for suggestion in found for add in suggestion.adds} == {
        ((path_of(EVERY[0]), ""), ("a",)), ((path_of(EVERY[0]), ""), ("a*",)),
    }  # fmt: skip


def test_a_replay_counts_uses_outside_the_new_limits() -> None:
    """A topic of another name, a subscription that is named no longer."""
    held = grant(1, NAMESPACE, 203, names=("a", "b"))
    before = facts([held], [use("CONSUME", topic, 1, names=["a"]) for topic in EVERY[:3]], EVERY)
    (suggestion,) = suggested(before)
    assert [(add.place.prefix, add.subscriptions) for add in suggestion.adds] == [("orders-", ("a",))]
    slices = [(3, ["a"]), (4, ["a"]), (0, ["a", "b"]), (0, None)]
    later = [use("CONSUME", EVERY[at], 1, names=names, n=2**number) for number, (at, names) in enumerate(slices)]
    assert replay(facts([held], later, EVERY), [suggestion])["all"].denied == 6


PLACES = {2: "eu/acme", 3: NAMESPACE, 4: EVERY[0]}
_PREFIX = {2: ["", "ord"], 3: ["", "ord", "orders-", "bills-"], 4: [""]}
_NAMES = [None, None, ("a",), ("a", "b*"), ("b1", "b2")]


@st.composite
def companies(draw: st.DrawFn) -> tuple[list[Grant], list[Use]]:
    """Grants of two main accounts and a sub-account, and what the center lets them do on topics that begin alike."""
    users = [["boss"], ["ann"], ["sub"], ["boss", "sub"]]
    grants = []
    for number in range(1, draw(st.integers(2, 7))):
        depth, role = draw(st.sampled_from([2, 3, 3, 4])), draw(st.integers(1, 4))
        prefix, names = draw(st.sampled_from(_PREFIX[depth])), draw(st.sampled_from(_NAMES))
        rights = draw(st.sampled_from([(3,), (3, 6), (6,)] if names else [(3,), (2,), (2, 3), (3, 4)]))
        given = [max(depth - 1, 2 if right == 4 and depth < 4 else 0) * 100 + right for right in rights]
        limits: dict[str, Any] = {"prefix": prefix, "names": names}
        grants.append(grant(number, PLACES[depth], *given, role=role, users=users[role - 1], **limits))
    before, uses = snapshot(grants, MAINS), []
    asked = st.tuples(st.sampled_from(["ann", "boss", "sub"]), st.sampled_from(["CONSUME", "PRODUCE", "GET_STATS"]),
                      st.sampled_from([*EVERY, f"{EVERY[0]}-a-RETRY"]), st.sampled_from(["a", "b1", "b2"]))  # fmt: skip
    for user, op, topic, name in sorted(draw(st.sets(asked, min_size=4, max_size=24))):
        found = decided(before, user, op, path_of(topic), name)
        if found.allowed:
            uses.append(use(op, topic, *found.grants, user=user, names=[name] if op == "CONSUME" else []))
    return grants, uses


@given(companies(), st.sampled_from([Prices(), Prices(grant=0.0), Prices(grant=0.2)]))
@settings(max_examples=400, deadline=None)
def test_the_center_still_allows_every_use(company: tuple[list[Grant], list[Use]], prices: Prices) -> None:
    """After all suggestions; and nothing that comes reaches further than what goes."""
    grants, uses = company
    found = suggested(facts(grants, uses, EVERY, MAINS), prices)
    after = snapshot(followed(grants, found), MAINS)
    for seen in uses:
        assert decided(after, seen.user, seen.op, seen.path, *seen.names[0] or ()).allowed, (seen, found)
    for change in found:
        assert all(any(_inside(add, had) for had in atoms(change.grant)) for add in change.adds)


def _inside(add: Atom, had: Atom) -> bool:
    named = had.subscriptions is None or set(add.subscriptions or ("",)) <= set(had.subscriptions)
    return had.place.holds(add.place) and had.authority % 100 == add.authority % 100 and named
