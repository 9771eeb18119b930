"""The plan of an estate: made once, before any event, and read by every process that writes events."""

import random
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from benchmarks.estate import covering, people, resources
from benchmarks.estate.model import TOPIC, Grant, Need, Place, Role, Use, User
from benchmarks.estate.rights import Rights
from benchmarks.estate.size import Size
from benchmarks.estate.stories import Occurrence, Stories
from benchmarks.estate.timeline import Timeline

_TRIES = 0.3
_LOOKED_UP = 0.25


@dataclass(frozen=True)
class Plan:
    """Everything that exists, and every use with the grants that cover it."""

    size: Size
    tenants: list[Place]
    namespaces: list[Place]
    topics: list[Place]
    users: list[User]
    roles: list[Role]
    grants: list[Grant]
    uses: list[Use]
    occurrences: list[Occurrence]
    stories: list[dict[str, Any]]

    @cached_property
    def timeline(self) -> Timeline:
        """The revisions of everything that begins or ends."""
        spans = [(place.begin, place.end) for place in chain(self.tenants, self.namespaces, self.topics)]
        spans += [(grant.begin, grant.end) for grant in self.grants]
        spans += [(since, until) for role in self.roles for _, since, until in role.members]
        starts = chain((user.begin for user in self.users), (role.begin for role in self.roles))
        return Timeline(time for time in chain(*spans, starts) if time is not None)


def make(size: Size) -> Plan:
    """The same plan for the same size."""
    chance = random.Random(size.seed)
    tenants, namespaces, topics = resources.places(size, chance)
    users, roles = people.people(size, chance, tenants)
    rights = Rights(size, chance, tenants, namespaces, topics, users, roles).make()
    needs = [*rights.needs, *_lookups(rights.needs, chance)]
    uses = list(covering.uses(needs, chance, _TRIES))
    occurrences, truths = Stories(size, tenants[0], users, roles, rights.grants, topics).tell()
    return Plan(size, tenants, namespaces, topics, users, roles, rights.grants, uses, occurrences, truths)


def _lookups(needs: list[Need], chance: random.Random) -> list[Need]:
    """Look-ups of topics by clients before they use these. They are probes, not uses."""
    found = [need for need in needs if need.place.type == TOPIC and not need.long and chance.random() < _LOOKED_UP]
    return [Need(need.user, "LOOKUP", need.place, need.begin, need.end, need.weight) for need in found]
