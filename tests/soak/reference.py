"""A third implementation of the decision: slow, literal, on raw JSON; it shares only operations.json with `app.access`.

Written from the access rules sentence by sentence; each question looks at every grant of the world. If it differs from
the two real ones, one of the three has misread the rules.
"""

from __future__ import annotations

from typing import Any

from tests.soak.holders import Holders
from tests.soak.meanings import (
    KNOWN,
    OPERATIONS,
    RIGHTS,
    Place,
    acts,
    all_networks,
    all_of,
    all_with,
    canonical,
    gives,
    is_let_in,
    is_system,
    lowest,
    lowest_with,
    names_subscription,
    ordered,
    owner,
    place,
    well_placed,
)

_QUESTIONS = {question["question"]: question for question in OPERATIONS["questions"]}
_TYPES = ["root", "cluster", "tenant", "namespace", "topic"]

_GIVEN = {
    (right, need["level"], _TYPES.index(kind))
    for question in OPERATIONS["questions"]
    for need in question["needs"]
    for kind in question["asked_on"]
    if "right" in need and "when" not in need
    for right in (need["right"], *(whole for whole in OPERATIONS["includes"] if need["right"] in all_with(whole)))
}
"""(right, level) → a type of resource, for every pair that some question needs. All the parts of a right together are
less than the right, which may come to include more."""

Answer = tuple[bool, str, list[int]]


class Reference(Holders):
    """Answers questions about one world."""

    def answer(
        self, who: str, ask: str, kind: int, name: str | None, sub: str | None, now: int, address: str | None
    ) -> Answer:
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
        if not all(is_let_in(person.get("limits", {}).get("networks"), address) for person in people):
            return False, "OUTSIDE_NETWORK", []
        self.address = address
        return self.judge(people, question, (kind, target), sub, now)

    def people(self, who: str) -> list[dict[str, Any]] | str:
        """The user and, for a sub-account, its main account."""
        user = self.users.get(who)
        if user is None:
            return "UNKNOWN_PRINCIPAL"
        if not acts(user):
            return "USER_DISABLED"
        if user.get("main") is None:
            return [user]
        main = self.users.get(user["main"])
        if main is None or not acts(main) or main.get("main") is not None:
            return "MAIN_ACCOUNT_DISABLED"
        return [user, main]

    def judge(
        self, people: list[dict[str, Any]], question: dict[str, Any], target: Place, sub: str | None, now: int
    ) -> Answer:
        """The answer for people who may act."""
        boss = self.all_of(people, lambda user, at: self.with_authority(user, target, 4, at), now)
        if not boss and question.get("open_on") == target[1]:
            return True, "OPEN_TO_ALL", []
        if is_system(target):
            return (True, "SUPER_USER", ordered(boss)) if boss else (False, "SYSTEM_TOPIC", [])
        fated = [target, *(topic for topic, _ in self.served_topics(target))]
        above = {name for place in fated for kind, name in self.up(place) if kind >= 2}
        if question["data"] and above & set(self.world["invalid"]):
            return (True, "SUPER_USER", ordered(boss)) if boss else (False, "RESOURCE_INVALID", [])
        reasons, covering = set(), list(boss)
        for need in question["needs"]:
            met = self.met(people, target, need, sub, now, question)
            covering += met
            reasons |= {"OWN_SUBSCRIPTION" if "when" in need else "GRANTED"} if met else set()
        if boss:
            return True, "SUPER_USER", ordered(covering)
        if reasons and (broken := self.broken(people, question, target, sub, now)):
            return False, broken, []
        if reasons:
            return True, "GRANTED" if "GRANTED" in reasons else "OWN_SUBSCRIPTION", ordered(covering)
        return False, self.why_not(people, question, target, sub, now), []

    def broken(
        self, people: list[dict[str, Any]], question: dict[str, Any], target: Place, sub: str | None, now: int
    ) -> str | None:
        """The rule about subscriptions that keeps the first person out, unless everybody administers the namespace."""
        namespace = target[1].split("://")[-1].rsplit("/", 1)[0] if target[0] == 4 else target[1]
        rules = next((rule for rule in self.world["subscription_rules"] if rule["namespace"] == namespace), None)
        if rules is None or all(self.with_right(person, (3, namespace), "administer", 2, now) for person in people):
            return None
        who, named = people[0]["name"], question.get("of_subscription")
        groups = [[sub]] if named and sub else []
        if (followed := [of for _, of in self.served_topics(target)]) and (named or question["data"]):
            groups.append(followed)
        for group in groups:
            lists = [rules["users"][person] for person in group if person in rules["users"]]
            if lists and not any(who in names for names in lists):
                return "SUBSCRIPTION_NOT_PERMITTED"
        if rules["mode"] in (None, "", "None"):
            return None
        prefixed = [
            any(rules["mode"] == "Prefix" and person[: len(who)] == who for person in group) for group in groups
        ]
        return None if all(prefixed) else "SUBSCRIPTION_NOT_PREFIXED"

    def holds(self, who: str, authority: int, kind: int, name: str | None, now: int) -> bool:
        """Whether the authority here would allow nothing that `who` may not do already, here or on anything new below.
        Below the root, there may be new clusters too."""
        target, people = canonical(kind, name), self.people(who)
        if authority not in KNOWN or target is None or lowest(authority) < kind - 1 or isinstance(people, str):
            return False
        if any("limits" in person and not all_networks(person["limits"]["networks"]) for person in people):
            return False
        created = Reference({**self.world, "cluster": ["new", target][kind]} if kind < 2 else self.world, self.options)
        return all(
            created.with_the_whole_right(person, below, right, level, now)
            for right, level, asked_on in _GIVEN
            for below in created.new_below((kind, target), asked_on)
            if gives(authority, right, level)
            for person in people
        )

    def new_below(self, target: Place, kind: int) -> list[Place]:
        """The target itself, or new things of this type inside it; empty for a type above it."""
        if kind <= target[0]:
            return [target] if kind == target[0] else []
        tenant, namespace = [*(target[1].split("/") if target[0] in (2, 3) else ()), "=new", "=new"][:2]
        return [
            (
                kind,
                ["", self.world["cluster"], tenant, f"{tenant}/{namespace}", f"persistent://{tenant}/{namespace}/=new"][
                    kind
                ],
            )
        ]

    def why_not(
        self, people: list[dict[str, Any]], question: dict[str, Any], target: Place, sub: str | None, now: int
    ) -> str:
        """The reason of a denial: one of the three that mean a missing right."""
        needs = question["needs"]
        if len(people) == 2 and any(self.met(people[:1], target, need, sub, now, question) for need in needs):
            return "MAIN_ACCOUNT_LACKS_RIGHT"
        if any(self.met(people, target, need, sub, None, question) for need in needs):
            return "GRANT_NOT_IN_FORCE"
        return "NO_GRANT"

    @staticmethod
    def all_of(people: list[dict[str, Any]], holds: Any, now: int) -> list[dict[str, Any]]:
        """The grants of the first person, if everybody has some; else none."""
        every = [holds(person, now) for person in people]
        return every[0] if all(every) else []

    def met(
        self,
        people: list[dict[str, Any]],
        target: Place,
        need: dict[str, Any],
        sub: str | None,
        now: int | None,
        question: dict[str, Any],
    ) -> list[dict[str, Any]]:
        """The first person's grants that meet one alternative, if everybody meets it."""
        if "option" in need and not self.options[need["option"]]:
            return []
        if "any" in need:
            return self.any_right(people, target, need, now)
        if "when" in need and owner(self.users, sub) != people[0]["name"]:
            return []
        right, level, whole = need["right"], need["level"], need.get("every_subscription")
        here: list[list[dict[str, Any]]] = []
        about: list[list[list[dict[str, Any]]]] = [[] for _ in self.served_topics(target)]  # as about these topics
        for user in people:
            found = self.with_right(user, target, right, level, now)
            if whole or question.get("of_subscription"):
                found = [g for g in found if names_subscription(g, None if whole else sub or None)]
            for (served, of), mine in zip(self.served_topics(target), about, strict=True):
                by = [
                    [g for g in self.with_right(user, served, needed, level, now) if names_subscription(g, of)]
                    for needed in ("read" if right == "write" or need.get("read_of_served") else right, right)
                ]
                found += by[0]
                mine.append(by[1])
            here.append(found)
        seats = [here] if question["data"] else [here, *about]
        return [g for every in seats if all(every) for g in every[0]]

    def any_right(
        self, people: list[dict[str, Any]], target: Place, need: dict[str, Any], now: int | None
    ) -> list[dict[str, Any]]:
        """The first person's grants with any authority that counts, on a relevant place, and that everybody shares."""
        matter = {target, *(topic for topic, _ in self.served_topics(target))}
        if need["any"] == "in" and (target[0] != 3 or self.options["list_for_topic_holders"]):
            matter |= {place(g) for user in people for g in self.held_grants(user, now) if target in self.up(place(g))}
        found = []
        for at in matter:
            nothing = set() if need.get("audit") else {"audit"}
            heard = [[g for g in self.held_grants(user, now) if self.is_heard(g, at, target)] for user in people]
            every = [[(g, self.kinds(g, at, target) - nothing) for g in grants] for grants in heard]
            first, others = every[0], every[1:]
            for g, kinds in first:
                theirs = [{kind for _, pairs in other for kind in pairs} for other in others]
                found += [g] if kinds and all(kinds & wanted for wanted in theirs) else []
        return found

    def is_heard(self, g: dict[str, Any], at: Place, target: Place) -> bool:
        """Whether the grant says something about the target: on a topic that it may serve, only for a subscription that
        the grant is for."""
        topics = self.served_topics(target)
        if at not in [topic for topic, _ in topics] or place(g) in self.up(target):
            return True
        return any(place(g) in self.up(topic) and names_subscription(g, of) for topic, of in topics)

    def kinds(self, g: dict[str, Any], at: Place, target: Place) -> set[Any]:
        """What a grant gives at a place: rights, and creating and deleting by level."""
        where = place(g)
        known = [a for a in well_placed(g) if a == 4 or lowest_with(a) >= at[0] - 1]
        kinds = {kind for a in known if a != 4 for kind in ([a] if a % 100 < 2 else all_of(a))}
        if 4 in known:
            kinds |= {*RIGHTS[2:], *(a for a in KNOWN if a % 100 < 2)}
        served = self.served_topics(target) if at == target else []
        follows = any(where in self.up(topic) and names_subscription(g, of) for topic, of in served)
        followed = (kinds - {"write"}) | ({"write"} if "read" in kinds else set())
        return (kinds if where in self.up(at) else set()) | (followed if follows else set())
