"""A proposal: the changes that a simulation tries, what they touch, and how they are made."""

from collections.abc import Mapping

from pydantic import Field, model_validator
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.api.admin.audit import undo
from app.api.admin.grants.grants import Authorities, GrantChange, NewGrant, change_as_asked, decidable, give_as_asked
from app.api.admin.requests import access_requests
from app.api.admin.users import accounts
from app.api.callers import Caller
from app.api.paging import Body, IdValue, Moment
from app.audit.trail import trail
from app.grants import grants, roles
from app.grants.models import Grant, Role
from app.identity.accounts import lifecycle
from app.platform.errors import NotAllowed, NotFound
from app.platform.settings import Settings
from app.rights.granting import role_membership
from app.rights.granting.grant_changes import Granting
from app.rights.inquiry.simulation_questions import AffectedRights
from app.rights.requests import deciding, requested_places
from app.rights.requests.deciding import Approval
from app.rights.requests.models import AccessRequest

MOST = 100
"""Changes in one proposal."""


class ProposedChange(GrantChange):
    """New contents of a grant; fields that are left out stay."""

    id: IdValue


class Membership(Body):
    """A user that joins or leaves a shared role."""

    user_id: IdValue
    role_id: IdValue


class ProposedApproval(Body):
    """A request for rights that is approved, as the route does it."""

    id: IdValue
    authorities: Authorities | None = None
    valid_until: Moment | None = None


class Proposal(Body):
    """Changes in the order in which they would be made."""

    revoke: list[IdValue] = Field(default_factory=list, max_length=MOST)
    change: list[ProposedChange] = Field(default_factory=list, max_length=MOST)
    leave: list[Membership] = Field(default_factory=list, max_length=MOST)
    join: list[Membership] = Field(default_factory=list, max_length=MOST)
    grant: list[NewGrant] = Field(default_factory=list, max_length=MOST)
    disable: list[IdValue] = Field(default_factory=list, max_length=MOST, description="users")
    approve: list[ProposedApproval] = Field(default_factory=list, max_length=MOST)
    undo: list[IdValue] = Field(default_factory=list, max_length=MOST, description="Entries of the audit log.")

    @model_validator(mode="after")
    def _some(self) -> "Proposal":
        number = sum(len(getattr(self, field)) for field in type(self).model_fields)
        if not 1 <= number <= MOST:
            raise ValueError(f"propose 1 to {MOST} changes")
        return self


def find_touched(session: Session, changes: Proposal) -> AffectedRights:
    """The roles, people and places of the proposal."""
    touched = AffectedRights()
    ids = [*changes.revoke, *(change.id for change in changes.change)]
    for grant in session.scalars(grants.matching(Grant.id.in_(ids))):
        touched.grant(grant.role_id, (grant.res_type, grant.res_id))
    for new in changes.grant:
        touched.grant(_receiver(session, new).id, (new.res_type, new.res_id))
    for membership in (*changes.leave, *changes.join):
        touched.membership(session, membership.user_id, membership.role_id)
    for user_id in changes.disable:
        touched.user(session, user_id)
    for approval in changes.approve:
        _find_approved(session, approval.id, touched)
    undo.find_touched(session, changes.undo, touched)
    return touched


def _find_approved(session: Session, request_id: int, touched: AffectedRights) -> None:
    """The personal roles that an approval gives to: the receiver's, and its main account's, which gets what it
    lacks."""
    request = session.get_one(AccessRequest, request_id)
    if (place := requested_places.place_of(session, request)) is not None:
        for user_id in {request.receiver_id, request.main_id}:
            touched.grant(roles.personal_role_of(session, user_id).id, place.key)


def _receiver(session: Session, new: NewGrant) -> Role:
    return roles.find(session, new.role_id) if new.role_id else roles.personal_role_of(session, new.user_id or 0)


def refuse_hidden(caller: Caller, changes: Proposal) -> None:
    """Raises NotFound for what the caller may not see; or a refusal would tell how many people it concerns."""
    if changes.undo:
        undo.readable(caller, changes.undo)
    for approval in changes.approve:
        access_requests.find(caller, approval.id)


def make(caller: Caller, settings: Settings, changes: Proposal, now: int) -> set[int]:
    """Make the changes as the caller, in its session. Returns the ids of all grants that were made, revoked or changed.
    Raises what the changes raise."""
    entries = undo.readable(caller, changes.undo) if changes.undo else []
    with trail.together(caller.session):
        grants = _make(caller, changes, now)
        given = {number for approval in changes.approve for number in _approve(caller, settings, approval, now)}
        undone = undo.undo(caller, entries, now)
    caller.session.flush()
    return {
        *changes.revoke,
        *(change.id for change in changes.change),
        *(grant.id for grant in grants),
        *given,
        *undone,
    }


def _approve(caller: Caller, settings: Settings, approval: ProposedApproval, now: int) -> list[int]:
    """Approve as the route does. Returns the ids of the grants that this makes."""
    session, request = caller.session, access_requests.find(caller, approval.id)
    last = session.scalar(select(func.max(Grant.id))) or 0
    wanted = Approval(approval.authorities, approval.valid_until)
    deciding.approve(session, settings, caller.user, request, wanted, now)
    session.flush()
    return list(session.scalars(select(Grant.id).where(Grant.id > last)))


def _make(caller: Caller, changes: Proposal, now: int) -> list[Grant]:
    session, by = caller.session, caller.user
    before = Granting(session, by, now)
    ids = {*changes.revoke, *(change.id for change in changes.change)}
    rows = session.scalars(decidable(caller).where(Grant.id.in_(ids))) if ids else ()
    grants_by_id = {grant.id: grant for grant in rows}
    before.read(
        {(grant.res_type, grant.res_id) for grant in grants_by_id.values()},
        {grant.role_id for grant in grants_by_id.values()},
    )
    for grant_id in changes.revoke:
        before.take_back(_known_grant(grants_by_id, grant_id))
        del grants_by_id[grant_id]
    for change in changes.change:
        values = change.model_dump(include=change.model_fields_set - {"id"})
        change_as_asked(before, _known_grant(grants_by_id, change.id), values)
    if (changes.leave or changes.join) and not caller.is_administrator:
        raise NotAllowed("Only administrators of the center may put users into roles.", reason="NO_GRANT")
    for membership in changes.leave:
        roles.leave(session, caller.username, membership.role_id, membership.user_id)
    for membership in changes.join:
        role_membership.join(session, by, membership.role_id, membership.user_id, now)
    after, receivers = Granting(session, by, now), [_receiver(session, new) for new in changes.grant]
    after.read({(new.res_type, new.res_id) for new in changes.grant}, {role.id for role in receivers})
    grants = []
    for role, new in zip(receivers, changes.grant, strict=True):
        grants.append(give_as_asked(after, role, new))
    for user_id in changes.disable:
        user = accounts.find_managed(caller, user_id)
        lifecycle.change(session, caller.username, user, status="disabled")
    return grants


def _known_grant(known: Mapping[int, Grant], number: int) -> Grant:
    if number not in known:
        raise NotFound("There is no such grant.")
    return known[number]
