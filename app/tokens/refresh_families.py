"""Families: one sign-in of a user to an application, with all refresh tokens that follow each other (RFC 9700 §4.14).

A refresh token is used once, by one conditional update. A second use ends the family, because a thief and the
application cannot be told apart; there is no period of grace, in which a thief would win (decision 0084).
"""

from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from app.identity import secret_format, sub_accounts
from app.identity.models import User
from app.identity.secret_format import digest
from app.platform.clock import now_ms
from app.platform.database import clear_away
from app.platform.settings import Settings
from app.tokens import application_sign_in_ends, issuing
from app.tokens.application_models import Application, AuthorizationCode, FamilyAccess, RefreshFamily, RefreshToken
from app.tokens.authorization_requests import AuthorizationRefused
from app.tokens.issuing import IssuedToken

_DAY_MS = 86_400_000
MOST = 20
"""Sign-ins of one user to one application; one more ends the one that was not used for longest."""


@dataclass(frozen=True)
class Narrowing:
    """The part of a sign-in that the next access token is for; empty: all of it (RFC 6749 §6, RFC 8707 §2.2)."""

    audiences: tuple[str, ...] = ()
    scope: str = ""

    def refuse_more_than(self, family: RefreshFamily | AuthorizationCode) -> None:
        """Raises AuthorizationRefused `invalid_scope` or `invalid_target`."""
        if not {*self.scope.split()} <= {*family.scope.split()}:
            raise AuthorizationRefused("invalid_scope", "the person was asked for less: begin a new sign-in")
        if not {*self.audiences} <= {*family.audiences.split()}:
            raise AuthorizationRefused(
                "invalid_target", "the person was asked for another resource: begin a new sign-in"
            )

    def of(self, family: RefreshFamily) -> "Narrowing":
        """Empty fields are replaced by the family's."""
        return Narrowing(self.audiences or tuple(family.audiences.split()), self.scope or family.scope)


@dataclass(frozen=True)
class Tokens:
    """What the application gets. The refresh token is missing from `repr`."""

    access: IssuedToken
    family: RefreshFamily
    user: User
    refresh: str | None
    scope: str

    def __repr__(self) -> str:
        return f"Tokens(access={self.access!r})"


_ALL = Narrowing()


def start(
    session: Session,
    settings: Settings,
    family: RefreshFamily,
    client_id: str,
    user: User,
    now: int,
    narrowing: Narrowing = _ALL,
) -> Tokens:
    """The tokens of a new family, for a code or device that was just accepted. `family`: what the person agreed to and
    how it had signed in; its times are set here. The session must hold the lock on the revision."""
    clear_away(session, select(RefreshFamily).where(RefreshFamily.valid_until <= now))
    _make_room(session, family.application_id, user.id)
    lasts = "offline_access" in family.scope.split()
    # Also without a refresh token, it tells that the person has allowed the application this (`is_allowed`).
    most = (settings.refresh_days if lasts else settings.refresh_idle_days) * _DAY_MS
    family.add_time, family.last_use, family.valid_until = now, now, now + most
    session.add(family)
    session.flush()
    return _issue(session, settings, family, client_id, user, narrowing.of(family), is_lasting=lasts)


def is_known(session: Session, token: str) -> bool:
    """True for a refresh token that the center gave. Asked before a transaction that writes, so that guesses hold
    nobody up."""
    return secret_format.is_well_formed(token, "refresh") and session.get(RefreshToken, digest(token)) is not None


def refresh(
    session: Session,
    settings: Settings,
    application: Application,
    token: str,
    narrowing: Narrowing,
    now: int,
) -> Tokens | None:
    """New tokens for a refresh token, once; None for one that is not (any more) valid. A used one ends its family. The
    session must hold the lock on the revision, and the caller must commit in any case. Raises AuthorizationRefused,
    which uses nothing up, when more is asked for than the person was asked about."""
    row = session.get(RefreshToken, digest(token))
    family = session.get(RefreshFamily, row.family_id) if row else None
    if row is None or family is None or family.application_id != application.id:
        return None
    if row.use_time is None:
        narrowing.refuse_more_than(family)
    if not use(session, row, now):
        application_sign_in_ends.end(session, application.client_id, family, now, "reuse")
        return None
    user = _user_in_force(session, settings, family, now)
    if user is None:
        return None
    family.last_use = now
    return _issue(session, settings, family, application.client_id, user, narrowing.of(family), is_lasting=True)


def active_family(
    session: Session, settings: Settings, token: str, now: int
) -> tuple[RefreshFamily, Application] | None:
    """The family of a refresh token that would be accepted now, for introspection and revocation."""
    if not secret_format.is_well_formed(token, "refresh"):
        return None
    row = session.get(RefreshToken, digest(token))
    family = session.get(RefreshFamily, row.family_id) if row and row.use_time is None else None
    if family is None or _user_in_force(session, settings, family, now) is None:
        return None
    return family, session.get_one(Application, family.application_id)


def of_user(session: Session, settings: Settings, user_id: int, now: int) -> list[tuple[RefreshFamily, Application]]:
    """The applications that the user is signed in to, the newest sign-in first."""
    query = (
        select(RefreshFamily, Application)
        .join(Application, Application.id == RefreshFamily.application_id)
        .where(RefreshFamily.user_id == user_id, RefreshFamily.end_time.is_(None), RefreshFamily.valid_until > now)
        .order_by(RefreshFamily.id.desc())
    )
    return [(family, application) for family, application in session.execute(query) if _is_awake(settings, family, now)]


def is_allowed(session: Session, settings: Settings, application_id: int, user_id: int, now: int) -> bool:
    """True while the user sees a sign-in to this application in its list, and so can end it."""
    query = select(RefreshFamily).where(RefreshFamily.user_id == user_id, RefreshFamily.end_time.is_(None))
    own_families = query.where(RefreshFamily.application_id == application_id, RefreshFamily.valid_until > now)
    return any(_is_awake(settings, family, now) for family in session.scalars(own_families))


def _make_room(session: Session, application_id: int, user_id: int) -> None:
    own_ids = select(RefreshFamily.id).where(RefreshFamily.user_id == user_id)
    newest = own_ids.where(RefreshFamily.application_id == application_id).order_by(RefreshFamily.last_use.desc())
    for family_id in session.scalars(newest.order_by(RefreshFamily.id.desc()).offset(MOST - 1)).all():
        application_sign_in_ends.revoke_access(session, "system", RefreshFamily.id == family_id)
        session.delete(session.get_one(RefreshFamily, family_id))


def use(session: Session, row: RefreshToken | AuthorizationCode, now: int) -> bool:
    """Use the token or code up: True for the first of several that try at once."""
    table = type(row)
    change = update(table).where(table.digest == row.digest, table.use_time.is_(None))
    return bool(session.execute(change.values(use_time=now)).rowcount == 1)  # type: ignore[attr-defined]


def _user_in_force(session: Session, settings: Settings, family: RefreshFamily, now: int) -> User | None:
    """The user of a family that has not ended; None when it has, or the user may not sign in."""
    if family.end_time is not None or family.valid_until <= now or not _is_awake(settings, family, now):
        return None
    user = session.get(User, family.user_id)
    if user is None or user.must_change or not sub_accounts.may_sign_in(session, user):
        return None
    return user if user.cred_version == family.cred_version and family.add_time >= user.tokens_from else None


def _is_awake(settings: Settings, family: RefreshFamily, now: int) -> bool:
    return now < family.last_use + settings.refresh_idle_days * _DAY_MS


def _issue(
    session: Session,
    settings: Settings,
    family: RefreshFamily,
    client_id: str,
    user: User,
    narrowing: Narrowing,
    *,
    is_lasting: bool,
) -> Tokens:
    """An access token of the family; with `is_lasting` also its next refresh token."""
    access = issuing.issue(
        session,
        settings,
        user.username,
        audiences=narrowing.audiences,
        seconds=settings.token_seconds,
        credential_version=user.cred_version,
        application={"client_id": client_id, "scope": narrowing.scope, "auth_time": family.auth_time // 1000},
    )
    session.execute(
        delete(FamilyAccess).where(FamilyAccess.family_id == family.id, FamilyAccess.valid_until <= now_ms())
    )
    session.add(FamilyAccess(jti=access.jti, family_id=family.id, valid_until=access.expires))
    secret = secret_format.new("refresh") if is_lasting else None
    if secret is not None:
        session.add(RefreshToken(digest=digest(secret), family_id=family.id))
    session.flush()
    return Tokens(access, family, user, secret, narrowing.scope)
