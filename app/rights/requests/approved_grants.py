"""Turns an approved request into ordinary grants by the decider, with an end."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.limits import UNLIMITED, Limits
from app.access.windows import Window, window_of
from app.grants import grant_limits, roles
from app.grants.models import Grant, Role
from app.grants.places import Place
from app.identity.models import User
from app.rights.granting import giver_rights, grant_changes


@dataclass(frozen=True)
class ApprovedRights:
    """What was approved, and by whom. `until`: epoch ms."""

    session: Session
    by: User
    place: Place
    numbers: Sequence[int]
    until: int
    remark: str
    now: int
    limits: Limits | None = None
    """As they were written."""

    @cached_property
    def meant(self) -> Limits | None:
        """What the limits mean now."""
        return grant_limits.resolve(self.session, self.limits)

    def give(self, receiver: User) -> int | None:
        """Grant it. Returns the id of the receiver's first new grant, None when it needs none.

        The main account of a sub-account also gets what it lacks, as a sub-account can use only what its main account
        holds. Raises what `grant_changes.give` raises.
        """
        main = self.session.get(User, receiver.parent) if receiver.parent is not None else None
        if main is not None and main.id != self.by.id:
            offer = giver_rights.Offer(self.numbers, Window(self.now, self.until), self.meant)
            lacking = giver_rights.lacking_anywhere(self.session, main, self.place, self.now, offer)
            self._extend(main, sorted(lacking))
        return self._extend(receiver, self.numbers)

    def _extend(self, receiver: User, numbers: Sequence[int]) -> int | None:
        """Give each authority from the end of the receiver's own grant of it, if it has one: grants may not overlap."""
        role = roles.personal_role_of(self.session, receiver.id)
        starts = self._starts(role, numbers).items()
        ids = [self._give(role, part, start) for start, part in starts if start is None or start < self.until]
        return ids[0] if ids else None

    def _give(self, role: Role, numbers: Sequence[int], start: int | None) -> int:
        grant = grant_changes.give(
            self.session,
            self.by,
            role,
            *self.place.key,
            numbers,
            valid_from=start,
            valid_until=self.until,
            remark=self.remark,
            limits=self.limits,
            now=self.now,
        )
        return grant.id

    def _starts(self, role: Role, numbers: Sequence[int]) -> dict[int | None, list[int]]:
        """Begin (None: at once) → the authorities that start then, judged by the role's grants in force on this
        resource that cover what was approved."""
        on_place = Grant.role_id == role.id, Grant.res_type == self.place.key[0], Grant.res_id == self.place.key[1]
        counting_grants = [
            grant for grant in self.session.scalars(select(Grant).where(*on_place)) if self._counts(grant)
        ]
        starts: dict[int | None, list[int]] = {}
        for number in numbers:
            ends = [grant.valid_until for grant in counting_grants if number in grant.authority_ids()]
            if None not in ends:
                starts.setdefault(max((end for end in ends if end is not None), default=None), []).append(number)
        return starts

    def _counts(self, grant: Grant) -> bool:
        return window_of(grant, self.now).contains(self.now) and (self.meant or UNLIMITED).within(grant.limits)
