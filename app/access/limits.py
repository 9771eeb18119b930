"""What a grant may be limited to beside its window: names that begin with a prefix, named subscriptions, networks.
Pure.

A grant with limits is sent with an empty `auth`, and its authorities stand in `limits`: a reader that does not know
limits denies. Decisions 0075 and 0079; the twin of the plugin's `Limits`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.access import network_limits as nets
from app.access.names import ResourceName, ResourceType
from app.access.vocabulary import Authority, Right

SUBSCRIPTION_RIGHTS = frozenset((Right.READ, Right.SUBSCRIPTIONS))
"""The rights that may be limited to subscriptions."""
ANY_END = "*"
NAMES = frozenset(("prefix", "subscriptions", "networks"))
"""The names of all limits."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`prefix`: names directly below the place that begin with it; None: all. `subscriptions`: whole names, or
    beginnings that end with `*`; None: all. `networks`: of the address that somebody asks from; None: all."""

    prefix: str | None = None
    subscriptions: tuple[str, ...] | None = None
    networks: tuple[str, ...] | None = None

    @property
    def meaningless(self) -> bool:
        """True when nothing fits: such a grant never counts."""
        if self.prefix == "" or self.subscriptions == ():
            return True
        if self.networks is not None and nets.say_nothing(self.networks):
            return True
        return any(subscription in ("", ANY_END) for subscription in self.subscriptions or ())

    def fit(self, authority: Authority, kind: ResourceType) -> bool:
        """True when the authority, held on a place of this type, can have these limits and still allows something."""
        if self.prefix is not None and not below_names(authority, kind):
            return False
        return self.subscriptions is None or authority.right in SUBSCRIPTION_RIGHTS

    def covers_name(self, name: str | None) -> bool:
        """True for a name that begins with the prefix; None: there is no name."""
        return self.prefix is None or (name is not None and name.startswith(self.prefix))

    def covers_subscription(self, subscription: str | None) -> bool:
        """True when the subscription is named. `subscription` None: all subscriptions, which names never cover."""
        if self.subscriptions is None:
            return True
        return subscription is not None and any(
            _matches_subscription(named, subscription) for named in self.subscriptions
        )

    def atoms(self) -> tuple[Limits, ...]:
        """The same with one subscription and one network each: different grants may cover them."""
        named = (None,) if self.subscriptions is None else tuple((subscription,) for subscription in self.subscriptions)
        return tuple(replace(part, subscriptions=names) for part in self.by_network() for names in named)

    def by_network(self) -> tuple[Limits, ...]:
        """The same with one network each."""
        if self.networks is None:
            return (self,)
        return tuple(replace(self, networks=(network,)) for network in self.networks)

    def within(self, bounds: Limits | None) -> bool:
        """True when everything within these limits is within the others."""
        if bounds is None:
            return True
        if not bounds.covers_name(self.prefix) or not nets.cover(bounds.networks, self.networks):
            return False
        return all(bounds.covers_subscription(subscription) for subscription in self.subscriptions or (None,))

    def meets(self, other: Limits) -> bool:
        """True when something may be within both."""
        if self.prefix and other.prefix and not (self.covers_name(other.prefix) or other.covers_name(self.prefix)):
            return False
        if not nets.touch(self.networks, other.networks):
            return False
        subscriptions, other_subscriptions = self.subscriptions, other.subscriptions
        if subscriptions is None or other_subscriptions is None:
            return True
        return any(map(self.covers_subscription, other_subscriptions)) or any(
            map(other.covers_subscription, subscriptions)
        )

    def to_json(self) -> dict[str, Any]:
        """The limits that are set."""
        found = {"prefix": self.prefix, "subscriptions": self.subscriptions, "networks": self.networks}
        return {
            key: list(limit) if isinstance(limit, tuple) else limit for key, limit in found.items() if limit is not None
        }


def from_json(raw: Mapping[str, Any] | None) -> Limits | None:
    """The limits of an answer of `to_json`; None when there are none."""
    if not raw:
        return None
    names, networks = raw.get("subscriptions"), raw.get("networks")
    return Limits(raw.get("prefix"), *(None if texts is None else tuple(texts) for texts in (names, networks)))


def record(authorities: Iterable[int], limits: Limits | None) -> dict[str, Any]:
    """The fields `auth` and `limits` of a grant's record."""
    if limits is None:
        return {"auth": list(authorities)}
    return {"auth": [], "limits": {"auth": list(authorities), **limits.to_json()}}


def read(raw: Mapping[str, Any]) -> tuple[tuple[int, ...], Limits]:
    """The authorities and limits of a record's `limits`. No authorities when a limit is unknown or says nothing."""
    found = from_json(raw) or UNLIMITED
    if found == UNLIMITED or found.meaningless or not NAMES.issuperset(raw.keys() - {"auth"}):
        return (), found
    return tuple(raw.get("auth", ())), found


UNLIMITED = Limits()


def every_subscription(right: Right) -> tuple[None, ...]:
    """What a right must cover to be held as a whole: all subscriptions, not only named ones; () for other rights."""
    return (None,) if right in SUBSCRIPTION_RIGHTS else ()


def asked_subscriptions(right: Right, limits: Limits | None) -> list[tuple[str | None, ...]]:
    """What a right must cover to be held within the limits, one subscription at a time: several grants may cover
    them."""
    if right in SUBSCRIPTION_RIGHTS and limits is not None and limits.subscriptions:
        return [(subscription,) for subscription in limits.subscriptions]
    return [every_subscription(right)]


def names_of(limits: Limits | None) -> Limits | None:
    """The limit to names alone; None when there is none."""
    return None if limits is None or limits.prefix is None else Limits(limits.prefix)


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


def _matches_subscription(named: str, wanted: str) -> bool:
    return wanted.startswith(named[:-1]) if named.endswith(ANY_END) else named == wanted
