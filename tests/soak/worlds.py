"""Random small and unusual worlds of rights, and random questions about them.

Often a world is given as an older one with deltas that lead to it: users are renamed, names are used again, grants are
made, changed and revoked.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from app.access.vocabulary import AUTHORITIES, QUESTIONS
from tests.soak import ruled
from tests.soak.networks import address, networks, user_limits

ASKS_PER_WORLD = 200
HOLDS_PER_WORLD = 20

_USERS = ["u0", "u1", "u2", "u0-x", "s0", "s1", "s2", "u0-x.y", "s1-a", "off", "locked"]
_ASKING = [*_USERS[:7] * 5, *_USERS]
_MAINS = {
    "s0": ["u0", "u1"],
    "s1": ["u1", "u2", "u2", "off"],
    "s2": ["u0", "u1", "u1", "s0", "nobody"],
    "s1-a": ["u0", "s1"],
}
_TENANTS = ["t0", "t0", "t0", "t0", "t0", "t0", "t1", "t", "pulsar"]
_SPACES = ["n0", "n0", "n0", "n0", "n1", "system"]
_LOCALS = ["a", "a", "a-b", "a-b-s", "b", "a-s-DLQ", "a-b-s-RETRY", "a-b-s-t-DLQ", "a-DLQ", "a--DLQ", "-s-DLQ", "订单"]
_ODD_LOCALS = [
    "a-partition-1",
    "a-partition-01",
    "a-partition-2147483647",
    "a-partition-2147483648",
    "a-partition-+1",
    "a-partition-٣",
    "a-partition-01-s-DLQ-partition-0",
    "a-partition-01-partition-0",
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
_COORDINATOR = "persistent://pulsar/system/transaction_coordinator_assign"
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
    "s1-a",
    "s1-a:z",
    "off.z",
    "u0-x.y/z-",
    "u0-x-y",
    "u1_",
    "other",
    "",
    "u",
    "u2\n",
]
_PREFIXES = ["a", "a-", "a-b", "a-b-s", "b", "n", "n0", "t", "__", "x", ""]
_NAMED = ["u0", "u0*", "s0:*", "other", "s", "s-*", "s-t", "b-s", "u1-a", "off*", "*", ""]
_ODD_AUTHORITIES = [999, -1, 0, 1, 5, 6, 208, 407]


_ODD_TIMES = [-1, 0, 9, 10, 2**53, 2**63 - 2, -(2**63) + 1]


@dataclass(frozen=True)
class Block:
    """One world and where it comes from: `start`, and the `deltas` that lead to it.

    asks: [principal, question, type, name, subscription, now, address]; holds, which only the center answers: does
    somebody hold an authority? [principal, authority, type, name, now].
    """

    world: dict[str, Any]
    options: dict[str, bool]
    asks: list[list[Any]]
    holds: list[list[Any]]
    start: dict[str, Any]
    deltas: list[dict[str, Any]] = field(default_factory=list)

    def line(self) -> str:
        """One line of JSON."""
        told = {name: getattr(self, name) for name in ("world", "options", "asks", "start", "deltas")}
        return json.dumps(told, separators=(",", ":"))


def blocks(seed: int, cases: int) -> Iterator[Block]:
    """Worlds with `cases` questions in all; the same seed gives the same ones."""
    rng = random.Random(seed)
    for _ in range(-(-cases // ASKS_PER_WORLD)):
        chances = {"subscription_topics": 0.8, "list_for_topic_holders": 0.8, "list_tenants": 0.5}
        options = {name: rng.random() < chance for name, chance in chances.items()}
        roles = rng.choice([3, 6, 6, 40])
        start = _world(rng, roles)
        world, deltas = _changed(rng, start, roles, rng.choice([0, 0, 1, 5]))
        asks = [_ask(rng, world) for _ in range(ASKS_PER_WORLD)]
        yield Block(world, options, asks, [_hold(rng) for _ in range(HOLDS_PER_WORLD)], start, deltas)


def _world(rng: random.Random, roles: int) -> dict[str, Any]:
    everywhere = rng.random() < 0.3
    return {
        "cluster": "prod",
        "revision": 1,
        "users": [_user(rng, name, roles) for name in _USERS],
        "grants": [_grant(rng, number, everywhere, roles) for number in range(1, rng.choice([1, 20, 60, 120]))],
        "invalid": sorted({_name(rng, rng.randint(2, 4)) for _ in range(rng.choice([0, 0, 1, 2]))}),
        "subscription_rules": _rules(rng) if rng.random() < 0.4 else [],
    }


def _rules(rng: random.Random) -> list[dict[str, Any]]:
    return ruled.rules(rng, [_name(rng, 3) for _ in range(rng.randint(1, 3))], _USERS)


def _changed(
    rng: random.Random, start: dict[str, Any], roles: int, steps: int
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The world after some changes, and their deltas; sometimes a delta is repeated."""
    world, deltas = start, []
    for _ in range(steps):
        before, world = world, copy.deepcopy(world)
        world["revision"] += rng.randint(1, 3)
        for _ in range(rng.randint(1, 4)):
            rng.choice([_rename, _reuse, _regrant, _regrant, _regrant, _close, _rule])(rng, world, roles)
        deltas.append(_delta(before, world))
        if rng.random() < 0.2:
            deltas.append(rng.choice(deltas))
    return world, deltas


def _rename(rng: random.Random, world: dict[str, Any], roles: int) -> None:
    """A user takes a free name; its roles stay, and its sub-accounts follow."""
    free = [name for name in [*_USERS, "nobody", "U0"] if name not in {user["name"] for user in world["users"]}]
    user = rng.choice(world["users"])
    old, user["name"] = user["name"], rng.choice([*free, user["name"]])
    for other in world["users"]:
        other["main"] = user["name"] if other["main"] == old else other["main"]


def _reuse(rng: random.Random, world: dict[str, Any], roles: int) -> None:
    """A user is deleted; another one may get its name."""
    at = rng.randrange(len(world["users"]))
    world["users"][at : at + 1] = [_user(rng, world["users"][at]["name"], roles)] * rng.randint(0, 1)
    if not world["users"]:
        world["users"].append(_user(rng, "u0", roles))


def _regrant(rng: random.Random, world: dict[str, Any], roles: int) -> None:
    """A grant is made, changed (role, place, authorities, window), or revoked."""
    number = rng.randint(1, 125)
    world["grants"] = [grant for grant in world["grants"] if grant["id"] != number]
    if rng.random() < 0.7:
        world["grants"].append(_grant(rng, number, rng.random() < 0.3, roles))


def _close(rng: random.Random, world: dict[str, Any], roles: int) -> None:
    """A name is declared invalid, or valid again."""
    world["invalid"] = sorted(
        {*world["invalid"], _name(rng, rng.randint(2, 4))} - set(rng.choices(world["invalid"] or [""]))
    )


def _rule(rng: random.Random, world: dict[str, Any], roles: int) -> None:
    """The rules of a namespace change, begin or end."""
    fresh = _rules(rng)
    names = {rules["namespace"] for rules in fresh} | set(rng.choices([_name(rng, 3)]))
    world["subscription_rules"] = [one for one in world["subscription_rules"] if one["namespace"] not in names] + fresh


def _delta(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    put: dict[str, Any] = {}
    gone: dict[str, Any] = {}
    for what, key in (("users", "name"), ("grants", "id"), ("subscription_rules", "namespace")):
        old, new = ({one[key]: one for one in world[what]} for world in (before, after))
        put[what] = [one for number, one in new.items() if old.get(number) != one]
        gone[what] = [number for number in old if number not in new]
    put["invalid"] = [name for name in after["invalid"] if name not in before["invalid"]]
    gone["invalid"] = [name for name in before["invalid"] if name not in after["invalid"]]
    return {"after": before["revision"], "revision": after["revision"], "set": put, "gone": gone}


def _user(rng: random.Random, name: str, roles: int) -> dict[str, Any]:
    status = {"off": "disabled", "locked": "locked"}.get(name, "active")
    held = [rng.randint(1, roles) for _ in range(rng.randint(0, 4 if roles < 10 else 30))]
    main = rng.choice(_MAINS.get(name, [None]))
    limited = user_limits(rng, status) if rng.random() < 0.12 else {}
    return {"name": name, "status": status, "main": main, "roles": held, **limited}


def _grant(rng: random.Random, number: int, everywhere: bool, roles: int) -> dict[str, Any]:
    kind = rng.choice([0, 1, 2, 3, 4] if everywhere else [2, 3, 3, 4, 4, 4])
    usual = list(AUTHORITIES) if everywhere else [one for one in AUTHORITIES if one // 100 >= kind - 1]
    odd = rng.random() < 0.1
    authorities = [rng.choice(_ODD_AUTHORITIES if odd else usual) for _ in range(rng.randint(1, 4))]
    limits = _limits(rng) if rng.random() < 0.25 else None
    return {
        "id": number,
        "role": rng.randint(1, roles),
        "type": kind,
        "name": _name(rng, kind) or "",
        "auth": authorities if limits is None else [],
        "from": rng.choice([None, None, _time(rng)]),
        "until": rng.choice([None, None, _time(rng)]),
        **({} if limits is None else {"limits": {"auth": authorities, **limits}}),
    }


def _limits(rng: random.Random) -> dict[str, Any]:
    """A prefix, some subscriptions, both or none; now and then a limit that nobody knows."""
    prefix = {"prefix": rng.choice(_PREFIXES)} if rng.random() < 0.7 else {}
    named = [rng.choice(_NAMED) for _ in range(rng.choice([0, 1, 1, 2]))]
    odd = {"moon": "full"} if rng.random() < 0.03 else {}
    subscriptions = {"subscriptions": named} if rng.random() < 0.5 else {}
    return {**prefix, **subscriptions, **({"networks": networks(rng)} if rng.random() < 0.35 else {}), **odd}


def _time(rng: random.Random) -> int:
    """One of few moments, so that edges of windows are hit often."""
    return rng.randint(0, 9) if rng.random() < 0.97 else rng.choice(_ODD_TIMES)


def _hold(rng: random.Random) -> list[Any]:
    known = rng.random() < 0.95
    authority = rng.choice(list(AUTHORITIES) if known else _ODD_AUTHORITIES)
    kind = rng.randint(0, min(4, authority // 100 + 1)) if known else rng.randint(0, 4)
    name = _name(rng, kind) if rng.random() < 0.97 else rng.choice(_ODD_NAMES)
    return [rng.choice(_ASKING), authority, kind, name, _time(rng)]


def _ask(rng: random.Random, world: dict[str, Any]) -> list[Any]:
    question = rng.choice(_ABOUT_ONE if world["subscription_rules"] and rng.random() < 0.3 else _IDS)
    kinds = sorted(QUESTIONS[question].asked_on) if question in QUESTIONS else [4]
    kind = int(rng.choice(kinds)) if rng.random() < 0.97 else rng.randint(0, 4)
    who = rng.choice(_ASKING) if rng.random() < 0.97 else rng.choice([None, "", "nobody", "U0"])
    name = _name(rng, kind) if rng.random() < 0.95 else rng.choice(_ODD_NAMES)
    if kind == 4 and world["invalid"] and rng.random() < 0.2:
        name = _follower(rng, rng.choice(world["invalid"]))
    named = ruled.RULED if world["subscription_rules"] and rng.random() < 0.5 else _SUBSCRIPTIONS
    return [who, question, kind, name, rng.choice(named), _time(rng), address(rng)]


def _follower(rng: random.Random, closed: str) -> str:
    """A retry or dead-letter topic of an invalid topic, or of a topic in an invalid place."""
    if "://" not in closed:
        closed = f"persistent://{closed}/a" if "/" in closed else f"persistent://{closed}/n0/a"
    return closed + rng.choice(["-s-DLQ", "-b-s-RETRY", "-s-DLQ-partition-3", "-partition-01-s-DLQ", "-DLQ", ""])


def _name(rng: random.Random, kind: int) -> str:
    tenant = rng.choice(_TENANTS)
    namespace = f"{tenant}/{rng.choice(_SPACES)}"
    if kind < 4:
        return ["*", rng.choice(["prod", "prod", "prod", "other"]), tenant, namespace][kind]
    if rng.random() < 0.03:
        return _COORDINATOR + rng.choice(["", "-partition-0", "-partition-7", "-x"])
    domain = rng.choice(["persistent", "persistent", "persistent", "non-persistent"])
    local = rng.choice(_LOCALS if rng.random() < 0.9 else _ODD_LOCALS)
    return f"{domain}://{namespace}/{local}"


_BUSY = ("topic:", "namespace:", "topicPolicy:", "functions:", "tenant:", "center:")
_ABOUT_ONE = [question.id for question in QUESTIONS.values() if question.of_subscription]
_IDS = [*QUESTIONS, *[question for question in QUESTIONS if question.startswith(_BUSY)] * 3, "topic:DANCE"]
