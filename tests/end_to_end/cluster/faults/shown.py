"""Signs of a fault that people can see: in the center's list of brokers, in a broker's metrics and in its log.

A fault names its signs (see `center_faults.py`); each must be seen at every affected broker.
"""

import contextlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx

from tests.end_to_end.center.api import ApiProblem
from tests.end_to_end.cluster.cluster import Broker
from tests.end_to_end.cluster.company import Company
from tests.end_to_end.waiting import wait_until

_PREFIX = "pulsar_user_center_"
_SAMPLE = re.compile(rf"^{_PREFIX}(\w+?)(?<!_created)(?:_total)?{{[^}}]*}} (\S+)$", re.MULTILINE)
_LISTS = ("behind", "vanished", "left", "observing", "unfollowed")
_WAIT_SECONDS = 45
"""Longer than the plugin waits for a center that accepts connections but does not answer."""


@dataclass(frozen=True)
class Seen:
    """One broker at a moment.

    `before`: its metrics before the fault; empty if it was restarted since. `said`: whether its log has a text, since
    the fault or the restart. `line`: its row in the center's list; empty if the center does not answer. `named`: where
    the center's answer about the last change names it.
    """

    metrics: Mapping[str, float]
    before: Mapping[str, float] = field(repr=False)
    said: Callable[[str], bool] = field(repr=False)
    line: Mapping[str, Any]
    named: Sequence[str]

    def rose(self, *counters: str) -> bool:
        """Whether one of these counters has grown since before the fault."""
        return any(self.metrics.get(counter, 0) > self.before.get(counter, 0) for counter in counters)


@dataclass(frozen=True)
class Sign:
    """Something that must be seen. `says`: its description."""

    says: str
    shown: Callable[[Seen], bool]
    at_center: bool = False
    """Whether the center has to answer for this."""


def state(wanted: str, named: bool = True) -> Sign:
    """The broker's state in the center's list and, if `named`, in the answer about the last change."""

    def shown(seen: Seen) -> bool:
        return seen.line.get("state") == wanted and (wanted in seen.named or not named)

    return Sign(f"the center says {wanted}", shown, at_center=True)


def says(*texts: str) -> Sign:
    """The broker's log has one of these texts since the fault."""
    return Sign(f"log: {' or '.join(texts)}", lambda seen: any(map(seen.said, texts)))


def alert(metric: str, above: float = 0) -> Sign:
    """A gauge, or a counter of a restarted broker, is above a value."""
    return Sign(f"{metric} > {above}", lambda seen: seen.metrics.get(metric, 0) > above)


UNANSWERED = Sign(
    "a failure to reach the center is counted", lambda seen: seen.rose("refresh_failures", "heartbeat_failures")
)
UNKNOWN = Sign(
    "the center says that it does not know its history", lambda seen: seen.line.get("known") is False, at_center=True
)
NO_RIGHTS = Sign("it shows that it has no rights", lambda seen: seen.metrics.get("snapshot_revision") == 0)
FOLLOWS = Sign(
    "live, known, at the newest revision",
    lambda seen: (
        (seen.line.get("state"), seen.line.get("behind"), seen.line.get("known")) == ("live", 0, True)
        and seen.metrics.get("snapshot_revision") == seen.line["revision"]
        and seen.metrics.get("center_behind") == 0
    ),
    at_center=True,
)


class Watching:
    """Watches from before a fault, so that counters can be compared."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._before = {
            broker: (broker.pid, _metrics(broker), len(broker.log_text())) for broker in company.cluster.brokers
        }

    def missing(self, expected: Mapping[Broker, Sequence[Sign]]) -> list[str]:
        """The signs that are not seen in time, one line each."""
        found: list[str] = []

        def all_seen() -> bool:
            found[:] = [line for broker, signs in expected.items() for line in self._unseen(broker, signs)]
            return not found

        with contextlib.suppress(TimeoutError):
            wait_until("the signs", all_seen, _WAIT_SECONDS, pause=0.3)
        return found

    def _unseen(self, broker: Broker, signs: Sequence[Sign]) -> list[str]:
        pid, before, logged = self._before[broker]
        at_center = any(sign.at_center for sign in signs)
        line, named = (self._line(broker.name), self._named(broker.name)) if at_center else ({}, [])
        said = partial(broker.said_since_start, after=logged)
        seen = Seen(_metrics(broker), before if broker.pid == pid else {}, said, line, named)
        return [f"{broker.name} does not show: {sign.says}; shows {seen}" for sign in signs if not sign.shown(seen)]

    def _line(self, name: str) -> Mapping[str, Any]:
        with contextlib.suppress(ApiProblem, httpx.TransportError):
            return self._company.brokers().get(name, {})
        return {}

    def _named(self, name: str) -> Sequence[str]:
        with contextlib.suppress(ApiProblem, httpx.TransportError):
            report = self._company.enforcement()
            return [kind for kind in _LISTS if any(older["broker"] == name for older in report[kind])]
        return []


def _metrics(broker: Broker) -> dict[str, float]:
    """The plugin's metrics without their prefix, summed over labels."""
    found: dict[str, float] = {}
    for name, value in _SAMPLE.findall(broker.metrics()):
        found[name] = found.get(name, 0) + float(value)
    return found
