"""Which accounts the caller may manage: an administrator all, a main account its sub-accounts. Everybody may manage the
own credentials.
"""

from collections.abc import Collection

from sqlalchemy.orm import Session

from app.access import networks
from app.api.guard import Caller
from app.clock import now_ms
from app.errors import NotAllowed, NotFound
from app.granting import giver_rights
from app.grants import places
from app.identity import users
from app.identity.models import User
from app.networks import lists, writing
from app.pulsar.names import ResourceType


def visible(session: Session, caller: Caller, user_id: int) -> User:
    """A user that the caller may see: itself, its main account, its sub-accounts; administrators see all. Raises
    NotFound."""
    user = session.get(User, user_id)
    if user is not None and (_manages(caller, user) or user.id in (caller.user_id, caller.parent_id)):
        return user
    raise NotFound("There is no such user.")


def find_managed(session: Session, caller: Caller, user_id: int) -> User:
    """A user that the caller may change: administrators any, a main account its sub-accounts.

    Raises NotFound, or NotAllowed for a user that the caller may only see.
    """
    user = visible(session, caller, user_id)
    if not _manages(caller, user):
        raise NotAllowed("Your administrator or main account may do this.", reason="NO_GRANT")
    return user


def own_or_managed(session: Session, caller: Caller, user_id: int) -> User:
    """A user whose credentials the caller may manage: itself or one that it manages. Raises NotFound, NotAllowed."""
    return users.find(session, user_id) if user_id == caller.user_id else find_managed(session, caller, user_id)


def refuse_foreign_credential(caller: Caller, user: User) -> None:
    """A sub-account may not make credentials of other accounts, not even as administrator of the center: with such a
    credential it could grant, and would keep rights that its main account loses. Raises NotAllowed
    `sub_account_cannot_grant`."""
    if caller.parent_id is not None and user.id != caller.user_id:
        raise NotAllowed("A sub-account makes credentials of its own only.", code="sub_account_cannot_grant")


def refuse_brokers_credential(caller: Caller) -> None:
    """A sub-account may not make plugin credentials or broker tokens, not even where it administers the cluster: they
    have more rights than the sub-account, and stay valid when it loses its own. Raises NotAllowed
    `sub_account_cannot_grant`."""
    if caller.parent_id is not None:
        raise NotAllowed("A sub-account makes no credentials of clusters.", code="sub_account_cannot_grant")


def refuse_new_account(caller: Caller) -> None:
    """A sub-account may not create accounts, not even as administrator of the center: it would know the first secret of
    an account that may grant, and keep it when it loses its right. Raises NotAllowed `sub_account_cannot_grant`."""
    if caller.parent_id is not None:
        raise NotAllowed("A sub-account makes no other accounts.", code="sub_account_cannot_grant")


def refuse_limited(caller: Caller, *, own: bool = False) -> None:
    """Who shows a token that is limited to networks, or administers the center only within networks, makes no
    credential: that would be used elsewhere, and for longer. `own`: the credential is of the caller's own account or
    sub-account, which takes no right to administer. Raises NotAllowed `limited_token`, `limited_administrator`."""
    if caller.limited:
        raise NotAllowed(
            "This token is limited to networks: it makes no credentials and widens no networks.", code="limited_token"
        )
    if not own and caller.is_administrator:
        _refuse_only_from_networks(caller, ResourceType.ROOT, 0)


def refuse_limited_on_cluster(caller: Caller, cluster_id: int) -> None:
    """The same for credentials of a cluster's brokers. Raises NotAllowed `limited_token`, `limited_administrator`."""
    refuse_limited(caller, own=True)
    _refuse_only_from_networks(caller, ResourceType.CLUSTER, cluster_id)


def refuse_wider(caller: Caller, user: User, wanted: Collection[str] | None) -> None:
    """Who may make no credential of the account does not widen its networks either. Raises NotAllowed `limited_token`,
    `limited_administrator`; InvalidInput `invalid_network`, `unknown_network`."""
    meant = lists.meaning(caller.session, None if wanted is None else writing.checked(wanted))
    if not networks.cover(user.cidrs, meant):
        refuse_limited(caller, own=is_own(caller, user))


def is_own(caller: Caller, user: User) -> bool:
    """True for the caller's own account and its sub-accounts."""
    return user.id == caller.user_id or (caller.parent_id is None and user.parent == caller.user_id)


def _refuse_only_from_networks(caller: Caller, kind: ResourceType, number: int) -> None:
    """Limits of the caller's account do not matter here: only those of the grants by which it administers the place."""
    session = caller.session
    user, place = users.find(session, caller.user_id), places.place_of(session, kind, number)
    if not giver_rights.from_nowhere(session, user, place, now_ms()).administers():
        raise NotAllowed(
            "You administer this only within networks: you make no credentials of others and widen no networks.",
            code="limited_administrator",
        )


def refuse_lock(caller: Caller, user: User, status: str | None = None) -> None:
    """Only administrators may set or lift `locked`, main accounts may not. Raises NotAllowed.

    `status`: the new status, if one was requested.
    """
    if not caller.is_administrator and "locked" in (user.status, status):
        raise NotAllowed("Only administrators of the center lock and unlock accounts.", code="locked_by_administrator")


def _manages(caller: Caller, user: User) -> bool:
    return caller.is_administrator or (caller.parent_id is None and user.parent == caller.user_id)
