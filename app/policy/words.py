"""Converts authorities, places, receivers and times to the words of a policy file, and back. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from app.access.limits import UNLIMITED, Limits
from app.access.vocabulary import AUTHORITIES
from app.grants import grant_limits
from app.grants.grants import all_on
from app.pulsar.names import ResourceType

ALL = "all"
"""Stands for every authority that may be held on this type of resource."""
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
    found = limits or UNLIMITED
    return Pair(place, receiver, found.prefix or "", found.subscriptions or (), found.networks or ())


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST = 253_402_300_800_000  # the year 10000
_NUMBER = re.compile(r"[0-9]{1,16}")
_ISO = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?")

_LEVELS = ("cluster", "tenant", "namespace", "topic")
AUTHORITY_WORDS = {number: f"{_LEVELS[one.level]}.{one.right.name.lower()}" for number, one in AUTHORITIES.items()}
_NUMBERS = {word: number for number, word in AUTHORITY_WORDS.items()}


def authority(word: str) -> int | None:
    """302 for `topic.write` or `302`; None for anything else."""
    if _NUMBER.fullmatch(word):
        return int(word) if int(word) in AUTHORITIES and str(int(word)) == word else None
    return _NUMBERS.get(word)


def every_authority(kind: ResourceType, limits: Limits | None) -> list[int]:
    """What `all` stands for: every right on this type of resource that can be limited so."""
    return [one for one in all_on(kind) if limits is None or limits.fit(AUTHORITIES[one], kind)]


def authority_words(numbers: Iterable[int], kind: ResourceType, limits: Limits | None = None) -> list[str]:
    """The words in the order of the numbers, or `all`."""
    wanted = sorted(numbers)
    return [ALL] if wanted == every_authority(kind, limits) else [AUTHORITY_WORDS.get(one, str(one)) for one in wanted]


def moment(text: str) -> int:
    """Epoch ms of `2027-01-01`, `2027-01-01T12:00:00Z`, the same with an offset, or of epoch ms. Raises ValueError."""
    if _NUMBER.fullmatch(text):
        if int(text) > 2**53:
            raise ValueError("is no time")
        return int(text)
    if not _ISO.fullmatch(text):
        raise ValueError("write a time as 2027-01-01, 2027-01-01T12:00:00Z, or in epoch milliseconds")
    try:
        read = datetime.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"there is no such time ({error})") from error
    aware = read if read.tzinfo else read.replace(tzinfo=UTC)
    found = (aware - _EPOCH) // timedelta(milliseconds=1)
    if found < 0:
        raise ValueError("is before 1970")
    return found


def moment_text(time: int) -> str:
    """ISO 8601 in UTC; epoch ms for a time that has no such text."""
    if not 0 <= time < _LAST:
        return str(time)
    exact = (_EPOCH + timedelta(milliseconds=time)).isoformat(timespec="milliseconds").removesuffix("+00:00")
    return exact.removesuffix(".000") + "Z"


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
    found = [*names, *([f"subscriptions {', '.join(pair.subscriptions)}"] if pair.subscriptions else [])]
    found += [f"from {', '.join(pair.networks)}"] if pair.networks else []
    return f" ({'; '.join(found)})" if found else ""


def receiver_words(receiver: Receiver) -> str:
    """The receiver as sentences name it."""
    kind, name = receiver
    return name if kind == "user" else f"role {name}"


def _short(time: int) -> str:
    return moment_text(time).removesuffix("T00:00:00Z")
