"""A random world of rights: its users, grants and rules about subscriptions."""

from __future__ import annotations

import random
from typing import Any

from app.access.vocabulary import AUTHORITIES
from tests.soak import ruled
from tests.soak.drawn_names import ODD_AUTHORITIES, USERS, moment, name_of
from tests.soak.networks import networks, user_limits

_MAINS = {
    "s0": ["u0", "u1"],
    "s1": ["u1", "u2", "u2", "off"],
    "s2": ["u0", "u1", "u1", "s0", "nobody"],
    "s1-a": ["u0", "s1"],
}
_PREFIXES = ["a", "a-", "a-b", "a-b-s", "b", "n", "n0", "t", "__", "x", ""]
_NAMED = ["u0", "u0*", "s0:*", "other", "s", "s-*", "s-t", "b-s", "u1-a", "off*", "*", ""]


def world_of(rng: random.Random, roles: int) -> dict[str, Any]:
    everywhere = rng.random() < 0.3
    return {
        "cluster": "prod",
        "revision": 1,
        "users": [user_of(rng, name, roles) for name in USERS],
        "grants": [grant_of(rng, number, everywhere, roles) for number in range(1, rng.choice([1, 20, 60, 120]))],
        "invalid": sorted({name_of(rng, rng.randint(2, 4)) for _ in range(rng.choice([0, 0, 1, 2]))}),
        "subscription_rules": rules_of(rng) if rng.random() < 0.4 else [],
    }


def rules_of(rng: random.Random) -> list[dict[str, Any]]:
    return ruled.rules(rng, [name_of(rng, 3) for _ in range(rng.randint(1, 3))], USERS)


def user_of(rng: random.Random, name: str, roles: int) -> dict[str, Any]:
    status = {"off": "disabled", "locked": "locked"}.get(name, "active")
    held_roles = [rng.randint(1, roles) for _ in range(rng.randint(0, 4 if roles < 10 else 30))]
    main = rng.choice(_MAINS.get(name, [None]))
    limited = user_limits(rng, status) if rng.random() < 0.12 else {}
    return {"name": name, "status": status, "main": main, "roles": held_roles, **limited}


def grant_of(rng: random.Random, number: int, everywhere: bool, roles: int) -> dict[str, Any]:
    kind = rng.choice([0, 1, 2, 3, 4] if everywhere else [2, 3, 3, 4, 4, 4])
    usual = (
        list(AUTHORITIES) if everywhere else [authority for authority in AUTHORITIES if authority // 100 >= kind - 1]
    )
    odd = rng.random() < 0.1
    authorities = [rng.choice(ODD_AUTHORITIES if odd else usual) for _ in range(rng.randint(1, 4))]
    limits = _limits(rng) if rng.random() < 0.25 else None
    return {
        "id": number,
        "role": rng.randint(1, roles),
        "type": kind,
        "name": name_of(rng, kind) or "",
        "auth": authorities if limits is None else [],
        "from": rng.choice([None, None, moment(rng)]),
        "until": rng.choice([None, None, moment(rng)]),
        **({} if limits is None else {"limits": {"auth": authorities, **limits}}),
    }


def _limits(rng: random.Random) -> dict[str, Any]:
    """A prefix, some subscriptions, both or none; now and then a limit that nobody knows."""
    prefix = {"prefix": rng.choice(_PREFIXES)} if rng.random() < 0.7 else {}
    named = [rng.choice(_NAMED) for _ in range(rng.choice([0, 1, 1, 2]))]
    odd = {"moon": "full"} if rng.random() < 0.03 else {}
    subscriptions = {"subscriptions": named} if rng.random() < 0.5 else {}
    return {**prefix, **subscriptions, **({"networks": networks(rng)} if rng.random() < 0.35 else {}), **odd}
