"""Back-tests: suggestions made from the older part of a window, replayed on the uses of the newer part."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from spark_audit.suggest.facts import Facts, Use
from spark_audit.suggest.replay import replay
from spark_audit.suggest.suggestion import Suggestion

WINDOWS = (30, 60, 90, 180)
"""Lengths of windows in days. The last third of each is replayed."""
_PART = 3
_USERS = 100
"""Most users that a row names: all of them might not fit into a request to the center."""


@dataclass(frozen=True)
class Split:
    """One window: suggestions are made from the days before `replay_from`, and replayed from then to `until`."""

    days: int
    train_from: date
    replay_from: date
    until: date


def splits(since: date, until: date) -> list[Split]:
    """The windows that end on `until` and begin on `since` or later."""
    fitting = (days for days in WINDOWS if until - timedelta(days=days - 1) >= since)
    return [
        Split(days, until - timedelta(days=days - 1), until - timedelta(days=days // _PART - 1), until)
        for days in fitting
    ]


def backtest(
    split: Split, trained: Facts, then: Sequence[Suggestion], later: tuple[Use, ...], now: Mapping[str, Suggestion]
) -> Iterator[dict[str, Any]]:
    """Rows of BACKTEST for one window: `all`, and each suggestion of `now` that was already made then.

    `trained`: the facts at the end of the older part. `then`: what was suggested from these. `later`: the uses of the
    newer part. `now`: today's suggestions by id; the same means the same kind for the same grant.
    """
    outcome = replay(replace(trained, uses=later), then)
    same = {(suggestion.kind, suggestion.grant.id): suggestion.id for suggestion in then}
    shown = {"all": "all", **{name: same[suggestion.kind, suggestion.grant.id] for name, suggestion in now.items()
                              if (suggestion.kind, suggestion.grant.id) in same}}  # fmt: skip
    for name in sorted(shown):
        result = outcome[shown[name]]
        yield {
            "until": split.until, "suggestion": name, "window_days": split.days, "train_from": split.train_from,
            "train_until": split.replay_from - timedelta(days=1), "replay_until": split.until,
            "uses": result.uses, "denied": result.denied, "share": result.share(),
            "users": sorted(result.users)[:_USERS],
        }  # fmt: skip
