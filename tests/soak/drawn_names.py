"""The names that worlds and questions are made of, and random ones of them."""

from __future__ import annotations

import random

USERS = ["u0", "u1", "u2", "u0-x", "s0", "s1", "s2", "u0-x.y", "s1-a", "off", "locked"]
ASKING = [*USERS[:7] * 5, *USERS]
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
_SEGMENTS = ["0000-ffff-0", "0000-7fff-1", "8000-ffff-2"]
_ODD_SEGMENTS = [
    "8000-8000-999999999999999999",
    "0000-7fff-1000000000000000000",
    "8000-7fff-1",
    "0000-7FFF-1",
    "0-7fff-1",
    "0000-7fff-01",
    "0000-7fff-+1",
    "0000-7fff-٣",
    "0000-7fff--1",
    "0000-7fff-1-2",
    "0000-7fff-1\n",
    "0000-7fff-",
    "0000-7fff",
    "",
]
_COORDINATOR = "persistent://pulsar/system/transaction_coordinator_assign"
ODD_NAMES = [
    "*",
    "x",
    "..",
    "t0/",
    "/n0",
    "t0/n0/x",
    "persistent://t0/n0",
    "pérsistent",
    "persistent://t0/../a",
    "topics://t0/n0/a",
    "topic://t0/n0/a/0000-7fff-1",
    "segment://t0/n0/a",
    "segment://t0/n0/0000-7fff-1",
    None,
    "",
    "t0\n",
    "t0/n0\n",
    "persistent://t0/n0/" + "-" * 1100,
]
SUBSCRIPTIONS = [
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
ODD_AUTHORITIES = [999, -1, 0, 1, 5, 6, 208, 407]


_ODD_TIMES = [-1, 0, 9, 10, 2**53, 2**63 - 2, -(2**63) + 1]


def moment(rng: random.Random) -> int:
    """One of few moments, so that edges of windows are hit often."""
    return rng.randint(0, 9) if rng.random() < 0.97 else rng.choice(_ODD_TIMES)


def name_of(rng: random.Random, kind: int) -> str:
    tenant = rng.choice(_TENANTS)
    namespace = f"{tenant}/{rng.choice(_SPACES)}"
    if kind < 4:
        return ["*", rng.choice(["prod", "prod", "prod", "other"]), tenant, namespace][kind]
    if rng.random() < 0.03:
        return _COORDINATOR + rng.choice(["", "-partition-0", "-partition-7", "-x"])
    domain = rng.choice(["persistent", "persistent", "persistent", "persistent", "non-persistent", "topic", "segment"])
    local = rng.choice(_LOCALS if rng.random() < 0.9 else _ODD_LOCALS)
    if domain == "segment":
        local += "/" + rng.choice(_SEGMENTS if rng.random() < 0.8 else _ODD_SEGMENTS)
    return f"{domain}://{namespace}/{local}"
