"""Whose a subscription is: it belongs to the user with the longest name that it begins with. Pure."""

from collections.abc import Container

_SEPARATORS = ("-", "_", ".", "/", ":")
_LONGEST_USER_NAME = 128


def owns_subscription(users: Container[str], user: str, subscription: str | None) -> bool:
    """True when the subscription is named after the user: `alice`, `alice-billing`, `alice.billing`. False when a user
    with a longer name matches, such as a user `alice-billing`."""
    return next((owner for owner in possible_owners(subscription) if owner == user or owner in users), None) == user


def possible_owners(subscription: str | None) -> list[str]:
    """The user names that a subscription may be named after, the longest first: the whole, or what a separator
    follows."""
    if subscription is None:
        return []
    start = subscription[: _LONGEST_USER_NAME + 1]
    ends = [at for at, letter in enumerate(start) if letter in _SEPARATORS]
    whole = [subscription] if len(subscription) <= _LONGEST_USER_NAME else []
    return [*whole, *(subscription[:at] for at in reversed(ends))]


def competing_owners(user: str, subscription: str | None) -> list[str]:
    """Longer user names that would own the subscription instead. A snapshot of only some users must tell which
    exist."""
    named = possible_owners(subscription)
    return named[: named.index(user)] if user in named else []
