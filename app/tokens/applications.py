"""Applications that people sign in to with the center: registered by administrators, or built in (the command line).

A confidential application is a service user: its client id is that user's name, and it shows that user's secrets or
keys. So they are rotated, limited and listed in one way only.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.identity import users
from app.identity.models import User
from app.platform.clock import later_than, now_ms
from app.platform.errors import Conflict, InvalidInput, existing
from app.platform.settings import Settings
from app.tokens import key_life, redirects
from app.tokens.application_models import Application

COMMAND_LINE = "usercenter-cli"
_AT_MOST = 500
_COMMAND_LINE_URIS = "http://127.0.0.1/callback\nhttp://[::1]/callback"


@dataclass(frozen=True)
class ApplicationSettings:
    """What an administrator registers. `audiences`: what its access tokens may open besides userinfo. `id_token_alg`:
    of its ID tokens; None: that of access tokens. `without_pkce`: a confidential one may leave PKCE out."""

    name: str
    redirect_uris: Sequence[str]
    logout_uris: Sequence[str] = ()
    trusted: bool = False
    audiences: Sequence[str] = ()
    id_token_alg: str | None = None
    without_pkce: bool = False


def create(
    session: Session, settings: Settings, actor: str, values: ApplicationSettings, service: User | None
) -> Application:
    """Register an application; with `service` a confidential one. Raises InvalidInput `invalid_redirect_uri`,
    `unknown_audience`, `not_a_service`, `pkce_needed`, `reserved_name`, Conflict `application_exists`,
    `too_many_applications`."""
    if service is not None and service.kind != "service":
        raise InvalidInput("A confidential application is a service user.", code="not_a_service")
    if (session.scalar(select(func.count()).select_from(Application)) or 0) >= _AT_MOST:
        raise Conflict(f"There are {_AT_MOST} applications: delete some first.", code="too_many_applications")
    # No user name has a colon, so no service can pass for a public application.
    if service is not None:
        users.refuse_audience(settings, service.username)
    client_id = service.username if service else f"app:{secrets.token_hex(8)}"
    if users.by_name(session, client_id) is not service or of_client(session, client_id) is not None:
        raise Conflict("This service is an application already.", code="application_exists")
    now = now_ms()
    row = Application(client_id=client_id, service_id=service.id if service else None, add_time=now, update_time=now)
    _set(row, settings, values)
    session.add(row)
    session.flush()
    key_life.sign_id_tokens(session, settings, actor, now)
    trail.record(session, actor, "application.create", client_id, after=contents.row(row))
    return row


def change(session: Session, settings: Settings, actor: str, row: Application, values: ApplicationSettings) -> None:
    """Replace everything but the client id. Raises InvalidInput as `create`."""
    refuse_built_in(row)
    before = contents.row(row)
    _set(row, settings, values)
    row.update_time = later_than(row.update_time, now_ms())
    session.flush()
    key_life.sign_id_tokens(session, settings, actor, now_ms())
    trail.record(session, actor, "application.update", row.client_id, before=before, after=contents.row(row))


def remove(session: Session, actor: str, row: Application) -> None:
    """Delete it with its consents, codes and refresh tokens."""
    refuse_built_in(row)
    session.delete(row)
    session.flush()
    trail.record(session, actor, "application.delete", row.client_id, before=contents.row(row))


def of_client(session: Session, client_id: str) -> Application | None:
    """The application of this client id. No other text reaches the database: PostgreSQL refuses some."""
    if not (client_id.isascii() and client_id.isprintable()):
        return None
    application = session.scalars(select(Application).where(Application.client_id == client_id[:128])).first()
    # MySQL ignores blanks at the end.
    return application if application is not None and application.client_id == client_id else None


def every(session: Session) -> list[Application]:
    """All applications, by name."""
    return list(session.scalars(select(Application).order_by(Application.name, Application.id)))


def public_redirect_uris(session: Session) -> set[str]:
    """The redirect addresses of all public applications."""
    public = select(Application.redirect_uris).where(Application.service_id.is_(None))
    return {uri for text in session.scalars(public) for uri in text.split("\n")}


def find(session: Session, number: int) -> Application:
    """The application. Raises NotFound."""
    return existing(session.get(Application, number), "There is no such application.")


def ensure_command_line(session: Session, settings: Settings) -> None:
    """At start: the built-in application is registered, for this center's address."""
    row = of_client(session, COMMAND_LINE)
    if row is None:
        now = now_ms()
        row = Application(
            client_id=COMMAND_LINE,
            name="usercenter",
            trusted=1,
            redirect_uris="",
            audiences="",
            logout_uris="",
            add_time=now,
            update_time=now,
        )
        session.add(row)
    row.name, row.redirect_uris, row.audiences = "usercenter", _COMMAND_LINE_URIS, settings.issuer
    session.flush()


def _set(row: Application, settings: Settings, values: ApplicationSettings) -> None:
    wrong = [uri for uri in (*values.redirect_uris, *values.logout_uris) if not redirects.is_registrable(uri)]
    if wrong or not values.redirect_uris:
        raise InvalidInput(
            "Redirect addresses are exact: https://… or http://127.0.0.1/…, without fragment.",
            code="invalid_redirect_uri",
        )
    if any(audience not in (settings.audience, settings.issuer) for audience in values.audiences):
        raise InvalidInput("The audiences are those of brokers and of this API.", code="unknown_audience")
    if values.without_pkce and row.service_id is None:
        raise InvalidInput("A public application has nothing but PKCE.", code="pkce_needed")
    row.name, row.trusted = values.name, int(values.trusted)
    row.id_token_alg, row.without_pkce = values.id_token_alg, int(values.without_pkce)
    row.redirect_uris = "\n".join(dict.fromkeys(values.redirect_uris))
    row.logout_uris = "\n".join(dict.fromkeys(values.logout_uris))
    row.audiences = " ".join(dict.fromkeys(values.audiences))


def refuse_built_in(row: Application) -> None:
    """Raises Conflict `application_built_in` for that of the command line."""
    if row.client_id == COMMAND_LINE:
        raise Conflict("This application is built in.", code="application_built_in")
