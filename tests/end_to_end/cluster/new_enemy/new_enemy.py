"""New-enemy histories: revoke a right, have that confirmed, then append messages that the principal must not reach.

Judged by the contents of the topic. After a confirmation, a trusted writer appends a mark "confirmed"; before the right
is granted again, a mark "allowed". Between the two, the topic must have no message of that principal, and it must not
receive anything after "confirmed" before the right was granted again.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Way = Literal["grant", "disable", "flip"]
"""How the right is taken: the grant is revoked; the user is disabled; revoked, granted and revoked again at once."""
_WAYS: tuple[Way, ...] = ("grant", "grant", "disable", "flip")


@dataclass(frozen=True)
class Step:
    """One revocation: `before` and `after` are pauses in seconds."""

    way: Way
    before: float
    after: float
    wait_for_use: bool
    """Whether to wait first until the principal uses the right; else it may just be connecting."""


@dataclass
class Deed:
    """A step's times (monotonic seconds): of the confirmation, and of the request to grant the right again."""

    who: str
    number: int
    confirmed: float
    allowed: float = field(default=float("inf"))
    confirm_ms: float = 0.0


def plan(seed: int, principals: Sequence[str], revocations: int) -> dict[str, list[Step]]:
    """The same seed gives the same steps, but threads may interleave differently."""
    chance = random.Random(seed)
    steps: dict[str, list[Step]] = {who: [] for who in principals}
    for number in range(revocations):
        steps[principals[number % len(principals)]].append(
            Step(chance.choice(_WAYS), chance.uniform(0, 0.3), chance.uniform(0, 0.25), chance.random() < 0.8)
        )
    return steps


def written_against(contents: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Messages that must not be in the topic: written after the revocation of their writer's right was confirmed."""
    forbidden: set[str] = set()
    wrong = []
    for message in contents:
        if message.get("mark") == "confirmed":
            forbidden.add(message["who"])
        elif message.get("mark") == "allowed":
            forbidden.discard(message["who"])
        elif message["by"] in forbidden:
            wrong.append(message)
    return wrong


def read_against(
    contents: Sequence[dict[str, Any]],
    who: str,
    received: Iterable[tuple[dict[str, Any], float]],
    deeds: Iterable[Deed],
) -> list[tuple[dict[str, Any], float]]:
    """Messages that were appended after a confirmation and reached this principal before the right was back."""
    places = {_key(message): place for place, message in enumerate(contents)}
    marks = {message["n"]: place for place, message in enumerate(contents) if _is_confirmation(message, who)}
    own = [deed for deed in deeds if deed.who == who]
    return [
        (message, at)
        for message, at in received
        if any(places[_key(message)] >= marks[deed.number] and deed.confirmed < at < deed.allowed for deed in own)
    ]


def _key(message: dict[str, Any]) -> tuple[object, ...]:
    return message["by"], message["n"], message.get("mark")


def _is_confirmation(message: dict[str, Any], who: str) -> bool:
    return message.get("mark") == "confirmed" and message["who"] == who
