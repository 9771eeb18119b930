"""The decision a third time: slow, literal, on raw JSON, sharing nothing with `app.access` but operations.json.

Written from the access rules sentence by sentence; every question looks at every grant. If it and the two real ones
ever differ, one of the three misread the rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_FILE = json.loads((Path(__file__).parents[2] / "app/access/operations.json").read_text(encoding="utf-8"))
_QUESTIONS = {question["question"]: question for question in _FILE["questions"]}
_KNOWN = {authority["id"] for authority in _FILE["authorities"]}
_RIGHTS = _FILE["rights"]
_TYPES = ["root", "cluster", "tenant", "namespace", "topic"]
_PART = r"(?!\.{1,2}(?:/|$))[-=:._a-zA-Z0-9]+"
_SHAPES = [
    re.compile(r"\*"),
    re.compile(_PART),
    re.compile(_PART),
    re.compile(f"{_PART}/{_PART}"),
    re.compile(f"(non-)?persistent://{_PART}/{_PART}/(?!\\.{{1,2}}$)[^/\x00-\x1f\x7f-\x9f\ud800-\udfff]+"),
]

World = dict[str, Any]
Place = tuple[int, str]
Answer = tuple[bool, str, list[int]]


class Reference:
    """Answers questions about one world."""

    def __init__(self, world: World, options: dict[str, bool]) -> None:
        self.world, self.options = world, options
        self.users = {user["name"]: user for user in world["users"]}

    def answer(self, who: str, ask: str, kind: int, name: str | None, sub: str | None, now: int) -> Answer:
        """(allowed, reason, covering grant ids)."""
        question = _QUESTIONS.get(ask)
        if question is None:
            return False, "UNKNOWN_OPERATION", []
        if not who:
            return False, "NO_PRINCIPAL", []
        target = canonical(kind, name)
        if target is None or _TYPES[kind] not in question["asked_on"]:
            return False, "MALFORMED_NAME", []
        people = self.people(who)
        if isinstance(people, str):
            return False, people, []
        return self.judged(people, question, (kind, target), sub, now)

    def people(self, who: str) -> list[dict[str, Any]] | str:
        """The user and, for a sub-account, its main account."""
        user = self.users.get(who)
        if user is None:
            return "UNKNOWN_PRINCIPAL"
        if user["status"] != "active":
            return "USER_DISABLED"
        if user.get("main") is None:
            return [user]
        main = self.users.get(user["main"])
        if main is None or main["status"] != "active" or main.get("main") is not None:
            return "MAIN_ACCOUNT_DISABLED"
        return [user, main]

    def judged(
        self, people: list[dict[str, Any]], question: dict[str, Any], target: Place, sub: str | None, now: int
    ) -> Answer:
        """The answer for people who may act."""
        boss = self.all_of(people, lambda user, at: self.with_authority(user, target, 4, at), now)
        if is_system(target):
            return (True, "SUPER_USER", ordered(boss)) if boss else (False, "SYSTEM_TOPIC", [])
        if question["data"] and any(name in self.world["invalid"] for kind, name in self.up(target) if kind >= 2):
            return (True, "SUPER_USER", ordered(boss)) if boss else (False, "RESOURCE_INVALID", [])
        reasons, covering = set(), list(boss)
        for need in question["needs"]:
            own = "when" not in need or owns(people[0]["name"], sub)
            met = self.all_of(people, lambda user, at, n=need: self.meets(user, target, n, at), now) if own else []
            covering += met
            reasons |= {"OWN_SUBSCRIPTION" if "when" in need else "GRANTED"} if met else set()
        if boss:
            return True, "SUPER_USER", ordered(covering)
        if reasons:
            return True, "GRANTED" if "GRANTED" in reasons else "OWN_SUBSCRIPTION", ordered(covering)
        return False, self.why_not(people, question, target, sub, now), []

    def why_not(
        self, people: list[dict[str, Any]], question: dict[str, Any], target: Place, sub: str | None, now: int
    ) -> str:
        """Which of the three reasons to lack it."""
        needs = [need for need in question["needs"] if "when" not in need or owns(people[0]["name"], sub)]
        if len(people) == 2 and any(self.meets(people[0], target, need, now) for need in needs):
            return "MAIN_ACCOUNT_LACKS_RIGHT"
        if any(all(self.meets(person, target, need, None) for person in people) for need in needs):
            return "GRANT_NOT_IN_FORCE"
        return "NO_GRANT"

    @staticmethod
    def all_of(people: list[dict[str, Any]], held: Any, now: int) -> list[dict[str, Any]]:
        """What the first holds, provided that everybody holds something."""
        every = [held(person, now) for person in people]
        return every[0] if all(every) else []

    def meets(self, user: dict[str, Any], target: Place, need: dict[str, Any], now: int | None) -> list[dict[str, Any]]:
        """The user's grants that meet one alternative."""
        if "any" in need:
            found = [g for g in self.held(user, now) if place(g) in self.up(target) and self.reaches(g, target)]
            if need["any"] == "in" and (target[0] != 3 or self.options["list_for_topic_holders"]):
                found += [g for g in self.held(user, now) if place(g) != target and target in self.up(place(g))]
            return found
        found = self.with_right(user, target, need["right"], need["level"], now)
        if need["right"] in ("write", "read") and self.options["subscription_topics"]:
            for served in served_by(target):
                if served not in self.world["invalid"]:
                    found += self.with_right(user, (4, served), "read", need["level"], now)
        return found

    def with_right(
        self, user: dict[str, Any], target: Place, right: str, level: int, now: int | None
    ) -> list[dict[str, Any]]:
        """Grants on the target or above that give a right over a level."""

        def gives(authority: int) -> bool:
            exact = right in ("create", "delete")
            same = _RIGHTS[authority % 100] == right
            return authority == 4 or (same and (authority // 100 == level if exact else authority // 100 <= level))

        return [g for g in self.held(user, now) if place(g) in self.up(target) and any(map(gives, well_placed(g)))]

    def with_authority(self, user: dict[str, Any], target: Place, number: int, now: int | None) -> list[dict[str, Any]]:
        """Grants of one authority on the target or above."""
        return [g for g in self.held(user, now) if place(g) in self.up(target) and number in well_placed(g)]

    def held(self, user: dict[str, Any], now: int | None) -> Iterator[dict[str, Any]]:
        """The grants of the user's roles that are in force and say anything at all."""
        for g in self.world["grants"]:
            begins, ends = g.get("from"), g.get("until")
            in_force = now is None or ((begins is None or begins <= now) and (ends is None or now < ends))
            if g["role"] in user["roles"] and in_force and well_placed(g):
                yield g

    @staticmethod
    def reaches(g: dict[str, Any], target: Place) -> bool:
        """True when one of its authorities says something about the target."""
        return any(a % 100 > 1 or lowest(a) >= target[0] - 1 for a in well_placed(g))

    def up(self, target: Place) -> list[Place]:
        """The target and the places above it."""
        kind, name = target
        above = [target]
        if kind == 4:
            above.append((3, name.split("://")[1].rsplit("/", 1)[0]))
        if kind >= 3:
            above.append((2, above[-1][1].split("/")[0]))
        if kind >= 2:
            above.append((1, self.world["cluster"]))
        return [*above, (0, "*")] if kind >= 1 else above


def canonical(kind: int, name: str | None) -> str | None:
    """The name without its partition suffix; None when no resource can have it."""
    if name is None or len(name) > 1024:
        return None
    bare = re.sub(r"-partition-[0-9]+\Z", "", name) if kind == 4 else name
    return bare if _SHAPES[kind].fullmatch(bare) else None


def place(g: dict[str, Any]) -> Place:
    """Where a grant is."""
    return g["type"], g["name"]


def lowest(authority: int) -> int:
    """The level of the lowest place it may be held on."""
    return authority // 100 - (1 if authority % 100 == 0 else 0)


def well_placed(g: dict[str, Any]) -> list[int]:
    """Its authorities that count where it is."""
    if g["type"] not in range(5) or canonical(g["type"], g["name"]) != g["name"]:
        return []
    return [a for a in g["auth"] if a in _KNOWN and lowest(a) >= g["type"] - 1]


def is_system(target: Place) -> bool:
    """Topics Pulsar keeps for itself."""
    local = target[1].rsplit("/", 1)[-1]
    in_system = target[1].split("://")[-1].startswith("pulsar/system/")
    return target[0] == 4 and (in_system or local.startswith("__") or "__transaction_pending_ack" in local)


def owns(user: str, sub: str | None) -> bool:
    """True for a subscription named after the user."""
    return sub is not None and re.fullmatch(re.escape(user) + r"([-_./:].*)?", sub, re.DOTALL) is not None


def served_by(target: Place) -> set[str]:
    """Every topic B with a name B-S-RETRY or B-S-DLQ for the target."""
    if target[0] != 4:
        return set()
    start, local = target[1][: target[1].rindex("/") + 1], target[1].rsplit("/", 1)[-1]
    served = set()
    for at in range(len(local)):
        if re.fullmatch(r"-.+-(RETRY|DLQ)", local[at:], re.DOTALL):
            topic = canonical(4, start + local[:at])
            served |= {topic} if topic else set()
    return served


def ordered(grants: list[dict[str, Any]]) -> list[int]:
    """Ids, each once, the most specific resource first."""
    return [number for _, number in sorted({(-g["type"], g["id"]) for g in grants})]
