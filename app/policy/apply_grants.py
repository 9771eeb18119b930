"""Leaves exactly the wanted grants of one receiver on one place; what is over already stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import grants
from app.access.models import Grant, Role
from app.access.places import Key
from app.brokers import granting
from app.errors import Conflict
from app.identity.models import User
from app.policy.comparison import Applier
from app.policy.wanted import Held
from app.policy.windows import ended
from app.policy.words import Window


@dataclass(frozen=True)
class Giver:
    """Who gives and takes back, when, in which session."""

    session: Session
    by: User
    applier: Applier
    now: int


def settle(giver: Giver, role: Role, key: Key, wanted: Mapping[Window, Held]) -> None:
    """Take back what is too much, change one that can be changed, give what is missing.

    Raises what `granting` raises.
    """
    missing, spare = _difference(giver, role, key, wanted)
    if len(spare) == len(missing) == 1:
        # A changed grant keeps its number, and so what the audit knows about it.
        window, held = missing.popitem()
        if _changed(giver, spare[0], _values(window, held)):
            return
        missing[window] = held
    for given in spare:
        granting.take_back(giver.session, giver.by, given, now=giver.now)
    for window, held in missing.items():
        _give(giver, role, key, _values(window, held))


def _difference(
    giver: Giver, role: Role, key: Key, wanted: Mapping[Window, Held]
) -> tuple[dict[Window, Held], list[Grant]]:
    there = Grant.role_id == role.id, Grant.res_type == key[0], Grant.res_id == key[1]
    missing, spare = dict(wanted), list[Grant]()
    for given in giver.session.scalars(select(Grant).where(*there).order_by(Grant.id)).all():
        window = (given.valid_from, given.valid_until)
        if missing.get(window) == (frozenset(given.authority_ids()), given.remark):
            del missing[window]
        elif not ended(window, giver.now):
            spare.append(given)
    return {window: held for window, held in missing.items() if not ended(window, giver.now)}, spare


def _values(window: Window, held: Held) -> dict[str, Any]:
    return {"authorities": sorted(held[0]), "valid_from": window[0], "valid_until": window[1], "remark": held[1]}


def _changed(giver: Giver, given: Grant, values: Mapping[str, Any]) -> bool:
    """False when it has to be taken back and given anew."""
    before = {**{field: getattr(given, field) for field in values}, "authorities": given.authority_ids()}
    differing: Any = {field: value for field, value in values.items() if value != before[field]}
    try:
        granting.change(giver.session, giver.by, given, now=giver.now, **differing)
    except Conflict as error:
        if not _may_go_beyond_main(giver, error):
            raise
        return False
    return True


def _give(giver: Giver, role: Role, key: Key, values: Mapping[str, Any]) -> None:
    fixed: Any = {field: value for field, value in values.items() if field != "authorities"}
    try:
        granting.give(giver.session, giver.by, role, *key, values["authorities"], now=giver.now, **fixed)
    except Conflict as error:
        if not _may_go_beyond_main(giver, error):
            raise
        actor = giver.by.username
        grants.grant(giver.session, actor, role.id, *key, values["authorities"], granted_by_id=giver.by.id, **fixed)


def _may_go_beyond_main(giver: Giver, error: Conflict) -> bool:
    """A sub-account may have on paper what its main account has lost: an estate must come back as it was, and it counts
    for nothing. An administrator could reach the same by giving, giving, and taking back."""
    return error.stable_code == "main_account_does_not_hold" and giver.applier.is_administrator
