"""Grants in API answers: with names instead of numbers, and with the audit's status."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from pydantic import Field
from sqlalchemy import Row
from sqlalchemy.orm import Session

from app.access.vocabulary import AUTHORITIES
from app.api.admin.grants.grant_limits import LimitsItem, limits_item
from app.api.paging import ApiModel
from app.api.resource_type import OfType
from app.api.versions import version_of
from app.audit.findings import current_results
from app.grants import grant_limits, places, roles
from app.grants.grant_facts import FactCache
from app.grants.models import Grant
from app.rights import places_by_name
from app.rights.other_mains import Gift, of_another_main


class AuthorityItem(ApiModel):
    """An authority with its meaning."""

    id: int
    text: str


ITEMS = {
    authority_id: AuthorityItem(id=authority_id, text=authority.text) for authority_id, authority in AUTHORITIES.items()
}
"""Built once: the grants of a page share the same few items."""


class UsageItem(ApiModel):
    """The status by the current audit run: used, unused, redundant, essential, unknown; `last` is epoch ms."""

    status: str
    last: int | None
    sole: int
    covering: int


class GrantItem(OfType):
    """A grant. `inherited`: it is on a place above the requested one. `user_id`: the user whose personal role it is.

    `granted_by_id`: the user that may revoke it, kept even when that user is deleted; null when the center itself gave
    it.
    """

    id: int
    role_id: int
    role_name: str
    user_id: int | None
    res_id: int
    resource: str
    resource_invalid: bool = Field(
        description="The resource, a place above it or a topic that it serves is switched off: no right gives data."
    )
    authorities: list[AuthorityItem]
    valid_from: int | None
    valid_until: int | None
    limits: LimitsItem | None
    granted_by: str
    granted_by_id: int | None
    of_another_main: bool = Field(
        description="Its user has it from somebody of another main account. False for shared roles, and for what an "
        "administrator of the center or a deleted user gave."
    )
    add_time: int
    remark: str | None
    inherited: bool
    usage: UsageItem | None
    version: str


def items(session: Session, grants: Sequence[Any], requested: places.Key | None = None) -> list[GrantItem]:
    """The items of grants (or rows of them), with a fixed number of queries. `requested`: the resource that is
    asked about, if any."""
    rows = [dict(zip(_COLUMNS, _values(grant), strict=True)) for grant in grants]
    keys = [(row["res_type"], row["res_id"]) for row in rows]
    shown_places = places_by_name.find_shown(session, keys)
    named = roles.names(session, {row["role_id"] for row in rows})
    statuses = current_results.statuses(session, [row["id"] for row in rows])
    others = of_another_main(session, {gift for row in rows if (gift := _gift(row, named[row["role_id"]][1]))})
    return [
        _item(
            row,
            named[row["role_id"]],
            shown_places.get(key, ("", False)),
            statuses.get(row["id"]),
            others,
            inherited=requested is not None and requested != key,
        )
        for row, key in zip(rows, keys, strict=True)
    ]


def new_items(session: Session, facts: FactCache, grants: Sequence[Grant]) -> list[GrantItem]:
    """The items of grants that were just made: `facts` knows everything, and no audit run has seen them."""
    known = {(grant.res_type, grant.res_id): facts.place((grant.res_type, grant.res_id)) for grant in grants}
    shown_places = places_by_name.with_served_topics(
        session, {key: (place.name, place.off) for key, place in known.items()}
    )
    rows = [dict(zip(_COLUMNS, _values(grant), strict=True)) for grant in grants]
    named = [(facts.role(grant.role_id).role_name, facts.role(grant.role_id).personal_of) for grant in grants]
    gifts = (_gift(row, user_id) for row, (_, user_id) in zip(rows, named, strict=True))
    others = of_another_main(session, {gift for gift in gifts if gift})
    return [
        _item(row, role, shown_places[row["res_type"], row["res_id"]], None, others)
        for row, role in zip(rows, named, strict=True)
    ]


def _gift(row: dict[str, Any], user_id: int | None) -> Gift | None:
    giver = row["granted_by_id"]
    return None if user_id is None or giver is None else (user_id, giver)


_COLUMNS = tuple(Grant.__table__.c.keys())
_OF_GRANT = attrgetter(*_COLUMNS)


def _values(grant: Grant | Row[Any]) -> Iterable[Any]:
    """All columns at once: one by one, by name, they would take longer than reading the row."""
    return _OF_GRANT(grant) if isinstance(grant, Grant) else grant


def _item(
    row: dict[str, Any],
    role: Any,
    shown_place: tuple[str, bool],
    status: Any | None,
    others: set[Gift],
    *,
    inherited: bool = False,
) -> GrantItem:
    role_name, user_id = role
    values = {
        **row,
        "role_name": role_name,
        "user_id": user_id,
        "resource": shown_place[0],
        "resource_invalid": shown_place[1],
        "authorities": [ITEMS[int(authority)] for authority in row["authorities"].split(",") if authority],
        "limits": limits_item(grant_limits.read(row["name_prefix"], row["subscriptions"], row["networks"])),
        "of_another_main": _gift(row, user_id) in others,
        "inherited": inherited,
        "usage": usage_item(status),
        "version": version_of(row["update_time"]),
    }
    return GrantItem(**values)


def usage_item(finding: Any | None) -> UsageItem | None:
    """The status (a row of `UseStatus`) as an item."""
    if finding is None:
        return None
    return UsageItem(status=finding.status, last=finding.last, sole=finding.sole, covering=finding.covering)
