"""Decides about requests for an account. An approval creates everything or nothing, in one revision."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.audit.trail import contents, trail
from app.grants import roles
from app.identity import groups
from app.identity.accounts import lifecycle
from app.identity.models import ServiceGroup, User
from app.platform.clock import later_than
from app.platform.errors import Conflict, existing
from app.platform.settings import Settings
from app.resources import tenants
from app.rights.granting import grant_changes
from app.rights.requests import registration
from app.rights.requests.models import Registration
from app.rights.requests.registration import APPROVED, DAY_MS, OPEN, REFUSED, SUPERSEDED


@dataclass(frozen=True)
class Account:
    """What the administrator wants to create for a request.

    `tenant_name` with `cluster_ids` creates a tenant that the new user owns; `authorities` are granted to the user on
    those clusters (100: it may create more tenants).
    """

    username: str
    nick: str | None
    group_name: str | None
    tenant_name: str | None
    cluster_ids: Sequence[int] = ()
    authorities: Sequence[int] = ()


def find(session: Session, registration_id: int) -> Registration:
    """A request by its id. Raises NotFound."""
    return existing(session.get(Registration, registration_id), "There is no such request.")


def approve(
    session: Session,
    settings: Settings,
    decider: User,
    row: Registration,
    account: Account,
    comment: str | None,
    now: int,
) -> User:
    """Create group, user, tenant with its owner's grants and provisioning jobs, and the rights on the clusters.

    The user has no credential until the applicant fetches its first secret. Other open requests for the same user name
    become `superseded`. Raises Conflict `already_decided`, `exists`; InvalidInput; what `grant_changes.give` raises.
    """
    _refuse_decided(row, now)
    group = _group(session, decider, account.group_name)
    user = lifecycle.create(
        session, decider.username, account.username, "person", nick=account.nick, group_id=group.id if group else None
    )
    if account.tenant_name is not None:
        tenants.create(session, decider.username, user.id, account.tenant_name, account.cluster_ids)
    if account.authorities:
        role = roles.personal_role_of(session, user.id)
        for cluster in tenants.chosen_clusters(session, account.cluster_ids):
            grant_changes.give(
                session, decider, role, int(ResourceType.CLUSTER), cluster.id, account.authorities, now=now
            )
    row.user_id, row.expires = user.id, now + settings.registration_days * DAY_MS
    _close(session, decider, row, APPROVED, comment, now)
    for other in same_name(session, row):
        _close(session, decider, other, SUPERSEDED, f"another request for {row.username} was approved", now)
    return user


def refuse(session: Session, decider: User, row: Registration, comment: str, now: int) -> None:
    """Refuse, with a comment for the applicant. Raises Conflict `already_decided`."""
    _refuse_decided(row, now)
    _close(session, decider, row, REFUSED, comment, now)


def same_name(session: Session, row: Registration) -> list[Registration]:
    """Other open requests for the same user name."""
    same = Registration.state == OPEN, Registration.username == row.username, Registration.id != row.id
    return list(session.scalars(select(Registration).where(*same).order_by(Registration.id)))


def _group(session: Session, decider: User, name: str | None) -> ServiceGroup | None:
    if name is None:
        return None
    group = session.scalars(select(ServiceGroup).where(ServiceGroup.group_name == name)).one_or_none()
    return group or groups.create(session, decider.username, name)


def _refuse_decided(row: Registration, now: int) -> None:
    state = registration.state_of(row, now)
    if state != OPEN:
        raise Conflict(f"The request is {state} already.", code="already_decided", state=state)


def _close(session: Session, decider: User, row: Registration, state: str, comment: str | None, now: int) -> None:
    before = contents.row(row)
    row.state, row.comment, row.decided_by, row.decided_time = state, comment, decider.username, now
    row.update_time = later_than(row.update_time, now)
    session.flush()
    verb = {APPROVED: "approve", REFUSED: "refuse", SUPERSEDED: "supersede"}[state]
    trail.record(
        session,
        decider.username,
        f"registration.{verb}",
        str(row.id),
        before=before,
        after=contents.row(row),
    )
