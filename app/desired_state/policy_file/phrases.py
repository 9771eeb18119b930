"""The words of sentences and of a policy file for authorities, places, receivers and windows. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from app.access.authority_words import ALL, AUTHORITY_WORDS, every_authority
from app.access.limits import UNLIMITED, Limits
from app.access.names import ResourceType
from app.grants import grant_limits
from app.platform.moments import moment_text

EVERYWHERE = "*"
"""The name of the root, as `cluster`."""

Place = tuple[ResourceType, str]
"""Type and full name of a resource; the root is (ROOT, "*")."""
Receiver = tuple[str, str]
"""("user" or "role", name)."""

Window = tuple[int | None, int | None]
"""From, until (excluded); epoch ms."""


class Pair(NamedTuple):
    """A receiver on a place, with what its grants there are limited to beside their windows. `prefix`: "" for none;
    `subscriptions`, `networks`: () for all. They sort, so a file has one order."""

    place: Place
    receiver: Receiver
    prefix: str = ""
    subscriptions: tuple[str, ...] = ()
    networks: tuple[str, ...] = ()
    """As written, with names of lists."""

    @property
    def limits(self) -> Limits | None:
        """The limits of the grants; None: not limited."""
        return grant_limits.read(self.prefix or None, self.subscriptions or None, self.networks or None)

    def unlimited(self) -> Pair:
        """The same receiver and place without limits."""
        return Pair(self.place, self.receiver)


def limited(place: Place, receiver: Receiver, limits: Limits | None) -> Pair:
    """The receiver on the place, with these limits."""
    effective = limits or UNLIMITED
    return Pair(place, receiver, effective.prefix or "", effective.subscriptions or (), effective.networks or ())


def authority_words(numbers: Iterable[int], kind: ResourceType, limits: Limits | None = None) -> list[str]:
    """The words in the order of the numbers, or `all`."""
    wanted = sorted(numbers)
    if wanted == every_authority(kind, limits):
        return [ALL]
    return [AUTHORITY_WORDS.get(authority, str(authority)) for authority in wanted]


def window_words(window: Window) -> str:
    """` from … until …`, with a leading blank; empty without begin and end."""
    start, end = window
    begins = f" from {_short(start)}" if start is not None else ""
    return begins + (f" until {_short(end)}" if end is not None else "")


def place_words(place: Place) -> str:
    """The place as sentences name it."""
    kind, name = place
    if kind == ResourceType.ROOT:
        return "all clusters"
    return (
        f"cluster {name}" if kind == ResourceType.CLUSTER else f"tenant {name}" if kind == ResourceType.TENANT else name
    )


def limit_words(pair: Pair) -> str:
    """The limits as sentences name them, with a leading blank; empty without any."""
    names = [f"names that begin with {pair.prefix}"] if pair.prefix else []
    words = [*names, *([f"subscriptions {', '.join(pair.subscriptions)}"] if pair.subscriptions else [])]
    words += [f"from {', '.join(pair.networks)}"] if pair.networks else []
    return f" ({'; '.join(words)})" if words else ""


def receiver_words(receiver: Receiver) -> str:
    """The receiver as sentences name it."""
    kind, name = receiver
    return name if kind == "user" else f"role {name}"


def _short(time: int) -> str:
    return moment_text(time).removesuffix("T00:00:00Z")
