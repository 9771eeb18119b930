"""Applying a part of a remediation and rolling it back: ordinary changes of grants by a user, checked like all others.

Each part is done completely or not at all, in its own savepoint. Other writers wait meanwhile: decision 0069.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.errors import Conflict, UserCenterError
from app.granting import on_behalf, restoring
from app.grants.models import Grant, Role
from app.identity.models import User
from app.remediation import frozen_parts
from app.remediation.models import Part, Remediation
from app.trail import trail

_CHANGED = "Somebody changed since what was given instead: rolling back would take that back, too."


class _NotWhole(Exception):
    """Ends the savepoint of a part that cannot be rolled back. `lost`: the grants that cannot be given again, and
    why."""

    def __init__(self, lost: list[dict[str, Any]]) -> None:
        super().__init__()
        self.lost = lost


class Applier:
    """Applies or rolls back parts for one user, in one transaction. It caches places, roles and rights, so nothing else
    may change rights in that transaction."""

    def __init__(self, session: Session, by: User, remediation: Remediation, parts: Sequence[Part], now: int) -> None:
        self._session, self._by, self._now = session, by, now
        self._remark, self._parts = f"remediation {remediation.id}", parts
        self._begin()

    def apply(self, part: Part) -> None:
        """Revoke the part's grants and give the narrower ones. If that is refused, the part becomes `failed`."""
        try:
            with self._whole():
                self.make([part])
        except UserCenterError as error:
            self._session.expire(part)
            end(part, frozen_parts.FAILED, error.stable_code, {"detail": error.detail})
            return
        end(part, frozen_parts.APPLIED, None, {})

    def roll_back(self, part: Part) -> None:
        """Roll back an applied part: revoke what was added and give again what was removed.

        Raises NotAllowed when `by` may not. If a grant cannot be given for another reason (say, its resource is gone),
        the part records that and nothing of it is undone: the role would else have neither the old nor the narrower
        grant.
        """
        try:
            with self._whole():
                if lost := self.undo(part):
                    raise _NotWhole(lost)
        except _NotWhole as error:
            end(part, frozen_parts.NOT_RESTORED, error.lost[0]["code"], {"lost": error.lost})
            return
        end(part, frozen_parts.ROLLED_BACK, None, {"lost": []})

    @contextmanager
    def together(self) -> Iterator[None]:
        """Record the changes of the block at its end. When the block raises, none of them was made."""
        with trail.together(self._session), self._granting.together():
            yield

    def make(self, parts: Sequence[Part]) -> None:
        """Make the changes of these parts. Raises what changing grants raises, Conflict `suggestion_outdated`."""
        given = [self._exchanged(part) for part in parts]
        self._session.flush()
        for part, found in zip(parts, given, strict=True):
            self._known |= {one.id: one for one in found if one is not None}
            numbers = [None if one is None else one.id for one in found]
            told = [{**one, "grant_id": number} for one, number in zip(part.added(), numbers, strict=True)]
            part.adds = json.dumps(told)
        self._session.flush()

    def _exchanged(self, part: Part) -> list[Grant | None]:
        if any(self._changed(one["id"]) != one["update_time"] for one in part.removed()):
            message = f"The grants of suggestion {part.suggestion} are gone or were changed since."
            raise Conflict(message, code="suggestion_outdated", suggestion=part.suggestion)
        for one in part.removed():
            self._granting.take_back(self._known.pop(one["id"]))
        wanted = [{"valid_from": None, "role_id": part.role_id, **one} for one in part.added()]
        return [
            restoring.give_missing(self._session, self._granting, one, self._now, remark=self._remark) for one in wanted
        ]

    def undo(self, part: Part) -> list[dict[str, Any]]:
        """Revoke what was added and give again what was removed. Returns each grant that cannot be given, or that
        somebody changed since it was added (revoking it would take that back, too), and why.

        Raises NotAllowed.
        """
        numbers = [one["grant_id"] for one in part.added() if one.get("grant_id") in self._known]
        given = [self._known.pop(number) for number in numbers]
        if changed := [one.id for one in given if one.update_time != one.add_time]:
            return [{"grant": one, "code": "changed_meanwhile", "detail": _CHANGED} for one in changed]
        for one in given:
            self._granting.take_back(one)
        restored = (restoring.give_again(self._session, self._granting, one, self._now) for one in part.removed())
        return [told for told in restored if told is not None]

    @contextmanager
    def _whole(self) -> Iterator[None]:
        try:
            with self.together():
                yield
        except (UserCenterError, _NotWhole):
            self._begin()  # the roll-back has made the cached values wrong
            raise

    def _begin(self) -> None:
        """Read what the parts refer to, in its current state."""
        named = [one for part in self._parts for one in (*part.removed(), *part.added())]
        ids = {one.get("id") or one.get("grant_id") for one in named} - {None}
        there = self._session.scalars(select(Grant).where(Grant.id.in_(ids))) if ids else ()
        self._known: dict[int | None, Grant] = {one.id: one for one in there}
        self._granting = on_behalf.Granting(self._session, self._by, self._now)
        keys = {(one["res_type"], one["res_id"]) for one in named}
        held_by = {part.role_id for part in self._parts}
        self._granting.read(keys, held_by)
        # Referenced here, or the session would drop these users and read them again for each grant.
        self._receivers = list(
            self._session.scalars(select(User).join(Role, Role.personal_of == User.id).where(Role.id.in_(held_by)))
        )

    def _changed(self, number: int) -> int | None:
        """When the grant was last changed (epoch ms); None when it is gone."""
        return None if (found := self._known.get(number)) is None else found.update_time


def end(part: Part, state: str, why: str | None, facts: dict[str, Any]) -> None:
    """Store how a part ended."""
    part.state, part.why = state, why
    part.facts = json.dumps(facts, ensure_ascii=False, sort_keys=True)
