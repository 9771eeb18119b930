"""Marks the tests that only `make test-all` runs, as selection.yaml says."""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import backends

FILE = Path(__file__).with_name("selection.yaml")
MARKER = "only_in_test_all"
_MOST_CASES = 6
"""Of one function, on one database."""


@cache
def lists() -> dict[str, Any]:
    """The lists of selection.yaml by name."""
    return dict(yaml.safe_load(FILE.read_text(encoding="utf-8")))


def mark(items: list[pytest.Item]) -> None:
    """Give the marker `only_in_test_all` to what `make test` leaves out."""
    counts: Counter[tuple[str, str]] = Counter()
    for item in items:
        function, database = item.nodeid.partition("[")[0], _database(item)
        if counts[function, database] < _cases(function, database):
            counts[function, database] += 1
        else:
            item.add_marker(MARKER)


def _database(item: pytest.Item) -> str:
    case = getattr(item, "callspec", None)
    return backends.label(case.params.get("database_url", "sqlite")) if case else "sqlite"


@cache
def _cases(function: str, database: str) -> float:
    """How many cases of a function `make test` runs on a database."""
    if _begins(function, lists()["only_in_test_all"]):
        return 0
    most = float("inf") if _begins(function, lists()["all_cases"]) else _MOST_CASES
    few = min((number for start, number in lists()["some_cases"].items() if function.startswith(start)), default=most)
    if database == "sqlite" or _begins(function, lists()["on_servers"]):
        return few
    return 1 if function in lists()["one_case_on_servers"] else 0


def _begins(function: str, starts: list[str]) -> bool:
    return any(function.startswith(start) for start in starts)
