"""What a center needs: the table of docs/load.md for who plans, reckoned from the results of a load.

A request of the mix costs what it costs without brokers. Changes cost more the more brokers there are: that is the
difference between the same rate with and without them.
"""

import math
from collections.abc import Iterator
from typing import Any

from benchmarks.load.figures import Figures

_SIZES = ((3, 20, 0.1), (12, 50, 1), (50, 100, 1), (200, 200, 1), (200, 200, 10), (200, 600, 10))
"""Brokers, requests and changes a second."""
_BUSY = 0.6
"""How much of a processor may be used: the rest is for moments when more comes."""
_FIRST_MB = 170
"""Memory of the process that starts several others."""
_HEAD = ("Brokers", "Requests a second", "Changes a second", "Processors: center", "PostgreSQL", "`--workers`",
         "Memory of the center")  # fmt: skip


def table(found: dict[str, Any]) -> Iterator[str]:
    """Its lines, from the results of `measure`."""
    yield f"| {' | '.join(_HEAD)} |"
    yield "| --- " * len(_HEAD) + "|"
    alone, followed = _steps_of_one_rate(found["steps"])
    memory = max(step["most_megabytes"] for step in found["steps"])
    for brokers, requests, changes in _SIZES:
        cores = {
            name: (requests * alone["processor_ms"][name] + changes * brokers * _push_ms(found, alone, followed, name))
            / (1000 * _BUSY)
            for name in ("center", "database")
        }
        workers = math.ceil(cores["center"])
        megabytes = memory if workers == 1 else _FIRST_MB + workers * memory
        sizes = f"{cores['center']:.1f} | {cores['database']:.1f} | {workers} | {megabytes:,.0f} MB"
        yield f"| {brokers} | {requests} | {changes:g} | {sizes} |"


def _steps_of_one_rate(steps: list[Figures]) -> tuple[Figures, Figures]:
    """The steps at the highest rate of which every request was answered rightly both without brokers and with them."""
    served = {
        part: {step["rate"]: step for step in steps if step["part"] == part and step["right"] == step["sent"]}
        for part in ("alone", "ladder")
    }
    rate = max(served["alone"].keys() & served["ladder"].keys())
    return served["alone"][rate], served["ladder"][rate]


def _push_ms(found: dict[str, Any], alone: Figures, followed: Figures, name: str) -> float:
    """What one change costs for one broker: to push it, and to take the report that it is there."""
    more: float = max(0.0, followed["processor_ms"][name] - alone["processor_ms"][name])
    changes: float = (found["mix"]["grant"] + found["mix"]["revoke"]) / sum(found["mix"].values())
    brokers: int = found["wanted"]["brokers"]
    return more / changes / brokers
