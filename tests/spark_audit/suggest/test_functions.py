"""The right to functions is narrowed to those of its parts that were used, and never to less."""

from collections.abc import Sequence
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spark_audit.suggest.atoms import atoms
from spark_audit.suggest.facts import Grant, Use
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.resource_paths import path_of
from tests.spark_audit.suggest.company import facts, followed, grant, use
from tests.spark_audit.suggest.decided import decided, snapshot
from tests.spark_audit.suggest.test_limits import suggested

TENANT, ORDERS, BILLS = "eu/acme", "eu/acme/orders", "eu/acme/bills"
FEW = [f"{ORDERS}/t", f"{BILLS}/t"]
MANY = [*FEW, *(f"{TENANT}/n{number}/t" for number in range(8))]
EVERY = ["FUNCTION", "SOURCE", "SINK", "PACKAGE"]
MAINS = {"sub": "boss"}
NARROWED: dict[str, tuple[list[Grant], list[Use], list[tuple[int, str]]]] = {
    "one part": ([grant(1, ORDERS, 205)], [use("SINK", ORDERS, 1)], [(210, ORDERS)]),
    "packages by either question": (
        [grant(1, ORDERS, 205)],
        [use("PACKAGES", ORDERS, 1), use("PACKAGE", ORDERS, 1)],
        [(211, ORDERS)],
    ),
    "what any right allows asks for no part": (
        [grant(1, ORDERS, 205)],
        [use("SINK", ORDERS, 1), use("GET_TOPICS", ORDERS, 1)],
        [(210, ORDERS)],
    ),
    "and alone leaves the whole right": ([grant(1, ORDERS, 205)], [use("GET_TOPICS", ORDERS, 1)], []),
    "all four": ([grant(1, ORDERS, 205)], [use(op, ORDERS, 1) for op in EVERY], []),
    "what nobody knows": ([grant(1, ORDERS, 205)], [use("SINK", ORDERS, 1), use("FLY", ORDERS, 1)], []),
    "in a tenant": ([grant(1, TENANT, 105)], [use("FUNCTION", ORDERS, 1)], [(108, TENANT)]),
    "each namespace its own": (
        [grant(1, TENANT, 205)],
        [use("SOURCE", ORDERS, 1), use("SINK", BILLS, 1)],
        [(210, BILLS), (209, ORDERS)],
    ),
    "two namespaces of one role": (
        [grant(1, ORDERS, 205, role=9), grant(2, BILLS, 205, role=9)],
        [use("SOURCE", ORDERS, 1), use("SINK", BILLS, 2)],
        [(209, ORDERS), (210, BILLS)],
    ),
    "beside its own part": ([grant(1, ORDERS, 205, 210)], [use("SINK", ORDERS, 1)], [(210, ORDERS)]),
    "a part that another grant of the role keeps": (
        [grant(1, ORDERS, 205, role=9), grant(2, ORDERS, 210, role=9, timed=False)],
        [use("SINK", ORDERS, 1, 2), use("FUNCTION", ORDERS, 1)],
        [(208, ORDERS)],
    ),
    "a part that another grant of the role has for a time": (
        [grant(1, ORDERS, 205, role=9), grant(2, ORDERS, 210, role=9, timed=True)],
        [use("SINK", ORDERS, 1, 2)],
        [],
    ),
    "a part that another grant of the role loses": (
        [grant(1, ORDERS, 205, role=9), grant(2, ORDERS, 210, 202, role=9)],
        [use("SINK", ORDERS, 1), use("PRODUCE", FEW[0], 2)],
        [(302, FEW[0])],
    ),
    "from its networks": (
        [grant(1, ORDERS, 205, networks=("10.0.0.0/8",)), grant(2, ORDERS, 210, role=1)],
        [use("SINK", ORDERS, 1)],
        [(210, ORDERS)],
    ),
    "a part alone stays what it is": ([grant(1, ORDERS, 208)], [use("FUNCTION", ORDERS, 1)], []),
}


@pytest.mark.parametrize(("grants", "uses", "adds"), NARROWED.values(), ids=NARROWED)
def test_the_used_parts_of_functions_stay(
    grants: Sequence[Grant], uses: Sequence[Use], adds: list[tuple[int, str]]
) -> None:
    found = [narrowed for narrowed in suggested(facts(grants, uses, MANY)) if narrowed.kind == "narrow"]
    assert [(add.authority, "/".join(add.place.path)) for narrowed in found for add in narrowed.adds] == adds
    assert all(add.networks == narrowed.grant.networks for narrowed in found for add in narrowed.adds)
    assert all(narrowed.cost_after < narrowed.cost_before for narrowed in found)


def test_a_narrowed_grant_has_a_reason_and_a_lower_cost() -> None:
    """The parts cost together what one authority costs, and each that goes its risk once."""
    held, uses = grant(1, TENANT, 205), [use("SOURCE", ORDERS, 1), use("SINK", BILLS, 1)]
    (few,) = suggested(facts([held], uses, FEW))
    assert few.why == "used for some of functions, sources, sinks and packages"
    assert [few.cost_before, few.cost_after] == pytest.approx([1.2, 1.0])
    row = few.row(date(2026, 11, 30), [], facts([], [], FEW).resources, [])
    assert [added["authorities"] for added in row["adds"]] == [[209, 210]]
    (many,) = suggested(facts([held], uses, MANY))
    assert many.why.startswith("used on few of the resources that it reaches; used for some of")
    assert [many.cost_before, many.cost_after] == pytest.approx([3.6, 2.0])
    risk = {**Prices().risk, 8: 2.0}
    (dear,) = suggested(facts([held], uses, FEW), Prices(risk=risk))
    assert dear.cost_before == pytest.approx(3.1)


def test_a_main_account_keeps_what_its_sub_account_lists_by() -> None:
    """Listing takes a right that both have: sources here, which another part of functions does not give."""
    held = [
        grant(1, TENANT, 108, users=["boss"]),
        grant(2, ORDERS, 209, users=["sub"], timed=True),
        grant(3, ORDERS, 205, users=["boss"], timed=True),
    ]
    found = suggested(facts(held, [use("GET_TOPICS", ORDERS, 2, user="sub")], FEW, MAINS))
    assert 3 not in {removal.grant.id for removal in found}


@st.composite
def companies(draw: st.DrawFn) -> tuple[list[Grant], list[Use]]:
    """Grants of a main account and its sub-account, and what the center lets them do with functions."""
    users, grants = [["boss"], ["ann"], ["sub"], ["boss", "sub"]], []
    for number in range(1, draw(st.integers(2, 7))):
        place, role = draw(st.sampled_from([TENANT, ORDERS, ORDERS, BILLS])), draw(st.integers(1, 4))
        known = [105, 205, 108, 110, 208, 210] if place == TENANT else [205, 205, 208, 209, 210, 211, 203]
        given = sorted(draw(st.sets(st.sampled_from(known), min_size=1, max_size=3)))
        prefix = draw(st.sampled_from(["", "", "or"])) if place == TENANT else ""
        given = [authority for authority in given if not prefix or authority >= 200] or [205]
        timed = draw(st.integers(0, 5)) == 0
        grants.append(grant(number, place, *given, role=role, users=users[role - 1], timed=timed, prefix=prefix))
    before, uses = snapshot(grants, MAINS), []
    asked = st.tuples(st.sampled_from(["ann", "boss", "sub"]), st.sampled_from([*EVERY, "PACKAGES", "GET_TOPICS"]),
                      st.sampled_from([ORDERS, BILLS]), st.booleans())  # fmt: skip
    for user, op, place, older in sorted(draw(st.sets(asked, min_size=2, max_size=16))):
        found = decided(before, user, op, path_of(place))
        if found.allowed:
            # Of an older use newer grants were not listed.
            uses.append(use(op, place, *(found.grants[:1] if older else found.grants), user=user))
    return grants, uses


@given(companies(), st.sampled_from([FEW, MANY]), st.sampled_from([Prices(), Prices(grant=0.0)]))
@settings(max_examples=400, deadline=None)
def test_the_center_still_allows_every_use(
    company: tuple[list[Grant], list[Use]], topics: list[str], prices: Prices
) -> None:
    """After all suggestions; and no role gets an authority on a place where another grant of it gives that."""
    grants, uses = company
    found = suggested(facts(grants, uses, topics, MAINS), prices)
    gone = {suggestion.grant.id for suggestion in found}
    stays = [grant for grant in grants if grant.id not in gone]
    after = snapshot(followed(grants, found), MAINS)
    for seen in uses:
        assert decided(after, seen.user, seen.op, seen.path).allowed, (seen, found)
    held = {(grant.role, grant.paths, grant.prefix, authority) for grant in stays for authority in grant.authorities}
    # What the grant had itself may stand twice already: the companies are made at random.
    new = {
        (suggestion.grant.role, (add.place.path,), add.place.prefix, add.authority)
        for suggestion in found
        for add in suggestion.adds
        if add[:2] not in [had[:2] for had in atoms(suggestion.grant)]
    }
    assert not new & held
