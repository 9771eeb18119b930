"""Random worlds of rights, small and crooked, and random questions about them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from app.access.vocabulary import AUTHORITIES, QUESTIONS

ASKS_PER_WORLD = 100

_USERS = ["u0", "u1", "u2", "u0-x", "s0", "s1", "s2", "off", "locked"]
_ASKING = [*_USERS[:7] * 5, *_USERS]
_MAINS = {"s0": ["u0", "u1"], "s1": ["u1", "u2", "u2", "off"], "s2": ["u0", "u1", "u1", "s0", "nobody"]}
_TENANTS = ["t0", "t0", "t0", "t0", "t0", "t0", "t1", "t", "pulsar"]
_SPACES = ["n0", "n0", "n0", "n0", "n1", "system"]
_LOCALS = ["a", "a", "a-b", "a-b-s", "b", "a-s-DLQ", "a-b-s-RETRY", "a-b-s-t-DLQ", "a-DLQ", "a--DLQ", "-s-DLQ", "订单"]
_ODD_LOCALS = [
    "a-partition-1",
    "a-b-s-DLQ-partition-2",
    "a-partition-0-partition-1",
    "__change_events",
    "x__y",
    "...",
    "A",
    ".",
    "a/b",
    "a-partition-0-s-DLQ",
    "s__transaction_pending_ack",
    "-partition-3",
    "",
    "a\n",
    "a\x85",
    "\ud83d",
]
_ODD_NAMES = [
    "*",
    "x",
    "..",
    "t0/",
    "/n0",
    "t0/n0/x",
    "persistent://t0/n0",
    "pérsistent",
    "persistent://t0/../a",
    "topic://t0/n0/a",
    None,
    "",
    "t0\n",
    "t0/n0\n",
    "persistent://t0/n0/" + "-" * 1100,
]
_SUBSCRIPTIONS = [
    None,
    "u1-a",
    "u2.b",
    "s1",
    "s2-x",
    "u0",
    "u0-x",
    "u0-x.y",
    "s0",
    "s0:1",
    "s1-",
    "u1_",
    "other",
    "",
    "u",
    "u2\n",
]
_ODD_AUTHORITIES = [305, 999, -1, 0, 1, 5, 6, 207, 400]


@dataclass(frozen=True)
class Block:
    """One world, with questions: [principal, question, type, name, subscription, now]."""

    world: dict[str, Any]
    options: dict[str, bool]
    asks: list[list[Any]]

    def line(self) -> str:
        """One line of JSON."""
        return json.dumps({"world": self.world, "options": self.options, "asks": self.asks})


def blocks(seed: int, cases: int) -> Iterator[Block]:
    """Worlds with `cases` questions in all; the same seed gives the same ones."""
    rng = random.Random(seed)
    for _ in range(-(-cases // ASKS_PER_WORLD)):
        options = {"subscription_topics": rng.random() < 0.8, "list_for_topic_holders": rng.random() < 0.8}
        yield Block(_world(rng), options, [_ask(rng) for _ in range(ASKS_PER_WORLD)])


def _world(rng: random.Random) -> dict[str, Any]:
    everywhere = rng.random() < 0.3
    return {
        "cluster": "prod",
        "revision": 1,
        "users": [_user(rng, name) for name in _USERS],
        "grants": [_grant(rng, number, everywhere) for number in range(1, rng.choice([1, 20, 60, 120]))],
        "invalid": [_name(rng, rng.randint(2, 4)) for _ in range(rng.choice([0, 0, 1, 2]))],
    }


def _user(rng: random.Random, name: str) -> dict[str, Any]:
    status = {"off": "disabled", "locked": "locked"}.get(name, "active")
    roles = [rng.randint(1, 6) for _ in range(rng.randint(0, 4))]
    return {"name": name, "status": status, "main": rng.choice(_MAINS.get(name, [None])), "roles": roles}


def _grant(rng: random.Random, number: int, everywhere: bool) -> dict[str, Any]:
    kind = rng.choice([0, 1, 2, 3, 4] if everywhere else [2, 3, 3, 4, 4, 4])
    usual = list(AUTHORITIES) if everywhere else [one for one in AUTHORITIES if one // 100 >= kind - 1]
    odd = rng.random() < 0.1
    return {
        "id": number,
        "role": rng.randint(1, 6),
        "type": kind,
        "name": _name(rng, kind) or "",
        "auth": [rng.choice(_ODD_AUTHORITIES if odd else usual) for _ in range(rng.randint(1, 4))],
        "from": rng.choice([None, None, None, rng.randint(0, 9)]),
        "until": rng.choice([None, None, None, rng.randint(0, 9)]),
    }


def _ask(rng: random.Random) -> list[Any]:
    question = rng.choice(_IDS)
    kinds = sorted(QUESTIONS[question].asked_on) if question in QUESTIONS else [4]
    kind = int(rng.choice(kinds)) if rng.random() < 0.97 else rng.randint(0, 4)
    who = rng.choice(_ASKING) if rng.random() < 0.97 else rng.choice([None, "", "nobody", "U0"])
    name = _name(rng, kind) if rng.random() < 0.95 else rng.choice(_ODD_NAMES)
    return [who, question, kind, name, rng.choice(_SUBSCRIPTIONS), rng.randint(0, 9)]


def _name(rng: random.Random, kind: int) -> str:
    tenant = rng.choice(_TENANTS)
    namespace = f"{tenant}/{rng.choice(_SPACES)}"
    if kind < 4:
        return ["*", rng.choice(["prod", "prod", "prod", "other"]), tenant, namespace][kind]
    domain = rng.choice(["persistent", "persistent", "persistent", "non-persistent"])
    local = rng.choice(_LOCALS if rng.random() < 0.9 else _ODD_LOCALS)
    return f"{domain}://{namespace}/{local}"


_BUSY = ("topic:", "namespace:", "topicPolicy:", "functions:", "tenant:")
_IDS = [*QUESTIONS, *[question for question in QUESTIONS if question.startswith(_BUSY)] * 3, "topic:DANCE"]
