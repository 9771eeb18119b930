"""A provider that is switched off or deleted: its sessions end, and the roles that it gave are taken."""

from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.grants import dependents
from app.identity import sessions
from app.identity.models import ConsoleSession
from app.platform.telemetry import logger
from app.providers import group_roles
from app.providers.models import METHOD, IdentityProvider, ProviderLink
from app.tokens.application_models import AuthorizationCode, RefreshFamily
from app.tokens.models import DeviceSignIn

_SIGNED_IN = (ConsoleSession, RefreshFamily, AuthorizationCode, DeviceSignIn)
log = logger(__name__)


def switch_off(session: Session, actor: str, provider: IdentityProvider) -> None:
    """End the provider's sessions, and take the roles that it gave: as many as may go at once. An urgent switch must
    not be refused because the company is large; a second call takes the rest."""
    end_sign_ins(session, provider)
    if group_roles.take_some(session, actor, provider, dependents.MOST):
        log.warning("roles of a provider are left: switch it off once more", provider=provider.id)


def end_sign_ins(session: Session, provider: IdentityProvider) -> None:
    """End all sessions and sign-ins to applications of the users whom a provider has signed in: those who are linked,
    and those who have a session by it and ended their link since."""
    user_ids = {user_id for table in _SIGNED_IN for user_id in session.scalars(_by_provider(table, provider))}
    user_ids.update(session.scalars(select(ConsoleSession.user_id).where(ConsoleSession.provider_id == provider.id)))
    sessions.end_all_of(session, sorted(user_ids))


def _by_provider(
    table: type[ConsoleSession | RefreshFamily | AuthorizationCode | DeviceSignIn], provider: IdentityProvider
) -> Select[Any]:
    linked = select(ProviderLink.user_id).where(ProviderLink.provider_id == provider.id)
    return select(table.user_id).where(table.user_id.in_(linked), table.methods.like(f"%{METHOD}%")).distinct()
