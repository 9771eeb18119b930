"""Grants: authorities of a role on a resource. What can be granted; who may give it is `app.rights.granting`."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, Unpack

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import Session

from app.access.authority_words import every_authority
from app.access.limits import Limits
from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import is_system_place
from app.access.vocabulary import AUTHORITIES, where_it_may_be_granted
from app.audit.trail import trail
from app.grants import grant_limits
from app.grants.grant_facts import FactCache
from app.grants.models import Grant, Terms
from app.grants.places import Place
from app.platform.clock import later_than, now_ms
from app.platform.errors import Conflict, InvalidInput, existing

AfterFlush = list[Callable[[], object]]
"""Functions that record changes, once these are flushed."""


def grant(
    session: Session,
    actor: str,
    role_id: int,
    res_type: int,
    res_id: int,
    authorities: Iterable[int],
    *,
    limits: Limits | None = None,
    granted_by: str | None = None,
    granted_by_id: int | None = None,
    **terms: Unpack[Terms],
) -> Grant:
    """Give a role authorities on a resource, from `valid_from` until just before `valid_until`.

    `granted_by_id`: the user that may revoke it. `granted_by`: the name of that user, when it is not the actor of the
    audit log. Nothing here checks who may give; on behalf of a user call `app.rights.granting.grant_changes.give`.

    Raises NotFound, InvalidInput `authority_not_grantable_here`, `invalid_window`, `invalid_limits` or
    `limit_not_possible_here`, Conflict `grant_exists`.
    """
    new_grant = grantable(authorities, res_type)
    facts = FactCache(session)
    facts.role(role_id)
    facts.place((res_type, res_id))
    row = Grant(
        role_id=role_id,
        res_type=res_type,
        res_id=res_id,
        authorities=join_authorities(new_grant),
        granted_by=granted_by or actor,
        granted_by_id=granted_by_id,
        **terms,
        **grant_limits.columns_of(facts.networks, grant_limits.checked(limits, new_grant, res_type)),
    )
    check_window(row)
    refuse_duplicate(session, row)
    return add(session, actor, row, facts)


def add(session: Session, actor: str, grant: Grant, facts: FactCache, after_flush: AfterFlush | None = None) -> Grant:
    """Store and record a new grant that was checked. `after_flush`: as of `change`."""
    grant.add_time = grant.update_time = now_ms()
    session.add(grant)
    _record(session, after_flush, partial(_record_new, session, actor, grant, facts))
    return grant


def _record_new(session: Session, actor: str, grant: Grant, facts: FactCache) -> None:
    trail.record(session, actor, "grant.create", str(grant.id), after=facts.of(grant))


def _record(session: Session, after_flush: AfterFlush | None, record: Callable[[], object]) -> None:
    if after_flush is None:
        session.flush()
        record()
    else:
        after_flush.append(record)


def grant_ownership(
    session: Session, actor: str, role_ids: Collection[int], res_type: int, res_ids: Collection[int]
) -> None:
    """Give roles every authority that may be held on this type of resource, on new resources.

    It makes their creator the owner; the grants can be revoked like others. Raises NotFound.
    """
    facts, now, authorities = FactCache(session), now_ms(), join_authorities(every_authority(ResourceType(res_type)))
    facts.read([(res_type, res_id) for res_id in res_ids], role_ids)
    grants = [
        Grant(
            role_id=facts.role(role).id,
            res_type=res_type,
            res_id=facts.place((res_type, res_id)).key[1],
            authorities=authorities,
            granted_by=actor,
            add_time=now,
            update_time=now,
        )
        for res_id in res_ids
        for role in role_ids
    ]
    session.add_all(grants)
    session.flush()
    for grant in grants:
        _record_new(session, actor, grant, facts)


def change(
    session: Session,
    actor: str,
    grant: Grant,
    *,
    facts: FactCache | None = None,
    role_grants: Iterable[Grant] | None = None,
    after_flush: AfterFlush | None = None,
    **values: Any,
) -> Grant:
    """Change `authorities`, `limits` or `Terms` of a grant. Raises what `grant` raises.

    `role_grants`: the role's grants on the place, if they were read. `after_flush`: a list that gets the function which
    records the change; the caller runs it after the flush.
    """
    facts = facts or FactCache(session)
    before = facts.of(grant)
    if "authorities" in values:
        values["authorities"] = join_authorities(grantable(values["authorities"], grant.res_type))
    if "limits" in values:
        values |= grant_limits.columns_of(facts.networks, values.pop("limits"))
    new_grant = Grant(**{field: values.get(field, getattr(grant, field)) for field in _COMPARED}, id=grant.id)
    check_window(new_grant)
    if role_grants is None:
        refuse_duplicate(session, new_grant)
    for other in role_grants or ():
        if other is not grant:
            refuse_same(new_grant, other)
    for field, value in values.items():
        setattr(grant, field, value)
    grant.update_time = later_than(grant.update_time, now_ms())

    def record_change() -> None:
        trail.record(session, actor, "grant.update", str(grant.id), before=before, after=facts.of(grant))

    _record(session, after_flush, record_change)
    return grant


def matching(*conditions: ColumnElement[bool]) -> Select[Grant]:
    """The grants that meet all conditions."""
    return select(Grant).where(*conditions)


def find(session: Session, grant_id: int) -> Grant:
    """A grant by its id. Raises NotFound."""
    return existing(session.get(Grant, grant_id), "There is no such grant.")


def revoke(session: Session, actor: str, grant_id: int, *, facts: FactCache | None = None) -> None:
    """Revoke a grant. Raises NotFound, also for the second of two callers who revoke it at the same time."""
    revoke_these(session, actor, [find(session, grant_id)], facts)


def take(session: Session, actor: str, grant: Grant, facts: FactCache, after_flush: AfterFlush | None) -> None:
    """Revoke a grant that was read. `after_flush`: as of `change`."""
    number, before = str(grant.id), facts.of(grant)
    session.delete(grant)
    _record(session, after_flush, partial(trail.record, session, actor, "grant.revoke", number, before=before))


def revoke_all_on(session: Session, actor: str, res_type: int, res_id: int) -> int:
    """Revoke every grant on one resource, not below it. Returns how many there were."""
    on_resource = Grant.res_type == res_type, Grant.res_id == res_id
    return revoke_these(session, actor, session.scalars(select(Grant).where(*on_resource).order_by(Grant.id)).all())


def revoke_some_on(session: Session, actor: str, res_type: int, res_id: int, limit: int) -> bool:
    """Revoke the first `limit` grants on one resource if there are more than that, else none. True when it did."""
    on_resource = select(Grant).where(Grant.res_type == res_type, Grant.res_id == res_id).order_by(Grant.id)
    first = session.scalars(on_resource.limit(limit + 1)).all()
    if len(first) <= limit:
        return False
    revoke_these(session, actor, first[:limit])
    return True


def revoke_all_of_role(session: Session, actor: str, role_id: int) -> int:
    """Revoke every grant of one role. Returns how many there were."""
    return revoke_these(session, actor, session.scalars(select(Grant).where(Grant.role_id == role_id)).all())


def grantable_on(res_type: int) -> list[int]:
    """Every authority that may be held on this type of resource, ascending."""
    kind = ResourceType(res_type)
    return [number for number, authority in AUTHORITIES.items() if authority.may_be_held_on(kind)]


def grantable(authorities: Iterable[int], res_type: int) -> list[int]:
    """The authorities, ascending, each once. Raises InvalidInput for an unknown one, and for one that cannot be held on
    this type of resource."""
    wanted = sorted(set(authorities))
    if not wanted:
        raise InvalidInput("Name at least one authority.", field="authorities", wrong="is empty")
    if unknown := [number for number in wanted if number not in AUTHORITIES]:
        raise InvalidInput(f"There is no authority {unknown[0]}.", code="unknown_authority", authorities=unknown)
    kind = ResourceType(res_type)
    misplaced = [number for number in wanted if not AUTHORITIES[number].may_be_held_on(kind)]
    if misplaced:
        raise InvalidInput(
            " ".join(
                f"Authority {number} ({AUTHORITIES[number].text}) can be granted on "
                f"{where_it_may_be_granted(AUTHORITIES[number])}, not on a {kind.name.lower()}."
                for number in misplaced
            ),
            code="authority_not_grantable_here",
            authorities=misplaced,
            where={str(number): AUTHORITIES[number].lowest.name.lower() for number in misplaced},
        )
    return wanted


_ALWAYS = ("role_id", "res_type", "res_id", "authorities")
_COMPARED = (*_ALWAYS, "valid_from", "valid_until", "name_prefix", "subscriptions", "networks")


def join_authorities(authorities: Iterable[int]) -> str:
    """The text that `Grant.authorities` stores."""
    return ",".join(str(number) for number in authorities)


def refuse_system_place(place: Place) -> None:
    """Raises InvalidInput `system_place` for a place that Pulsar keeps for itself: a grant there would have no
    effect."""
    if is_system_place(ResourceName.of(place.key[0], place.name)):
        raise InvalidInput(
            f"{place.name} is Pulsar's own: nobody is given anything there. What transactions need is open to every "
            "user; all else is for super users.",
            code="system_place",
        )


def check_window(grant: Grant) -> None:
    """Raises InvalidInput `invalid_window` unless the window begins before it ends."""
    start, end = grant.valid_from, grant.valid_until
    if start is not None and end is not None and start >= end:
        raise InvalidInput(
            "valid_from must be before valid_until.",
            code="invalid_window",
            errors=[{"field": "valid_until", "message": "is not after valid_from"}],
        )


def refuse_duplicate(session: Session, grant: Grant) -> None:
    """Raises Conflict `grant_exists` when the role has a grant with the same authorities, window and limits; it names
    that one."""
    # What is never null is compared by `=`: no database uses an index for IS NOT DISTINCT FROM.
    same = [getattr(Grant, field) == getattr(grant, field) for field in _ALWAYS]
    same += [getattr(Grant, field).is_not_distinct_from(getattr(grant, field)) for field in _COMPARED[len(_ALWAYS) :]]
    with session.no_autoflush:
        twin = session.scalars(select(Grant.id).where(*same, Grant.id != (grant.id or 0))).first()
    if twin is not None:
        raise _exists(twin)


def refuse_same(grant: Grant, other: Grant) -> None:
    """Like `refuse_duplicate`, against another grant that was read already."""
    if all(getattr(grant, field) == getattr(other, field) for field in _COMPARED):
        raise _exists(other.id)


def _exists(twin: int) -> Conflict:
    return Conflict("The role has exactly this grant already.", code="grant_exists", grant_id=twin)


def revoke_these(session: Session, actor: str, grants: Sequence[Grant], facts: FactCache | None = None) -> int:
    """Revoke grants that were read. Returns how many there were."""
    facts = facts or FactCache(session)
    facts.read([(grant.res_type, grant.res_id) for grant in grants], {grant.role_id for grant in grants})
    contents = [facts.of(grant) for grant in grants]
    for grant in grants:
        session.delete(grant)
    session.flush()
    for grant, before in zip(grants, contents, strict=True):
        trail.record(session, actor, "grant.revoke", str(grant.id), before=before)
    return len(grants)
