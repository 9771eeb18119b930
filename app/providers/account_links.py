"""Who a provider's subject is here: by link only, never by a name or an e-mail address (decision 0086)."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.grants.models import Role
from app.identity import safety_messages, users
from app.identity.accounts import lifecycle
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import Conflict, InvalidInput, NotAllowed, NotSignedIn, existing
from app.platform.outbox import enqueue
from app.providers import claims_read, group_roles
from app.providers.models import IdentityProvider, ProviderLink


def actor(provider: IdentityProvider) -> str:
    """How the trail calls what a provider did. No user can have this name."""
    return f"provider:{provider.id}"


def signed_in_user(session: Session, provider: IdentityProvider, claims: Mapping[str, Any]) -> User:
    """The user of these proven claims, with the roles that its groups give now. The caller checks that it may sign in.

    Raises NotAllowed `provider_refuses_domain`, `no_account`, `name_refused`, `account_exists`.
    """
    _check_domain(provider, claims)
    link = _link(session, provider, claims["sub"])
    user = users.find(session, link.user_id) if link else _new(session, provider, claims)
    group_roles.apply(session, actor(provider), provider, user, claims)
    return user


def link(
    session: Session, actor: str, provider: IdentityProvider, user: User, claims: Mapping[str, Any]
) -> ProviderLink:
    """Link a signed-in user's own account. Raises Conflict `already_linked`, NotAllowed `provider_refuses_domain`."""
    _check_domain(provider, claims)
    own_links = select(ProviderLink).where(ProviderLink.provider_id == provider.id, ProviderLink.user_id == user.id)
    existing = session.scalars(own_links).first()
    if existing is not None and existing.subject == claims["sub"]:
        return existing
    if existing is not None or _link(session, provider, claims["sub"]) is not None:
        raise Conflict("This account, or the provider's, is linked to another one.", code="already_linked")
    provider_link = _add(session, actor, provider, user, claims["sub"])
    safety_messages.tell(session, user, enqueue.LINKED, name=provider.name)
    return provider_link


def refuse_other(session: Session, provider: IdentityProvider, user: User, claims: Mapping[str, Any]) -> None:
    """Raises NotSignedIn `provider_sign_in_failed` when the provider's person is not this user."""
    link = _link(session, provider, claims["sub"])
    if link is None or link.user_id != user.id:
        raise NotSignedIn("The provider signed somebody else in.", code="provider_sign_in_failed")


def unlink(session: Session, actor: str, provider: IdentityProvider, user: User) -> None:
    """End the link, and take the roles that the provider gave. Raises NotFound."""
    query = select(ProviderLink).where(ProviderLink.provider_id == provider.id, ProviderLink.user_id == user.id)
    provider_link = existing(session.scalars(query).first(), "There is no such link.")
    before = _facts(provider_link, user)
    group_roles.take_all(session, actor, provider, user)
    session.delete(provider_link)
    session.flush()
    trail.record(session, actor, "provider_link.delete", str(before["id"]), before=before)


def links_of(session: Session, user_id: int) -> list[tuple[ProviderLink, IdentityProvider]]:
    """The user's links with their providers."""
    query = select(ProviderLink, IdentityProvider).join(
        IdentityProvider, IdentityProvider.id == ProviderLink.provider_id
    )
    return [
        (provider_link, provider)
        for provider_link, provider in session.execute(query.where(ProviderLink.user_id == user_id))
    ]


def _link(session: Session, provider: IdentityProvider, subject: str) -> ProviderLink | None:
    query = select(ProviderLink).where(ProviderLink.provider_id == provider.id, ProviderLink.subject == subject)
    return session.scalars(query).first()


def _check_domain(provider: IdentityProvider, claims: Mapping[str, Any]) -> None:
    if provider.email_domains is None:
        return
    address = claims_read.verified_email(claims)
    if address is None or address.rpartition("@")[2].lower() not in provider.email_domains:
        raise NotAllowed("The provider vouches for no address of an allowed domain.", code="provider_refuses_domain")


def expected_account(session: Session, provider: IdentityProvider, claims: Mapping[str, Any]) -> tuple[bool, str]:
    """Whether somebody with these claims has an account, and its name or that of the one it would get. Changes nothing.
    Raises what `arrived` raises."""
    _check_domain(provider, claims)
    link = _link(session, provider, claims["sub"])
    if link is not None:
        return True, users.find(session, link.user_id).username
    name = _new_name(provider, claims)
    # Each user has a role of its own name.
    if session.scalars(select(Role.id).where(Role.role_name == name)).first() is not None:
        raise _exists()
    return False, name


def _new_name(provider: IdentityProvider, claims: Mapping[str, Any]) -> str:
    if not provider.creates_users:
        raise NotAllowed("No account here is linked to this one.", code="no_account")
    try:
        name = users.checked_name(claims_read.user_name(provider, claims) or "")
        users.refuse_service_name(name)
    except InvalidInput as error:
        raise NotAllowed(
            f"The provider sends no name that an account may have: {error.detail}", code="name_refused"
        ) from error
    return name


def _exists() -> NotAllowed:
    # Whoever can choose a name at the provider must not get the account that has it here.
    message = "An account of this name exists and is not linked: its owner links it after signing in."
    return NotAllowed(message, code="account_exists")


def _new(session: Session, provider: IdentityProvider, claims: Mapping[str, Any]) -> User:
    name, by = _new_name(provider, claims), actor(provider)
    try:
        nick = claims.get("name")
        shown = nick[:128] if isinstance(nick, str) and nick.isprintable() and nick.strip() else None
        user = lifecycle.create(session, by, name, "person", nick=shown, group_id=provider.service_group)
    except Conflict as error:
        raise _exists() from error
    _add(session, by, provider, user, claims["sub"])
    return user


def _add(session: Session, actor: str, provider: IdentityProvider, user: User, subject: str) -> ProviderLink:
    provider_link = ProviderLink(provider_id=provider.id, subject=subject, user_id=user.id, add_time=now_ms())
    session.add(provider_link)
    session.flush()
    trail.record(session, actor, "provider_link.create", str(provider_link.id), after=_facts(provider_link, user))
    return provider_link


def _facts(provider_link: ProviderLink, user: User) -> dict[str, Any]:
    return contents.row(provider_link, username=user.username)
