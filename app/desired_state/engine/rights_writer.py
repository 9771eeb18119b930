"""Makes the grants of receivers on places as wanted. Grants that have ended stay as they are."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from sqlalchemy import select

from app.desired_state.engine.entitlements import Entitlement, ValidityPeriod
from app.desired_state.engine.mandate import GoneError, Mandate
from app.desired_state.engine.place_rows import PlaceRows
from app.desired_state.engine.state import Receiver
from app.desired_state.engine.steps import RightsStep
from app.grants import grants
from app.grants.models import Grant, Role
from app.grants.places import Key
from app.identity.models import User
from app.platform.database import slices
from app.platform.errors import Conflict, UserCenterError
from app.rights.granting.grant_changes import Granting

_Values = dict[str, Any]
_Wanted = dict[ValidityPeriod, Entitlement]


class RightsWriter:
    """Makes steps about grants that follow each other. It caches what it reads: nothing else may change meanwhile."""

    def __init__(self, mandate: Mandate, rows: PlaceRows) -> None:
        self._mandate, self._rows, self._session = mandate, rows, mandate.session
        self._granting = Granting(mandate.session, mandate.user, mandate.now)
        self._people: list[User] = []
        """Referenced here: the session's identity map has weak references, and would read them again for each grant."""

    def make(self, steps: Sequence[RightsStep]) -> None:
        """Revoke grants that are not wanted, change those that can be changed, give those that are missing; where what
        exists is kept, only give."""
        receivers = self._receivers({step.slot.receiver for step in steps})
        keys = {key for step in steps if (key := self._rows.key_or_none(step.place)) is not None}
        role_ids = {role.id for role in receivers.values()}
        self._granting.read(keys, role_ids)
        existing = {} if self._mandate.keeps_existing else self._existing(keys, role_ids)
        with self._granting.together():
            for step in steps:
                with self._mandate.attempt(step, may_have_written=False):
                    key, role = self._rows.key_or_none(step.place), receivers.get(step.slot.receiver)
                    if key is None or role is None:
                        raise GoneError(f"{step.place[1]} or {step.slot.receiver[1]} is gone.")
                    if self._mandate.keeps_existing:
                        self._add(step, role, key)
                    else:
                        self._settle(step, role, key, existing.get((role.id, key), []))

    def _receivers(self, named: set[Receiver]) -> dict[Receiver, Role]:
        """The roles of those who receive grants: the personal one of a user."""
        found: dict[Receiver, Role] = {}
        for part in slices(role for kind, role in named if kind == "role"):
            query = select(Role).where(Role.role_name.in_(part), Role.personal_of.is_(None))
            found |= {("role", row.role_name): row for row in self._session.scalars(query)}
        for part in slices(username for kind, username in named if kind == "user"):
            of_users = select(User, Role).join(Role, Role.personal_of == User.id).where(User.username.in_(part))
            for user, role in self._session.execute(of_users):
                found["user", user.username] = role
                self._people.append(user)
        return found

    def _existing(self, keys: set[Key], role_ids: set[int]) -> Mapping[tuple[int, Key], list[Grant]]:
        found: defaultdict[tuple[int, Key], list[Grant]] = defaultdict(list)
        ids: defaultdict[int, set[int]] = defaultdict(set)
        for res_type, res_id in keys:
            ids[res_type].add(res_id)
        for res_type, on in ids.items():
            for some_ids, some_roles in product(slices(on), slices(role_ids)):
                there = Grant.res_type == res_type, Grant.res_id.in_(some_ids), Grant.role_id.in_(some_roles)
                for grant in self._session.scalars(select(Grant).where(*there).order_by(Grant.id)):
                    found[grant.role_id, (res_type, grant.res_id)].append(grant)
        return found

    def _add(self, step: RightsStep, role: Role, key: Key) -> None:
        [(window, content)] = step.wanted.items()  # with two, one might be written when the other is refused
        try:
            self._granting.give(role, *key, **_values(window, content), limits=step.slot.limits)
        except UserCenterError as error:
            if error.stable_code != "grant_exists":
                raise

    def _settle(self, step: RightsStep, role: Role, key: Key, existing: Sequence[Grant]) -> None:
        limits = step.slot.limits
        missing, spare = self._difference(step, [grant for grant in existing if grant.written_limits == limits])
        to_change, to_revoke, to_give = _actions(missing, spare)
        for grant in to_revoke:
            self._granting.take_back(grant)
        for grant, values in to_change:
            # A changed grant keeps its id, and with it what the audit knows about it. And a user whose own grant
            # changes must not lose it in between.
            if not self._change_in_place(grant, values):
                self._granting.take_back(grant)
                to_give.append(values)
        for values in to_give:
            self._give(role, key, **values, limits=limits)

    def _difference(self, step: RightsStep, existing: Sequence[Grant]) -> tuple[_Wanted, list[Grant]]:
        """What is wanted and not there, and the grants that are not wanted so."""
        now = self._mandate.now
        missing, spare = dict(step.wanted), list[Grant]()
        for grant in existing:
            window = ValidityPeriod(grant.valid_from, grant.valid_until)
            if missing.get(window) == Entitlement.of(grant, grant.authority_ids()):
                del missing[window]
            elif not window.has_ended(now):
                spare.append(grant)
        return {window: content for window, content in missing.items() if not window.has_ended(now)}, spare

    def _change_in_place(self, grant: Grant, values: _Values) -> bool:
        """False when the grant has to be revoked and given again instead."""
        before = {**{field: getattr(grant, field) for field in values}, "authorities": grant.authority_ids()}
        differing: Any = {field: value for field, value in values.items() if value != before[field]}
        try:
            self._granting.change(grant, **differing)
        except Conflict as error:
            # The grant that overlaps it may be changed by a later step.
            if error.stable_code != "overlapping_window" and not self._may_go_beyond_main(error):
                raise
            return False
        return True

    def _give(self, role: Role, key: Key, **values: Any) -> None:
        try:
            self._granting.give(role, *key, **values)
        except Conflict as error:
            if not self._may_go_beyond_main(error):
                raise
            self._granting.store()  # the audit log keeps the order
            user, authorities = self._mandate.user, values.pop("authorities")
            grants.grant(self._session, user.username, role.id, *key, authorities, granted_by_id=user.id, **values)

    def _may_go_beyond_main(self, error: Conflict) -> bool:
        """True when an administrator gives a sub-account more than its main account holds: what a file describes must
        come back as it was. Such grants have no effect. An administrator could reach the same in three steps: give to
        the main account, give to the sub-account, revoke the first."""
        return error.stable_code == "main_account_does_not_hold" and self._mandate.is_administrator


def _actions(
    missing: Mapping[ValidityPeriod, Entitlement], spare: Sequence[Grant]
) -> tuple[list[tuple[Grant, _Values]], list[Grant], list[_Values]]:
    """The grants to change with their values, those to revoke, and the values of those to give. Changed are grants of
    the same window; if then one grant and one wanted window are left, these too."""
    to_give = {window: _values(window, content) for window, content in missing.items()}
    to_change, to_revoke = [], []
    for grant in spare:
        if values := to_give.pop(ValidityPeriod(grant.valid_from, grant.valid_until), None):
            to_change.append((grant, values))
        else:
            to_revoke.append(grant)
    if len(to_revoke) == len(to_give) == 1:
        to_change.append((to_revoke.pop(), to_give.popitem()[1]))
    return to_change, to_revoke, list(to_give.values())


def _values(window: ValidityPeriod, content: Entitlement) -> _Values:
    return {"authorities": sorted(content.authorities), **window._asdict(), **content.columns}
