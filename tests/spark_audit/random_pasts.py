"""Random histories of small companies, as the center exports them: users, roles, grants and resources over time."""

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

from app.access.names import ResourceType
from app.access.vocabulary import AUTHORITIES

Line = dict[str, Any]
DAY, HOUR = 86_400_000, 3_600_000
FIRST = date(2026, 10, 1)
DAYS = 28
"""Days of the log."""
START = int(datetime(FIRST.year, FIRST.month, FIRST.day, tzinfo=UTC).timestamp()) * 1000
END = START + DAYS * DAY
TYPES = ("root", "cluster", "tenant", "namespace", "topic")
_REVISIONS = 40
_NAMES = {
    "acme": {"orders": ["t0", "t0-s-RETRY", "t1", "u-2", "u-3"], "billing": ["x"], "empty": []},
    "beta": {"n": ["y0", "y1"]},
}
_NETWORKS: list[list[str] | None] = [["10.0.0.1/32"], ["10.9.0.0/16", "10.0.0.0/24"], ["10.0.0.0/8"], ["10.0.0.1/8"]]
_PREFIXES = {2: ["o", "orders", "b", "no-"], 3: ["t", "t0", "t0-s", "u-", "n", "no-"]}
"""Type of place → what names below it may begin with; with `no-` none does."""
_HELD_ON = {
    int(kind): [authority.id for authority in AUTHORITIES.values() if authority.may_be_held_on(kind)]
    for kind in ResourceType
}
"""Type of place (0 root … 4 topic) → authorities that may be held on it."""
_OFTEN = {kind: [authority for authority in held if authority % 100 <= 6] for kind, held in _HELD_ON.items()}
"""Those of rights 0 to 6. Drawn more often, because the events of a company ask for these."""


class Past:
    """Names and history of one company."""

    def __init__(self, seed: int, chance: random.Random) -> None:
        """Two clusters and six users: two are sub-accounts, and one is unknown to the history."""
        self.seed, self.chance = seed, chance
        self.clusters = [f"s{seed}-a", f"s{seed}-b"]
        # Every second revision soon follows the one before, like revisions of one request.
        moments = sorted(chance.randrange(START - 40 * DAY, END) for _ in range(_REVISIONS // 2))
        pairs = [(moment, moment + chance.choice([1, 4_000, HOUR])) for moment in moments]
        self.moments = sorted(at for pair in pairs for at in pair)
        self.people = [f"s{seed}-u{n}" for n in range(6)]
        self.subs = [f"{self.people[0]}.sub", f"{self.people[1]}.sub"]
        self.known = [*self.people[:5], *self.subs]

    def _period(self, since: int, until: int | None) -> Line:
        at = {"from_rev": since, "until_rev": until, "from_time": self.moments[since - 1]}
        return at | {"until_time": until and self.moments[until - 1]}

    def _periods(self, most: int, ends: float) -> list[Line]:
        """Up to `most` periods in sequence, with or without gaps; the last one has an end with probability `ends`."""
        count = self.chance.randrange(1, most + 1)
        edges = sorted(self.chance.sample(range(2, _REVISIONS + 1), count * 2 - 1))
        edges = [self.chance.choice([1, 1, edges[0] - 1 or 1]), *edges]
        periods = []
        for number in range(count):
            since, until = edges[2 * number], edges[2 * number + 1]
            last = number == count - 1
            follows = None if last else edges[2 * number + 2]
            ended = self.chance.random() < ends if last else True
            closed = self.chance.choice([until, until if last else follows]) if ended else None
            periods.append(self._period(since, closed))
        return periods

    def users(self) -> Iterator[Line]:
        """Users who are enabled and disabled in turn, limited to networks, or deleted."""
        for user in self.known:
            yield from self._user(user)

    def _user(self, user: str) -> Iterator[Line]:
        main = user.removesuffix(".sub") if user.endswith(".sub") else None
        enabled = True
        for period in self._periods(self.chance.choice([1, 1, 3]), 0.1):
            networks = random.Random(f"{user} {period['from_rev']}").choice([*[None] * 9, *_NETWORKS])
            yield {"user": user, "main": main, "enabled": enabled, "networks": networks, **period}
            enabled = self.chance.random() < 0.6

    def credentials(self) -> Iterator[Line]:
        """Up to two credentials per user."""
        for user in self.known:
            for number in range(self.chance.randrange(3)):
                expires = self.chance.choice([None, END - 1, END + self.chance.randrange(90) * DAY])
                (period,) = self._periods(1, 0.3)
                yield {"cred": f"{user}-k{number}", "user": user, "kind": "token", "expires": expires, **period}

    def resources(self) -> Iterator[Line]:
        """Resources, of which some are gone or have come back."""
        for cluster in self.clusters:
            for place in [cluster, *self.places(cluster)]:
                kind = TYPES[1 + plain(place).count("/")]
                for period in self._periods(self.chance.choice([1, 1, 1, 2]), 0.1):
                    yield {"cluster": cluster, "res": place, "rtype": kind, **period}

    def places(self, cluster: str) -> Iterator[str]:
        """Paths of tenants, namespaces and topics."""
        for tenant, namespaces in _NAMES.items():
            yield f"{cluster}/s{self.seed}-{tenant}"
            for namespace, topics in namespaces.items():
                yield f"{cluster}/s{self.seed}-{tenant}/{namespace}"
                yield from (f"{cluster}/s{self.seed}-{tenant}/{namespace}/{topic}" for topic in topics)
        yield f"{cluster}/non-persistent://s{self.seed}-acme/orders/t1"
        yield f"{cluster}/topic://s{self.seed}-acme/orders/t1"

    def grants(self) -> Iterator[Line]:
        """Two dozen grants of six roles."""
        for number in range(24):
            yield from self._grant(number)

    def _grant(self, number: int) -> Iterator[Line]:
        """A grant on one cluster or on both. Users, authorities and the role's name may change."""
        level = self.chance.choice([0, 1, 2, 2, 3, 3, 3, 4, 4, 4])
        clusters = self.clusters if level == 0 or self.chance.random() < 0.2 else [self.chance.choice(self.clusters)]
        at = self.chance.choice([place for place in self.places("") if depth(place) == level] or [""])
        role = number % 6
        bounded = self.chance.random() < 0.3
        limits = {"prefix": self._prefix(level), "subscriptions": self.chance.choice([None] * 8 + [["other", "s0*"]])}
        limits["networks"] = random.Random(self.seed * 1000 + number).choice([*[None] * 9, *_NETWORKS])
        window = [self.chance.choice([None, self.moment()]) if bounded else None for _ in range(2)]
        periods = self._periods(3, 0.2)
        content = {
            "grant": self.seed * 1000 + number, "role": self.seed * 100 + role, "type": level,
            "valid_from": window[0], "valid_until": window[1], "granted_by": "root", **limits,
            "add_time": periods[0]["from_time"] + self.chance.choice([0, 0, 10 * DAY]),
        }  # fmt: skip
        for period in periods:
            changing = {
                "role_name": f"s{self.seed}-r{role}" + ("-before" if period["until_rev"] else ""),
                "authorities": sorted(self._authorities(level)),
                "users": self.chance.sample([*self.people, *self.subs], self.chance.randrange(1, 8)),
            }
            for cluster in clusters:
                place = "*" if level == 0 else cluster + at
                yield {**content, "cluster": cluster, "res": place, **changing, **period}

    def _authorities(self, level: int) -> list[int]:
        drawn = self.chance.choice([_HELD_ON, _OFTEN, _OFTEN, _OFTEN])
        return self.chance.sample(drawn[level], self.chance.choice([1, 1, 2, 3]))

    def _prefix(self, level: int) -> str | None:
        """Every second grant on a tenant or namespace is limited to names that begin with it."""
        return self.chance.choice([None, self.chance.choice(_PREFIXES[level])]) if level in _PREFIXES else None

    def moment(self) -> int:
        """A random moment, from before the log until after it."""
        return self.chance.randrange(START - 10 * DAY, END + 5 * DAY)


def depth(place: str) -> int:
    """0 for an empty path … 4 for a topic."""
    return 1 + plain(place).count("/")


def plain(place: str) -> str:
    """The path without the domain of a topic that is not persistent."""
    return place.replace("non-persistent://", "").replace("topic://", "")
