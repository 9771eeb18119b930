"""The center's decision compared with pycasbin's Enforcer and Cedar (cedarpy) on the same 11,000 rules and questions.

`python -m benchmarks.service_decision.run`. First all answers are compared: an engine that answers differently is not
measured. The engines take turns, and the best round of each counts. Slowness is no failure.
"""

import time
from collections.abc import Callable
from typing import Any

import cedarpy

from app.access.decision import decide
from app.access.names import ResourceName, ResourceType
from benchmarks.service_decision import rules
from benchmarks.service_decision.rules import Question

Row = dict[str, Any]
Ask = Callable[[Question], bool]

_ROUNDS = 5
_NOW = 1_790_000_000_000
_COMPARED = 400
_TIMED = {"ours": 4000, "pycasbin": 12, "cedar": 12}
"""Questions per round: fewer for peers that take a thousand times longer."""


def measure(*, quick: bool = False) -> list[Row]:
    """The rows for `make bench`; `quick` in one round. Raises AssertionError when the engines disagree."""
    asking = engines()
    agree(asking, rules.questions(_COMPARED))
    questions = rules.questions(max(_TIMED.values()), seed=2)
    rounds = [
        {name: _microseconds(ask, questions[: _TIMED[name]]) for name, ask in asking.items()}
        for _ in range(1 if quick else _ROUNDS)
    ]
    best = {name: min(measured[name] for measured in rounds) for name in asking}
    return [
        _row("service decision, 11,000 rules, beside pycasbin", best["ours"], best["pycasbin"], ">= 100 x faster"),
        _row("service decision, 11,000 rules, beside Cedar", best["ours"], best["cedar"], "worth knowing"),
    ]


def agree(asking: dict[str, Ask], questions: list[Question]) -> None:
    """Raises AssertionError with the first question that two engines answer differently."""
    for question in questions:
        answers = {name: ask(question) for name, ask in asking.items()}
        if len(set(answers.values())) != 1:
            raise AssertionError(f"{question}: {answers}")


def engines() -> dict[str, Ask]:
    """Every engine by name, for the differential test."""
    return {"ours": _ours(), "pycasbin": _pycasbin(), "cedar": _cedar()}


def _ours() -> Ask:
    snapshot = rules.ours()

    def ask(question: Question) -> bool:
        # Parses the name each time, as a service that gets names has to.
        topic = ResourceName.of(ResourceType.TOPIC, f"persistent://{question.namespace}/{question.topic}")
        return decide(snapshot, question.user, "topic:CONSUME", topic, now=_NOW).allowed

    return ask


def _pycasbin() -> Ask:
    enforcer = rules.pycasbin()

    def ask(question: Question) -> bool:
        return bool(enforcer.enforce(question.user, f"{question.namespace}/{question.topic}", "read"))

    return ask


def _cedar() -> Ask:
    policies, entities = rules.cedar()

    def ask(question: Question) -> bool:
        return cedarpy.is_authorized(rules.cedar_request(question), policies, entities).allowed

    return ask


def _microseconds(ask: Ask, questions: list[Question]) -> float:
    started = time.perf_counter_ns()
    for question in questions:
        ask(question)
    return (time.perf_counter_ns() - started) / len(questions) / 1000


def _row(what: str, ours: float, peer: float, goal: str) -> Row:
    return {"what": what, "ours": ours, "bare": peer, "unit": "µs", "ratio": peer / ours, "goal": goal}


if __name__ == "__main__":
    for row in measure():
        print(f"{row['what']}: {row['ours']:.1f} µs, peer {row['bare']:.0f} µs, {row['ratio']:.0f} x ({row['goal']})")
