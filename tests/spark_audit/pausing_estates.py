"""Small estates as files: logs begin, pause, lose lines and end, while rights come and go. Also the files as of an
earlier day."""

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from app.access import network_limits
from tests.spark_audit import histories

Line = dict[str, Any]
FIRST, DAYS = date(2026, 10, 11), 51
LAST = FIRST + timedelta(days=DAYS - 1)
DAY = 86_400_000
_USERS = ("ann", "bob", "cat", "boss", "boss.sub")
_STARTS = {"eu": [(0, 25), (27, 51), (3, 51)], "us": [(32, 51)], "ap": [(0, 12), (15, 30), (33, 46)]}
"""Cluster → first and last day of each start of a broker: one restarts, one log begins late, one pauses and ends."""
_PREFIXES = [None, None, "x", "x1", "no-"]
_NAMED = [None, ["a", "b*"], ["a", "c"]]
_EVERY = 3
"""Events occur on one of every so many days only, because fewer dates are quicker."""
_ASKED = [("PRODUCE", 3), ("CONSUME", 2), ("GET_STATS", 2)]
_ENDED = ("until_rev", "until_time")


def ms(day: date) -> int:
    """The beginning of a UTC day, epoch ms."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000


@dataclass(frozen=True)
class Estate:
    """Lines of event files and of the export. Moments are epoch ms."""

    events: list[Line]
    grants: list[Line]
    users: list[Line]
    resources: list[Line]
    center_uses: list[Line]

    def before(self, day: date) -> "Estate":
        """The estate as of the beginning of the day."""
        moment = ms(day)
        past = [[*_known(lines, moment)] for lines in (self.grants, self.users, self.resources)]
        at_center = [event for event in self.center_uses if event["date"] < str(day)]
        return Estate([event for event in self.events if event["time"] < moment], past[0], past[1], past[2], at_center)

    def write(self, directory: Path) -> tuple[Path, Path]:
        """Write the files; returns the file of the events and the directory of the export."""
        directory.mkdir()
        events = directory / "events.jsonl"
        events.write_text("".join(json.dumps(event) + "\n" for event in self.events))
        export = histories.write(
            directory / "history", self.grants, users=self.users, resources=self.resources,
            center_uses=self.center_uses,
        )  # fmt: skip
        return events, export


def estate(seed: int) -> Estate:
    """The same for the same seed."""
    chance = random.Random(seed)
    places = [f"{cluster}/t{number % 2}/n/x{number}" for cluster in _STARTS for number in range(8)]
    grants = [line for number in range(150) for line in _grant(chance, number, places)]
    born = [period(chance.choice([-200, -200, chance.randrange(30, DAYS)])) for _ in places]
    above = {place.rsplit("/", depth)[0] for place in places for depth in (1, 2, 3)}
    resources = [_resource(place, since) for place, since in zip(places, born, strict=True)]
    resources += [_resource(place, period(-200)) for place in sorted(above)]
    made = period(-200, chance.choice([43, 45]))
    subs = [{"user": "boss.sub", "main": "boss", "enabled": True, **made}]
    users = [{"user": user, "main": None, "enabled": True, **period(-200)} for user in _USERS[:4]]
    at_center = [_at_center(chance) for _ in range(3)]
    return Estate(list(_numbered(chance, _uses(chance, grants, places))), grants, users + subs, resources, at_center)


def period(since: int, until: int | None = None) -> Line:
    """The period of a line of the export, in days from FIRST. Each minute has its own revision."""
    begin, end = (day if day is None else ms(FIRST) + day * DAY + 7 * 3_600_000 for day in (since, until))
    rev = [None if at is None else at // 60_000 - 26_000_000 for at in (begin, end)]
    return {"from_time": begin, "from_rev": rev[0], "until_time": end, "until_rev": rev[1]}


def _resource(place: str, since: Line) -> Line:
    kind = ("cluster", "tenant", "namespace", "topic")[place.count("/")]
    return {"cluster": place.split("/")[0], "res": place, "rtype": kind, **since}


def _grant(chance: random.Random, number: int, places: list[str]) -> Iterator[Line]:
    """A grant that stays, begins or ends, changes its members, or moves to another cluster."""
    place = chance.choice(places).rsplit("/", chance.choice([0, 0, 1, 1, 2]))[0]
    edges = sorted(chance.sample(range(10, DAYS), chance.choice([0, 0, 1, 2])))
    periods = [*zip([-200, *edges], [*edges, None], strict=True)]
    kept = periods[chance.choice([0, 0, 0, len(edges)]) :][: chance.choice([1, 3, 3])]
    valid = [chance.choice([None] * 6 + [ms(FIRST) + chance.randrange(100) * DAY]) for _ in range(2)]
    clusters = [place.split("/")[0]] + ([chance.choice([*_STARTS])] if chance.random() < 0.2 else [])
    rights = chance.choice([[302], [303], [302, 303]])
    limits = {
        "prefix": chance.choice(_PREFIXES) if place.count("/") == 2 else None,
        "subscriptions": chance.choice(_NAMED) if rights == [303] else None,
        "networks": random.Random(number).choice([None, None, None, ["10.0.0.0/8"], ["10.1.0.0/16"]]),
    }
    for at, (since, until) in enumerate(kept):
        for cluster in sorted(set(clusters[: at + 1])):
            yield {
                "grant": number + 1, "role": number + 1, "role_name": f"r{number}", "type": 1 + place.count("/"),
                "cluster": cluster, "res": "/".join([cluster, *place.split("/")[1:]]),
                "authorities": rights, **limits, "valid_from": valid[0],
                "valid_until": valid[1], "add_time": period(kept[0][0])["from_time"], "granted_by": "root",
                "users": sorted(chance.sample(_USERS, chance.choice([1, 1, 2, 4]))), **period(since, until),
            }  # fmt: skip


def _uses(chance: random.Random, grants: list[Line], places: list[str]) -> Iterator[Line]:
    elsewhere = random.Random(len(grants))
    for _ in range(60):
        user, place, (op, act) = chance.choice(_USERS), chance.choice(places), chance.choice(_ASKED)
        days = range(chance.randrange(0, DAYS, _EVERY), DAYS, _EVERY * chance.choice([1, 1, 2, 3, 10]))
        for day in days[: chance.choice([1, 4, 20, 50])]:
            time = ms(FIRST) + day * DAY + chance.choice([chance.randrange(DAY), DAY - 1])
            # It changes when the estate is nearly over: what was named then, back-tests must not know.
            sub = chance.choice(["a", "b1"] if day < DAYS * 3 // 4 else ["b1", "c"]) if op == "CONSUME" else None
            ip = elsewhere.choice([None, "10.0.0.1", "10.1.0.1", "10.1.0.1"])
            covering = sorted(_covering(grants, user, place, time, sub, ip))
            if covering:
                yield {
                    "time": time, "n": 3, "t_end": time + 50_000, "act": act, "op": op, "dec": 1, "kind": 0,
                    "code": chance.choice(["GRANTED"] * 99 + ["BROKER_SUPER_USER"]), "user": user, "res": place,
                    "rtype": "topic", "sub": sub, "ip": ip, "grants": covering, "rev": 1, "us": 1, "v": 1,
                }  # fmt: skip
    for cluster in _STARTS:  # at least one user is active all the time
        for quarter in range(DAYS // _EVERY * 4):
            time = ms(FIRST) + quarter // 4 * _EVERY * DAY + quarter % 4 * DAY // 4
            yield {"time": time, "act": 2, "op": "GET_TOPICS", "dec": 2, "code": "NO_GRANT", "kind": 1, "user": "ann",
                   "res": f"{cluster}/t0/n", "rtype": "namespace", "rev": 1, "us": 1, "v": 1}  # fmt: skip


def _covering(grants: list[Line], user: str, place: str, time: int, sub: str | None, ip: str | None) -> set[int]:
    return {
        line["grant"] for line in grants
        if user in line["users"] and f"{place}/".startswith(f"{line['res']}/") and line["from_time"] <= time
        and (line["until_time"] is None or time < line["until_time"])
        and (line["valid_from"] or 0) <= time < (line["valid_until"] or time + 1)
        and place.removeprefix(f"{line['res']}/").startswith(line["prefix"] or "")
        and network_limits.let_in(line["networks"] and tuple(line["networks"]), ip)
        and (line["subscriptions"] is None or sub is None or any(_names(limit, sub) for limit in line["subscriptions"]))
    }  # fmt: skip


def _names(pattern: str, sub: str) -> bool:
    return sub.startswith(pattern[:-1]) if pattern.endswith("*") else sub == pattern


def _numbered(chance: random.Random, uses: Iterator[Line]) -> Iterator[Line]:
    """Number the events of each start in order of their ends: a merged event may follow some of the next day."""
    seqs: dict[str, int] = {}
    for line in sorted(uses, key=lambda line: (line.get("t_end", line["time"]), line["user"], line["res"], line["op"])):
        cluster, day = line["res"].split("/")[0], (line["time"] - ms(FIRST)) // DAY
        starts = [start for start, (since, until) in enumerate(_STARTS[cluster]) if since <= day < until]
        if not starts:
            continue
        boot = f"{cluster}{chance.choice(starts)}"
        seqs[boot] = seqs.get(boot, 0) + (4 if chance.random() < 0.01 else 1)
        yield {"uid": f"{boot}-{seqs[boot]}", "seq": seqs[boot], **line}


def _at_center(chance: random.Random) -> Line:
    day = FIRST + timedelta(days=chance.randrange(DAYS))
    return {"grant": chance.randrange(1, 150), "date": str(day), "n": 1, "first": ms(day), "last": ms(day)}


def _known(lines: Iterable[Line], moment: int) -> Iterator[Line]:
    for line in lines:
        if line["from_time"] < moment:
            later = line["until_time"] is not None and line["until_time"] >= moment
            yield line | dict.fromkeys(_ENDED if later else ())
