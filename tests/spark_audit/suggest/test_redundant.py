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
    return facts(grants, [use("CONSUME", TOPIC, *sorted(ids)) for ids in covered], topics(1))


def test_grants_that_cover_each_other_do_not_go_together() -> None:
    """The dearer one goes."""
    assert removable(holding({1, 2}), [1, 2], cost, 16) == [frozenset({2})]


def test_an_ended_grant_covers_nothing() -> None:
    """A use that only a revoked grant (9) shared leaves nothing to remove."""
    assert removable(holding({1, 9}), [1], cost, 16) == []


def test_a_grant_that_ends_by_itself_covers_nothing() -> None:
    """1 stays although 2 covered the same: 2 will end."""
    grants = [grant(1, TOPIC, 303), grant(2, TOPIC, 303, timed=True)]
    assert removable(facts(grants, [use("CONSUME", TOPIC, 1, 2)], topics(1)), [1, 2], cost, 16) == [frozenset({2})]


def test_a_role_that_the_user_left_covers_nothing() -> None:
    """Grant 2 covered the use, but not of who is in its role today."""
    grants = [grant(1, TOPIC, 303), grant(2, TOPIC, 303, users=["bob"])]
    assert removable(facts(grants, [use("CONSUME", TOPIC, 1, 2)], topics(1)), [1], cost, 16) == []


@given(st.lists(st.sets(st.sampled_from(IDS), min_size=1, max_size=4), max_size=8))
@settings(max_examples=100, deadline=None)
def test_the_cheapest_grants_that_cover_everything_stay(covered: list[set[int]]) -> None:
    """What stays covers every use, and no cheaper set would."""
    made = holding(*covered)
    redundant = [grant_id for grant_id in IDS if {grant_id} not in covered and any(grant_id in ids for ids in covered)]
    gone = set().union(*removable(made, redundant, cost, 16))
    assert all(ids - gone for ids in covered)
    best = max(
        sum(map(cost, chosen))
        for size in range(len(redundant) + 1)
        for chosen in itertools.combinations(redundant, size)
        if all(ids - set(chosen) for ids in covered)
    )
    assert abs(sum(map(cost, gone)) - best) < 1e-9


@given(st.lists(st.sets(st.sampled_from(IDS), min_size=2, max_size=4), max_size=12))
@settings(max_examples=60, deadline=None)
def test_large_groups_keep_every_use_covered_and_no_grant_too_many(covered: list[set[int]]) -> None:
    """Where the exact search is too long: every use stays covered, and no further grant could go."""
    redundant = [grant_id for grant_id in IDS if any(grant_id in ids for ids in covered)]
    gone = set().union(*removable(holding(*covered), redundant, cost, 0))
    assert all(ids - gone for ids in covered)
    assert all(any(not ids - gone - {grant_id} for ids in covered) for grant_id in set(redundant) - gone)
