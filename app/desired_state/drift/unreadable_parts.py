"""What could not be read of a cluster: nothing there, or below it, counts as missing or different. Pure.

`app.resources.provisioning.content_reader` names the place, with what was not read in parentheses if it is a part.
"""

import re
from collections.abc import Iterable

from app.resources.provisioning.content_reader import TENANTS
from app.resources.pulsar.cluster_content import UnreadPart

_PART = re.compile(r"(?P<place>.*) \((?P<part>[^()]*)\)", re.DOTALL)
_ALL = str(TENANTS)


class Gaps:
    """The places of a cluster that could not be read."""

    def __init__(self, unread: Iterable[UnreadPart]) -> None:
        self._whole, self._parts = set[str](), set[tuple[str, str]]()
        for gap in unread:
            self._whole.add(gap.place)  # also a topic's name may end in parentheses
            match = _PART.fullmatch(gap.place)
            if match is None:
                continue
            if match["place"].count("/") == 1:  # a list of topics of a namespace
                self._parts.add((match["place"], ""))
            else:
                self._parts.add((match["place"], match["part"]))

    def hide(self, name: str) -> bool:
        """True when a place, or one above it, or the list that it would be in could not be read."""
        short = name.partition("://")[2] or name
        tenant, _, below = short.partition("/")
        above = f"{tenant}/{below.partition('/')[0]}"
        return bool({_ALL, name, tenant, above} & self._whole) or ("://" in name and (above, "") in self._parts)

    def is_read(self, name: str) -> bool:
        """True when everything about the place itself was read."""
        return name not in self._whole

    def is_policy_read(self, name: str, route: str) -> bool:
        """True when this policy of a topic was read."""
        return (name, route) not in self._parts
