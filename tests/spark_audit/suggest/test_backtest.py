"""Advice from the past, replayed on what came after it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from spark_audit.suggest import backtest
from spark_audit.suggest.build import suggestions
from spark_audit.suggest.facts import Facts
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.status import proven
from spark_audit.suggest.suggestion import Suggestion
from tests.spark_audit.suggest.company import facts, grant, topics, use

TOPICS = topics(40)
SPLIT = backtest.Split(30, date(2026, 10, 2), date(2026, 10, 22), date(2026, 10, 31))


def test_windows_end_with_the_log_and_fit_into_it() -> None:
    """The last third is replayed; a window that begins before the first use says nothing."""
    found = backtest.splits(date(2026, 8, 1), date(2026, 10, 31))
    assert [split.days for split in found] == [30, 60, 90]
    assert found[0] == SPLIT
    assert found[2].replay_from == date(2026, 10, 2)


def test_wrong_suggestions_are_counted() -> None:
    """Grant 1 rested and was needed later; of grant 2 a topic was used later that the narrower grants leave out."""
    grants = [grant(1, TOPICS[9], 303), grant(2, "eu/acme/orders", 203), grant(3, TOPICS[1], 302)]
    before = facts(grants, [use("CONSUME", TOPICS[0], 2), use("PRODUCE", TOPICS[1], 3)], TOPICS)
    after = replace(before, uses=(
        use("CONSUME", TOPICS[9], 1, 2, user="ann", n=5), use("CONSUME", TOPICS[9], 1, user="bob", n=3),
        use("CONSUME", TOPICS[8], 2, n=2), use("CONSUME", TOPICS[0], 2, n=10), use("PRODUCE", TOPICS[1], 3, n=7),
    ))  # fmt: skip
    rows = {test["suggestion"]: test for test in _tested(before, after, {3})}
    assert (rows["all"]["uses"], rows["all"]["denied"], rows["all"]["users"]) == (27, 10, ["ann", "bob"])
    assert rows["all"]["share"] == round(10 / 27, 9)
    assert (rows["all"]["train_until"], rows["all"]["replay_until"]) == (date(2026, 10, 21), date(2026, 10, 31))


def test_a_row_names_a_hundred_users_and_counts_all() -> None:
    """Everybody who was denied in a large company would not fit into a request to the center."""
    before = facts([grant(1, TOPICS[9], 303)], [], TOPICS)
    many = [f"user-{number:03}" for number in range(150)]
    after = replace(before, uses=tuple(use("CONSUME", TOPICS[9], 1, user=user) for user in many))
    (row,) = _tested(before, after, set())
    assert (row["denied"], row["users"]) == (150, many[:100])


def test_a_suggestion_of_today_is_tested_as_made_earlier() -> None:
    """Matched by kind and grant, since a narrower grant may have been another one then."""
    grants = [grant(1, "eu/acme/orders", 203)]
    then = facts(grants, [use("CONSUME", TOPICS[0], 1)], TOPICS)
    later = replace(then, uses=(use("CONSUME", TOPICS[0], 1, n=8), use("CONSUME", TOPICS[5], 1, n=2)))
    now = suggestions(_both(then, later), {1: "essential"}, Prices())
    rows = _tested(then, later, set(), {suggestion.id: suggestion for suggestion in now})
    assert {test["suggestion"]: (test["uses"], test["denied"]) for test in rows} == {"all": (10, 2), now[0].id: (10, 2)}


def test_a_sub_account_loses_what_its_main_account_loses() -> None:
    """The main account's grant showed no use before its sub-account came: its removal would have shut that out."""
    grants = [grant(1, "eu/acme", 103, users=["boss"]), grant(2, TOPICS[0], 303, users=["sub"])]
    then = facts(grants, [], TOPICS, {"sub": "boss"})
    later = replace(then, uses=(use("CONSUME", TOPICS[0], 2, user="sub", n=4),))
    (row,) = _tested(then, later, {2})
    assert (row["denied"], row["users"]) == (4, ["sub"])


def _tested(
    then: Facts, later: Facts, silent: set[int], now: Mapping[str, Suggestion] | None = None
) -> list[dict[str, Any]]:
    advice = suggestions(then, proven(then, silent.__contains__), Prices())
    return [*backtest.backtest(SPLIT, then, advice, later.uses, now or {})]


def _both(first: Facts, second: Facts) -> Facts:
    assert proven(first, lambda _: False) == {1: "essential"}
    return replace(first, uses=(*first.uses, *second.uses))
