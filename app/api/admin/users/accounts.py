"""Which accounts the caller may manage: an administrator all, a main account its sub-accounts. Everybody may manage the
own credentials.
"""

from app.api.callers import Caller
from app.identity.models import User
from app.platform.errors import NotAllowed, NotFound
from app.rights.granting import limited_givers


def visible(caller: Caller, user_id: int) -> User:
    """A user that the caller may see: itself, its main account, its sub-accounts; administrators see all. Raises
    NotFound."""
    user = caller.session.get(User, user_id)
    if user is not None and (_manages(caller, user) or user.id in (caller.user_id, caller.parent_id)):
        return user
    raise NotFound("There is no such user.")


def find_managed(caller: Caller, user_id: int) -> User:
    """A user that the caller may change: administrators any, a main account its sub-accounts.

    Raises NotFound, or NotAllowed for a user that the caller may only see.
    """
    user = visible(caller, user_id)
    if not _manages(caller, user):
        raise NotAllowed("Your administrator or main account may do this.", reason="NO_GRANT")
    return user


def own_or_managed(caller: Caller, user_id: int) -> User:
    """A user whose credentials the caller may manage: itself or one that it manages. Raises NotFound, NotAllowed."""
    return caller.user if user_id == caller.user_id else find_managed(caller, user_id)


def refuse_credential(caller: Caller, user: User) -> None:
    """Who may make no credential of this user: whoever `limited_givers.refuse` refuses; and a sub-account for others,
    not even as administrator of the center: with such a credential it could grant, and would keep rights that its main
    account loses. Raises NotAllowed `limited_token`, `limited_administrator`, `sub_account_cannot_grant`."""
    limited_givers.refuse(caller.session, caller.user, own_account=limited_givers.is_own(caller.user, user))
    if caller.parent_id is not None and user.id != caller.user_id:
        raise NotAllowed("A sub-account makes credentials of its own only.", code="sub_account_cannot_grant")


def refuse_own_secret(caller: Caller, user: User) -> None:
    """Nobody gets a one-time secret or an invitation for the own account: whoever stole a session or a token would have
    the account for good. The own password is changed by showing it. Raises NotAllowed `own_secret`."""
    if user.id == caller.user_id:
        raise NotAllowed("Change your own password in the console, or ask another administrator.", code="own_secret")


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


def deciding_user(caller: Caller) -> User:
    """The user who decides or answers. Raises NotAllowed `sub_account_cannot_grant` for a sub-account."""
    if caller.parent_id is not None:
        raise NotAllowed("A sub-account decides about nothing.", code="sub_account_cannot_grant")
    return caller.user


def refuse_limited(caller: Caller, *, own: bool = False) -> None:
    """`limited_givers.refuse` for the caller."""
    limited_givers.refuse(caller.session, caller.user, own_account=own)


def refuse_limited_on_cluster(caller: Caller, cluster_id: int) -> None:
    """`limited_givers.refuse_on_cluster` for the caller."""
    limited_givers.refuse_on_cluster(caller.session, caller.user, cluster_id)


def refuse_lock(caller: Caller, user: User, status: str | None = None) -> None:
    """Only administrators may set or lift `locked`, main accounts may not. Raises NotAllowed.

    `status`: the new status, if one was requested.
    """
    if not caller.is_administrator and "locked" in (user.status, status):
        raise NotAllowed("Only administrators of the center lock and unlock accounts.", code="locked_by_administrator")


def _manages(caller: Caller, user: User) -> bool:
    return caller.is_administrator or (caller.parent_id is None and user.parent == caller.user_id)
