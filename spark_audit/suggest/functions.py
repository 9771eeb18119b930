"""The right to functions, and its four parts: functions alone, sources, sinks, packages. Which of them were used."""

from collections.abc import Iterable
from typing import Final

from spark_audit.right_names import OF_FUNCTIONS, RIGHTS

FUNCTIONS: Final = RIGHTS.index(OF_FUNCTIONS[0])
"""It includes its parts, and whatever will be added to them."""
PARTS: Final = frozenset(map(RIGHTS.index, OF_FUNCTIONS[1:]))
About = frozenset[int] | None
"""The parts of which each may have allowed a use; None: not known."""


def about(allowing: frozenset[int] | None, *, shared: bool) -> About:
    """From the authorities that allow an operation; None: it is unknown. `shared`: a sub-account needed it of its main
    account. For what every part allows, both need the same part; which one is not known."""
    found = frozenset(authority % 100 for authority in allowing or ()) & PARTS
    return None if shared and found == PARTS else found or None


def needed(uses: Iterable[About]) -> frozenset[int]:
    """The parts that are enough; none where nothing less than the whole right is. What every part allows, as listing,
    needs no particular one."""
    abouts = set(uses)
    found = frozenset[int]().union(*(parts for parts in abouts if parts and parts != PARTS))
    return frozenset() if None in abouts or found == PARTS else found


def whole_of(authority: int) -> int:
    """The authority over functions of which this one is a part; any other one itself."""
    return authority - authority % 100 + FUNCTIONS if authority % 100 in PARTS else authority
