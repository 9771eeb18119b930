"""Giving, changing and revoking grants: every request to do so comes through here.

`delegation` holds the rules, `app.grants.grants` writes the rows. Decision 0015.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Unpack

from sqlalchemy.orm import Session

from app.access.limits import UNLIMITED, Limits
from app.access.names import ResourceType
from app.access.network_limits import cover
from app.access.vocabulary import parts
from app.access.windows import window_of
from app.grants import grant_limits, grants, overlaps
from app.grants.grant_facts import FactCache
from app.grants.models import Grant, Role, Terms
from app.grants.networks import lists
from app.identity.accounts import administrators, own_networks
from app.identity.models import User
from app.platform.database import refuse_overtime
from app.platform.errors import InvalidInput
from app.platform.moments import past_message
from app.rights.granting import delegation, giver_rights
from app.rights.granting.giver_rights import Offer

_ROOT = (int(ResourceType.ROOT), 0)


def give(
    session: Session, giver: User, role: Role, res_type: int, res_id: int, authorities: Iterable[int], *, now: int,
    recorded_as: str | None = None, **values: Any,
) -> Grant:  # fmt: skip
    """Give one grant; see `Granting.give`."""
    return Granting(session, giver, now, recorded_as).give(role, res_type, res_id, authorities, **values)


def change(
    session: Session, giver: User, grant: Grant, *, now: int, recorded_as: str | None = None, **values: Any
) -> Grant:
    """Change one grant; see `Granting.change`."""
    return Granting(session, giver, now, recorded_as).change(grant, **values)


def take_back(session: Session, giver: User, grant: Grant, *, now: int, recorded_as: str | None = None) -> None:
    """Revoke one grant; see `Granting.take_back`."""
    Granting(session, giver, now, recorded_as).take_back(grant)


class Granting:
    """Gives, changes and revokes grants for one user. It lives as long as one transaction.

    It caches what it reads, so nothing else may change rights in that transaction. `recorded_as`: the actor in the
    audit log, if not the user's name.
    """

    def __init__(self, session: Session, giver: User, now: int, recorded_as: str | None = None) -> None:
        self.facts = FactCache(session)
        self._session, self._by, self._now = session, giver, now
        self._actor = recorded_as or giver.username
        self._giver = giver_rights.KnownGiver(session, giver, now)
        self._held = overlaps.CurrentHoldings(session, now)
        self._later: grants.AfterFlush | None = None

    def read(self, places: Collection[tuple[int, int]], roles: Collection[int]) -> None:
        """Read beforehand, with few statements, what grants to these roles on these places will need."""
        self.read_places(places, roles)
        self._held.read(places, roles)

    def read_places(self, places: Collection[tuple[int, int]], roles: Collection[int] = ()) -> None:
        """Like `read`, without the grants that the roles have there already."""
        self.facts.read(places, roles)
        self._giver.announce(place for key in places if (place := self.facts.known(key)) is not None)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Collect the changes made within the block; they are stored and recorded at its end with few statements."""
        self._later = []
        yield
        self.store()
        self._later = None

    def store(self) -> None:
        """Store and record what was collected so far, as before a change that is made otherwise."""
        later, self._later = self._later or [], []
        self._session.flush()
        for record in later:
            record()

    def give(
        self,
        role: Role,
        res_type: int,
        res_id: int,
        authorities: Iterable[int],
        *,
        limits: Limits | None = None,
        original_giver: tuple[str, int | None] | None = None,
        **terms: Unpack[Terms],
    ) -> Grant:
        """Give a role authorities on a resource, if the user may.

        `original_giver`: name and id of the original giver when a grant is restored; that user may then revoke it as
        before. Raises NotFound; NotAllowed `not_allowed`, `not_held`, `sub_account_cannot_grant`, `self_grant`,
        `grant_cycle`; InvalidInput `unknown_authority`, `authority_not_grantable_here`, `system_place`,
        `invalid_window`, `window_in_past`, `invalid_limits`, `limit_not_possible_here`; Conflict `receiver_not_active`,
        `main_account_does_not_hold`, `grant_exists`, `overlapping_window`, `too_many_windows`; Busy `change_too_long`.
        """
        refuse_overtime(self._session)  # statements check the time too, but a long list may run few of them
        giver = self._giver.at(self.facts.place((res_type, res_id)))
        name, number = original_giver or (self._by.username, self._by.id)
        numbers = _numbers(giver, authorities)
        new_grant = Grant(
            role_id=role.id,
            res_type=res_type,
            res_id=res_id,
            authorities=grants.join_authorities(numbers),
            granted_by=name,
            granted_by_id=number,
            **terms,
            **grant_limits.columns_of(self.facts.networks, grant_limits.checked(limits, numbers, res_type)),
        )
        self._check(giver, role, new_grant)
        grants.add(self._session, self._actor, new_grant, self.facts, self._later)
        self._held.note_given(new_grant)
        self._giver.note_given(new_grant)
        self._giver.note_giver(number)
        return new_grant

    def change(self, grant: Grant, **values: Any) -> Grant:
        """Change `authorities`, `limits` or `Terms`.

        The user always needs what revoking needs. To shrink it or to change the remark that is enough, and the grant
        keeps its giver; anything else also needs what giving needs, and makes the user its giver unless `keeps_giver`.
        Raises what `give` raises, Conflict `last_administrator`, InvalidInput `would_lock_out`.
        """
        refuse_overtime(self._session)
        giver = self._giver.at(self.facts.place((grant.res_type, grant.res_id)))
        delegation.check_revoke(giver, grant)
        if "authorities" in values:
            values["authorities"] = grants.grantable(values["authorities"], grant.res_type)
        if values.keys() & {"authorities", "limits"}:
            numbers = values.get("authorities", grant.authority_ids())
            values["limits"] = grant_limits.checked(values.get("limits", grant.written_limits), numbers, grant.res_type)
        new_grant = _with_values(self.facts.networks, grant, values)
        gives = bool(values.keys() - {"remark"}) and self._check_change(giver, grant, new_grant)
        if gives and not self.keeps_giver(grant.granted_by_id):
            values |= {"granted_by": self._by.username, "granted_by_id": self._by.id}
        if not values:
            return grant
        with self._giver_stays_inside(giver, grant, new_grant), self._one_administrator_remains(grant):
            others, later = self._held.of(grant), self._later
            grants.change(
                self._session, self._actor, grant, facts=self.facts, role_grants=others, after_flush=later, **values
            )
        return grant

    def take_back(self, grant: Grant) -> None:
        """Revoke the grant: only its giver or an administrator of the place may.

        Raises NotAllowed, Conflict `last_administrator`.
        """
        key = grant.res_type, grant.res_id
        # The place may be gone. Then the giver, or somebody who administers the root, may still remove the grant.
        delegation.check_revoke(self._giver.at(self.facts.known(key) or self.facts.place(_ROOT)), grant)
        with self._one_administrator_remains(grant):
            grants.take(self._session, self._actor, grant, self.facts, self._later)
        self._held.note_revoked(grant)
        self._giver.note_revoked(grant)

    def keeps_giver(self, giver_id: int | None) -> bool:
        """Whether a grant that the user widens or gives again still counts as given by its giver of before. Else the
        user is its giver, or circles of grants could not be seen. Who administers the center, from where it works,
        needs no circle."""
        return giver_id == self._by.id or self._giver.at(self.facts.place(_ROOT)).administers_the_center()

    def _one_administrator_remains(self, grant: Grant) -> AbstractContextManager[None]:
        """Check at the end of the block that an administrator of the center is left: only grants on the root can change
        that."""
        above_all = (grant.res_type, grant.res_id) == _ROOT
        return administrators.one_remains(self._session) if above_all else nullcontext()

    @contextmanager
    def _giver_stays_inside(self, giver: giver_rights.Giver, grant: Grant, new_grant: Grant) -> Iterator[None]:
        """Wraps a change of a grant. Raises InvalidInput `would_lock_out` at its end when other networks took from the
        user what it takes to undo it: administering the center from here."""
        above_all = (grant.res_type, grant.res_id) == _ROOT and not cover(new_grant.cidrs, grant.cidrs)
        inside = above_all and giver.address is not None and giver.administers_the_center()
        yield
        self._giver.note_given(grant)
        if inside and not self._giver.at(giver.place).administers_the_center():
            raise own_networks.locked_out("limits.networks")

    def _check_change(self, giver: giver_rights.Giver, grant: Grant, new_grant: Grant) -> bool:
        """True when the change gives something. One that only takes something away needs less than a new grant."""
        grants.check_window(new_grant)
        before = set(grant.authority_ids())
        split = set(new_grant.authority_ids()) - before  # 205 may be left as 208 to 211: that is less
        fewer = split <= before.union(*map(parts, before))
        narrower = (new_grant.limits or UNLIMITED).within(grant.limits)
        if not fewer or not narrower or not window_of(grant).covers(window_of(new_grant)):
            self._check(giver, self.facts.role(grant.role_id), new_grant)
            return True
        if new_grant.valid_until != grant.valid_until:
            _refuse_past(new_grant, giver.now)
        if new_grant.written_limits != grant.written_limits or split:
            overlaps.refuse(self._held, new_grant, giver.now)
        return False

    def _check(self, giver: giver_rights.Giver, role: Role, new_grant: Grant) -> None:
        offer = Offer(new_grant.authority_ids(), window_of(new_grant, giver.now), new_grant.limits)
        grants.refuse_system_place(giver.place)
        grants.check_window(new_grant)
        _refuse_past(new_grant, giver.now)
        delegation.check_grant(self._session, giver, role, offer)
        delegation.check_receiver(self._session, giver, role, offer)
        overlaps.refuse(self._held, new_grant, giver.now)


def _numbers(giver: giver_rights.Giver, authorities: Iterable[int]) -> list[int]:
    """The authorities that can be given. First refuses a giver who may not see the resource, so that it learns nothing
    from how the authorities are judged."""
    giver.require_visible()
    return grants.grantable(authorities, giver.place.key[0])


def _with_values(known_lists: lists.KnownLists, grant: Grant, values: dict[str, Any]) -> Grant:
    """A copy of the grant with the new values, not added to the session."""
    return Grant(
        id=grant.id,
        role_id=grant.role_id,
        res_type=grant.res_type,
        res_id=grant.res_id,
        authorities=grants.join_authorities(values.get("authorities", grant.authority_ids())),
        valid_from=values.get("valid_from", grant.valid_from),
        valid_until=values.get("valid_until", grant.valid_until),
        **grant_limits.columns_of(known_lists, values.get("limits", grant.written_limits)),
    )


def _refuse_past(grant: Grant, now: int) -> None:
    if grant.valid_until is not None and grant.valid_until <= now:
        raise InvalidInput(
            f"valid_until {past_message(grant.valid_until)}; the grant would never hold."
            " To end a grant now, take it back.",
            code="window_in_past",
            errors=[{"field": "valid_until", "message": "is not in the future"}],
        )
