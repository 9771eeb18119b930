"""Makes up grants and needs of their holders: some grants are never used, some uses are covered twice."""

import random
from collections import defaultdict
from dataclasses import dataclass, field

from benchmarks.estate.model import CLUSTER, NAMESPACE, ROOT, TENANT, TOPIC, Grant, Need, Place, Role, User
from benchmarks.estate.size import DAY, SILENT, Size

_OWNERS = (101, 102, 103, 104, 200, 300)
_OPERATION = {302: "PRODUCE", 303: "CONSUME", 304: "UNLOAD", 300: "CREATE_TOPIC"}
_CONNECTIONS = ("PRODUCE", "CONSUME")
_HEAVIEST = 2_000.0


@dataclass
class Rights:
    """Grants and needs while they are made up."""

    size: Size
    chance: random.Random
    tenants: list[Place]
    namespaces: list[Place]
    topics: list[Place]
    users: list[User]
    roles: list[Role]
    grants: list[Grant] = field(default_factory=list)
    needs: list[Need] = field(default_factory=list)
    _topics_of: dict[str, list[Place]] = field(default_factory=lambda: defaultdict(list))
    _by_path: dict[str, Place] = field(default_factory=dict)

    def make(self) -> "Rights":
        """Make everything; the same for the same random numbers."""
        for topic in self.topics:
            self._topics_of[topic.cluster].append(topic)
            self._topics_of[topic.path.partition("/")[0]].append(topic)
        self._by_path = {place.path: place for place in (*self.tenants, *self.namespaces)}
        self._platform()
        for tenant, role in zip(self.tenants, self.roles, strict=False):
            self._right_of_owner(tenant, role)
        while len(self.grants) < self.size.grants:
            self._ordinary()
        for _ in range(len(self.grants) // 25):
            self._refusals()
        return self

    def need(self, user: User, op: str, place: Place, whole: bool = False) -> Need | None:
        """A need of an active user, for the whole window or a part of it; None if there is no time for it."""
        begin = max(self.size.begin, place.begin + 120_000, user.begin)
        end = min(self.size.end, place.end or self.size.end)
        if not (user.active and user.enabled) or place.cluster == SILENT or end - begin < DAY:
            return None
        if not whole and self.chance.random() < 0.25:
            begin = self.chance.randrange(begin, end - DAY // 2)
        weight = min(self.chance.paretovariate(1.1), _HEAVIEST)
        long = op in _CONNECTIONS and not user.office and self.chance.random() < 0.15
        made = Need(user, op, place, begin, end, weight, long)
        self.needs.append(made)
        return made

    def grant(self, role: Role, place: tuple[int, str, str | None], authorities: tuple[int, ...], begin: int,
              end: int | None = None) -> Grant | None:  # fmt: skip
        """A new grant; None if the role already has one on that place."""
        kind, path, cluster = place
        if (kind, path) in role.grants:
            return None
        made = Grant(len(self.grants) + 1, role, kind, path, cluster, authorities, begin, end)
        role.grants[kind, path] = [made]
        self.grants.append(made)
        return made

    def _platform(self) -> None:
        """A super user of everything, and a user who may read a whole cluster but uses only one topic."""
        programs = [user for user in self.users if user.main is None and user.active and user.enabled]
        chief, watcher = [user for user in programs if self._topics_of[user.cluster] and user.cluster != SILENT][-2:]
        self.grant(chief.roles[0], (ROOT, "*", None), (4,), chief.begin + 1)
        self.grant(watcher.roles[0], (CLUSTER, watcher.cluster, watcher.cluster), (3,), watcher.begin + 1)
        self.need(chief, "UNLOAD", self.chance.choice(self._topics_of[chief.cluster]))
        self.need(watcher, "CONSUME", self.chance.choice(self._topics_of[watcher.cluster]))

    def _right_of_owner(self, tenant: Place, role: Role) -> None:
        self.grant(role, (TENANT, tenant.path, tenant.cluster), _OWNERS, tenant.begin + 1)
        if self._topics_of[tenant.path] and self.chance.random() < 0.7:
            self.need(role.members[0][0], "UNLOAD", self.chance.choice(self._topics_of[tenant.path]))

    def _ordinary(self) -> None:
        people = len(self.users)
        role = self.chance.choice(self.roles[people:] if self.chance.random() < 0.35 else self.roles[:people])
        user = role.members[0][0]
        topics = self._topics_of[user.tenant if user.main or self.chance.random() < 0.4 else user.cluster]
        if not topics:
            return
        topic = self.chance.choice(topics)
        place = self._wider_place(topic)
        authorities = self.chance.choice([(302,), (303,), (303,), (302, 303)])
        if place.type == NAMESPACE and self.chance.random() < 0.15:
            authorities = (300,)
        made = self._give(role, place, authorities)
        if made and self.chance.random() < 0.68:
            self._uses(made, place)
        if made and authorities != (300,) and self.chance.random() < 0.15:
            self._again(user, topic, authorities)

    def _wider_place(self, topic: Place) -> Place:
        tenant, namespace, _ = topic.path.split("/")
        chosen = self.chance.random()
        if chosen < 0.04:
            return self._by_path[tenant]
        return self._by_path[f"{tenant}/{namespace}"] if chosen < 0.26 else topic

    def _give(self, role: Role, place: Place, authorities: tuple[int, ...]) -> Grant | None:
        since = max(role.begin, place.begin, role.members[0][1]) + 1
        fate, begin, end = self.chance.random(), self.size.begin, self.size.end
        if since >= begin or fate < 0.08:
            granted_at = self.chance.randrange(max(since, begin), end - 1)
        else:
            granted_at = self.chance.randrange(since, begin)
        ended = self.chance.randrange(begin + DAY // 2, end) if 0.08 <= fate < 0.16 and granted_at < begin else None
        if place.end is not None:
            ended = min(ended or place.end, place.end)
        if ended is not None and ended <= granted_at:
            return None
        made = self.grant(role, (place.type, place.path, place.cluster), authorities, granted_at, ended)
        if made and 0.16 <= fate < 0.18 and granted_at < begin:
            made.valid_until = self.chance.randrange(begin + DAY, end)
        return made

    def _uses(self, grant: Grant, place: Place) -> None:
        """Some members use the grant; a wide one often on a few of its topics only."""
        members = [user for user, _, _ in grant.role.members if user.active and user.enabled]
        for user in self.chance.sample(members, min(len(members), self.chance.choice((1, 1, 2, 6)))):
            for authority in grant.authorities:
                if authority == 300 or place.type == TOPIC:
                    self.need(user, _OPERATION[authority], place)
                elif place.topics:
                    most = min(len(place.topics), self.chance.choice((1, 1, 2, 5, 50)))
                    for topic in self.chance.sample(place.topics, most):
                        self.need(user, _OPERATION[authority], topic)

    def _again(self, user: User, topic: Place, authorities: tuple[int, ...]) -> None:
        """A second grant, of any role of the user, that covers a use of the first."""
        place = topic if self.chance.random() < 0.5 else self._by_path[topic.path.rpartition("/")[0]]
        role = self.chance.choice(user.roles)
        if role.members[0][0].cluster == place.cluster and self._give(role, place, authorities):
            self.need(user, _OPERATION[authorities[0]], topic)

    def _refusals(self) -> None:
        """Users who keep trying what they have no grant for."""
        user = self.chance.choice(self.users)
        if self._topics_of[user.cluster]:
            self.need(user, "PRODUCE", self.chance.choice(self._topics_of[user.cluster]))
