"""Who holds which grants where, for the reference: slow, literal, on raw JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.soak.meanings import (
    Place,
    gives,
    is_let_in,
    limits,
    names_subscription,
    place,
    served_by,
    well_placed,
)

OF = ("read", "subscriptions")
"""The rights that may be limited to subscriptions."""
World = dict[str, Any]


class Holders:
    """The users and grants of one world."""

    def __init__(self, world: World, options: dict[str, bool]) -> None:
        self.world, self.options = world, options
        self.users = {user["name"]: user for user in world["users"]}
        self.grants = [g for g in world["grants"] if well_placed(g)]
        self.address: str | None = None

    def served_topics(self, target: Place) -> list[tuple[Place, str]]:
        """The topics whose retry or dead-letter topic this may be, each with the subscription, if the operator allows
        that."""
        return [((4, name), of) for name, of in served_by(target)] if self.options["subscription_topics"] else []

    def with_right(
        self, user: dict[str, Any], target: Place, right: str, level: int, now: int | None
    ) -> list[dict[str, Any]]:
        """Grants on the target or above that give a right over a level."""
        up = self.up(target)
        here = [g for g in self.held_grants(user, now) if place(g) in up]
        return [g for g in here if any(gives(authority, right, level) for authority in well_placed(g))]

    def prefix_places(self, outer: Place, name: str) -> list[Place]:
        """The prefixes of grants on a place with which the name begins, as places."""
        prefixes = {
            limits(g)["prefix"] for g in self.grants if (g["type"], g["name"]) == outer and "prefix" in limits(g)
        }
        return [(outer[0], f"{outer[1]}/{prefix}*") for prefix in prefixes if name.startswith(prefix)]

    def with_the_whole_right(
        self, user: dict[str, Any], target: Place, right: str, level: int, now: int
    ) -> list[dict[str, Any]]:
        """The same, without grants for named subscriptions alone."""
        found = self.with_right(user, target, right, level, now)
        return [g for g in found if right not in OF or names_subscription(g, None)]

    def with_authority(self, user: dict[str, Any], target: Place, number: int, now: int | None) -> list[dict[str, Any]]:
        """Grants of one authority on the target or above."""
        up = self.up(target)
        return [g for g in self.held_grants(user, now) if place(g) in up and number in well_placed(g)]

    def held_grants(self, user: dict[str, Any], now: int | None) -> Iterator[dict[str, Any]]:
        """The grants of the user's roles that are in force and have authorities that count."""
        for g in self.grants:
            if g["role"] in user["roles"] and is_let_in(limits(g).get("networks"), self.address):
                begins, ends = g.get("from"), g.get("until")
                if now is None or ((begins is None or begins <= now) and (ends is None or now < ends)):
                    yield g

    def up(self, target: Place) -> list[Place]:
        """The target and the places above it, with the names that begin with a prefix between a place and its parts."""
        kind, name = target
        if name.endswith("*") and kind in (2, 3):
            outer, prefix = name[:-1].rsplit("/", 1)
            return [*self.prefix_places((kind, outer), prefix), *self.up((kind, outer))]
        above = [target]
        if kind == 4:
            namespace = (3, name.split("://")[1].rsplit("/", 1)[0])
            above += [*self.prefix_places(namespace, name.rsplit("/", 1)[1]), namespace]
        if kind >= 3:
            tenant, local = above[-1][1].split("/")
            above += [*self.prefix_places((2, tenant), local), (2, tenant)]
        if kind >= 2:
            above.append((1, self.world["cluster"]))
        return [*above, (0, "*")] if kind >= 1 else above
