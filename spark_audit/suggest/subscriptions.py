"""Named subscriptions: to what a grant may be limited, and which of these names were used."""

from collections.abc import Iterable

ANY_END = "*"
Names = tuple[str, ...] | None
"""Whole names, or beginnings that end with `*`; None: all subscriptions."""
Used = frozenset[str] | None
"""The names that were used; empty if it was about none. None: not known."""


def is_named(names: Names, used: str) -> bool:
    """True when the subscription is one of these."""
    return names is None or any(_fits(pattern, used) for pattern in names)


def may_be_named(names: Names, used: Used) -> bool:
    """True unless only other subscriptions were used."""
    return names is None or not used or any(is_named(names, name) for name in used)


def still_names(before: Names, after: Names, used: Used) -> bool:
    """True when `after` names every used subscription that `before` names."""
    return all(is_named(after, name) for name in used or () if is_named(before, name))


def needed(names: Names, used: Iterable[Used]) -> Names:
    """Those of `names` that were used; all of them when it is not known, or none was."""
    uses = list(used)
    if names is None or None in uses:
        return names
    seen = frozenset[str]().union(*(use for use in uses if use))
    return tuple(pattern for pattern in names if any(_fits(pattern, name) for name in seen)) or names


def _fits(pattern: str, name: str) -> bool:
    return name.startswith(pattern[: -len(ANY_END)]) if pattern.endswith(ANY_END) else name == pattern
