"""Who may read what in the estate of `big_estate.rows`, found without the center, so that its answers can be judged."""

import random
from dataclasses import dataclass

from benchmarks.big_estate.rows import SHARED_MEMBERS, Size

Pair = tuple[int, int]
"""Ids of a user and a topic."""


@dataclass(frozen=True)
class Truth:
    """Knows the grants by the rule that they were made by."""

    size: Size

    def holder_of_grant(self, chance: random.Random) -> Pair:
        """A user who holds a grant on the topic itself."""
        number = chance.randrange(self.size.grants) // 10 * 10 + chance.randrange(1, 10)
        own = number - number // 10
        return 1 + own % self.size.users, 1 + own % self.size.topics

    def stranger(self, chance: random.Random) -> Pair:
        """Somebody who may not read the topic by any grant; never user 1, who administers."""
        while True:
            pair = 2 + chance.randrange(self.size.users - 1), 1 + chance.randrange(self.size.topics)
            if not self.reads(pair):
                return pair

    def reads(self, pair: Pair) -> bool:
        """Whether a grant on the topic, its namespace or its tenant lets the user read it."""
        user, topic = pair
        return self._own(user, topic) or any(self._is_shared(team, topic) for team in self._teams(user))

    def _own(self, user: int, topic: int) -> bool:
        # The user's own grants are those whose number among all own ones is user - 1, and then each `users` further.
        most = self.size.grants - self.size.grants // 10
        return any(1 + own % self.size.topics == topic for own in range(user - 1, most + 1, self.size.users) if own)

    def _teams(self, user: int) -> list[int]:
        found = []
        for team in range(self.size.shared_roles):
            member = (user - 1 - team * 100) % self.size.users
            if member < SHARED_MEMBERS:
                found.append(team)
        return found

    def _is_shared(self, team: int, topic: int) -> bool:
        namespace = 1 + (topic - 1) % self.size.namespaces
        tenant = 1 + (namespace - 1) % self.size.tenants
        # Turn t is the grant with number 10 t, of team t modulo the teams.
        for turn in range(team or self.size.shared_roles, self.size.grants // 10 + 1, self.size.shared_roles):
            on_tenant = turn % 10 == 0
            if on_tenant and 1 + turn // 10 % self.size.tenants == tenant:
                return True
            if not on_tenant and 1 + turn % self.size.namespaces == namespace:
                return True
        return False
