"""What a password hash may cost on a machine: Argon2id parameters for a wanted time, never below OWASP's minimum."""

from collections.abc import Callable
from typing import NamedTuple

_STEP_KIB = 1024
_HALVINGS = 5


class Cost(NamedTuple):
    """Parameters of Argon2id with one lane."""

    memory_kib: int
    rounds: int


LEAST = Cost(19_456, 2)
"""OWASP's minimum (Password Storage Cheat Sheet)."""
Measure = Callable[[Cost], float]
"""The seconds that one hash of this cost takes."""


def largest_cost(target_seconds: float, most_kib: int, measure: Measure) -> tuple[Cost, float]:
    """The cost that takes at most `target_seconds` seconds, and what it takes; LEAST where even that takes longer.

    Memory comes first, as guessers have more processors than memory (RFC 9106 §4); beyond `most_kib` more rounds.
    """
    best, seconds = LEAST, measure(LEAST)
    low, high = 1.0, 2.0  # times the work of LEAST
    while seconds <= target_seconds and (duration := measure(_scale(high, most_kib))) <= target_seconds:
        best, seconds, low, high = _scale(high, most_kib), duration, high, 2 * high
    for _ in range(_HALVINGS if seconds <= target_seconds else 0):
        middle = (low + high) / 2
        cost = _scale(middle, most_kib)
        duration = measure(cost)
        if duration <= target_seconds:
            best, seconds, low = cost, duration, middle
        else:
            high = middle
    return best, seconds


def _scale(factor: float, most_kib: int) -> Cost:
    """So many times the work of LEAST: whole MiB, then whole rounds."""
    whole = LEAST.memory_kib * LEAST.rounds * factor
    memory = max(LEAST.memory_kib, min(int(whole / LEAST.rounds) // _STEP_KIB * _STEP_KIB, most_kib))
    return Cost(memory, max(LEAST.rounds, int(whole / memory)))
