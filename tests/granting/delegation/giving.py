"""Steps in which somebody gives, changes or revokes grants."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.grants import grants, roles
from app.identity import users
from app.rights.granting import grant_changes
from tests.granting.delegation.judging import Judged, deciding
from tests.granting.delegation.model import AUTHORITIES, Key, lies_in, lowest_place, with_parts
from tests.granting.delegation.world import NAMES

some = st.integers(0, 40)
hours = st.sampled_from((None, None, None, 1, 3, 5, 8, -2))
passed_on = st.sampled_from(((4,), (2, 4), (3, 4), (2, 3, 4), (2,), (3,)))
LIMITS = (
    *[None] * 5,
    Limits("name"),
    Limits("name0"),
    Limits("name0"),
    Limits(None, ("s",)),
    Limits(None, ("s", "t-*")),
    Limits("name", ("t-x",)),
    Limits(networks=("10.0.0.0/8",)),
    Limits(networks=("10.1.0.0/16", "172.16.0.0/12")),
    Limits("name", networks=("10.1.0.0/16",)),
    Limits(networks=("172.16.0.0/12",)),
)
limits = st.sampled_from(LIMITS)
chosen = st.lists(st.integers(0, 22), min_size=1, max_size=3)


class Giving(Judged):
    """Steps on grants, by actors with and without rights."""

    @rule(who=some, to=some, where=some, which=chosen, start=hours, end=hours, within=limits)
    def give(
        self,
        who: int,
        to: int,
        where: int,
        which: list[int],
        start: int | None,
        end: int | None,
        within: Limits | None,
    ) -> None:
        """Anybody tries to give anything to anybody."""
        place = self._place(where)
        self._give(self._person(who), self._role(to), place, self._authorities(place, which), start, end, within)

    @rule(who=some, to=some, where=st.integers(0, 3), rights=passed_on, end=hours, within=limits)
    def pass_on(
        self, who: int, to: int, where: int, rights: tuple[int, ...], end: int | None, within: Limits | None
    ) -> None:
        """The usual case: who administers a place gives a part of its rights to others or to its sub-accounts."""
        place = self._place(where)
        if place[0] < 2:
            return
        level = 100 * (place[0] - 1 + (within is not None and place[0] < 4))
        people = [n for n in self.model.people if n != self.boss and self._decides(n, place, within)]
        if people:
            giver = self._of(people, who)
            others = [self.model.personal[number] for number in sorted(self.model.people)]
            wanted = [level + right for right in rights]
            self._give(giver, self._of([*others, *sorted(self.model.shared)], to), place, wanted, None, end, within)

    def _decides(self, who: int, place: Key, within: Limits | None) -> bool:
        if within is not None and within.prefix is not None and place[0] == 4:
            return False
        number, part = deciding(place, within, self.here)
        return self.model.holds(who, number, place, self.now, part)

    @rule(who=some, to=some, where=st.integers(0, 3), rights=passed_on, end=hours, within=limits)
    def pass_on_too(
        self, who: int, to: int, where: int, rights: tuple[int, ...], end: int | None, within: Limits | None
    ) -> None:
        """The same step again, so that it is chosen more often than others."""
        self.pass_on(who, to, where, rights, end, within)

    @rule(which=some, to=st.sampled_from(NAMES), end=hours, fewer=st.booleans(), within=limits)
    def pass_further(self, which: int, to: str, end: int | None, fewer: bool, within: Limits | None) -> None:
        """The receiver of a grant gives it on, with another end, to somebody else or back to the giver."""
        given = [held for _, held in sorted(self.model.grants.items()) if held.by is not None]
        known = {person.name: number for number, person in self.model.people.items()}
        if given and to in known:
            held = self._of(given, which)
            holders = sorted(number for number, person in self.model.people.items() if held.role in person.roles)
            wanted = sorted(held.authorities)[:1] if fewer else sorted(held.authorities)
            if holders:
                limits = within if fewer else held.limits
                receiver = self.model.personal[known[to]]
                self._give(self._of(holders, which), receiver, held.key, wanted, None, end, limits)

    @rule(which=some, to=st.sampled_from(NAMES), end=hours, fewer=st.booleans(), within=limits)
    def pass_further_too(self, which: int, to: str, end: int | None, fewer: bool, within: Limits | None) -> None:
        """The same step again."""
        self.pass_further(which, to, end, fewer, within)

    def _give(
        self,
        giver: int,
        role: int,
        place: Key,
        wanted: list[int],
        start: int | None,
        end: int | None,
        within: Limits | None,
    ) -> None:
        window: dict[str, Any] = {"valid_from": self._time(start), "valid_until": self._time(end)}

        def try_it(session: Session) -> int:
            by, receiver = users.find(session, giver), roles.find(session, role)
            return grant_changes.give(session, by, receiver, *place, wanted, **window, limits=within, now=self.now).id

        made = self._try(giver, try_it)
        if made is not None:
            assert set(wanted) <= {number for number in AUTHORITIES if place[0] <= lowest_place(number)}
            self.outcomes["limited"] += within is not None and giver != self.boss
            self._judge(giver, role, place, wanted, window["valid_until"], within)

    @rule(who=some, which=some, to=st.none() | chosen, start=hours, end=hours, keep=st.booleans(), within=limits)
    def change(
        self,
        who: int,
        which: int,
        to: list[int] | None,
        start: int | None,
        end: int | None,
        keep: bool,
        within: Limits | None,
    ) -> None:
        """Anybody tries to extend or reduce a grant."""
        if not self.model.grants:
            return
        number = self._of(sorted(self.model.grants), which)
        old = self.model.grants[number]
        giver = self._of(self._who_may_take(old), who) if who % 4 else self._person(who)
        values: dict[str, Any] = {}
        if to is not None:
            values["authorities"] = self._authorities(old.key, to)
        if not keep:
            values |= {"valid_from": self._time(start), "valid_until": self._time(end)}
        if which % 3 == 0:
            values["limits"] = within

        def try_it(session: Session) -> int:
            given = grants.find(session, number)
            return grant_changes.change(session, users.find(session, giver), given, now=self.now, **values).id

        if self._try(giver, try_it) is None:
            return
        new = self.model.grants[number]
        larger = not new.authorities <= with_parts(old.authorities) or new.start < old.start or _later(new.end, old.end)
        larger = larger or not _within(new.limits, old.limits)
        taken_over = larger and not self._administered(giver)
        assert new.by == (giver if taken_over else old.by), "who makes it larger has given it"
        if larger:
            self._judge(giver, new.role, new.key, sorted(new.authorities), new.end, new.limits)
        else:
            self._judge_taking(giver, old)

    @rule(which=some, end=hours)
    def extend_own(self, which: int, end: int | None) -> None:
        """The giver of a grant makes it longer."""
        given = [(n, held.by) for n, held in sorted(self.model.grants.items()) if held.by in self.model.people]
        if given:
            number, giver = self._of(given, which)
            people, grants_there = sorted(self.model.people), sorted(self.model.grants)
            self.change(people.index(giver or 0), grants_there.index(number), None, None, end, False, None)

    @rule(who=some, which=some)
    def try_to_take_back(self, who: int, which: int) -> None:
        """Anybody tries to revoke any grant."""
        if not self.model.grants:
            return
        self._take_back(self._person(who), self._of(sorted(self.model.grants), which))

    def _take_back(self, giver: int, number: int) -> None:
        old = self.model.grants[number]

        def try_it(session: Session) -> int:
            grant_changes.take_back(session, users.find(session, giver), grants.find(session, number), now=self.now)
            return number

        if self._try(giver, try_it) is not None:
            self._judge_taking(giver, old)


def _later(moment: int | None, other: int | None) -> bool:
    return other is not None and (moment is None or moment > other)


def _within(new: Limits | None, old: Limits | None) -> bool:
    """Whether the new limits leave nothing that the old ones did not."""
    if old is None or new == old:
        return True
    if old.networks is not None and (new is None or not _inside(new.networks, old.networks)):
        return False
    narrower = old.prefix is None or (new is not None and (new.prefix or "").startswith(old.prefix))
    if old.subscriptions is None or not narrower:
        return narrower
    return new is not None and new.subscriptions is not None and set(new.subscriptions) <= set(old.subscriptions)


def _inside(some: tuple[str, ...] | None, others: tuple[str, ...]) -> bool:
    return some is not None and all(any(lies_in(other, network) for other in others) for network in some)
