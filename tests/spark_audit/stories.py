"""Golden cases of findings: folders with a story (who used what on which days) and the findings expected from it, in
some of them also the suggestions.

All stories form one estate that one Spark job judges. So that they stay apart, names of clusters, users, grants and
tenants are made unique per story on the way in, and translated back on the way out.
"""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import yaml

Row = dict[str, Any]
CASES = sorted(path.parent for path in (Path(__file__).parent / "cases").glob("*/story.yaml"))
UNTIL = date(2026, 11, 30)
SINCE = date(2026, 11, 1)
LOG_SINCE = date(2026, 8, 20)
LONG_AGO = date(2026, 1, 1)
_GRANTS_A_STORY = 1000


def ms(day: date, hour: int = 0) -> int:
    """The beginning of an hour of a UTC day, epoch ms."""
    return int(datetime(day.year, day.month, day.day, hour, tzinfo=UTC).timestamp()) * 1000


class World:
    """The names of one story."""

    def __init__(self, folder: Path, number: int) -> None:
        """`number` makes its grant ids different from those of other stories."""
        self.name = folder.name
        self._first = number * _GRANTS_A_STORY
        self.story: Mapping[str, Any] = yaml.safe_load((folder / "story.yaml").read_text())

    def path(self, short: str) -> str:
        """`tenant/namespace/topic` on the story's cluster; `*` stays."""
        return short if short == "*" else f"{self.name}/{self.name}-{short}" if short else self.name

    def user(self, short: str) -> str:
        """The user's unique name; an empty name stays empty."""
        return f"{self.name}:{short}" if short else ""

    def grant(self, short: int) -> int:
        """The unique id of a grant; stories use ids below 1000."""
        return self._first + short

    def owns(self, row: Row) -> bool:
        """True for a finding of this story."""
        places = json.dumps([row[column] for column in ("subject", "cluster", "resource", "user", "tenant")])
        return bool(re.search(rf'"{self.name}["/:-]', places)) or self.owns_grant(row["grant"])

    def owns_grant(self, number: int | None) -> bool:
        """True for a grant of this story."""
        return (number or 0) // _GRANTS_A_STORY == self._first // _GRANTS_A_STORY

    def short(self, text: str | None) -> str | None:
        """The story's own name for a unique one."""
        if text is None:
            return None
        if text.isdigit() and int(text) > _GRANTS_A_STORY:
            return str(int(text) - self._first)
        return text.replace(f"{self.name}/{self.name}-", "").replace(f"{self.name}:", "").replace(f"{self.name}-", "")

    # ---- the history

    def grants(self) -> Iterator[Row]:
        """Rows of GRANT_LINE."""
        for grant in self.story.get("grants", []):
            levels = 0 if grant["at"] == "*" else 1 + (grant["at"].count("/") + 1 if grant["at"] else 0)
            given = grant.get("given", LONG_AGO)
            line = {
                "grant": self.grant(grant["grant"]), "cluster": self.name, "role": self.grant(grant.get("role", 1)),
                "role_name": f"{self.name}-role", "type": levels, "res": self.path(grant["at"]),
                "authorities": grant["authorities"], "from_rev": 5, "until_rev": grant.get("until_rev"),
                "add_time": ms(given), "granted_by": "root", "users": [self.user(user) for user in grant["users"]],
                "from_time": ms(given), "prefix": grant.get("prefix"), "subscriptions": grant.get("subscriptions"),
                "networks": grant.get("networks"),
            }  # fmt: skip
            yield line
            if "elsewhere_until" in grant:
                moved = {"cluster": f"{self.name}-old", "from_rev": 2, "until_rev": 5}
                yield line | moved | {"until_time": ms(grant["elsewhere_until"])}

    def users(self) -> Iterator[Row]:
        """Rows of USER_LINE; only stories about people have them."""
        for user in self.story.get("users", []):
            main = user.get("main")
            yield {
                "user": self.user(user["user"]), "main": self.user(main) if main else None,
                "enabled": user.get("enabled", True), "networks": user.get("networks"),
                "from_rev": user.get("from_rev", 1), "until_rev": user.get("until_rev"),
                "from_time": ms(user.get("since", LONG_AGO)),
                "until_time": ms(user["until"]) if "until" in user else None,
            }  # fmt: skip

    def credentials(self) -> Iterator[Row]:
        """Rows of CREDENTIAL_LINE."""
        for cred in self.story.get("credentials", []):
            expires = cred.get("expires")
            yield {
                "cred": self.user(cred["cred"]), "user": self.user(cred["user"]), "kind": "token", "from_rev": 1,
                "until_rev": cred.get("until_rev"), "from_time": ms(cred.get("since", LONG_AGO)),
                "expires": ms(expires) if expires else None,
            }  # fmt: skip

    def resources(self) -> Iterator[Row]:
        """Rows of RESOURCE_LINE; `t{5}` are the topics t1 to t5."""
        for resource in self.story.get("resources", []):
            for place in _each(resource):
                kind = ("tenant", "namespace", "topic")[place.count("/")]
                yield {"cluster": self.name, "res": self.path(place), "rtype": kind, "from_rev": 1, "until_rev": None,
                       "from_time": ms(LONG_AGO)}  # fmt: skip

    # ---- what happened

    def events(self) -> Iterator[Row]:
        """Rows of EVENTS, without sequence numbers; `u{5}` are the users u1 to u5."""
        for event in self.story.get("events", []):
            for user, day in product(_each(event["user"]), _days(str(event["days"]))):
                for hour in event.get("hours", [9]):
                    yield self._event(event | {"user": user}, day, hour)

    def ranges(self) -> Iterator[Row]:
        """Rows of SEQUENCES for the brokers' `starts`: a hundred numbers per day, after those that were `lost`;
        `conflicting`: how many events more have one of them."""
        for boot, broker in enumerate(self.story.get("starts", [{"days": f"{LOG_SINCE}..{UNTIL}"}])):
            last = 0
            for day in _days(broker["days"]):
                start = last + 1 + broker.get("lost", {}).get(day, 0)
                last = start + broker.get("each", 100) - 1
                conflicting = broker.get("conflicting", {}).get(day, 0)
                yield {"date": day, "boot": f"{self.name}-{boot}", "cluster": self.name, "start": start, "end": last,
                       "conflicting": conflicting}  # fmt: skip

    def window_rows(self, name: str) -> Iterator[Row]:
        """Rows of a table of the window that the story lists itself (`after_revocation`, `recomputed`)."""
        for entry in self.story.get(name, []):
            row = {
                "until": UNTIL,
                "cluster": self.name,
                **entry,
                "resource": self.path(entry["resource"]),
            }
            yield row | {
                "user": self.user(entry["user"]),
                "grant": entry["grant"] and self.grant(entry["grant"]),
            }

    def _event(self, event: Row, day: date, hour: int) -> Row:
        denied, time = event.get("denied"), ms(day, hour)
        return {
            "date": day, "boot": f"{self.name}-boot", "cluster": self.name, "time": time, "n": event.get("n", 1),
            "t_end": time + event.get("within_s", 0) * 1000, "act": event.get("act", 3),
            "op": event.get("op", "PRODUCE"), "sub": event.get("sub"),
            "rtype": ("tenant", "namespace", "topic")[event["res"].count("/")],
            "dec": 2 if denied else 1, "code": denied or "GRANTED", "kind": event.get("kind", 0),
            "user": self.user(event["user"]), "cred": self.user(event.get("cred", "token")) or None,
            "ip": event.get("ip", "10.0.0.1") or None, "res": self.path(event["res"]),
            "grants": [self.grant(grant) for grant in event.get("grants", [])], "rev": 10, "source": "plugin",
        }  # fmt: skip


def worlds() -> list[World]:
    """All stories."""
    return [World(folder, at) for at, folder in enumerate(CASES, 1)]


def _each(name: str) -> list[str]:
    """The names of `t{5}`: t1 to t5; of any other name itself."""
    stem, _, count = name.partition("{")
    return [f"{stem}{k}" for k in range(1, int(count[:-1]) + 1)] if count else [stem]


def _days(days: str) -> Iterator[date]:
    """The days of `2026-11-02` or `2026-11-02..2026-11-05`; with `/7` at the end, only every seventh day."""
    span, _, step = days.partition("/")
    first, _, last = span.partition("..")
    day, end = date.fromisoformat(first), date.fromisoformat(last or first)
    while day <= end:
        yield day
        day += timedelta(days=int(step or 1))
