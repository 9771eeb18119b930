"""Random small and unusual worlds of rights, and random questions about them.

Often a world is given as an older one with deltas that lead to it: users are renamed, names are used again, grants are
made, changed and revoked.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from app.access.vocabulary import AUTHORITIES, QUESTIONS
from tests.soak import ruled
from tests.soak.drawn_changes import change_world
from tests.soak.drawn_names import ASKING, ODD_AUTHORITIES, ODD_NAMES, SUBSCRIPTIONS, moment, name_of
from tests.soak.drawn_scopes import claim_of
from tests.soak.drawn_worlds import world_of
from tests.soak.networks import address

ASKS_PER_WORLD = 200
HOLDS_PER_WORLD = 20


@dataclass(frozen=True)
class Block:
    """One world and where it comes from: `start`, and the `deltas` that lead to it.

    asks: [principal, question, type, name, subscription, now, address, claim of a narrowed token]; holds, which only
    the center answers: does somebody hold an authority? [principal, authority, type, name, now].
    """

    world: dict[str, Any]
    options: dict[str, bool]
    asks: list[list[Any]]
    holds: list[list[Any]]
    start: dict[str, Any]
    deltas: list[dict[str, Any]] = field(default_factory=list)

    def line(self) -> str:
        """One line of JSON."""
        fields = {name: getattr(self, name) for name in ("world", "options", "asks", "start", "deltas")}
        return json.dumps(fields, separators=(",", ":"))


def blocks(seed: int, cases: int) -> Iterator[Block]:
    """Worlds with `cases` questions in all; the same seed gives the same ones."""
    rng = random.Random(seed)
    for _ in range(-(-cases // ASKS_PER_WORLD)):
        chances = {"subscription_topics": 0.8, "list_for_topic_holders": 0.8, "list_tenants": 0.5}
        options = {name: rng.random() < chance for name, chance in chances.items()}
        roles = rng.choice([3, 6, 6, 40])
        start = world_of(rng, roles)
        world, deltas = change_world(rng, start, roles, rng.choice([0, 0, 1, 5]))
        asks = [_ask(rng, world) for _ in range(ASKS_PER_WORLD)]
        yield Block(world, options, asks, [_hold(rng) for _ in range(HOLDS_PER_WORLD)], start, deltas)


def _hold(rng: random.Random) -> list[Any]:
    known = rng.random() < 0.95
    authority = rng.choice(list(AUTHORITIES) if known else ODD_AUTHORITIES)
    kind = rng.randint(0, min(4, authority // 100 + 1)) if known else rng.randint(0, 4)
    name = name_of(rng, kind) if rng.random() < 0.97 else rng.choice(ODD_NAMES)
    return [rng.choice(ASKING), authority, kind, name, moment(rng)]


def _ask(rng: random.Random, world: dict[str, Any]) -> list[Any]:
    question = rng.choice(_ABOUT_ONE if world["subscription_rules"] and rng.random() < 0.3 else _IDS)
    kinds = sorted(QUESTIONS[question].asked_on) if question in QUESTIONS else [4]
    kind = int(rng.choice(kinds)) if rng.random() < 0.97 else rng.randint(0, 4)
    who = rng.choice(ASKING) if rng.random() < 0.97 else rng.choice([None, "", "nobody", "U0"])
    name = name_of(rng, kind) if rng.random() < 0.95 else rng.choice(ODD_NAMES)
    if kind == 4 and world["invalid"] and rng.random() < 0.2:
        name = _follower(rng, rng.choice(world["invalid"]))
    scope = claim_of(rng) if rng.random() < 0.15 else None
    named = ruled.RULED if world["subscription_rules"] and rng.random() < 0.5 else SUBSCRIPTIONS
    return [who, question, kind, name, rng.choice(named), moment(rng), address(rng), scope]


def _follower(rng: random.Random, closed: str) -> str:
    """A retry or dead-letter topic of an invalid topic, or of a topic in an invalid place."""
    if "://" not in closed:
        closed = f"persistent://{closed}/a" if "/" in closed else f"persistent://{closed}/n0/a"
    return closed + rng.choice(["-s-DLQ", "-b-s-RETRY", "-s-DLQ-partition-3", "-partition-01-s-DLQ", "-DLQ", ""])


_BUSY = ("topic:", "namespace:", "topicPolicy:", "functions:", "tenant:", "center:")
_ABOUT_ONE = [question.id for question in QUESTIONS.values() if question.of_subscription]
_IDS = [*QUESTIONS, *[question for question in QUESTIONS if question.startswith(_BUSY)] * 3, "topic:DANCE"]
