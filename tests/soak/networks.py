"""Random networks and addresses for the worlds: few, and many of them inside each other."""

from __future__ import annotations

import random
from typing import Any

_NETWORKS = (
    "10.0.0.0/8 10.0.0.0/8 10.0.0.0/30 10.0.0.1/32 10.128.0.0/9 0.0.0.0/0 0.0.0.0/1 "
    "fd00::/8 fd00::/64 fd00:0:0:1::/64 ::/0 8000::/1 ::1/128 ::/96"
)
_NO_NETWORKS = (
    "10.0.0.1/8 10.0.0.0 10.0.0.0/33 10.0.0.0/08 10.0.0.0/255.0.0.0 010.0.0.0/8 office /8 10.0.0.0/ "
    "FD00::/8 fd00:0::/64 fd00::/129 ::ffff:0:0/96 ::ffff:a00:0/104 fd00::%eth0/64 fd00::1/64"
)
_ADDRESSES = "10.0.0.1 10.0.0.2 10.0.0.9 10.200.0.1 192.0.2.1 fd00::1 fd00:0:0:1::5 2001:db8::1 ::ffff:10.0.0.1"
_ODD_ADDRESSES = (
    "fd00::1%eth0 ::ffff:a00:1 ::10.0.0.1 ::1 FD00::1 10.0.0.1%x 10.0.0.01 10.0.0 x :: fd00:0:0:0:0:0:0:1 fd00::1:: "
    ":fd00::1 10.0.0.256 [fd00::1] 10.0.0.1:80 1:2:3 255.255.255.255 0.0.0.0 ::1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:: "
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 1::2:3:4:5:6:7 1::2:3:4:5:6:7:8 1:2:3:4:5:6:7: % 10.0.0.1\n 1\u0660.0.0.1"
)


def networks(rng: random.Random) -> list[str]:
    """A few networks; seldom none, or what is no network."""
    usual, count = rng.random() < 0.95, rng.choice([1, 1, 2, 3]) if rng.random() < 0.97 else 0
    return [rng.choice(_NETWORKS.split(" ") if usual else ["", *_NO_NETWORKS.split(" ")]) for _ in range(count)]


def address(rng: random.Random) -> str | None:
    """Where a question comes from; now and then what is no address."""
    usual = rng.random() < 0.95
    return rng.choice([None, *_ADDRESSES.split(" ")] if usual else ["", *_ODD_ADDRESSES.split(" ")])


def user_limits(rng: random.Random, status: str) -> dict[str, Any]:
    """Status and limits of a limited user's record; now and then nonsense."""
    active = status == "active" and rng.random() < 0.9
    limits: dict[str, Any] = {"active": active}
    if rng.random() < 0.97:
        limits["networks"] = networks(rng)
    if rng.random() < 0.03:
        limits["moon"] = "full"
    sent = "disabled" if active or rng.random() < 0.5 else status
    return {"status": sent, "limits": limits}
