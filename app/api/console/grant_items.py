"""How a grant is shown: names instead of numbers, and what the audit found out about it."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, Field
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from app.access import places
from app.access.grant_facts import GrantFacts
from app.access.models import Grant, Role
from app.access.vocabulary import AUTHORITIES
from app.api.paging import version_of
from app.api.resource_type import OfType
from app.audit import reports
from app.brokers import switched_off


class AuthorityItem(BaseModel):
    """An authority with its meaning."""

    id: int
    text: str


ITEMS = {number: AuthorityItem(id=number, text=one.text) for number, one in AUTHORITIES.items()}
"""Made once: a page of a thousand grants names the same few."""


class UsageItem(BaseModel):
    """The newest finding: used, unused, redundant, essential, unknown; `last` is epoch ms."""

    status: str
    last: int | None
    sole: int
    covering: int


class GrantItem(OfType):
    """A grant. `inherited`: it is on a place above the one that was asked for. `user_id`: whose personal role it is.

    `granted_by_id`: the user that may take it back, also after it was deleted; null when the center itself gave it.
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
    granted_by: str
    granted_by_id: int | None
    add_time: int
    remark: str | None
    inherited: bool
    usage: UsageItem | None
    version: str


def items(session: Session, grants: Sequence[Any], asked: places.Key | None = None) -> list[GrantItem]:
    """The grants (or rows of them) as shown, with a fixed number of queries. `asked` is the resource whose grants were
    asked for."""
    where = switched_off.shown(session, [(one.res_type, one.res_id) for one in grants])
    ids = {"ids": sorted({one.role_id for one in grants})}
    roles = {role.id: role for role in session.connection().execute(_ROLES, ids)}
    found = reports.statuses(session, [one.id for one in grants])
    return [
        _item(
            one,
            roles[one.role_id],
            where.get((one.res_type, one.res_id), ("", False)),
            found.get(one.id),
            inherited=asked is not None and asked != (one.res_type, one.res_id),
        )
        for one in grants
    ]


def new_items(session: Session, facts: GrantFacts, grants: Sequence[Grant]) -> list[GrantItem]:
    """Grants that were given just now: all is known, and no audit has seen them."""
    known = {(one.res_type, one.res_id): facts.place((one.res_type, one.res_id)) for one in grants}
    where = switched_off.through(session, {key: (place.name, place.off) for key, place in known.items()})
    return [_item(one, facts.role(one.role_id), where[one.res_type, one.res_id], None) for one in grants]


def _item(one: Any, role: Any, where: tuple[str, bool], status: Any | None, *, inherited: bool = False) -> GrantItem:
    return GrantItem(
        id=one.id,
        role_id=role.id,
        role_name=role.role_name,
        user_id=role.personal_of,
        res_type=one.res_type,
        res_id=one.res_id,
        resource=where[0],
        resource_invalid=where[1],
        authorities=[ITEMS[int(number)] for number in one.authorities.split(",") if number],
        valid_from=one.valid_from,
        valid_until=one.valid_until,
        granted_by=one.granted_by,
        granted_by_id=one.granted_by_id,
        add_time=one.add_time,
        remark=one.remark,
        inherited=inherited,
        usage=usage_item(status),
        version=version_of(one.update_time),
    )


_ROLES = select(Role.id, Role.role_name, Role.personal_of).where(Role.id.in_(bindparam("ids", expanding=True)))


def usage_item(finding: Any | None) -> UsageItem | None:
    """The finding (a row of `GrantStatus`) as shown with its grant."""
    if finding is None:
        return None
    return UsageItem(status=finding.status, last=finding.last, sole=finding.sole, covering=finding.covering)
