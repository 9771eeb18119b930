"""Random small companies: their history and their log.

The log mostly fits the history and sometimes contradicts it. Many moments lie exactly at the edge of a rule. Names of
one seed occur in no other.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from app.access import network_limits
from tests.spark_audit.random_pasts import DAY, DAYS, END, FIRST, HOUR, START, TYPES, Line, Past, depth, plain

_OPERATIONS = [
    ("PRODUCE", 3, 4, 2), ("PRODUCE", 3, 4, 2), ("CONSUME", 2, 4, 3), ("CONSUME", 2, 4, 3), ("UNSUBSCRIBE", 4, 4, 6),
    ("DELETE_TOPIC", 4, 4, 1), ("GET_STATS", 2, 4, 3), ("TTL_WRITE", 3, 3, 4), ("FUNCTION", 3, 3, 5),
    ("CREATE_TOPIC", 1, 3, 0), ("CREATE_TOPIC", 1, 4, 0), ("TTL_READ", 2, 3, 4), ("CREATE_NAMESPACE", 1, 2, 0),
    ("CREATE_NAMESPACE", 1, 3, 0), ("FLY", 3, 4, 4),
]  # fmt: skip
"""Operation, action, depth of its resource, and a right (last digit of an authority) that may be enough for it."""
_RIGHT_FOR = {op: right for op, _, _, right in _OPERATIONS}


@dataclass
class Company:
    """Lines of the export, and rows of EVENTS. Companies can be added."""

    events: list[Line] = field(default_factory=list)
    grants: list[Line] = field(default_factory=list)
    users: list[Line] = field(default_factory=list)
    resources: list[Line] = field(default_factory=list)
    credentials: list[Line] = field(default_factory=list)
    center_uses: list[Line] = field(default_factory=list)

    def __add__(self, other: "Company") -> "Company":
        return Company(*(mine + theirs for mine, theirs in zip(vars(self).values(), vars(other).values(), strict=True)))


def company(seed: int) -> Company:
    """The same for the same seed."""
    return _Story(seed).tell()


class _Story:
    def __init__(self, seed: int) -> None:
        self.chance, self.proxies = random.Random(seed), random.Random(seed)
        self.past = Past(seed, self.chance)
        self.lossy = self.chance.random() < 0.3
        self.active = ["", *self.chance.sample([*self.past.people, *self.past.subs], 5)]
        self.in_broker_conf = self.chance.choice([None, self.active[1]])

    def tell(self) -> Company:
        past = self.past
        made = Company([], list(past.grants()), list(past.users()), list(past.resources()), list(past.credentials()))
        made.events = list(self._numbered(self._happened(made)))
        made.center_uses = [self._center_use() for _ in range(6)]
        return made

    def _center_use(self) -> Line:
        """A use of a grant at the center, perhaps outside the judged days."""
        at = self.past.moment()
        return {"grant": self.past.seed * 1000 + self.chance.randrange(26), "n": 1, "first": at, "last": at,
                "date": datetime.fromtimestamp(at / 1000, UTC).date()}  # fmt: skip

    def _happened(self, made: Company) -> Iterator[Line]:
        for _ in range(14):
            yield from self._habit(made)
        for _ in range(70):
            yield self._event(made, self._doing(made), self.chance.choice([self._on_an_edge(made), self.past.moment()]))
        for _ in range(12):
            yield self._probe(made)

    def _habit(self, made: Company) -> Iterator[Line]:
        """A habit: the same use on some days at one to three hours. In the last days often more of it, or a change."""
        doing, hours = self._doing(made), self.chance.sample(range(24), self.chance.choice([1, 1, 2, 3]))
        first, last = sorted(self.chance.sample(range(DAYS), 2))
        days = list(range(first, last, self.chance.choice([1, 1, 2, 3, 7])))
        if self.chance.random() < 0.5:
            days += [day for day in (DAYS - 3, DAYS - 1, 19, 20) if self.chance.random() < 0.5]
        for day in days:
            for hour in hours:
                odd = day in (DAYS - 3, DAYS - 1, 20) and self.chance.random() < 0.4
                hour = self.chance.randrange(24) if odd else hour
                event = self._event(made, doing, START + day * DAY + hour * HOUR + self.chance.randrange(HOUR))
                more = {"n": self.chance.choice([6, 25, 70])} if odd else {}
                yield event | more | ({"ip": f"10.9.9.{self.chance.randrange(3)}"} if odd else {})

    def _doing(self, made: Company) -> Line:
        user = self.chance.choice(self.active)
        own = [line["cred"] for line in made.credentials if line["user"] == user]
        op, act, level, _ = self.chance.choice(_OPERATIONS)
        cluster = self.chance.choice([self.past.clusters[0], *self.past.clusters])
        place = self.chance.choice([place for place in self.past.places(cluster) if depth(place) == level])
        denied = self.chance.random() < 0.25
        return {
            "cluster": cluster, "user": user, "cred": self.chance.choice([*own, *own, *own, "password", None]),
            "ip": self.chance.choice([None, "10.0.0.1", "10.0.0.2"]),
            "via": self.proxies.choice([None] * 5 + ["proxy"]),
            "op": op, "act": act, "res": place,
            "rtype": TYPES[level], "sub": self.chance.choice([None, user, f"{user}-x", f"{user}x", "other"]),
            "dec": 2 if denied else self.chance.choice([1, 1, 1, 1, 1, 3]),
            "n": self.chance.choice([1, 1, 1, 3]),
        }  # fmt: skip

    def _on_an_edge(self, made: Company) -> int:
        """A moment at which something begins or ends, or within seconds of it."""
        lines = [*made.grants, *made.users, *made.credentials]
        edges = {
            line.get(moment) for line in lines for moment in ("from_time", "until_time", "valid_from", "valid_until")
        }
        inside = sorted(edge for edge in edges if edge and START + DAY < edge < END - DAY)
        near = self.chance.choice([-60_000, -5_001, -5_000, -4_999, -1, 0, 1, 4_999, 5_000, 5_001, 60_000])
        return int(near + self.chance.choice(inside or [START + DAY]))

    def _event(self, made: Company, doing: Line, time: int) -> Line:
        time = min(max(time, START), END - 2 * HOUR)
        ahead = self.chance.choice([0, 0, 0, 120_000, -120_000])
        known = sum(moment <= time + ahead for moment in self.past.moments)
        rev = max(1, known - self.chance.choice([0, 0, 0, 0, 1, 5, -1, -3]))
        length = self.chance.choice([0, 1, 6_000, 59_000]) if doing["n"] > 1 else 0
        return {
            **doing, "date": datetime.fromtimestamp(time / 1000, UTC).date(), "time": time, "t_end": time + length,
            "kind": self.chance.choice([0, 0, 0, 2]), "rev": rev, "source": "plugin",
            "clock": self.chance.choice([None] * 20 + ["skewed", "future"]), **self._decided(made, doing, time, rev),
        }  # fmt: skip

    def _decided(self, made: Company, doing: Line, time: int, rev: int) -> Line:
        if doing["dec"] == 2:
            reason = self.chance.choice(["NO_GRANT"] * 4 + ["UNKNOWN_PRINCIPAL", "MAIN_ACCOUNT_LACKS_RIGHT"])
            return {"code": reason, "grants": self.chance.choice([None, None, [self.past.seed * 1000]])}
        if doing["user"] == self.in_broker_conf and self.chance.random() < 0.3:
            return {"code": "BROKER_SUPER_USER", "grants": None}
        covering = _standing(made.grants, doing, time, rev)
        stray = [self.past.seed * 1000 + self.chance.randrange(26) for _ in range(2)]
        listed = self.chance.choice([covering] * 6 + [covering[1:], [*covering, stray[0]], stray, [], None])
        return {"code": self.chance.choice(["GRANTED"] * 8 + ["SUPER_USER", "OWN_SUBSCRIPTION"]), "grants": listed}

    def _probe(self, made: Company) -> Line:
        doing = self._doing(made) | {"op": "GET_TOPICS", "act": 2, "rtype": "namespace"}
        doing["res"] = self.chance.choice([place for place in self.past.places(doing["cluster"]) if depth(place) == 3])
        return self._event(made, doing, self.past.moment()) | {"kind": 1}

    def _numbered(self, events: Iterator[Line]) -> Iterator[Line]:
        """Number the events as brokers do (the first cluster has two), and lose one now and then."""
        seqs: dict[str, int] = {}
        for event in sorted(events, key=lambda event: int(event["time"])):
            boot = event["cluster"] + self.chance.choice("12" if event["cluster"] == self.past.clusters[0] else "3")
            lost = self.lossy and self.chance.random() < 0.04
            seqs[boot] = seqs.get(boot, 0) + (3 if lost else 1)
            signs_in = self.chance.random() < 0.02
            nameless = {"res": "", "cluster": "", "op": "AUTHENTICATE", "grants": None} if signs_in else {}
            yield {**event, "boot": boot, "seq": seqs[boot], "uid": f"{boot}-{seqs[boot]}", **nameless}


def _standing(grants: list[Line], doing: Line, time: int, rev: int) -> list[int]:
    """Roughly the grants that a broker at that revision would list, on the place or above; the narrowest first."""
    used, right = plain(doing["res"]) + "/", _RIGHT_FOR.get(doing["op"])
    held = {
        (-line["type"], line["grant"])
        for line in grants
        if line["cluster"] == doing["cluster"] and doing["user"] in line["users"]
        and (line["res"] == "*" or used.startswith(plain(line["res"]) + "/"))
        and used.removeprefix(line["res"] + "/").startswith(line["prefix"] or "")
        and (line["grant"] % 3 or network_limits.let_in(line["networks"] and tuple(line["networks"]), doing["ip"]))
        and line["from_rev"] <= rev < (line["until_rev"] or rev + 1)
        and (line["valid_from"] or time) <= time < (line["valid_until"] or time + 1)
        and any(authority == 4 or authority % 100 == right for authority in line["authorities"])
    }  # fmt: skip
    return [number for _, number in sorted(held)]


def day(number: int) -> date:
    """The date of a day of the story, from 0."""
    return FIRST + timedelta(days=number)
