"""Judges by the specification, not by the service, whether what was allowed may be allowed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.platform.calling_address import calling_from
from app.platform.errors import UserCenterError
from tests.granting.delegation.model import (
    HERE,
    ROOT,
    THERE,
    WHOLE,
    Held,
    Key,
    Part,
    parts_of,
    whole,
)
from tests.granting.delegation.world import T, World

PARTS = (WHOLE, HERE, THERE, Part("name0"), Part(None, "s"), Part("name", "t-*"), Part(network="10.1.0.0/16"))


def deciding(place: Key, limits: Limits | None, here: Part) -> tuple[int, Part]:
    """The authority that decides about grants with these limits on a place, and on which part of it for who works
    here."""
    if limits is not None and limits.prefix is not None:
        return {2: 204, 3: 304}[place[0]], replace(here, prefix=limits.prefix)
    return {0: 4, 1: 4, 2: 104, 3: 204, 4: 304}[place[0]], here


def limits_of(part: Part) -> Limits | None:
    """The same as limits of a grant."""
    subscriptions = None if part.subscription is None else (part.subscription,)
    networks = None if part.network is None else (part.network,)
    return None if part == WHOLE else Limits(part.prefix, subscriptions, networks)


class Judged(World):
    """Judges every step that changed grants."""

    def _judge(
        self, giver: int, role: int, place: Key, wanted: list[int], end: int | None, limits: Limits | None
    ) -> None:
        """Assert that the specification allows this grant."""
        believed = self.before
        assert end is None or end > self.now, "nothing is given for the past"
        person = believed.people[giver]
        assert person.parent is None, "a sub-account never grants"
        receiver = next((who for who, own in believed.personal.items() if own == role), None)
        own_sub = receiver is not None and believed.people[receiver].parent == giver
        start = max(self.model_start(role, place, wanted, limits), self.now)
        given = [
            (number, replace(part, given_from=self.here.network)) for number in wanted for part in parts_of(limits)
        ]
        needed = given + ([] if own_sub else [deciding(place, limits, self.here)])
        for number, part in needed:
            assert believed.holds(giver, number, place, self.now, part), f"{number} is not held"
            throughout = believed.holds_throughout(giver, number, place, start, end, part)
            assert throughout, f"{number} is held for a time only"
        if receiver is None:
            return
        main = believed.people[receiver].parent
        assert believed.people[receiver].active
        if main is not None:
            assert believed.people[main].active
            both = [(number, part) for number in wanted for part in parts_of(limits)]
            within = all(believed.holds_throughout(main, number, place, start, end, part) for number, part in both)
            assert within, "beyond the main account"
        if not self._administered(giver):
            assert receiver != giver, "nobody gives to themselves"
            for number, part in given:
                homes = believed.homes(place)
                cover = [h for c in homes for h in believed.covering(giver, number, place, c, self.now, part)]
                assert any(held.by != receiver for held in cover), "given back in a circle"

    def _administered(self, person: int) -> bool:
        """Whether the person administered the center before the step, from here."""
        return self.before.holds(person, 4, ROOT, self.now, self.here)

    def model_start(self, role: int, place: Key, wanted: list[int], limits: Limits | None) -> int:
        """When the grant that was just made begins."""
        return max(
            held.start
            for held in self.model.grants.values()
            if (held.role, held.key, held.limits) == (role, place, limits) and held.authorities == set(wanted)
        )

    def _who_may_take(self, old: Held) -> list[int]:
        """Who may revoke the grant: its giver and the administrators of the place; if there are none, everybody."""
        number, part = deciding(old.key, old.limits, self.here)
        people = sorted(self.model.people)
        may = [who for who in people if who == old.by or self.model.holds(who, number, old.key, self.now, part)]
        return [who for who in may if who != self.boss] or people

    def _judge_taking(self, giver: int, old: Held) -> None:
        administer, part = deciding(old.key, old.limits, self.here)
        assert self.before.people[giver].parent is None
        assert old.by == giver or self.before.holds(giver, administer, old.key, self.now, part)

    def _check_ownership(self, person: int, place: Key, before: set[int]) -> None:
        """Assert that a new place gives all authorities to its creator and the main account, and nothing to others."""
        owners = {person, self.model.people[person].parent} - {None}
        fresh = {number: held for number, held in self.model.grants.items() if number not in before}
        assert {held.role for held in fresh.values()} == {self.model.personal[owner] for owner in owners if owner}
        assert {(held.key, held.authorities, held.by) for held in fresh.values()} == {(place, whole(place), None)}

    def _try(self, actor: int, step: Callable[[Session], T], *, judged: bool = True) -> T | None:
        """The result of the step; None if refused. Asserts that nobody but an administrator gains rights by it."""
        self.before = self._copy()
        try:
            with calling_from(self.address):
                made = self._commit(step)
        except UserCenterError as error:
            self.outcomes[error.stable_code] += 1
            return None
        self.outcomes["allowed, not by an administrator" if actor != self.boss else "allowed"] += 1
        self._note_grants()
        if judged and not self._administered(actor):
            moments = {self.now, *self.model.edges(self.now, None), *self.before.edges(self.now, None)}
            us = self.before.acts_for(actor)
            places = [place for place in self.before.places() if place[0] > 1]
            gained = self.model.rights(us, places, moments, PARTS) - self.before.rights(us, places, moments, PARTS)
            assert not gained, f"{self.before.people[actor].name} gained {gained}"
        return made
