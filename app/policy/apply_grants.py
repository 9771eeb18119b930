"""Leaves exactly the wanted grants of one receiver on one place; what is over already stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.errors import Conflict
from app.granting.on_behalf import Granting
from app.grants import grants
from app.grants.models import Grant, Role
from app.grants.places import Key
from app.identity.models import User
from app.policy.comparison import Applier
from app.policy.wanted import Held
from app.policy.windows import has_ended
from app.policy.words import Window


@dataclass
class Giver:
    """Who gives and takes back, when, in which session."""

    session: Session
    by: User
    applier: Applier
    now: int
    _granting: Granting | None = None

    @property
    def granting(self) -> Granting:
        """Knows what it has read until `forget`."""
        if self._granting is None:
            self._granting = Granting(self.session, self.by, self.now)
        return self._granting

    @property
    def knows_nothing(self) -> bool:
        """Nothing was read yet."""
        return self._granting is None

    def forget(self) -> None:
        """Something else than grants is about to change."""
        self._granting = None


def settle(
    giver: Giver, role: Role, key: Key, wanted: Mapping[Window, Held], *, there: Iterable[Grant] | None = None
) -> None:
    """Take back what is too much, change one that can be changed, give what is missing. `there`: what the role has on
    the place; it is read when that is not known.

    Raises what `granting` raises.
    """
    missing, spare = _difference(giver, wanted, _there(giver, role, key) if there is None else there)
    pairs = _pairs(missing, spare)
    for given in spare:
        giver.granting.take_back(given)
    for given, window, held in pairs:
        # A changed grant keeps its number, and so what the audit knows about it; and who applies a file to
        # themselves is at no moment without the right to do so.
        if not _change_in_place(giver, given, _values(window, held)):
            giver.granting.take_back(given)
            missing[window] = held
    for window, held in missing.items():
        _give(giver, role, key, _values(window, held))


def _pairs(missing: dict[Window, Held], spare: list[Grant]) -> list[tuple[Grant, Window, Held]]:
    """Grants to change and into what, taken out of both: those with the same window, and one that is left for one."""
    found = []
    for given in list(spare):
        window = (given.valid_from, given.valid_until)
        if window in missing:
            found.append((given, window, missing.pop(window)))
            spare.remove(given)
    if len(spare) == len(missing) == 1:
        found.append((spare.pop(), *missing.popitem()))
    return found


def _there(giver: Giver, role: Role, key: Key) -> Iterable[Grant]:
    there = Grant.role_id == role.id, Grant.res_type == key[0], Grant.res_id == key[1]
    return giver.session.scalars(select(Grant).where(*there).order_by(Grant.id)).all()


def _difference(
    giver: Giver, wanted: Mapping[Window, Held], there: Iterable[Grant]
) -> tuple[dict[Window, Held], list[Grant]]:
    missing, spare = dict(wanted), list[Grant]()
    for given in there:
        window = (given.valid_from, given.valid_until)
        if missing.get(window) == (frozenset(given.authority_ids()), given.remark):
            del missing[window]
        elif not has_ended(window, giver.now):
            spare.append(given)
    return {window: held for window, held in missing.items() if not has_ended(window, giver.now)}, spare


def _values(window: Window, held: Held) -> dict[str, Any]:
    return {"authorities": sorted(held[0]), "valid_from": window[0], "valid_until": window[1], "remark": held[1]}


def _change_in_place(giver: Giver, given: Grant, values: Mapping[str, Any]) -> bool:
    """False when it has to be taken back and given anew."""
    before = {**{field: getattr(given, field) for field in values}, "authorities": given.authority_ids()}
    differing: Any = {field: value for field, value in values.items() if value != before[field]}
    try:
        giver.granting.change(given, **differing)
    except Conflict as error:
        # What it overlaps may be about to change too.
        if error.stable_code != "overlapping_window" and not _may_go_beyond_main(giver, error):
            raise
        return False
    return True


def _give(giver: Giver, role: Role, key: Key, values: Mapping[str, Any]) -> None:
    fixed: Any = {field: value for field, value in values.items() if field != "authorities"}
    try:
        giver.granting.give(role, *key, values["authorities"], **fixed)
    except Conflict as error:
        if not _may_go_beyond_main(giver, error):
            raise
        actor = giver.by.username
        grants.grant(giver.session, actor, role.id, *key, values["authorities"], granted_by_id=giver.by.id, **fixed)


def _may_go_beyond_main(giver: Giver, error: Conflict) -> bool:
    """A sub-account may have on paper what its main account has lost: an estate must come back as it was, and it counts
    for nothing. An administrator could reach the same by giving, giving, and taking back."""
    return error.stable_code == "main_account_does_not_hold" and giver.applier.is_administrator
