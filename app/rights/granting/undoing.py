"""Undoing entries of the audit log about rights: the opposite change, made by an ordinary giver as by hand.

Undone is only what can be undone exactly: grants that were given, changed or revoked, memberships of shared roles, and
an account's business group. What somebody changed since is refused: undoing would take that back, too.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.audit.trail.models import TrailEntry
from app.grants import grant_limits, roles
from app.grants.models import Grant, Terms, UserRole
from app.identity import users
from app.identity.accounts import administrators, lifecycle
from app.identity.models import User
from app.platform.errors import Conflict, NotFound, UserCenterError
from app.rights.granting import restoring, role_membership
from app.rights.granting.grant_changes import Granting

Content = Mapping[str, Any]
_LIMITS = ("name_prefix", "subscriptions", "networks")
_CHANGED = ("authorities", *Terms.__annotations__, *_LIMITS)
_EXACT = ("role_id", "res_type", "res_id", *_CHANGED, "cidrs")
"""What decisions and readers know a grant by. The id of one that is given again is new."""
_WHOLE = {"role_id", "res_type", "res_id", "authorities", "granted_by"}
"""Entries from before whole rows were recorded lack some of these."""
_MEMBERSHIP = {"user_id", "role_id"}


def is_undoable(entry: TrailEntry) -> bool:
    """Whether it is of a kind that can be undone. Whether this one can be, by whom and now, only trying tells."""
    before, after = _contents(entry)
    match entry.action:
        case "grant.create":
            return after.keys() >= _WHOLE
        case "grant.revoke":
            return before.keys() >= _WHOLE
        case "grant.update":
            return before.keys() >= _WHOLE and bool(_differing(before, after, _CHANGED))
        case "user.join" | "user.leave":
            content = after or before
            # The personal role, of the user's name, comes and goes with the account.
            return content.keys() >= _MEMBERSHIP and content.get("role_name") != entry.entity_key
        case "user.update":
            differing = _differing(before, after, {*before, *after})
            return differing - {"update_time"} == {"service_group"}
    return False


def authorities_given(entry: TrailEntry) -> Collection[int]:
    """The authorities that undoing the entry gives, or gives for another time or with other limits."""
    gives = entry.action in ("grant.revoke", "grant.update") and is_undoable(entry)
    return _contents(entry)[0]["authorities"] if gives else ()


def last_content(entry: TrailEntry) -> Content:
    """What the entry left; of what is gone, what it took away."""
    before, after = _contents(entry)
    return after or before


class Undoing:
    """Undoes entries for one user in one transaction. A set is undone from its newest entry to its oldest."""

    def __init__(self, session: Session, by: User, now: int) -> None:
        self.grants: set[int] = set()
        """Ids of the grants that were made, changed or revoked."""
        self._session, self._by, self._now = session, by, now
        self._granting: Granting | None = None
        self._given_again: dict[int, int] = {}

    def undo(self, entry: TrailEntry) -> None:
        """Make the opposite change and record it. Raises Conflict `not_undoable`, `changed_since`, and what that change
        raises, each with the number of the entry."""
        try:
            self._undo(entry)
        except UserCenterError as error:
            gone = isinstance(error, NotFound)
            refused = Conflict(f"It is gone: {error.detail}", code="changed_since") if gone else error
            refused.extra["entry"] = entry.id
            raise refused from error
        undone = {"entry": entry.id, "undone_action": entry.action, "undone_key": entry.entity_key}
        trail.record(self._session, self._by.username, "trail.undo", str(entry.id), after=undone)

    def _undo(self, entry: TrailEntry) -> None:
        if not is_undoable(entry):
            message = f"{entry.action} cannot be undone exactly: make the opposite change yourself."
            raise Conflict(message, code="not_undoable")
        before, after = _contents(entry)
        if entry.entity != "grant":
            self._granting = None  # what it remembers holds no longer
        match entry.action:
            case "grant.create":
                self._as_granter().take_back(self._unchanged(int(entry.entity_key), after))
            case "grant.revoke":
                self._give_again(int(entry.entity_key), before, of_own=entry.actor == self._by.username)
            case "grant.update":
                self._change_back(self._unchanged(int(entry.entity_key), after), before, after)
            case "user.join":
                self._leave(after)
            case "user.leave":
                self._join(before)
            case _:
                self._regroup(before, after)

    def _as_granter(self) -> Granting:
        self._granting = self._granting or Granting(self._session, self._by, self._now)
        return self._granting

    def _unchanged(self, number: int, after: Content) -> Grant:
        number = self._given_again.get(number, number)
        grant = self._session.get(Grant, number)
        if grant is None:
            raise NotFound(f"grant {number}.")
        changed = _differing(_row(grant), after, _CHANGED)
        _require(not changed, f"Grant {number} was changed since: {', '.join(sorted(changed))}.")
        self.grants.add(number)
        return grant

    def _give_again(self, number: int, before: Content, *, of_own: bool) -> None:
        """As its first giver, who decided it, only when the user revoked it itself (`of_own`) or `keeps_giver`."""
        role = roles.find(self._session, before["role_id"])
        limits = _limits(before)
        restoring.refuse_other_lists(self._session, limits, before["update_time"])
        granting, giver = self._as_granter(), (before["granted_by"], before.get("granted_by_id"))
        keeps = of_own or granting.keeps_giver(giver[1])
        grant = granting.give(
            role, before["res_type"], before["res_id"], before["authorities"], limits=limits,
            original_giver=giver if keeps else None,
            **{term: before.get(term) for term in Terms.__annotations__},
        )  # fmt: skip
        self.grants |= {number, grant.id}
        self._given_again[number] = grant.id
        _refuse_inexact(grant, before, _EXACT)

    def _change_back(self, grant: Grant, before: Content, after: Content) -> None:
        differing = _differing(before, after, _CHANGED)
        values = {field: before.get(field) for field in differing - set(_LIMITS)}
        if differing & set(_LIMITS):
            values["limits"] = _limits(before)
        self._as_granter().change(grant, **values)
        _refuse_inexact(grant, before, {*differing, *(("cidrs",) if "networks" in differing else ())})

    def _leave(self, after: Content) -> None:
        user_id, role_id = after["user_id"], after["role_id"]
        _require(self._is_member(after), "The account left the role since.")
        with administrators.one_remains(self._session):
            roles.leave(self._session, self._by.username, role_id, user_id)

    def _join(self, before: Content) -> None:
        _require(not self._is_member(before), "The account is in the role again.")
        role_membership.join(self._session, self._by, before["role_id"], before["user_id"], self._now)

    def _is_member(self, content: Content) -> bool:
        return self._session.get(UserRole, (content["user_id"], content["role_id"])) is not None

    def _regroup(self, before: Content, after: Content) -> None:
        user = users.find(self._session, after["id"])
        _require(user.service_group == after["service_group"], "The account's group was changed since.")
        lifecycle.change(self._session, self._by.username, user, group_id=before["service_group"])


def _require(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise Conflict(otherwise, code="changed_since")


def _contents(entry: TrailEntry) -> tuple[Content, Content]:
    return json.loads(entry.before or "{}"), json.loads(entry.after or "{}")


def _row(grant: Grant) -> Content:
    return contents.row(grant, authorities=grant.authority_ids())


def _differing(one: Content, other: Content, fields: Iterable[str]) -> set[str]:
    """The fields with different values. What an older entry does not name was not there yet."""
    return {field for field in fields if _plain(one.get(field)) != _plain(other.get(field))}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _limits(content: Content) -> Any:
    subscriptions, networks = (
        None if (found := content.get(field)) is None else tuple(found) for field in ("subscriptions", "networks")
    )
    return grant_limits.read(content.get("name_prefix"), subscriptions, networks)


def _refuse_inexact(grant: Grant, before: Content, fields: Iterable[str]) -> None:
    """Raises Conflict when what stands there now is not what was there: a list of networks means something else."""
    differing = _differing(_row(grant), before, fields)
    _require(not differing, f"It would not be as before: {', '.join(sorted(differing))} would differ.")
