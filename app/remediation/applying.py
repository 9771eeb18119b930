"""Applying a part and rolling it back: ordinary grant changes by somebody, checked like all others.

Each part is done whole or not at all, in a savepoint of its own. Others wait meanwhile: decision 0069.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.windows import Window
from app.errors import Conflict, NotAllowed, NotFound, UserCenterError
from app.granting import on_behalf
from app.grants import places, roles
from app.grants.models import Grant, Role
from app.identity.models import User
from app.remediation import frozen_parts
from app.remediation.models import Part, Remediation
from app.trail import trail


class _NotWhole(Exception):
    """Ends the savepoint of a part that cannot be taken back; `lost`: which grants cannot be given, and why."""

    def __init__(self, lost: list[dict[str, Any]]) -> None:
        super().__init__()
        self.lost = lost


class Applier:
    """What somebody does with some parts, in one transaction that changes no more: places, roles and rights are read
    once. Each part is done whole or not at all."""

    def __init__(self, session: Session, by: User, remediation: Remediation, parts: Sequence[Part], now: int) -> None:
        self._session, self._by, self._now = session, by, now
        self._remark, self._parts = f"remediation {remediation.id}", parts
        self._begin()

    def apply(self, part: Part) -> None:
        """Take the grants of the part back and give the narrower ones. What is refused makes the part `failed`."""
        try:
            with self._whole():
                self.make([part])
        except UserCenterError as error:
            self._session.expire(part)
            end(part, frozen_parts.FAILED, error.stable_code, {"detail": error.detail})
            return
        end(part, frozen_parts.APPLIED, None, {})

    def roll_back(self, part: Part) -> None:
        """Undo an applied part: what came goes, what went is given again, as far as what it was about is still there.

        Raises NotAllowed when `by` may not; what cannot be given for other reasons is told in the part, and then
        nothing of it is undone: who was left with the narrower grant would else have neither.
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
        """What is made and undone within the block is recorded at its end. When it raises, nothing of it was done."""
        with trail.together(self._session), self._granting.together():
            yield

    def make(self, parts: Sequence[Part]) -> None:
        """The changes of these parts. Raises what changing grants raises, Conflict `suggestion_outdated`."""
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
        return [self._give_missing(one, remark=self._remark) for one in wanted]

    def undo(self, part: Part) -> list[dict[str, Any]]:
        """Take what came and give what went, as far as that goes; answers each grant that cannot be given, and why.

        Raises NotAllowed.
        """
        for one in part.added():
            if (given := self._known.pop(one.get("grant_id"), None)) is not None:
                self._granting.take_back(given)
        return [told for one in part.removed() if (told := self._restored(one)) is not None]

    @contextmanager
    def _whole(self) -> Iterator[None]:
        try:
            with self.together():
                yield
        except (UserCenterError, _NotWhole):
            self._begin()  # what was known of it is not so any more
            raise

    def _begin(self) -> None:
        """Read what the parts are about, as it is now."""
        named = [one for part in self._parts for one in (*part.removed(), *part.added())]
        ids = {one.get("id") or one.get("grant_id") for one in named} - {None}
        there = self._session.scalars(select(Grant).where(Grant.id.in_(ids))) if ids else ()
        self._known: dict[int | None, Grant] = {one.id: one for one in there}
        self._granting = on_behalf.Granting(self._session, self._by, self._now)
        keys = {(one["res_type"], one["res_id"]) for one in named}
        held_by = {part.role_id for part in self._parts}
        self._granting.read(keys, held_by)
        # The session forgets whom nobody keeps, and would read them again for each grant.
        self._receivers = list(
            self._session.scalars(select(User).join(Role, Role.personal_of == User.id).where(Role.id.in_(held_by)))
        )

    def _changed(self, number: int) -> int | None:
        """When it was changed last; None when it is gone."""
        return None if (found := self._known.get(number)) is None else found.update_time

    def _give_missing(self, wanted: dict[str, Any], **values: Any) -> Grant | None:
        """Give what of it the role does not have there for as long; None when it has it all. A refusal comes before
        anything is written.

        Raises what giving raises, Conflict `overlapping_window` too: for what it has there for a shorter time.
        """
        role = roles.find(self._session, wanted["role_id"])
        ends = {name: wanted[name] for name in ("valid_from", "valid_until")}
        missing = wanted["authorities"]
        while missing:
            try:
                return self._granting.give(role, wanted["res_type"], wanted["res_id"], missing, **ends, **values)
            except Conflict as error:
                if error.stable_code == "grant_exists":
                    return None
                if error.stable_code != "overlapping_window" or not _as_long(error.extra, ends, self._now):
                    raise
                missing = [number for number in missing if number not in error.extra["authorities"]]
        return None

    def _restored(self, one: dict[str, Any]) -> dict[str, Any] | None:
        """Give a removed grant again, as it was; answers why not, if its role or resource is gone or its time is over.

        Raises NotAllowed, also to who may not know of the resource any more: others still can give it.
        """
        if one["valid_until"] is not None and one["valid_until"] <= self._now:
            return None
        try:
            self._give_missing(one, remark=one["remark"], as_from=(one["granted_by"], one["granted_by_id"]))
        except (NotFound, Conflict) as error:
            if isinstance(error, NotFound) and _is_there(self._session, one):
                raise NotAllowed("You hold nothing any more where this would be given back.") from error
            return {"grant": one["id"], "code": error.stable_code, "detail": error.detail}
        return None


def end(part: Part, state: str, why: str | None, facts: dict[str, Any]) -> None:
    """Write how a part ended."""
    part.state, part.why = state, why
    part.facts = json.dumps(facts, ensure_ascii=False, sort_keys=True)


def _as_long(there: Mapping[str, Any], wanted: Mapping[str, Any], now: int) -> bool:
    had, needed = (Window(max(one["valid_from"] or 0, now), one["valid_until"]) for one in (there, wanted))
    return had.covers(needed)


def _is_there(session: Session, one: dict[str, Any]) -> bool:
    """The role and the place of a grant."""
    key = one["res_type"], one["res_id"]
    return session.get(Role, one["role_id"]) is not None and key in places.places_of(session, [key])
