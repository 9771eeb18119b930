"""Sets of redundant grants: as much as possible goes, and of every use something stays."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from spark_audit.suggest.facts import Facts
from spark_audit.suggest.redundant import removable
from tests.spark_audit.suggest.company import facts, grant, topics, use

TOPIC = "eu/acme/orders/t0"
IDS = range(1, 8)


def cost(number: int) -> float:
    """Different for each, so that the best choice is one."""
    return 1.0 + number / 10


def holding(*covered: set[int]) -> Facts:
    """Grants 1…7, and a use for each set of covering grants."""
    grants = [grant(number, TOPIC, 303) for number in IDS]
    return facts(grants, [use("CONSUME", TOPIC, *sorted(one)) for one in covered], topics(1))


def test_two_that_cover_each_other_do_not_go_together() -> None:
    """The dearer one goes."""
    assert removable(holding({1, 2}), [1, 2], cost, 16) == [frozenset({2})]


def test_a_grant_that_is_gone_covers_nothing_tomorrow() -> None:
    """A use that only a revoked grant (9) shared leaves nothing to remove."""
    assert removable(holding({1, 9}), [1], cost, 16) == []


def test_a_grant_that_ends_by_itself_is_no_support() -> None:
    """1 stays although 2 covered the same: 2 will end."""
    grants = [grant(1, TOPIC, 303), grant(2, TOPIC, 303, timed=True)]
    assert removable(facts(grants, [use("CONSUME", TOPIC, 1, 2)], topics(1)), [1, 2], cost, 16) == [frozenset({2})]


def test_a_role_that_the_user_left_is_no_support() -> None:
    """Grant 2 covered the use, but not of who is in its role today."""
    grants = [grant(1, TOPIC, 303), grant(2, TOPIC, 303, users=["bob"])]
    assert removable(facts(grants, [use("CONSUME", TOPIC, 1, 2)], topics(1)), [1], cost, 16) == []


@given(st.lists(st.sets(st.sampled_from(IDS), min_size=1, max_size=4), max_size=8))
@settings(max_examples=100, deadline=None)
def test_exact_and_safe(covered: list[set[int]]) -> None:
    """What stays covers every use, and no cheaper set would."""
    made = holding(*covered)
    redundant = [number for number in IDS if {number} not in covered and any(number in one for one in covered)]
    gone = set().union(*removable(made, redundant, cost, 16))
    assert all(one - gone for one in covered)
    best = max(
        sum(map(cost, chosen))
        for size in range(len(redundant) + 1)
        for chosen in itertools.combinations(redundant, size)
        if all(one - set(chosen) for one in covered)
    )
    assert abs(sum(map(cost, gone)) - best) < 1e-9


@given(st.lists(st.sets(st.sampled_from(IDS), min_size=2, max_size=4), max_size=12))
@settings(max_examples=60, deadline=None)
def test_large_groups_are_safe_and_leave_nothing_over(covered: list[set[int]]) -> None:
    """Where the exact search is too long: every use stays covered, and no further grant could go."""
    redundant = [number for number in IDS if any(number in one for one in covered)]
    gone = set().union(*removable(holding(*covered), redundant, cost, 0))
    assert all(one - gone for one in covered)
    assert all(any(not one - gone - {number} for one in covered) for number in set(redundant) - gone)
