"""The words of sentences and of a policy file for authorities, places, receivers and windows. Pure."""

from collections.abc import Iterable

from app.access.authority_words import ALL, AUTHORITY_WORDS, every_authority
from app.access.limits import Limits
from app.access.names import ResourceType
from app.desired_state.engine.grant_content import GrantWindow
from app.desired_state.engine.state import GrantSlot, Place, Receiver
from app.platform.moments import moment_text

EVERYWHERE = "*"
"""The name of the root, as `cluster`."""


def authority_words(numbers: Iterable[int], kind: ResourceType, limits: Limits | None = None) -> list[str]:
    """The words in the order of the numbers, or `all`."""
    wanted = sorted(numbers)
    if wanted == every_authority(kind, limits):
        return [ALL]
    return [AUTHORITY_WORDS.get(authority, str(authority)) for authority in wanted]


def window_words(window: GrantWindow) -> str:
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


def limit_words(slot: GrantSlot) -> str:
    """The limits as sentences name them, with a leading blank; empty without any."""
    names = [f"names that begin with {slot.prefix}"] if slot.prefix else []
    words = [*names, *([f"subscriptions {', '.join(slot.subscriptions)}"] if slot.subscriptions else [])]
    words += [f"from {', '.join(slot.networks)}"] if slot.networks else []
    return f" ({'; '.join(words)})" if words else ""


def receiver_words(receiver: Receiver) -> str:
    """The receiver as sentences name it."""
    kind, name = receiver
    return name if kind == "user" else f"role {name}"


def _short(time: int) -> str:
    return moment_text(time).removesuffix("T00:00:00Z")
