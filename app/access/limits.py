"""What a grant may be limited to beside its window: names that begin with a prefix, and named subscriptions. Pure.

A grant with limits is sent with an empty `auth`, and its authorities stand in `limits`: a reader that does not know
limits denies. Decision 0075; the twin of the plugin's `Limits`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.access.vocabulary import Authority, Right
from app.pulsar.names import ResourceName, ResourceType

SUBSCRIPTION_RIGHTS = frozenset((Right.READ, Right.SUBSCRIPTIONS))
"""The rights that may be limited to subscriptions."""
ANY_END = "*"
_FIELDS = frozenset(("auth", "prefix", "subscriptions"))


@dataclass(frozen=True, slots=True)
class Limits:
    """`prefix`: names directly below the place that begin with it; None: all. `subscriptions`: whole names, or
    beginnings that end with `*`; None: all."""

    prefix: str | None = None
    subscriptions: tuple[str, ...] | None = None

    @property
    def meaningless(self) -> bool:
        """True when nothing fits: such a grant never counts."""
        if self.prefix == "" or self.subscriptions == ():
            return True
        return any(name in ("", ANY_END) for name in self.subscriptions or ())

    def fit(self, authority: Authority, kind: ResourceType) -> bool:
        """True when the authority, held on a place of this type, still says something within the limits, and can be
        limited so."""
        if self.prefix is not None and not below_names(authority, kind):
            return False
        return self.subscriptions is None or authority.right in SUBSCRIPTION_RIGHTS

    def covers_name(self, name: str | None) -> bool:
        """True for a name that begins with the prefix; None: there is no name."""
        return self.prefix is None or (name is not None and name.startswith(self.prefix))

    def covers_subscription(self, wanted: str | None) -> bool:
        """True when the subscription is named. `wanted` None: all subscriptions, which names never cover."""
        if self.subscriptions is None:
            return True
        return wanted is not None and any(_covers(one, wanted) for one in self.subscriptions)

    def to_json(self) -> dict[str, Any]:
        """The limits that there are."""
        names = None if self.subscriptions is None else list(self.subscriptions)
        return {key: value for key, value in (("prefix", self.prefix), ("subscriptions", names)) if value is not None}


def read(raw: Mapping[str, Any]) -> tuple[tuple[int, ...], Limits]:
    """The authorities and limits of a record's `limits`. No authorities when a limit is unknown or says nothing."""
    names = raw.get("subscriptions")
    found = Limits(raw.get("prefix"), None if names is None else tuple(names))
    if found == UNLIMITED or found.meaningless or not _FIELDS.issuperset(raw):
        return (), found
    return tuple(raw.get("auth", ())), found


UNLIMITED = Limits()


def every_subscription(right: Right) -> tuple[None, ...]:
    """What a right must cover to be held as a whole: all subscriptions, not only named ones; () for other rights."""
    return (None,) if right in SUBSCRIPTION_RIGHTS else ()


def below_names(authority: Authority, kind: ResourceType) -> bool:
    """True when the authority, held on a place of this type, is about what has a name directly below it, or deeper."""
    if kind not in (ResourceType.TENANT, ResourceType.NAMESPACE):
        return False
    below = ResourceType(kind + 1)
    return authority.level >= below.level if authority.right.exact else authority.reaches(below)


def name_below(kind: int, target: ResourceName) -> str | None:
    """The name directly below a place of this type on the way to the target; None when the target is no deeper."""
    if kind == ResourceType.NAMESPACE:
        return target.local_name if target.type == ResourceType.TOPIC else None
    if kind == ResourceType.TENANT and target.namespace is not None:
        return target.namespace.rsplit("/", 1)[-1]
    return None


def _covers(named: str, wanted: str) -> bool:
    return wanted.startswith(named[:-1]) if named.endswith(ANY_END) else named == wanted
