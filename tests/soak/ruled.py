"""Random rules about subscriptions of namespaces."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Any

RULED = ["s", "s", "b-s", "s-t", "s0", "u0", "u0-x", "u1-a", "other", "s1-a"]
"""Subscriptions that rules are about."""
Rules = dict[str, Any]


def rules(rng: random.Random, namespaces: Collection[str], users: Sequence[str]) -> list[Rules]:
    """Rules of these namespaces; now and then a mode that nobody knows."""
    return [
        {"namespace": name, "mode": _mode(rng), "users": _draw_list(rng, users)} for name in sorted(set(namespaces))
    ]


def _mode(rng: random.Random) -> str | None:
    return rng.choice(["None", "None", None, "", "Prefix"] if rng.random() < 0.95 else ["Suffix"])


def _draw_list(rng: random.Random, users: Sequence[str]) -> dict[str, list[str]]:
    return {rng.choice(RULED): rng.sample(users, rng.randint(0, 4)) for _ in range(rng.randint(0, 4))}
