"""Thresholds of the findings. Each can be set with --rules; docs/audit-findings.md says what it is for."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date, timedelta
from typing import Any

WEIGHTS: Mapping[str, float] = {
    "read": 1.0,
    "write": 2.0,
    "subscriptions": 2.0,
    "functions": 3.0,
    "create": 3.0,
    "delete": 4.0,
    "administer": 5.0,
}
"""Weight of each right in the creep index."""


@dataclass(frozen=True)
class Rules:
    """Thresholds of the findings. Days are UTC days; `share`s are between 0 and 1."""

    recent_days: int = 7  # the last days of the window, in which unusual use is looked for
    lookback_days: int = 90  # the days before the recent ones, with which they are compared
    history_days: int = 14  # a user must be known for so long before anything of it is unusual
    sleep_days: int = 30  # a grant without use for so long has slept
    dormant_days: int = 30  # an account without a sign of life for so long is dormant
    wide_topics: int = 3  # a wide grant was used on at most so many topics
    wide_share: float = 0.2  # and on at most this share of the topics below it
    volume_deviations: float = 6.0  # a volume is unusual from median + so many spreads on
    volume_least: int = 20  # and from median + so many uses on
    hour_deviations: float = 2.0  # an hour is unusual if further than so many deviations from the median
    address_share: float = 0.2  # with new addresses on a larger share of its days, a user is not judged by them
    denied_days: int = 3  # least days on which the same attempt was denied
    burst: int = 30  # least denials of the same attempt within one minute
    address_names: int = 10  # least names that were denied from one address, and never let in from there
    creep_index: float = 67.0  # least creep index of a finding
    closed_days: int = 90  # a finding that no longer holds stays listed as closed for so long
    weights: Mapping[str, float] = field(default_factory=lambda: dict(WEIGHTS))


def read(text: str) -> Rules:
    """Rules from the text of a file: a JSON object with the values that differ from the defaults.

    Raises ValueError for an unknown name, and for a value that is not a number of at least 0.
    """
    values = json.loads(text)
    if not isinstance(values, dict):
        raise ValueError("an object is expected")
    weights = values.pop("weights", {})
    wholes = {rule.name for rule in fields(Rules) if rule.type is int}
    _refuse(values, {rule.name for rule in fields(Rules)} - {"weights"}, wholes)
    _refuse(weights, set(WEIGHTS), set())
    return Rules(**values, weights={**WEIGHTS, **{right: float(weight) for right, weight in weights.items()}})


def _refuse(values: Any, known: set[str], wholes: set[str]) -> None:
    if not isinstance(values, dict):
        raise ValueError("an object is expected")
    if strange := sorted(values.keys() - known):
        raise ValueError(f"{strange[0]} is unknown: only {', '.join(sorted(known))} are known")
    for threshold, value in values.items():
        kind = int if threshold in wholes else int | float
        if isinstance(value, bool) or not isinstance(value, kind) or value < 0:
            raise ValueError(
                f"{threshold} is {value!r}, but a {'whole ' if threshold in wholes else ''}number from 0 on is meant"
            )


@dataclass(frozen=True)
class Days:
    """Dates of a run. The window: `since` to `until`. `recent` begins the recent days, `before` the days before."""

    since: date
    until: date
    recent: date
    before: date

    @staticmethod
    def of(since: date, until: date, rules: Rules) -> "Days":
        """The dates for the window from `since` to `until`, both included."""
        recent = until - timedelta(days=rules.recent_days - 1)
        return Days(since, until, recent, recent - timedelta(days=rules.lookback_days))

    @property
    def first(self) -> date:
        """The earliest date of daily tables that is read."""
        return min(self.since, self.before)

    @property
    def begin(self) -> int:
        """The beginning of `before`, epoch ms."""
        return _midnight(self.before)

    @property
    def start(self) -> int:
        """The beginning of the window, epoch ms."""
        return _midnight(self.since)

    @property
    def end(self) -> int:
        """The end of the last day, epoch ms."""
        return _midnight(self.until + timedelta(days=1))


def _midnight(day: date) -> int:
    return (day - date(1970, 1, 1)).days * 86_400_000
