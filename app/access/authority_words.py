"""Authorities as people write them, in policy files and on the command line: `topic.write`, or `302`. Pure."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from app.access.limits import Limits
from app.access.names import ResourceType
from app.access.vocabulary import AUTHORITIES, parts

ALL = "all"
"""Stands for every authority that may be held on this type of resource."""
_LEVELS = ("cluster", "tenant", "namespace", "topic")
AUTHORITY_WORDS = {
    number: f"{_LEVELS[entry.level]}.{entry.right.name.lower()}" for number, entry in AUTHORITIES.items()
}
_NUMBERS = {text: number for number, word in AUTHORITY_WORDS.items() for text in (word, str(number))}


def authority(text: str) -> int:
    """302 for `topic.write` or `302`. Raises ValueError."""
    if text in _NUMBERS:
        return _NUMBERS[text]
    found = difflib.get_close_matches(text[:64], AUTHORITY_WORDS.values(), 1, 0.65)
    raise ValueError(f"there is no authority {text[:64]}" + (f"; did you mean {found[0]}?" if found else ""))


def words_of(numbers: Iterable[int], kind: ResourceType, limits: Limits | None = None) -> list[str]:
    """The words of authorities on a resource of this type, in the order of the numbers; or `all`."""
    wanted = sorted(numbers)
    if wanted == every_authority(kind, limits):
        return [ALL]
    return [AUTHORITY_WORDS.get(authority, str(authority)) for authority in wanted]


def every_authority(kind: ResourceType, limits: Limits | None = None) -> list[int]:
    """What `all` stands for, ascending: the authorities that give every right on this type of resource as far as the
    limits allow it, without those that another one includes."""
    holdable = {number for number, entry in AUTHORITIES.items() if entry.may_be_held_on(kind)}
    whole = sorted(holdable.difference(*map(parts, holdable)))
    return [number for number in whole if limits is None or limits.fit(AUTHORITIES[number], kind)]
