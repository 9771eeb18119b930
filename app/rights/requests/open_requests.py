"""Every minute: expires old requests, voids requests of deleted users, and tells those who may decide.

Deciders are told here and not when the request is made. So the request takes the same time whether the resource exists
or not.
"""

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.identity.models import User
from app.platform.clock import later_than
from app.platform.database import Database
from app.platform.settings import Settings
from app.rights.requests import access_requests, deciders, notices, registration, requested_places
from app.rights.requests.models import AccessRequest, Registration
from app.rights.requests.notices import NewNotice

_ACTOR = "housekeeping"
_AT_ONCE = 200
"""Rows in one transaction, as all other writers wait for it."""


def run(database: Database, settings: Settings, now: int) -> None:
    """One round. The rest is done in the next one."""
    del settings
    for step, due in (
        (_expire_registrations, select(Registration.id).where(_old_registrations(now))),
        (_expire_requests, select(AccessRequest.id).where(_old_requests(now))),
        (_void_requests, select(AccessRequest.id).where(_orphans())),
        (_announce, select(AccessRequest.id).where(_not_announced())),
    ):
        # Most minutes there is nothing to do, so look before taking the lock.
        with database.reading() as session:
            if session.scalars(due.limit(1)).first() is None:
                continue
        with trail.center_transaction(database) as session:
            step(session, now)


def _expire_registrations(session: Session, now: int) -> None:
    for row in session.scalars(select(Registration).where(_old_registrations(now)).limit(_AT_ONCE)).all():
        before = contents.row(row)
        row.state, row.update_time = registration.EXPIRED, later_than(row.update_time, now)
        session.flush()
        trail.record(session, _ACTOR, "registration.expire", str(row.id), before=before, after=contents.row(row))


def _expire_requests(session: Session, now: int) -> None:
    for request in session.scalars(select(AccessRequest).where(_old_requests(now)).limit(_AT_ONCE)).all():
        access_requests.close(session, _ACTOR, request, access_requests.EXPIRED, None, now)


def _void_requests(session: Session, now: int) -> None:
    for request in session.scalars(select(AccessRequest).where(_orphans()).limit(_AT_ONCE)).all():
        access_requests.close(session, _ACTOR, request, access_requests.VOID, None, now)


def _announce(session: Session, now: int) -> None:
    for request in session.scalars(select(AccessRequest).where(_not_announced()).limit(_AT_ONCE)).all():
        place = requested_places.place_of(session, request)
        people = deciders.find_deciders(session, place, request.main_id, now, request.limits) if place else []
        about, facts = str(request.id), access_requests.notice_facts(request)
        notices.tell(session, [NewNotice(user_id, notices.TO_DECIDE, about, facts) for user_id in people], now)
        request.announced = 1


def _old_registrations(now: int) -> ColumnElement[bool]:
    return (Registration.state == registration.OPEN) & (Registration.expires <= now)


def _old_requests(now: int) -> ColumnElement[bool]:
    return AccessRequest.state.in_(access_requests.WAITING) & (AccessRequest.expires <= now)


def _orphans() -> ColumnElement[bool]:
    existing = select(User.id)
    without_account = or_(AccessRequest.receiver_id.not_in(existing), AccessRequest.requester_id.not_in(existing))
    return AccessRequest.state.in_(access_requests.WAITING) & without_account


def _not_announced() -> ColumnElement[bool]:
    return (AccessRequest.state == access_requests.OPEN) & (AccessRequest.announced == 0)
