"""Where a right comes from: its giver, that giver's giver, and so on. Circles are refused.

If A gave a right to B, B may not give it back to A: A would keep the right after its own grant is revoked.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import Session

from app.access.limits import UNLIMITED, Limits, name_below
from app.access.names import ResourceName, ResourceType
from app.access.vocabulary import AUTHORITIES, asked_level
from app.access.windows import Window, window_of
from app.grants.models import Grant, UserRole
from app.identity.models import User
from app.platform.errors import NotAllowed
from app.rights.granting.giver_rights import Giver, Offer

MOST = 300
"""Grants to follow at most, on one place and above it. Longer chains are refused, so that nobody else has to wait."""


def refuse_cycle(session: Session, giver: Giver, receiver: User, offer: Offer) -> None:
    """Raises NotAllowed `grant_cycle` when the giver holds an authority only because the receiver gave it, directly or
    through others, at any moment of the window. Checking one moment is not enough: another source may end earlier."""
    if receiver.id not in giver.has_given:
        anything = select(Grant.id).where(Grant.granted_by_id == receiver.id).limit(1)
        giver.has_given[receiver.id] = session.scalar(anything) is not None
    if not giver.has_given[receiver.id]:
        return
    on_place = _is_on_or_above(giver)
    gave = select(Grant.id).where(Grant.granted_by_id == receiver.id, on_place).limit(1)
    if session.scalar(gave) is None:
        return
    given_grants = _held_on_the_way_back(session, giver.user.id, receiver.id, on_place, offer.window)
    if len(given_grants) > MOST:
        raise NotAllowed(
            f"What you hold on {giver.place.name} comes over more than {MOST} grants; whether {receiver.username} gave "
            "it to you cannot be told.",
            code="grant_cycle",
            authorities=sorted(set(offer.authorities)),
        )
    # From where the others in the chain gave is not known any more, so it is not checked.
    given_grants = [
        (user, grant) for user, grant in given_grants if user != giver.user.id or giver.gives_by(grant.limits)
    ]
    parts = [
        [(user, grant) for user, grant in given_grants if covers(grant, giver.resource, part)]
        for part in (offer.limits or UNLIMITED).atoms()
    ]
    circular = [
        number
        for number in sorted(set(offer.authorities))
        if any(first_circle(part, giver.user.id, receiver.id, number, offer.window) is not None for part in parts)
    ]
    if circular:
        raise NotAllowed(
            f"You hold {', '.join(map(str, circular))} on {giver.place.name} only because {receiver.username} gave it "
            "to you; it cannot be given back in a circle.",
            code="grant_cycle",
            authorities=circular,
        )


def first_circle(
    given_grants: Collection[tuple[int, Grant]], holder: int, origin: int, authority: int, window: Window
) -> int | None:
    """The first moment of the window (epoch ms) at which the holder has the authority only because `origin` gave it.

    `given_grants`: (user id, grant) on the place or above it, of the holder and of every giver in the chain.
    """
    sources: dict[int, list[tuple[Window, int | None]]] = {}
    for user, grant in given_grants:
        if _gives_authority(grant, authority):
            sources.setdefault(user, []).append((window_of(grant), grant.granted_by_id))
    edges = {
        edge
        for windows in sources.values()
        for span, _ in windows
        for edge in (span.start, span.end)
        if edge is not None
    }
    moments = sorted({window.start, *filter(window.contains, edges)})
    return next((moment for moment in moments if _stems_from(sources, holder, origin, moment)), None)


def _held_on_the_way_back(
    session: Session, holder: int, origin: int, place_condition: ColumnElement[bool], window: Window
) -> list[tuple[int, Grant]]:
    """(user id, grant) of the holder, of the givers of those grants, and so on up to the origin.

    Grants that end before the window begins are left out. Stops soon after MOST grants.
    """
    found: list[tuple[int, Grant]] = []
    seen, holders = {origin}, {holder}
    query = select(UserRole.user_id, Grant).join(Grant, Grant.role_id == UserRole.role_id)
    left = or_(Grant.valid_until.is_(None), Grant.valid_until > window.start)
    query = query.where(place_condition, left).limit(MOST + 1)
    while holders and len(found) <= MOST:
        seen |= holders
        found_grants = [(user, grant) for user, grant in session.execute(query.where(UserRole.user_id.in_(holders)))]
        found.extend(found_grants)
        holders = {grant.granted_by_id for _, grant in found_grants if grant.granted_by_id is not None} - seen
    return found


def _stems_from(
    sources: Mapping[int, Collection[tuple[Window, int | None]]], holder: int, origin: int, moment: int
) -> bool:
    """True when every chain of givers from the holder ends at `origin`. False when one ends at a grant without giver,
    or at a giver that no longer holds the authority.

    `sources`: user id → (window, giver's user id) of each grant that gives the authority.
    """
    seen, holders = {origin}, {holder}
    while holders:
        seen |= holders
        givers_of_holders = [
            [giver for window, giver in sources.get(user, ()) if window.contains(moment)] for user in holders
        ]
        if any(not givers or None in givers for givers in givers_of_holders):
            return False
        holders = {giver for givers in givers_of_holders for giver in givers if giver is not None} - seen
    return True


def covers(grant: Grant, resource: ResourceName, bounds: Limits) -> bool:
    """True when the limits of the grant, on the resource or above it, cover this part of the resource."""
    limits = grant.limits
    if limits is None:
        return True
    name = name_below(grant.res_type, resource)
    named = limits.covers_name(bounds.prefix if name is None else name)
    return named and replace(bounds, prefix=None).within(replace(limits, prefix=None))


def _gives_authority(grant: Grant, number: int) -> bool:
    authority, kind = AUTHORITIES[number], ResourceType(grant.res_type)
    return any(
        AUTHORITIES[held].may_be_held_on(kind) and AUTHORITIES[held].gives(authority.right, asked_level(authority))
        for held in grant.authority_ids()
        if held in AUTHORITIES
    )


def _is_on_or_above(giver: Giver) -> ColumnElement[bool]:
    """A condition: the grant is on the resource or above it."""
    keys = (giver.place.key, *giver.place.above)
    return or_(*(and_(Grant.res_type == kind, Grant.res_id == res_id) for kind, res_id in keys))
