"""Random claims of narrowed tokens, and what the slow reference makes of them."""

from __future__ import annotations

import random
from typing import Any

from tests.soak.drawn_worlds import grant_of

_PLACES = ["root", "cluster", "tenant", "namespace", "topic"]
_KNOWN = {"type", "place", "identifier", "authorities", "locations", "prefix", "subscriptions"}


def claim_of(rng: random.Random) -> Any:
    """Some entries that are made like grants; now and then one that cannot be understood."""
    if rng.random() < 0.02:
        return rng.choice([[], "all", {"type": "pulsar_rights"}])
    return [_entry(rng) for _ in range(rng.choice([1, 1, 2, 5]))]


def world_of_claim(claim: Any, who: str, world: dict[str, Any]) -> dict[str, Any]:
    """The world if this user held just what the entries say, and nobody anything else."""
    found: list[dict[str, Any]] = []
    for entry in claim if isinstance(claim, list) else []:
        known = set(entry) <= _KNOWN and entry["type"] == "pulsar_rights"
        # A number that no authority can have makes an entry one that is not understood (decision 0085).
        known = known and all(0 <= authority <= 1_000_000 for authority in entry["authorities"])
        if known and world["cluster"] in entry.get("locations", [world["cluster"]]):
            limits = {name: entry[name] for name in ("prefix", "subscriptions") if name in entry}
            grant = {"role": 1, "type": _PLACES.index(entry["place"]), "name": entry["identifier"]}
            listed = {"auth": entry["authorities"]}
            found.append(
                {"id": len(found) + 1, **grant, **({"auth": [], "limits": listed | limits} if limits else listed)}
            )
    user = {"name": who, "status": "active", "main": None, "roles": [1]}
    users = [*(listed for listed in world["users"] if listed["name"] != who), user]
    return {**world, "users": users, "grants": found, "subscription_rules": []}


def _entry(rng: random.Random) -> dict[str, Any]:
    grant = grant_of(rng, 1, rng.random() < 0.5, 1)
    limits = grant.get("limits", {})
    clusters = rng.choice([None, None, None, ["prod"], ["other", "prod"], ["other"], []])
    return {
        "type": rng.choice(["pulsar_rights"] * 30 + ["photos"]),
        "place": _PLACES[grant["type"]],
        "identifier": grant["name"],
        "authorities": limits.get("auth", grant["auth"]),
        **{name: limits[name] for name in ("prefix", "subscriptions", "moon") if name in limits},
        **({} if clusters is None else {"locations": clusters}),
    }
