"""The meaning of names, authorities and grants, for the reference: as slow and literal as that."""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

OPERATIONS = json.loads((Path(__file__).parents[2] / "app/access/operations.json").read_text(encoding="utf-8"))
KNOWN = {authority["id"] for authority in OPERATIONS["authorities"]}
RIGHTS = OPERATIONS["rights"]
_PART = r"(?!\.{1,2}(?:/|$))[-=:._a-zA-Z0-9]+"
_SHAPES = [
    re.compile(r"\*"),
    re.compile(_PART),
    re.compile(_PART),
    re.compile(f"{_PART}/{_PART}"),
    re.compile(
        f"(persistent|non-persistent|topic)://{_PART}/{_PART}/(?!\\.{{1,2}}$)[^/\x00-\x1f\x7f-\x9f\ud800-\udfff]+"
    ),
]

Place = tuple[int, str]


def canonical(kind: int, name: str | None) -> str | None:
    """The name without its partition suffix, of a segment its topic; None when no resource can have it."""
    if name is None or len(name) > 1024:
        return None
    if kind == 4 and name.startswith("segment://"):
        topic, _, segment = name.removeprefix("segment://").rpartition("/")
        return canonical(kind, f"topic://{topic}") if _names_a_segment(segment) else None
    bare = name
    index = name.rpartition("-partition-")
    if kind == 4 and index[1] and index[2] in {str(int(index[2])) if re.fullmatch("[0-9]+", index[2]) else ""}:
        bare = index[0] if int(index[2]) < 2**31 else name
    return bare if _SHAPES[kind].fullmatch(bare) else None


def _names_a_segment(text: str) -> bool:
    """Two hash values in order, and a number."""
    first, last, number = (*text.split("-"), "", "")[:3]
    hashes = len(first) == len(last) == 4 and set(first + last) <= set("0123456789abcdef") and first <= last
    digits = set(number) <= set("0123456789") and 0 < len(number) < 19 and text.count("-") == 2
    return hashes and digits and (number == "0" or number[0] != "0")


def place(g: dict[str, Any]) -> Place:
    """Where a grant is. Names that begin with a prefix are a place of their own, inside the named one."""
    prefix = limits(g).get("prefix")
    return g["type"], g["name"] if prefix is None else f"{g['name']}/{prefix}*"


def limits(g: dict[str, Any]) -> dict[str, Any]:
    """What the grant is limited to; empty for a whole one."""
    return g.get("limits") or {}


def acts(user: dict[str, Any]) -> bool:
    """Whether the user may act at all; for one that is limited the limits say so."""
    limits = user.get("limits")
    if limits is None:
        return bool(user["status"] == "active")
    return "networks" in limits and set(limits) <= {"active", "networks"} and limits.get("active") is True


def names_subscription(g: dict[str, Any], wanted: str | None) -> bool:
    """Whether the grant is for this subscription; None: for all of them."""
    named = limits(g).get("subscriptions")
    return named is None or (
        wanted is not None
        and any(wanted.startswith(name[:-1]) if name.endswith("*") else wanted == name for name in named)
    )


def all_networks(named: list[str]) -> bool:
    """Whether there are some, and all are networks."""
    return bool(named) and all(as_bits(network) is not None for network in named)


def as_bits(network: str) -> str | None:
    """What its addresses begin with: 4 or 6, and zeros and ones. None when it is no network as we write them."""
    address, slash, length = network.partition("/")
    whole = _bits(address)
    if whole is None or not slash or length not in map(str, range(len(whole))):
        return None
    prefix_bits, rest = whole[: 1 + int(length)], whole[1 + int(length) :]
    mapped = whole.startswith("6" + "0" * 80 + "1" * 16) and int(length) >= 96
    return None if "1" in rest or mapped or str(ipaddress.ip_address(address)) != address else prefix_bits


def is_let_in(networks: list[str] | None, address: str | None) -> bool:
    """Whether who asks from this address is in one of the networks."""
    if networks is None:
        return True
    bits = _bits((address or "").split("%")[0])
    if bits is None or not all_networks(networks):
        return False
    if bits.startswith("6" + "0" * 80 + "1" * 16):
        bits = "4" + bits[-32:]
    return any(bits.startswith(as_bits(network) or "none") for network in networks)


def _bits(address: str) -> str | None:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    return None if "%" in address else f"{found.version}{int(found):0{found.max_prefixlen}b}"


def gives(authority: int, right: str, level: int) -> bool:
    """Whether it gives the right over things of this level; create and delete only on their own level."""
    if authority == 4:
        return True
    here = authority // 100
    return right in all_of(authority) and (here == level if right in ("create", "delete") else here <= level)


def all_of(authority: int) -> list[str]:
    """The right of an authority and those that this right includes."""
    return all_with(RIGHTS[authority % 100])


def all_with(right: str) -> list[str]:
    """A right and those that it includes."""
    return [right, *OPERATIONS["includes"].get(right, [])]


def lowest(authority: int) -> int:
    """The level of the lowest place where it can be held."""
    return authority // 100 - (1 if authority % 100 == 0 else 0)


def lowest_with(authority: int) -> int:
    """The level of the lowest place about which it says something: create and delete by themselves, else its right."""
    same = [a for a in KNOWN if a % 100 == authority % 100]
    return lowest(authority) if authority % 100 < 2 else max(map(lowest, same))


def well_placed(g: dict[str, Any]) -> list[int]:
    """The authorities of the grant that count on its place."""
    if g["type"] not in range(5) or canonical(g["type"], g["name"]) != g["name"]:
        return []
    if "limits" not in g:
        return [a for a in g["auth"] if a in KNOWN and lowest(a) >= g["type"] - 1]
    named, prefix, networks = (limits(g).get(grant) for grant in ("subscriptions", "prefix", "networks"))
    unknown = set(limits(g)) - {"auth", "prefix", "subscriptions", "networks"}
    if unknown or prefix == "" or (prefix is None and named is None and networks is None):
        return []
    if networks is not None and not all_networks(networks):
        return []
    if named is not None and (not named or "" in named or "*" in named):
        return []
    counting = [a for a in limits(g)["auth"] if a in KNOWN and lowest(a) >= g["type"] - 1]
    counting = [a for a in counting if named is None or RIGHTS[a % 100] in ("read", "subscriptions")]
    return [a for a in counting if prefix is None or (g["type"] in (2, 3) and _is_about_names(a, g["type"]))]


def _is_about_names(authority: int, kind: int) -> bool:
    """Whether it says something about what is inside a tenant (2) or namespace (3)."""
    return authority // 100 >= kind if authority % 100 < 2 else lowest_with(authority) >= kind


def is_system(target: Place) -> bool:
    """Topics Pulsar keeps for itself."""
    local = target[1].rsplit("/", 1)[-1]
    in_system = target[1].split("://")[-1].startswith("pulsar/system/")
    return target[0] == 4 and (in_system or local.startswith("__") or "__transaction_pending_ack" in local)


def owner(users: Iterable[str], sub: str | None) -> str | None:
    """The owner of a subscription: the user with the longest name that it begins with."""
    named = [u for u in users if sub is not None and re.fullmatch(re.escape(u) + r"([-_./:].*)?", sub, re.DOTALL)]
    return max(named, key=len, default=None)


def served_by(target: Place) -> set[tuple[str, str]]:
    """Every topic B and subscription S with a name B-S-RETRY or B-S-DLQ for the target."""
    if target[0] != 4:
        return set()
    start, local = target[1][: target[1].rindex("/") + 1], target[1].rsplit("/", 1)[-1]
    served = set()
    for at in range(len(local)):
        if found := re.fullmatch(r"-(.+)-(RETRY|DLQ)", local[at:], re.DOTALL):
            topic = canonical(4, start + local[:at])
            served |= {(topic, found[1])} if topic else set()
    return served


def ordered(grants: list[dict[str, Any]]) -> list[int]:
    """The distinct ids, the most specific resource first."""
    return [number for _, number in sorted({(-g["type"], g["id"]) for g in grants})]
