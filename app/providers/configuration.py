"""Setting providers up: what administrators write, and what the trail keeps of it (never the secret)."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.grants import dependents, roles
from app.identity import groups as business_groups
from app.identity.models import User
from app.platform.clock import later_than, now_ms
from app.platform.errors import Conflict, InvalidInput, NotFound, existing
from app.platform.settings import Settings
from app.providers import code_exchange, group_roles, switching_off
from app.providers.models import IdentityProvider, ProviderGroup, ProviderLink
from app.providers.provider_http import ProviderFailed, checked_address
from app.rights.granting import role_membership

MOST_GROUPS, _MOST = 500, 20
_USUAL = {"scopes": "openid profile email", "name_claim": "preferred_username", "creates_users": 0, "enabled": 0}


def find(session: Session, provider_id: int) -> IdentityProvider:
    """A provider by its id. Raises NotFound."""
    return existing(session.get(IdentityProvider, provider_id), "There is no such provider.")


def switched_on(session: Session, provider_id: int) -> IdentityProvider:
    """A provider with which people may sign in now. Raises NotFound, for all others alike."""
    provider = find(session, provider_id)
    if not provider.enabled:
        raise NotFound("There is no such provider.")
    return provider


def everyone(session: Session) -> list[IdentityProvider]:
    """All providers, by id."""
    return list(session.scalars(select(IdentityProvider).order_by(IdentityProvider.id)))


def names(session: Session, ids: Collection[int | None]) -> dict[int, str]:
    """How these providers are called now, by id; deleted ones and None are missing."""
    provider_ids = {provider_id for provider_id in ids if provider_id is not None}
    if not provider_ids:
        return {}
    providers = session.scalars(select(IdentityProvider).where(IdentityProvider.id.in_(provider_ids)))
    return {provider.id: provider.name for provider in providers}


def offered(session: Session) -> list[IdentityProvider]:
    """Those that people may sign in with now."""
    return [provider for provider in everyone(session) if provider.enabled]


def create(session: Session, settings: Settings, actor: str, issuer: str, secret: str | None, **values: Any) -> Any:
    """Set up a provider; it is off unless `enabled` is 1. Raises Conflict `exists`,
    `too_many_providers`, InvalidInput."""
    if len(everyone(session)) >= _MOST:
        raise Conflict(f"The center has {_MOST} providers at most.", code="too_many_providers")
    now = now_ms()
    provider = IdentityProvider(issuer=_checked_issuer(settings, issuer), add_time=now, update_time=now)
    _fill(session, settings, provider, secret, {**_USUAL, **values})
    session.add(provider)
    try:
        session.flush()
    except IntegrityError as error:
        raise Conflict("There is a provider with this issuer already.", code="exists") from error
    trail.record(session, actor, "provider.create", str(provider.id), after=facts(session, provider))
    return provider


def change(
    session: Session, settings: Settings, actor: str, provider: IdentityProvider, secret: str | None, **values: Any
) -> None:
    """Change some values. The issuer stays, as links are meant for it. Switching it off ends its sessions and takes its
    roles. Raises InvalidInput `secret_needed` when another client comes without its secret."""
    before = facts(session, provider)
    other = values.get("client_id", provider.client_id) != provider.client_id
    if other and provider.client_secret_sealed is not None and secret is None:
        problem = [{"field": "client_secret", "message": "needed for another client"}]
        raise InvalidInput("Another client has another secret.", code="secret_needed", errors=problem)
    _fill(session, settings, provider, secret, values)
    if values.get("enabled") == 0:
        switching_off.switch_off(session, actor, provider)
    _record_change(session, actor, provider, before)


def renew_key(session: Session, settings: Settings, actor: str, provider: IdentityProvider) -> None:
    """A new key signs the center's requests for tokens from now on; secret and earlier key are gone. The provider must
    know its public half before anybody can sign in again."""
    before = facts(session, provider)
    provider.client_private_sealed, provider.client_jwk = code_exchange.new_key(settings, provider.issuer)
    provider.client_secret_sealed = None
    _record_change(session, actor, provider, before)


def set_groups(
    session: Session, administrator: User, provider: IdentityProvider, roles_of_groups: Collection[tuple[str, int]]
) -> None:
    """Which group gives which role, all at once. What no group gives any more is taken at once; what is new is given at
    the next sign-in. Raises NotFound, Conflict `reserved_role`, NotAllowed `not_held`."""
    before, now = facts(session, provider), now_ms()
    present = {(group.group_name, group.role_id): group for group in _groups(session, provider)}
    for role_id in {role_id for _, role_id in set(roles_of_groups) - present.keys()}:
        roles.refuse_personal(roles.find(session, role_id))
        role_membership.refuse_beyond(session, administrator, role_id, now)
    for key in present.keys() - set(roles_of_groups):
        session.delete(present[key])
    session.flush()
    for role_id in sorted({role_id for _, role_id in present} - {role_id for _, role_id in roles_of_groups}):
        group_roles.forget_role(session, administrator.username, provider, role_id)
    for group, role_id in sorted(set(roles_of_groups) - present.keys()):
        session.add(ProviderGroup(provider_id=provider.id, group_name=group, role_id=role_id))
    _record_change(session, administrator.username, provider, before)


def _record_change(session: Session, actor: str, provider: IdentityProvider, before: dict[str, Any]) -> None:
    provider.update_time = later_than(provider.update_time, now_ms())
    session.flush()
    trail.record(session, actor, "provider.update", str(provider.id), before=before, after=facts(session, provider))


def remove(session: Session, actor: str, provider: IdentityProvider) -> None:
    """Delete the provider with its links, and take every role that it gave. Its users sign in again."""
    before = facts(session, provider)
    switching_off.end_sign_ins(session, provider)
    for role_id in group_roles.roles_given_by(session, provider):
        group_roles.forget_role(session, actor, provider, role_id)
    links = session.scalars(select(ProviderLink).where(ProviderLink.provider_id == provider.id)).all()
    dependents.refuse_too_much(provider.name, len(links))
    for link in links:
        content = contents.row(link)
        session.delete(link)
        trail.record(session, actor, "provider_link.delete", str(content["id"]), before=content)
    session.execute(delete(ProviderGroup).where(ProviderGroup.provider_id == provider.id))
    session.flush()
    session.delete(provider)
    session.flush()
    trail.record(session, actor, "provider.delete", str(before["id"]), before=before)


def mapping(session: Session, provider: IdentityProvider) -> list[tuple[str, int]]:
    """Group and role of each row, in order."""
    return [(group.group_name, group.role_id) for group in _groups(session, provider)]


def facts(session: Session, provider: IdentityProvider) -> dict[str, Any]:
    """What the trail keeps."""
    pairs = [[group, role_id] for group, role_id in mapping(session, provider)]
    return contents.row(provider, groups=pairs, with_secret=provider.client_secret_sealed is not None)


def _groups(session: Session, provider: IdentityProvider) -> list[ProviderGroup]:
    query = select(ProviderGroup).where(ProviderGroup.provider_id == provider.id)
    return list(session.scalars(query.order_by(ProviderGroup.group_name, ProviderGroup.role_id)))


def _fill(
    session: Session, settings: Settings, provider: IdentityProvider, secret: str | None, values: dict[str, Any]
) -> None:
    if values.get("service_group") is not None:
        business_groups.find(session, values["service_group"])
    for column, value in values.items():
        setattr(provider, column, value)
    if "openid" not in provider.scopes.split():
        raise InvalidInput("Without the scope openid there is no ID token.", field="scopes", wrong="openid is missing")
    if secret is not None:
        provider.client_secret_sealed = code_exchange.seal_secret(settings, provider.issuer, provider.client_id, secret)
        provider.client_private_sealed = provider.client_jwk = None


def _checked_issuer(settings: Settings, issuer: str) -> str:
    try:
        checked_address(settings, issuer)
    except ProviderFailed as error:
        raise InvalidInput(str(error), code="address_not_allowed", field="issuer") from error
    if "?" in issuer:
        raise InvalidInput("An issuer has no query.", field="issuer", wrong="has no query")
    return issuer
