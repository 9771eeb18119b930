"""What authorities mean: which operations they allow, where they can be granted, and their form on narrower places."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from spark_audit.right_names import EXACT, RIGHTS
from spark_audit.suggest.functions import FUNCTIONS, PARTS
from spark_audit.suggest.networks import Networks
from spark_audit.suggest.prices import CREATE, READ, SUBSCRIPTIONS, WRITE
from spark_audit.suggest.resource_paths import Path, follows_another
from spark_audit.suggest.rights import ABOVE_ALL, SUPER_USER, Atom, Right
from spark_audit.suggest.subscriptions import Names

_TYPES = ("root", "cluster", "tenant", "namespace", "topic")
_FLOWING = (WRITE, READ, SUBSCRIPTIONS)
"""Rights over data. On any place they reach all topics below it, whatever the level of the authority."""
_TOPIC_LEVEL = 3


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of authorities that mean the same on the same place, perhaps only for named subscriptions, or
    only from some networks."""

    right: int
    level: int
    subscriptions: Names = None
    networks: Networks = None

    @property
    def depth(self) -> int:
        """The length of the narrowest path on which it can be granted. Create is granted on the parent."""
        return self.level if self.right == CREATE else self.level + 1


def kind_of(authority: int, subscriptions: Names = None, networks: Networks = None) -> Kind:
    """302 and 202 are one kind, 304 and 204 are two: administering a namespace is more than administering topics."""
    right, level = authority % 100, authority // 100
    return Kind(right, _TOPIC_LEVEL if right in _FLOWING else level, subscriptions, networks)


def authority_at(kind: Kind, levels: int, place: Path) -> int:
    """The authority of a kind on a place. `levels`: the lowest level number of the authorities that it replaces."""
    if kind.right not in _FLOWING:
        return kind.level * 100 + kind.right
    return max(levels, len(place) - 1) * 100 + kind.right


@dataclass(frozen=True)
class RightRules:
    """The center's table of rights, by operation and type of resource. An unknown operation may need any authority."""

    authorities: Mapping[tuple[str, str], frozenset[int]]
    readers: Mapping[tuple[str, str], frozenset[int]]
    """Authorities on a topic that allow the operation on its retry and dead-letter topics."""
    alternatives: Mapping[tuple[str, str], frozenset[Right]]
    """The rights of which each is enough."""

    @staticmethod
    def of(alternatives: Iterable[Mapping[str, Any]]) -> "RightRules":
        """From rows of RIGHT_LINE. Those for own subscriptions always count: uses do not name the subscription."""
        authorities: dict[tuple[str, str], set[int]] = defaultdict(set)
        readers: dict[tuple[str, str], set[int]] = defaultdict(set)
        single: dict[tuple[str, str], set[Right]] = defaultdict(set)
        for row in alternatives:
            key = row["op"], row["rtype"]
            authorities[key].update(row["authorities"])
            readers[key].update(row["readers"])
            single[key].update(_rights(row))
        return RightRules({key: frozenset(ids) for key, ids in authorities.items()},
                     {key: frozenset(ids) for key, ids in readers.items()},
                     {key: frozenset(rights) for key, rights in single.items()})  # fmt: skip

    def allowing(self, op: str, path: Path) -> frozenset[int] | None:
        """The authorities that allow the operation, held on this path or above; None if the operation is unknown."""
        key = (op, _TYPES[len(path)])
        known = self.authorities.get(key)
        return known | self.readers.get(key, frozenset()) if known and follows_another(path) else known

    def rights(self, op: str, path: Path) -> frozenset[Right]:
        """The rights of which each is enough, super user included; empty if the operation is unknown."""
        found = self.alternatives.get((op, _TYPES[len(path)]), frozenset())
        return found | {ABOVE_ALL} if found else found

    def may_serve(self, authority: int, op: str, path: Path) -> bool:
        """False only if the authority certainly does not allow the operation."""
        allowing = self.allowing(op, path)
        return allowing is None or authority in allowing


def _rights(row: Mapping[str, Any]) -> Iterator[Right]:
    """The rights of a row of RIGHT_LINE. Where any authority is enough these are several, as a sub-account and its main
    account must have the same one (`app/access/sharing.py`)."""
    authorities, readers = frozenset(row["authorities"]), frozenset(row["readers"])
    if row["right"] is not None:
        if row["right"] == WRITE and authorities <= readers:
            # Writing a topic is not writing its dead letters: about these it counts as about the topic, apart.
            yield Right(frozenset(), authorities)
            readers -= authorities - {SUPER_USER}
        yield Right(authorities, readers, row["every"])
        return
    kinds: dict[tuple[int, int], set[int]] = defaultdict(set)
    for authority in authorities - {SUPER_USER}:
        for kind in _kinds_given(authority):
            kinds[kind].add(authority)
    for (right, _), giving in kinds.items():
        # Reading a topic is reading and writing its retry and dead-letter topics.
        served = kinds.get((READ, -1), set()) if right == WRITE else giving
        yield Right(frozenset({SUPER_USER, *giving}), readers & frozenset({SUPER_USER, *served}))


def _kinds_given(authority: int) -> Iterator[tuple[int, int]]:
    """Rights to compare. Those to create and delete are different ones on each level."""
    right, level = authority % 100, authority // 100
    for part in (right, *(PARTS if right == FUNCTIONS else ())):
        yield part, level if RIGHTS[part] in EXACT else -1


def covers(rules: RightRules, atoms: Iterable[Atom], op: str, path: Path) -> bool:
    """True if one of the atoms allows the operation on `path`; always False for an unknown operation."""
    held = tuple(atoms)
    return any(right.given(held, path) for right in rules.rights(op, path))
