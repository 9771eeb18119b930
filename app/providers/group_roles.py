"""Roles by group: given and taken at each sign-in. Only memberships that a provider gave are taken (decision 0086)."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.grants import dependents, roles
from app.grants.models import UserRole
from app.identity.accounts import administrators
from app.identity.models import User
from app.platform.errors import Conflict
from app.providers import claims_read
from app.providers.models import IdentityProvider, ProviderGroup, ProviderMembership


def apply(
    session: Session, actor: str, provider: IdentityProvider, user: User, claims: Mapping[str, Any]
) -> frozenset[str] | None:
    """Give and take the roles of the mapping. Returns the groups; None when the provider does not tell them: then every
    role that it gave is taken, as nothing confirms it."""
    groups = claims_read.groups(provider, claims)
    roles_of_groups = of_groups(session, provider, groups or frozenset())
    _take(session, actor, provider, user, keep=roles_of_groups)
    for role_id in sorted(roles_of_groups):
        _give(session, actor, provider, user, role_id)
    return groups


def of_groups(session: Session, provider: IdentityProvider, groups: frozenset[str]) -> set[int]:
    """Ids of the roles that the mapping gives members of these groups."""
    mapping = session.execute(
        select(ProviderGroup.group_name, ProviderGroup.role_id).where(ProviderGroup.provider_id == provider.id)
    )
    return {role_id for group, role_id in mapping if group in groups}


def take_all(session: Session, actor: str, provider: IdentityProvider, user: User) -> None:
    """Take every role that the provider gave to the user."""
    _take(session, actor, provider, user, keep=set())


def take_some(session: Session, actor: str, provider: IdentityProvider, limit: int) -> bool:
    """Take roles that the provider gave, whoever has them. True when it gave more than `limit`, which stay."""
    query = select(ProviderMembership.user_id, ProviderMembership.role_id).where(
        ProviderMembership.provider_id == provider.id
    )
    ordered = query.order_by(ProviderMembership.user_id, ProviderMembership.role_id)
    memberships = session.execute(ordered.limit(limit + 1)).all()
    for user_id, role_id in memberships[:limit]:
        _end(session, actor, provider, user_id, role_id)
    return len(memberships) > limit


def forget_role(session: Session, actor: str, provider: IdentityProvider, role_id: int) -> None:
    """No group gives this role any more: take it from all who have it from the provider. Raises Conflict
    `too_much_at_once`."""
    owned = select(ProviderMembership.user_id).where(
        ProviderMembership.provider_id == provider.id, ProviderMembership.role_id == role_id
    )
    user_ids = session.scalars(owned.order_by(ProviderMembership.user_id)).all()
    dependents.refuse_too_much(provider.name, len(user_ids))
    for user_id in user_ids:
        _end(session, actor, provider, user_id, role_id)


def roles_given_by(session: Session, provider: IdentityProvider) -> list[int]:
    """Ids of the roles that somebody has from the provider."""
    query = select(ProviderMembership.role_id).where(ProviderMembership.provider_id == provider.id).distinct()
    return sorted(session.scalars(query))


def _give(session: Session, actor: str, provider: IdentityProvider, user: User, role_id: int) -> None:
    """Puts the user into the role, and notes that the provider did; a role given by hand stays so."""
    key = (provider.id, user.id, role_id)
    if session.get(ProviderMembership, key) is not None:
        if session.get(UserRole, (user.id, role_id)) is None:  # somebody took it by hand meanwhile
            roles.join(session, actor, role_id, user.id)
        return
    is_member = session.get(UserRole, (user.id, role_id)) is not None
    if is_member and not _given_by_a_provider(session, user.id, role_id):
        return  # given by hand: it is not the provider's to take
    roles.join(session, actor, role_id, user.id)
    session.add(ProviderMembership(provider_id=provider.id, user_id=user.id, role_id=role_id))
    session.flush()


def _take(session: Session, actor: str, provider: IdentityProvider, user: User, *, keep: set[int]) -> None:
    owned = select(ProviderMembership.role_id).where(
        ProviderMembership.provider_id == provider.id, ProviderMembership.user_id == user.id
    )
    for role_id in sorted(set(session.scalars(owned)) - keep):
        _end(session, actor, provider, user.id, role_id)


def _end(session: Session, actor: str, provider: IdentityProvider, user_id: int, role_id: int) -> None:
    """Takes the role, unless another provider gives it too, or it is the last administrator's."""
    deletion = delete(ProviderMembership).where(
        ProviderMembership.provider_id == provider.id,
        ProviderMembership.user_id == user_id,
        ProviderMembership.role_id == role_id,
    )
    try:
        with session.begin_nested(), administrators.one_remains(session):
            session.execute(deletion)
            still_given = _given_by_a_provider(session, user_id, role_id)
            if not still_given and session.get(UserRole, (user_id, role_id)) is not None:
                roles.leave(session, actor, role_id, user_id)
    except Conflict as error:
        # The last administrator keeps the role: a center that nobody administers helps nobody.
        if error.stable_code != "last_administrator":
            raise


def _given_by_a_provider(session: Session, user_id: int, role_id: int) -> bool:
    query = select(ProviderMembership.provider_id).where(
        ProviderMembership.user_id == user_id, ProviderMembership.role_id == role_id
    )
    return session.scalars(query.limit(1)).first() is not None
