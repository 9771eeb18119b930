"""Named subscriptions: to what a grant may be limited, and which of these names were used."""

from collections.abc import Iterable

ANY_END = "*"
Names = tuple[str, ...] | None
"""Whole names, or beginnings that end with `*`; None: all subscriptions."""
Used = frozenset[str] | None
"""The names that were used; empty if it was about none. None: not known."""


def is_named(names: Names, used: str) -> bool:
    """True when the subscription is one of these."""
    return names is None or any(_fits(one, used) for one in names)


def possibly(names: Names, used: Used) -> bool:
    """True unless all that was used are others."""
    return names is None or not used or any(is_named(names, one) for one in used)


def still(before: Names, after: Names, used: Used) -> bool:
    """True when whoever had `before` has, of what was used, as much with `after`."""
    return all(is_named(after, one) for one in used or () if is_named(before, one))


def needed(names: Names, used: Iterable[Used]) -> Names:
    """Those of `names` that were used; all of them when it is not known, or none was."""
    told = list(used)
    if names is None or None in told:
        return names
    seen = frozenset[str]().union(*(one for one in told if one))
    return tuple(one for one in names if any(_fits(one, name) for name in seen)) or names


def _fits(one: str, name: str) -> bool:
    return name.startswith(one[: -len(ANY_END)]) if one.endswith(ANY_END) else name == one
