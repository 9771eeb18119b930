"""Planted unusual events that the audit must find. Each has its own users and topics, with nothing else unusual."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.estate.model import TOPIC, Grant, Need, Place, Role, Use, User
from benchmarks.estate.size import DAY, Size

_HOUR = 3_600_000
_LONG_ENOUGH = 40
"""Least days of a window in which a grant can sleep for more than 30."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An event that is always written: `n` uses within `length` ms, perhaps decided by the rights of another time."""

    time: int
    use: Use
    n: int = 1
    length: int = 0
    as_of: int | None = None


@dataclass
class Stories:
    """The planted events and the truth about them."""

    size: Size
    tenant: Place
    users: list[User]
    roles: list[Role]
    grants: list[Grant]
    topics: list[Place]

    def tell(self) -> tuple[list[Occurrence], list[dict[str, Any]]]:
        """The events and the truth about them."""
        stories = [*self._unusual(), *self._denials(), *(self._woke() if self.size.days >= _LONG_ENOUGH else ())]
        if self.size.faults:
            stories += self._impossible()
        return [event for events, _ in stories for event in events], [truth for _, truth in stories]

    def _unusual(self) -> Iterator[tuple[list[Occurrence], dict[str, Any]]]:
        last = self.size.end - DAY
        use = self._use("busy")
        usual = list(self._every_day(use, 4))
        at = last + 11 * _HOUR
        yield [*usual, Occurrence(at, use, 9_000, 50_000)], self._truth("unusual_volume", use, at, n=9_000)
        use = self._use("sleepless")
        at = last + 3 * _HOUR
        yield [*self._every_day(use, 4), Occurrence(at, use)], self._truth("unusual_hour", use, at, hour=3)
        use = self._use("moved")
        away = Need(use.need.user, use.need.op, use.need.place, last, self.size.end, 0.0, ip="203.0.113.77")
        at = last + 12 * _HOUR
        moved = Use(away, use.grants, last, self.size.end, at)
        yield [*self._every_day(use, 4), Occurrence(at, moved)], self._truth("new_address", use, at, ip=away.ip)

    def _denials(self) -> Iterator[tuple[list[Occurrence], dict[str, Any]]]:
        use = self._use("stubborn", granted=False)
        yield list(self._every_day(use, 6)), self._truth("repeated_denials", use, self.size.end - DAY, a_day=6)
        use = self._use("flood", granted=False)
        at = self.size.end - DAY + 10 * _HOUR
        yield [Occurrence(at, use, 900, 50_000)], self._truth("denial_burst", use, at, n=900)

    def _woke(self) -> Iterator[tuple[list[Occurrence], dict[str, Any]]]:
        use = self._use("sleeper")
        at = self.size.end - DAY + 9 * _HOUR
        early = Occurrence(self.size.begin + 9 * _HOUR, use)
        yield [early, Occurrence(at, use)], self._truth("sleeping_grant_woke", use, at, days=self.size.days - 1)

    def _impossible(self) -> Iterator[tuple[list[Occurrence], dict[str, Any]]]:
        """Events of a broken broker: allowed an hour after the revocation, by the revision before it."""
        use = self._use("late")
        (grant,) = use.grants
        at = self.size.end - DAY + 15 * _HOUR
        grant.end = at - _HOUR
        usual = [event for event in self._every_day(use, 2) if event.time < grant.end]
        yield [*usual, Occurrence(at, use, as_of=grant.end - 1)], self._truth("use_after_revocation", use, at)

    def _every_day(self, use: Use, often: int) -> Iterator[Occurrence]:
        for day in range(self.size.days):
            for turn in range(often):
                # Only the minutes differ from day to day, so that nothing is unusual.
                time = self.size.begin + day * DAY + (9 + turn) * _HOUR + (day * 7 + turn) % 60 * 60_000
                yield Occurrence(time, use)

    def _use(self, name: str, granted: bool = True) -> Use:
        begin = self.size.begin
        user = User(f"story-{name}", begin - 200 * DAY, cluster=self.tenant.cluster, tenant=self.tenant.path,
                    ip=f"10.77.0.{len(self.users) % 250}")  # fmt: skip
        role = Role(len(self.roles) + 1, user.name, user.begin, [(user, user.begin, None)])
        topic = Place(TOPIC, f"{self.tenant.path}/events/story-{name}", self.tenant.cluster, begin - 200 * DAY)
        user.roles.append(role)
        self.users.append(user)
        self.roles.append(role)
        self.topics.append(topic)
        grants: tuple[Grant, ...] = ()
        if granted:
            grant = Grant(len(self.grants) + 1, role, TOPIC, topic.path, topic.cluster, (302,), begin - 190 * DAY)
            role.grants[TOPIC, topic.path] = [grant]
            self.grants.append(grant)
            grants = (grant,)
        need = Need(user, "PRODUCE", topic, begin, self.size.end, 0.0)
        return Use(need, grants, begin, self.size.end, begin)

    def _truth(self, kind: str, use: Use, time: int, **numbers: object) -> dict[str, Any]:
        return {
            "kind": kind, "user": use.need.user.name, "cluster": use.need.place.cluster,
            "resource": f"{use.need.place.cluster}/{use.need.place.path}",
            "grant": use.grants[0].id if use.grants else None, "time": time, **numbers,
        }  # fmt: skip
