"""Applying a part of a remediation and rolling it back: ordinary changes of grants by a user, checked like all others.

Each part is done completely or not at all, in its own savepoint. Other writers wait meanwhile: decision 0069.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.desired_state.remediation import frozen_parts
from app.desired_state.remediation.models import Part, Remediation
from app.grants.models import Grant, Role
from app.identity.models import User
from app.platform.errors import Conflict, UserCenterError
from app.rights.granting import grant_changes, restoring

_CHANGED = "Somebody changed since what was given instead: rolling back would take that back, too."


class _NotRestorable(Exception):
    """Ends the savepoint of a part that cannot be rolled back. `lost`: the grants that cannot be given again, and
    why."""

    def __init__(self, lost: list[dict[str, Any]]) -> None:
        super().__init__()
        self.lost = lost


class PartApplier:
    """Applies or rolls back parts for one user, in one transaction. It caches places, roles and rights, so nothing else
    may change rights in that transaction."""

    def __init__(self, session: Session, by: User, remediation: Remediation, parts: Sequence[Part], now: int) -> None:
        self._session, self._by, self._now = session, by, now
        self._remark, self._parts = f"remediation {remediation.id}", parts
        self._begin()

    def apply(self, part: Part) -> None:
        """Revoke the part's grants and give the narrower ones. If that is refused, the part becomes `failed`."""
        try:
            with self._all_or_nothing():
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
            with self._all_or_nothing():
                if lost := self.undo(part):
                    raise _NotRestorable(lost)
        except _NotRestorable as error:
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
        grants_by_part = [self._exchange(part) for part in parts]
        self._session.flush()
        for part, grants in zip(parts, grants_by_part, strict=True):
            self._known |= {grant.id: grant for grant in grants if grant is not None}
            numbers = [None if grant is None else grant.id for grant in grants]
            additions = [
                {**addition, "grant_id": grant_id} for addition, grant_id in zip(part.added(), numbers, strict=True)
            ]
            part.adds = json.dumps(additions)
        self._session.flush()

    def _exchange(self, part: Part) -> list[Grant | None]:
        if any(self._update_time(grant["id"]) != grant["update_time"] for grant in part.removed()):
            message = f"The grants of suggestion {part.suggestion} are gone or were changed since."
            raise Conflict(message, code="suggestion_outdated", suggestion=part.suggestion)
        for grant in part.removed():
            self._granting.take_back(self._known.pop(grant["id"]))
        wanted = [{"valid_from": None, "role_id": part.role_id, **addition} for addition in part.added()]
        return [
            restoring.give_missing(self._session, self._granting, addition, self._now, remark=self._remark)
            for addition in wanted
        ]

    def undo(self, part: Part) -> list[dict[str, Any]]:
        """Revoke what was added and give again what was removed. Returns each grant that cannot be given, or that
        somebody changed since it was added (revoking it would take that back, too), and why.

        Raises NotAllowed.
        """
        numbers = [addition["grant_id"] for addition in part.added() if addition.get("grant_id") in self._known]
        grants = [self._known.pop(grant_id) for grant_id in numbers]
        if changed := [grant.id for grant in grants if grant.update_time != grant.add_time]:
            return [{"grant": grant_id, "code": "changed_meanwhile", "detail": _CHANGED} for grant_id in changed]
        for grant in grants:
            self._granting.take_back(grant)
        restored = (restoring.give_again(self._session, self._granting, grant, self._now) for grant in part.removed())
        return [reason for reason in restored if reason is not None]

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        try:
            with self.together():
                yield
        except (UserCenterError, _NotRestorable):
            self._begin()  # the roll-back has made the cached values wrong
            raise

    def _begin(self) -> None:
        """Read what the parts refer to, in its current state."""
        listed = [grant for part in self._parts for grant in (*part.removed(), *part.added())]
        ids = {grant.get("id") or grant.get("grant_id") for grant in listed} - {None}
        existing = self._session.scalars(select(Grant).where(Grant.id.in_(ids))) if ids else ()
        self._known: dict[int | None, Grant] = {grant.id: grant for grant in existing}
        self._granting = grant_changes.Granting(self._session, self._by, self._now)
        keys = {(grant["res_type"], grant["res_id"]) for grant in listed}
        held_by = {part.role_id for part in self._parts}
        self._granting.read(keys, held_by)
        # Referenced here, or the session would drop these users and read them again for each grant.
        self._receivers = list(
            self._session.scalars(select(User).join(Role, Role.personal_of == User.id).where(Role.id.in_(held_by)))
        )

    def _update_time(self, number: int) -> int | None:
        """When the grant was last changed (epoch ms); None when it is gone."""
        return None if (grant := self._known.get(number)) is None else grant.update_time


def end(part: Part, state: str, why: str | None, facts: dict[str, Any]) -> None:
    """Store how a part ended."""
    part.state, part.why = state, why
    part.facts = json.dumps(facts, ensure_ascii=False, sort_keys=True)
