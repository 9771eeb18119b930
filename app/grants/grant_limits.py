"""The limits of a grant as stored, and whether they can be set. What they mean: `app.access.limits`."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

from app.access.limits import ANY_END, SUBSCRIPTION_RIGHTS, UNLIMITED, Limits, below_names
from app.access.names import ResourceType, is_local_name, is_part
from app.access.naming_rules import SYSTEM_BEGIN
from app.access.vocabulary import AUTHORITIES
from app.grants.networks import lists, writing
from app.platform.errors import InvalidInput

MOST_SUBSCRIPTIONS = 50
LONGEST = 255
"""Characters of a prefix and of a subscription."""
SHOWN = 40
"""Characters of a wrong one that an error repeats."""


def columns_of(known_lists: lists.KnownLists, limits: Limits | None) -> dict[str, Any]:
    """The columns of a grant with these limits, as they are written.

    Raises InvalidInput `unknown_network`.
    """
    found = limits or UNLIMITED
    networks = known_lists.columns(found.networks, "limits.networks")
    return {"name_prefix": found.prefix, "subscriptions": found.subscriptions, **networks}


def resolve(session: Session, limits: Limits | None) -> Limits | None:
    """What limits mean now. Raises InvalidInput `unknown_network`."""
    if limits is None:
        return None
    return replace(limits, networks=lists.meaning(session, limits.networks, "limits.networks"))


def read(
    name_prefix: str | None, subscriptions: tuple[str, ...] | None, networks: tuple[str, ...] | None
) -> Limits | None:
    """The limits that the columns say; None when there are none."""
    found = Limits(name_prefix, subscriptions, networks)
    return None if found == UNLIMITED else found


def checked(limits: Limits | None, authorities: Iterable[int], res_type: int) -> Limits | None:
    """The limits in their one form, still as written, if these authorities on such a resource can be limited so.

    Raises InvalidInput `invalid_limits` for a text that no name can begin with, `invalid_network`,
    `limit_not_possible_here` for an authority or type of resource that cannot be limited so.
    """
    if limits is None or limits == UNLIMITED:
        return None
    names = None if limits.subscriptions is None else tuple(sorted(set(limits.subscriptions)))
    networks = None if limits.networks is None else writing.checked(limits.networks, "limits.networks")
    found, kind = Limits(limits.prefix, names, networks), ResourceType(res_type)
    _check_prefix(found, kind)
    _check_subscriptions(found)
    _check_authorities(found, authorities, kind)
    return found


def _check_prefix(limits: Limits, kind: ResourceType) -> None:
    prefix = limits.prefix
    if prefix is None:
        return
    if kind not in (ResourceType.TENANT, ResourceType.NAMESPACE):
        raise InvalidInput(
            "A prefix limits a grant on a namespace to topics, one on a tenant to namespaces; nothing else.",
            code="limit_not_possible_here",
            field="limits.prefix",
            wrong=f"not on a {kind.name.lower()}",
        )
    if prefix.endswith(ANY_END):
        raise _invalid("prefix", "write the beginning of the names alone, without *", prefix)
    if kind == ResourceType.NAMESPACE and prefix.startswith(SYSTEM_BEGIN):
        raise _invalid("prefix", "only Pulsar's own topics begin so, and no grant counts there", prefix)
    may_begin = is_part if kind == ResourceType.TENANT else is_local_name
    if len(prefix) > LONGEST or not may_begin(f"{prefix}x"):
        raise _invalid("prefix", f"no {ResourceType(kind + 1).name.lower()} can have a name that begins so", prefix)


def _check_subscriptions(limits: Limits) -> None:
    names = limits.subscriptions
    if names is None:
        return
    if not 0 < len(names) <= MOST_SUBSCRIPTIONS:
        raise _invalid("subscriptions", f"name 1 to {MOST_SUBSCRIPTIONS}")
    for name in names:
        if not 0 < len(name) <= LONGEST or not is_local_name(name.replace("/", "")):
            raise _invalid("subscriptions", f"no subscription can be called {name[:SHOWN]!r}", name)
        if name == ANY_END or ANY_END in name[:-1]:
            raise _invalid("subscriptions", "a * stands at the end, after the beginning of the names", name)


def _check_authorities(limits: Limits, authorities: Iterable[int], kind: ResourceType) -> None:
    known = [AUTHORITIES[number] for number in authorities]
    if limits.prefix is not None and (
        bare := [authority.id for authority in known if not below_names(authority, kind)]
    ):
        raise InvalidInput(
            f"{_listing(bare)} says nothing about what is below a {kind.name.lower()}, so no prefix can limit it.",
            code="limit_not_possible_here",
            authorities=bare,
            field="limits.prefix",
            wrong="not with " + _listing(bare),
        )
    others = [authority.id for authority in known if authority.right not in SUBSCRIPTION_RIGHTS]
    if limits.subscriptions is not None and others:
        raise InvalidInput(
            f"{_listing(others)} is not about subscriptions: only reading and managing subscriptions can be limited so."
            " Make two grants.",
            code="limit_not_possible_here",
            authorities=others,
            field="limits.subscriptions",
            wrong="not with " + _listing(others),
        )


def _listing(numbers: Iterable[int]) -> str:
    return "Authority " + ", ".join(map(str, numbers))


def _invalid(field: str, message: str, text: str | None = None) -> InvalidInput:
    """`text`: what is wrong. Without, it is about their number."""
    return InvalidInput(
        f"limits.{field}: {message}.",
        code="invalid_limits",
        errors=[{"field": f"limits.{field}", "message": message}],
        value=text and text[:SHOWN],
    )
