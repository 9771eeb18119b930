"""Random changes of a world, and the deltas that lead to it."""

from __future__ import annotations

import copy
import random
from typing import Any

from tests.soak.drawn_names import USERS, name_of
from tests.soak.drawn_worlds import grant_of, rules_of, user_of


def change_world(
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
    free = [name for name in [*USERS, "nobody", "U0"] if name not in {user["name"] for user in world["users"]}]
    user = rng.choice(world["users"])
    old, user["name"] = user["name"], rng.choice([*free, user["name"]])
    for other in world["users"]:
        other["main"] = user["name"] if other["main"] == old else other["main"]


def _reuse(rng: random.Random, world: dict[str, Any], roles: int) -> None:
    """A user is deleted; another one may get its name."""
    at = rng.randrange(len(world["users"]))
    world["users"][at : at + 1] = [user_of(rng, world["users"][at]["name"], roles)] * rng.randint(0, 1)
    if not world["users"]:
        world["users"].append(user_of(rng, "u0", roles))


def _regrant(rng: random.Random, world: dict[str, Any], roles: int) -> None:
    """A grant is made, changed (role, place, authorities, window), or revoked."""
    number = rng.randint(1, 125)
    world["grants"] = [grant for grant in world["grants"] if grant["id"] != number]
    if rng.random() < 0.7:
        world["grants"].append(grant_of(rng, number, rng.random() < 0.3, roles))


def _close(rng: random.Random, world: dict[str, Any], roles: int) -> None:
    """A name is declared invalid, or valid again."""
    world["invalid"] = sorted(
        {*world["invalid"], name_of(rng, rng.randint(2, 4))} - set(rng.choices(world["invalid"] or [""]))
    )


def _rule(rng: random.Random, world: dict[str, Any], roles: int) -> None:
    """The rules of a namespace change, begin or end."""
    fresh = rules_of(rng)
    names = {rules["namespace"] for rules in fresh} | set(rng.choices([name_of(rng, 3)]))
    world["subscription_rules"] = [
        rule for rule in world["subscription_rules"] if rule["namespace"] not in names
    ] + fresh


def _delta(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    put: dict[str, Any] = {}
    removed: dict[str, Any] = {}
    for what, key in (("users", "name"), ("grants", "id"), ("subscription_rules", "namespace")):
        old, new = ({row[key]: row for row in world[what]} for world in (before, after))
        put[what] = [row for number, row in new.items() if old.get(number) != row]
        removed[what] = [number for number in old if number not in new]
    put["invalid"] = [name for name in after["invalid"] if name not in before["invalid"]]
    removed["invalid"] = [name for name in before["invalid"] if name not in after["invalid"]]
    return {"after": before["revision"], "revision": after["revision"], "set": put, "gone": removed}
