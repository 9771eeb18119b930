"""Makes the grants of one receiver on one place with the same limits exactly as wanted.

Grants that have ended stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.desired_state.engine.state import GrantContent, Window
from app.desired_state.engine.windows import has_ended
from app.desired_state.policy_file.comparison import Applier
from app.grants import grants
from app.grants.models import Grant, Role
from app.grants.places import Key
from app.identity.models import User
from app.platform.errors import Conflict
from app.rights.granting.on_behalf import Granting


@dataclass
class GrantGiver:
    """The user that gives and revokes, the session and the time (epoch ms)."""

    session: Session
    by: User
    applier: Applier
    now: int
    _granting: Granting | None = None

    @property
    def granting(self) -> Granting:
        """Caches what it reads until `forget`."""
        if self._granting is None:
            self._granting = Granting(self.session, self.by, self.now)
        return self._granting

    @property
    def knows_nothing(self) -> bool:
        """True when nothing was read yet."""
        return self._granting is None

    def forget(self) -> None:
        """Tell that something other than grants is about to change."""
        self._granting = None


def settle(
    giver: GrantGiver,
    role: Role,
    key: Key,
    limits: Limits | None,
    wanted: Mapping[Window, GrantContent],
    *,
    existing: Iterable[Grant] | None = None,
) -> None:
    """Revoke grants with these limits that are not wanted, change those that can be changed, give those that are
    missing.

    `existing`: the role's grants on the place; None: they are read. Raises what `granting` raises.
    """
    grants = _existing_grants(giver, role, key) if existing is None else existing
    missing, spare = _difference(giver, wanted, [grant for grant in grants if grant.written_limits == limits])
    pairs = _pairs(missing, spare)
    for grant in spare:
        giver.granting.take_back(grant)
    for grant, window, content in pairs:
        # A changed grant keeps its id, and with it what the audit knows about it. And users who apply a file to
        # themselves hold the right to do so at every moment.
        if not _change_in_place(giver, grant, _values(window, content)):
            giver.granting.take_back(grant)
            missing[window] = content
    for window, content in missing.items():
        _give(giver, role, key, {**_values(window, content), "limits": limits})


def _pairs(missing: dict[Window, GrantContent], spare: list[Grant]) -> list[tuple[Grant, Window, GrantContent]]:
    """Grants to change, each with its wanted window and content; they are removed from both arguments. Paired are equal
    windows; if then one grant and one wanted window are left, these too."""
    pairs = []
    for grant in list(spare):
        window = (grant.valid_from, grant.valid_until)
        if window in missing:
            pairs.append((grant, window, missing.pop(window)))
            spare.remove(grant)
    if len(spare) == len(missing) == 1:
        pairs.append((spare.pop(), *missing.popitem()))
    return pairs


def _existing_grants(giver: GrantGiver, role: Role, key: Key) -> Iterable[Grant]:
    conditions = Grant.role_id == role.id, Grant.res_type == key[0], Grant.res_id == key[1]
    return giver.session.scalars(select(Grant).where(*conditions).order_by(Grant.id)).all()


def _difference(
    giver: GrantGiver, wanted: Mapping[Window, GrantContent], existing: Iterable[Grant]
) -> tuple[dict[Window, GrantContent], list[Grant]]:
    missing, spare = dict(wanted), list[Grant]()
    for grant in existing:
        window = (grant.valid_from, grant.valid_until)
        if missing.get(window) == (frozenset(grant.authority_ids()), grant.remark):
            del missing[window]
        elif not has_ended(window, giver.now):
            spare.append(grant)
    return {window: content for window, content in missing.items() if not has_ended(window, giver.now)}, spare


def _values(window: Window, content: GrantContent) -> dict[str, Any]:
    return {"authorities": sorted(content[0]), "valid_from": window[0], "valid_until": window[1], "remark": content[1]}


def _change_in_place(giver: GrantGiver, grant: Grant, values: Mapping[str, Any]) -> bool:
    """False when the grant has to be revoked and given again instead."""
    before = {**{field: getattr(grant, field) for field in values}, "authorities": grant.authority_ids()}
    differing: Any = {field: value for field, value in values.items() if value != before[field]}
    try:
        giver.granting.change(grant, **differing)
    except Conflict as error:
        # The grant that overlaps it may be changed by a later step.
        if error.stable_code != "overlapping_window" and not _may_go_beyond_main(giver, error):
            raise
        return False
    return True


def _give(giver: GrantGiver, role: Role, key: Key, values: Mapping[str, Any]) -> None:
    fixed: Any = {field: value for field, value in values.items() if field != "authorities"}
    try:
        giver.granting.give(role, *key, values["authorities"], **fixed)
    except Conflict as error:
        if not _may_go_beyond_main(giver, error):
            raise
        actor = giver.by.username
        grants.grant(giver.session, actor, role.id, *key, values["authorities"], granted_by_id=giver.by.id, **fixed)


def _may_go_beyond_main(giver: GrantGiver, error: Conflict) -> bool:
    """True when an administrator may exceed the main account: a sub-account may keep grants that its main account has
    lost, since an estate must come back as it was, and they have no effect. An administrator could reach the same in
    three steps: give to the main account, give to the sub-account, revoke the first."""
    return error.stable_code == "main_account_does_not_hold" and giver.applier.is_administrator
