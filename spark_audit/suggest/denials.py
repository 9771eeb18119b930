"""Which uses would be denied after changes. A use stays allowed as long as one of the ways that allowed it is left."""

from collections.abc import Collection, Iterable, Mapping

from spark_audit.suggest.facts import Facts, Use
from spark_audit.suggest.rights import Right
from spark_audit.suggest.rules import covers
from spark_audit.suggest.subscriptions import still_names
from spark_audit.suggest.suggestion import Suggestion
from spark_audit.suggest.ways import Ways

Changes = Mapping[int, Suggestion]
"""Changes by the id of the grant that is removed."""


class Denials:
    """The uses for which any of the changed grants may matter. The ways of sub-accounts are looked up once."""

    def __init__(self, facts: Facts, changed: Collection[int]) -> None:
        """`facts`: the uses to judge, and the grants, among them all of `changed`."""
        self._facts, self._changed, mains = facts, frozenset(changed), facts.mains
        self._touched = {user for user, main in mains.items()
                         if any(grant.id in self._changed for grant in facts.held_by.get(main, ()))}  # fmt: skip
        self.concerned = [use for use in facts.uses if use.n and self._concerns(use)]
        ways = Ways(facts)
        self._ways = {id(use): ways.of(use, mains[use.user]) for use in self.concerned if use.user in mains}

    def by_grant(self) -> Mapping[int, list[Use]]:
        """Changed grant → the uses for which it matters: those it covered, and those of sub-accounts of its users."""
        found: dict[int, list[Use]] = {}
        for use in self.concerned:
            for grant in self._needed(use) & self._changed:
                found.setdefault(grant, []).append(use)
        return found

    def among(self, uses: Iterable[Use], changes: Changes) -> list[Use]:
        """Those of `uses` that would be denied after `changes`."""
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
        """Whether some grant of the group is not changed, or its replacement gives the right."""
        return any(grant not in changes for grant in group) or any(
            self._gives(changes[grant], right, use) for grant in group
        )

    def _gives(self, change: Suggestion, right: Right | None, use: Use) -> bool:
        had, adds = change.grant.subscriptions, change.adds
        if had is not None:
            adds = tuple(atom for atom in adds if still_names(had, atom.subscriptions, use.subscriptions))
        return covers(self._facts.rules, adds, use.op, use.path) if right is None else right.given(adds, use.path)
