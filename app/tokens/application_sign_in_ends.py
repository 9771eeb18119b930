"""What ends families, and the access tokens that they got with them (RFC 7009, RFC 9700 §4.14)."""

from collections.abc import Callable, Sequence

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.identity import sessions
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import NotFound
from app.tokens import issuing
from app.tokens.application_models import Application, AuthorizationCode, Consent, FamilyAccess, RefreshFamily
from app.tokens.models import DeviceSignIn, RevokedToken

_Owned = type[RefreshFamily] | type[AuthorizationCode]


def end(session: Session, actor: str, family: RefreshFamily, now: int, why: str) -> None:
    """End the family, and its access tokens with it. The session must hold the lock on the revision."""
    if family.end_time is not None:
        return
    family.end_time = now
    revoke_access(session, actor, RefreshFamily.id == family.id)
    session.flush()
    user = session.get_one(User, family.user_id)
    content = {"application": family.application_id, "user": user.username, "why": why}
    trail.record(session, actor, "application_access.end", str(family.id), after=content)


def end_one(session: Session, actor: str, user_id: int, number: int, now: int) -> None:
    """End one sign-in of this user to an application. Raises NotFound, also for another user's."""
    family = session.get(RefreshFamily, number)
    if family is None or family.user_id != user_id:
        raise NotFound("There is no such sign-in to an application.")
    end(session, actor, family, now, "ended")


def withdraw(session: Session, actor: str, user_id: int, number: int, now: int) -> None:
    """End one sign-in and forget the consent, so that the application has to ask again. Raises NotFound."""
    end_one(session, actor, user_id, number, now)
    application_id = session.get_one(RefreshFamily, number).application_id
    tables: tuple[type[Consent] | type[AuthorizationCode], ...] = (Consent, AuthorizationCode)
    for table in tables:
        session.execute(delete(table).where(table.user_id == user_id, table.application_id == application_id))


def end_all_of(session: Session, user_ids: Sequence[int]) -> None:
    """These users sign in again everywhere: codes, families and access tokens end. So do everybody's sign-ins to an
    application that is one of these users."""
    applications = select(Application.id).where(Application.service_id.in_(user_ids))
    _end_where(session, "system", lambda of: of.user_id.in_(user_ids) | of.application_id.in_(applications))
    approved = update(DeviceSignIn).where(DeviceSignIn.user_id.in_(user_ids), DeviceSignIn.status == "approved")
    session.execute(approved.values(status="denied"))


def end_those_of(session: Session, actor: str, application_id: int) -> None:
    """End all sign-ins to this application, with their access tokens and codes."""
    _end_where(session, actor, lambda of: of.application_id == application_id)


if end_all_of not in sessions.ALSO_END:
    sessions.ALSO_END.append(end_all_of)


def revoke_access(session: Session, actor: str, condition: ColumnElement[bool]) -> None:
    """Every access token that these families got and that has not expired is refused, here and by brokers."""
    query = select(FamilyAccess).join(RefreshFamily, RefreshFamily.id == FamilyAccess.family_id)
    for access in session.scalars(query.where(condition, FamilyAccess.valid_until > now_ms())).all():
        if session.get(RevokedToken, access.jti) is None:
            issuing.refuse_id(session, actor, access.jti, access.valid_until)


def _end_where(session: Session, actor: str, condition_of: Callable[[_Owned], ColumnElement[bool]]) -> None:
    revoke_access(session, actor, condition_of(RefreshFamily))
    tables: tuple[_Owned, ...] = (AuthorizationCode, RefreshFamily)
    for table in tables:
        session.execute(delete(table).where(condition_of(table)))
