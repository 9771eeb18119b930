"""Which uses changes would have denied: a use stays allowed as long as one way in which it was let in is left."""

from collections.abc import Collection, Iterable, Mapping

from spark_audit.suggest.facts import Facts, Use
from spark_audit.suggest.rights import Right
from spark_audit.suggest.rules import covers
from spark_audit.suggest.suggestion import Suggestion
from spark_audit.suggest.ways import Ways

Changes = Mapping[int, Suggestion]
"""By the grant that goes."""


class Denials:
    """Knows the uses that any of the changed grants may matter for; how sub-accounts were let in is looked up once."""

    def __init__(self, facts: Facts, changed: Collection[int]) -> None:
        """Of `facts` the uses are judged; all `changed` grants stand there."""
        self._facts, self._changed, mains = facts, frozenset(changed), facts.mains
        self._touched = {user for user, main in mains.items()
                         if any(grant.id in self._changed for grant in facts.held_by.get(main, ()))}  # fmt: skip
        self.concerned = [use for use in facts.uses if use.n and self._concerns(use)]
        ways = Ways(facts)
        self._ways = {id(use): ways.of(use, mains[use.user]) for use in self.concerned if use.user in mains}

    def by_grant(self) -> Mapping[int, list[Use]]:
        """The uses for which each of the changed grants matters: its own, and those behind which it stands."""
        found: dict[int, list[Use]] = {}
        for use in self.concerned:
            for grant in self._needed(use) & self._changed:
                found.setdefault(grant, []).append(use)
        return found

    def among(self, uses: Iterable[Use], changes: Changes) -> list[Use]:
        """Those of the uses that are not let in after some of the changes."""
        return [use for use in uses if not self._let_in(use, changes)]

    def _concerns(self, use: Use) -> bool:
        return use.user in self._touched or not use.grants.isdisjoint(self._changed)

    def _needed(self, use: Use) -> frozenset[int]:
        return use.grants.union(*(group for way in self._ways.get(id(use), ()) for group in way.groups))

    def _let_in(self, use: Use, changes: Changes) -> bool:
        ways = self._ways.get(id(use))
        if ways is None:
            return self._stays(use.grants, None, use, changes)
        return any(all(self._stays(group, way.right, use, changes) for group in way.groups) for way in ways)

    def _stays(self, group: Collection[int], right: Right | None, use: Use, changes: Changes) -> bool:
        """One of the grants is not changed, or what comes for it gives the right."""
        return any(one not in changes for one in group) or any(self._gives(changes[one], right, use) for one in group)

    def _gives(self, change: Suggestion, right: Right | None, use: Use) -> bool:
        if right is not None:
            return right.given(change.adds, use.path)
        return any(covers(self._facts.rules, number, place, use.op, use.path) for number, place in change.adds)
