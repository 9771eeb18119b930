"""From when on something is a finding. Every number can be set; docs/audit-findings.md says what each is for."""

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
"""What an unused right weighs in the creep index."""


@dataclass(frozen=True)
class Rules:
    """Thresholds of the findings. Days are UTC days; `share`s are between 0 and 1."""

    recent_days: int = 7  # the last days of the window, which anomalies are looked for in
    lookback_days: int = 90  # the days before them, which they are compared with
    history_days: int = 14  # how long somebody must be known before anything is unusual
    sleep_days: int = 30  # without use, then a grant has slept
    dormant_days: int = 30  # without a sign of life, then an account is dormant
    wide_topics: int = 3  # a wide right is used on at most so many topics
    wide_share: float = 0.2  # and on at most this share of those below it
    volume_deviations: float = 6.0  # more than usual by so many deviations
    volume_least: int = 20  # and by so many uses
    hour_deviations: float = 2.0  # further from the usual hour by so many deviations
    address_share: float = 0.2  # new addresses on more of its days than that: addresses of this user say nothing
    denied_days: int = 3  # denied on so many days
    burst: int = 30  # denied so often within one minute
    creep_index: float = 67.0  # from this index on
    closed_days: int = 90  # a finding that no longer holds is still listed as closed for so long
    weights: Mapping[str, float] = field(default_factory=lambda: dict(WEIGHTS))


def read(text: str) -> Rules:
    """Rules as a file has them: a JSON object of what differs from the defaults.

    Raises ValueError for a name that no rule has, and for what is no number from 0 on.
    """
    told = json.loads(text)
    if not isinstance(told, dict):
        raise ValueError("an object is expected")
    weights = told.pop("weights", {})
    wholes = {rule.name for rule in fields(Rules) if rule.type is int}
    _refuse(told, {rule.name for rule in fields(Rules)} - {"weights"}, wholes)
    _refuse(weights, set(WEIGHTS), set())
    return Rules(**told, weights={**WEIGHTS, **{name: float(weight) for name, weight in weights.items()}})


def _refuse(told: Any, known: set[str], wholes: set[str]) -> None:
    if not isinstance(told, dict) or not told.keys() <= known:
        raise ValueError(f"only {', '.join(sorted(known))} are known")
    for name, value in told.items():
        kind = int if name in wholes else int | float
        if isinstance(value, bool) or not isinstance(value, kind) or value < 0:
            raise ValueError(
                f"{name} is {value!r}, but a {'whole ' if name in wholes else ''}number from 0 on is meant"
            )


@dataclass(frozen=True)
class Days:
    """The dates a run looks at, all included: the window, its recent days, and the days those are compared with."""

    since: date
    until: date
    recent: date
    before: date

    @staticmethod
    def of(since: date, until: date, rules: Rules) -> "Days":
        """The dates for the window."""
        recent = until - timedelta(days=rules.recent_days - 1)
        return Days(since, until, recent, recent - timedelta(days=rules.lookback_days))

    @property
    def first(self) -> date:
        """The earliest date that anything is read of."""
        return min(self.since, self.before)

    @property
    def begin(self) -> int:
        """The beginning of the days that the recent ones are compared with, epoch ms."""
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
